"""The picture of Bland and Altman: differences of two annotators over the means of their numbers, with the limits."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.reporting.numbers import rounded, signed
from accord.reporting.scene import BROKEN, CHANCE, DOT, GRID, INK, SOFT, WIDE, Area, Dot, Line, Scene, Words, nothing
from accord.reporting.start_figure import ticks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.payload.layer import LayerPayload
    from accord.reporting.scene import Shape

    Scale = Callable[[float], float]

_LEFT, _TOP, _RIGHT, _BOTTOM, _HEIGHT, _SMALL = 70.0, 60.0, 130.0, 52.0, 300.0, 11.0
_WHY = "limits of agreement are for numbers: measure them by concordance, icc-a or another icc over squared differences"
_MAX_DOTS = 5_000
"""The most dots."""


def limits_figure(layer: LayerPayload, wide: float | None = None, pair: Sequence[str] | None = None) -> Scene:
    """Two annotators, or the first pair whose limits are farthest apart."""
    extra = layer.agreement.get("extra", {})
    if "limits" not in extra:
        return nothing(_WHY)
    if "limit_points" not in extra:
        return nothing("there are too many differences to draw each of them")
    row = _row(extra["limits"]["rows"], layer.annotators, pair)
    points = [each[2:] for each in extra["limit_points"]["rows"] if each[:2] == row[:2]]
    if row[3] is None or not points:
        return nothing("two annotators with two items in common are needed")
    first, second = row[:2]
    swapped = pair is not None and list(pair) != [first, second]
    sign = -1.0 if swapped else 1.0
    names = (second, first) if swapped else (first, second)
    lines = _lines(row, sign)
    dots = [(mean, sign * difference) for mean, difference in points]
    title = f"Limits of agreement: {names[0]} and {names[1]}"
    of = f"{names[0]} − {names[1]}"
    said = "; ".join(f"{name} {_number(value)}" for name, value, _ in lines)
    width = max(wide or WIDE, _LEFT + _RIGHT + 120)
    shapes = list(_shapes(dots, lines, of, width))
    notes = [f"{of}, {plural(row[2], 'item')}: {said}", layer.headline.signature]
    described = f"Differences of {plural(row[2], 'item')} over means. {said}."
    return Scene(layer.titled(title), described, width, _TOP + _HEIGHT + _BOTTOM, shapes, notes)


def _row(rows: Sequence[Sequence[Any]], annotators: Sequence[str], pair: Sequence[str] | None) -> Sequence[Any]:
    """The limits of a pair, or those that are farthest apart."""
    if pair is None:
        return max(rows, key=lambda row: (row[5] is not None, row[5] or 0.0))
    for name in pair:
        if name not in annotators:
            raise UsageError(f"there is no annotator {name!r}: {suggestion(name, list(annotators))}")
    found = next((row for row in rows if {row[0], row[1]} == set(pair)), None)
    if found is None:
        raise UsageError("the pair of a picture is two annotators, each named once")
    return found


def _lines(row: Sequence[Any], sign: float) -> list[tuple[str, float, Mapping[str, Any] | None]]:
    """The bias and both limits, with their intervals, the highest last."""
    found = [("lower limit", row[6], row[7]), ("bias", row[3], row[4]), ("upper limit", row[8], row[9])]
    if sign > 0:
        return found
    names = [name for name, *_ in found]
    turned = [(-value, ends and {"low": -ends["high"], "high": -ends["low"]}) for _, value, ends in reversed(found)]
    return [(name, value, ends) for name, (value, ends) in zip(names, turned, strict=True)]


def _shapes(
    dots: Sequence[tuple[float, float]],
    lines: Sequence[tuple[str, float, Mapping[str, Any] | None]],
    of: str,
    width: float,
) -> Iterator[Shape]:
    left, right, top, bottom = _LEFT, width - _RIGHT, _TOP, _TOP + _HEIGHT
    ends = [end for *_, both in lines if both for end in (both["low"], both["high"])]
    across = _scale([mean for mean, _ in dots], left, right)
    down = _scale([0.0, *(each for _, each in dots), *(value for _, value, _ in lines), *ends], bottom, top)
    for name, value, both in lines:
        if both:
            low, high = down[2](both["low"]), down[2](both["high"])
            yield Area(((left, low), (right, low), (right, high), (left, high)), CHANCE, 0.12)
        yield Line(((left, down[2](value)), (right, down[2](value))), CHANCE, 1.5, "" if name == "bias" else BROKEN)
        yield Words(right + 6, down[2](value) + 4, f"{name} {_number(value)}", size=_SMALL)
    yield from _axes(across, down, (left, right, top, bottom))
    yield Words(left, top - 10, of, size=_SMALL, colour=SOFT)
    yield Words(right, bottom + 36, "mean of both", "end", SOFT, _SMALL)
    step = max(1, len(dots) // _MAX_DOTS + 1)
    yield from (Dot(across[2](mean), down[2](each), 2.5, DOT) for mean, each in dots[::step])


def _scale(values: Sequence[float], start: float, end: float) -> tuple[float, float, Scale]:
    """From where to where an axis goes, and where on the paper a value stands."""
    low, high = min(values), max(values)
    room = 0.05 * (high - low) or 1.0
    low, high = low - room, high + room
    return low, high, lambda value: start + (end - start) * (value - low) / (high - low)


def _axes(
    across: tuple[float, float, Scale], down: tuple[float, float, Scale], frame: tuple[float, float, float, float]
) -> Iterator[Shape]:
    left, right, top, bottom = frame
    for value in _steps(*down[:2]):
        y = down[2](value)
        yield Line(((left, y), (right, y)), SOFT if value == 0 else GRID)
        yield Words(left - 6, y + 4, _number(value), "end", size=_SMALL)
    for value in _steps(*across[:2]):
        x = across[2](value)
        yield Line(((x, bottom), (x, bottom + 5)), INK)
        yield Words(x, bottom + 19, _number(value), "middle", size=_SMALL)
    yield Line(((left, top), (left, bottom), (right, bottom)), INK)


def _steps(low: float, high: float) -> list[float]:
    step = ticks(high - low)[1]
    return [number * step for number in range(floor(low / step) + 1, floor(high / step) + 1)]


def _number(value: float) -> str:
    return signed(f"{value:g}" if float(f"{value:.3g}") == value else rounded(value, 2))
