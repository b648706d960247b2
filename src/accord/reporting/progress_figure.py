"""A value from round to round: a dot for each, with its interval, from left to right."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from accord.messages import capital, plural
from accord.reporting.letters import fitted_apart, text_width
from accord.reporting.numbers import rounded, signed
from accord.reporting.plot_rows import estimate_row, scale_plot, value_text
from accord.reporting.scene import (
    BROKEN,
    CHANCE,
    DOT,
    EDGE,
    GRID,
    INK,
    SOFT,
    WIDE,
    Dot,
    Line,
    Scene,
    Words,
    not_drawn,
    nothing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.payload.layer import LayerPayload
    from accord.payload.plots import PlotRow, ScalePlot
    from accord.reporting.scene import Shape

_TOP, _HIGH, _SMALL, _LONGEST_NAME, _CHANCE = 62.0, 220.0, 11.0, 130.0, "chance"


def progress_plot(rounds: Sequence[tuple[str, LayerPayload]]) -> ScalePlot:
    """The headline of each round, in their order."""
    measure = rounds[0][1].measure
    rows = [estimate_row(name, layer.headline) for name, layer in rounds]
    said = f"{measure} of {plural(len(rows), 'round')}, with its interval"
    notes = [f"{name}: {layer.headline.signature}" for name, layer in rounds]
    return scale_plot(capital(f"{measure} from round to round"), said, rows, axis=measure, notes=notes)


def progress_figure(plot: ScalePlot | None, wide: float | None = None) -> Scene:
    """Values in the order of their rounds: a dot for each, a line for where it may lie, and a line from dot to dot."""
    if plot is None:
        return nothing("there are no rounds")
    wide = wide or WIDE
    rows, low, top = plot.rows, float(plot.low), float(plot.high)
    left, right, bottom = EDGE + 40, wide - EDGE - text_width(_CHANCE, _SMALL), _TOP + _HIGH
    step = (right - left) / len(rows)

    def at(number: int, value: float) -> tuple[float, float]:
        held = min(top, max(low, value))
        return left + step * (number + 0.5), bottom - (held - low) / (top - low) * _HIGH

    shapes: list[Shape] = [Words(EDGE, _TOP - 14, f"↑ {plot.axis}", colour=SOFT, size=_SMALL)]
    for tenth in range(round(low * 10), round(top * 10) + 1):
        if tenth % (2 if top - low > 0.6 else 1) == 0:
            _, y = at(0, tenth / 10)
            shapes += [Line(((left, y), (right, y)), GRID)]
            shapes += [Words(left - 8, y + 4, signed(rounded(tenth / 10, 1)), "end", SOFT, _SMALL)]
    if plot.chance is not None:
        _, y = at(0, plot.chance)
        shapes += [Line(((left, y), (right, y)), CHANCE, 1.4, BROKEN)]
        shapes += [Words(right + 6, y + 4, _CHANCE, colour=CHANCE, size=_SMALL)]
    places = [at(number, row.value) if row.value is not None else None for number, row in enumerate(rows)]
    shapes += [Line((one, other), DOT, 1.2) for one, other in pairwise(places) if one and other]
    for number, row in enumerate(rows):
        shapes += _round(row, partial(at, number))
    said, high = _below(rows, [at(number, low)[0] for number in range(len(rows))], bottom, step)
    notes = [*not_drawn(plot.left_out, "round"), *plot.notes]
    return Scene(plot.heading, plot.described, wide, high, [*shapes, *said], notes)


def _round(row: PlotRow, at: Callable[[float], tuple[float, float]]) -> Iterator[Shape]:
    if interval := row.interval:
        ends = at(interval.low), at(interval.high)
        yield Line(ends, DOT, 2.2)
        yield from (Line(((x - 5, y), (x + 5, y)), DOT, 2.2) for x, y in ends)
    if row.value is not None:
        yield Dot(*at(row.value))


def _below(rows: Sequence[PlotRow], places: Sequence[float], bottom: float, step: float) -> tuple[list[Words], float]:
    """The value of each round where there is room for them, and its name, upright where it needs it; and their end."""
    values = list(map(value_text, rows))
    written = all(text_width(value, bold=True) <= step - 6 for value in values)
    y = bottom + (38 if written else 20)
    known = [INK if row.value is not None else SOFT for row in rows]
    parts = zip(places, values, known, strict=True)
    words = [Words(x, bottom + 20, value, "middle", colour, bold=True) for x, value, colour in parts if written]
    if all(text_width(row.name) <= step - 6 for row in rows):
        words += [Words(x, y, row.name, "middle") for x, row in zip(places, rows, strict=True)]
        return words, y + 16
    names = fitted_apart([row.name for row in rows], _LONGEST_NAME)
    words += [Words(x + 4, y - 8, name, "end", upwards=True) for x, name in zip(places, names, strict=True)]
    return words, y + max(map(text_width, names))
