"""What a coefficient is for growing amounts of noise or errors, drawn as in Mathet & Widlöcher (2011), Figure 2."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Undefined, number
from accord.messages import plural
from accord.reporting.letters import in_lines, text_width
from accord.reporting.numbers import signed
from accord.reporting.palette import HUES, line_look
from accord.reporting.scene import EDGE, GRID, INK, PAPER, SOFT, WIDE, Area, Dot, Line, Scene, Words
from accord.reporting.start_figure import ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.reporting.scene import Shape
    from accord.simulation.calibration import Calibration
    from accord.simulation.corpus_calibration import CorpusCalibration

_TOP, _HIGH, _SMALL, _SAMPLE, _KEY = 62.0, 300.0, 11.0, 44.0, 24.0


@dataclass(frozen=True)
class Curve:
    """The means of a coefficient by the amount of a noise, and how far single repeats lie around them."""

    name: str
    amounts: tuple[float, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]


class Mark(NamedTuple):
    """A point of a curve that is pointed out, and what it says."""

    amount: float
    value: float
    said: str


@dataclass(frozen=True)
class Chart:
    """Curves with what they are called and measured by: the values that are drawn across, and marks on the curves."""

    name: str
    title: str
    subtitle: str
    across: str
    curves: tuple[Curve, ...]
    values: tuple[float, ...] = ()
    marks: tuple[Mark, ...] = ()

    @cached_property
    def farthest(self) -> float:
        """The largest amount."""
        return max((amount for curve in self.curves for amount in curve.amounts), default=0.0) or 1.0

    @cached_property
    def lowest(self) -> float:
        """Where the axis of values begins: at 0, or at the tenth below the lowest value."""
        least = min((mean for curve in self.curves for mean in curve.means), default=0.0)
        return min(0.0, least // 0.1 / 10)


def _chart(calibration: Calibration, values: Sequence[float]) -> Chart:
    """The curves of known noise that have values, and where these come down to some values."""
    made, found, marks = calibration.simulation, [], []
    for name, settings in calibration.curves.items():
        points = [
            (each.amount, float(each.result.value), 0.0 if isinstance(each.spread, Undefined) else float(each.spread))
            for each in settings
            if not isinstance(each.result.value, Undefined)
        ]
        if points:
            found.append(Curve(name, *zip(*points, strict=True)))
    for value in values:
        for curve in found:
            reading = calibration.reading(curve.name, value)
            if not isinstance(reading.amount, Undefined):
                amount = float(reading.amount)
                marks.append(Mark(amount, value, f"{reading.coefficient} {value:g}: {reading.noise} {amount:.2f}"))
    said = (
        f"{made.about}, {plural(made.annotators, 'annotator')}: mean of {plural(made.repeats, 'repeat')}, "
        "band: one standard deviation from repeat to repeat"
    )
    title = f"What {calibration.name} is for known noise"
    return Chart(calibration.name, title, said, "amount of noise", tuple(found), tuple(values), tuple(marks))


def _corpus_chart(found: CorpusCalibration) -> Chart:
    """The curves of each sort of error and of all together, and the agreement that was observed."""
    name = found.result.name
    curves = tuple(
        Curve(sort, *zip(*((each.times, each.value, each.sd) for each in line), strict=True))
        for sort, line in found.curves.items()
        if line
    )
    value, times = number(found.result.value), found.reading.times
    marks = () if value is None or times is None else (Mark(times, value, f"{name} {value:.2f}: observed"),)
    said = (
        f"{plural(found.texts, found.unit)}, {plural(found.annotators, 'annotator')}: mean of "
        f"{plural(found.repeats, 'simulation')}, band: one standard deviation from one to another"
    )
    across = "errors, 1 = as many as in the corpus"
    values = () if value is None else (round(value, 4),)
    return Chart(name, f"What {name} corresponds to", said, across, curves, values, marks)


@dataclass(frozen=True)
class _Plane:
    """Where amounts and values lie on paper."""

    chart: Chart
    left: float
    top: float
    wide: float

    @property
    def right(self) -> float:
        return self.left + self.wide

    @property
    def bottom(self) -> float:
        return self.top + _HIGH

    def at(self, amount: float, value: float) -> tuple[float, float]:
        """The place of a value, which is held within the axis."""
        lowest = self.chart.lowest
        held = min(max(value, lowest), 1.0)
        across = self.left + self.wide * amount / self.chart.farthest
        return across, self.top + _HIGH * (1 - held) / (1 - lowest)


def calibration_scene(calibration: Calibration, values: Sequence[float] = (), wide: float | None = None) -> Scene:
    """A line for each noise, a band around it, and the amounts that some values stand for."""
    return _scene(_chart(calibration, values), wide)


def corpus_calibration_scene(found: CorpusCalibration, wide: float | None = None) -> Scene:
    """A line for each sort of error and for all together, and the agreement that was observed."""
    return _scene(_corpus_chart(found), wide)


def _scene(chart: Chart, wide: float | None) -> Scene:
    wide = wide or WIDE
    said = list(in_lines(chart.subtitle, wide - 2 * EDGE, _SMALL))
    keys = max((text_width(each.name) for each in chart.curves), default=0.0) + _SAMPLE + 8
    beside = keys <= wide / 3
    top = _TOP + 15 * (len(said) - 1)
    space = wide - 70 - (keys + 2 * EDGE + 20 if beside else EDGE + 20)
    plane = _Plane(chart, 70.0, top, space)
    x, y = (plane.right + 40, top + 12) if beside else (plane.left, plane.bottom + 64)
    shapes = [
        *(Words(EDGE, 43 + 15 * number, line, colour=SOFT, size=_SMALL) for number, line in enumerate(said)),
        *_axes(plane),
        *(_band(plane, place, curve) for place, curve in enumerate(chart.curves)),
        *(_line(plane, place, curve) for place, curve in enumerate(chart.curves)),
        *_values(plane),
        *(shape for n, curve in enumerate(chart.curves) for shape in _key(n, curve.name, x, y + _KEY * n)),
    ]
    ends = "; ".join(f"{each.name} {each.amounts[-1]:g}: {each.means[-1]:.2f}" for each in chart.curves)
    last = max(plane.bottom + 54, y + _KEY * (len(chart.curves) - 1) + 14)
    return Scene(chart.title, f"{chart.subtitle}. Where the lines end: {ends}.", wide, last, shapes)


def _axes(plane: _Plane) -> Iterator[Shape]:
    chart, bottom, right = plane.chart, plane.bottom, plane.right
    step = ticks(1 - chart.lowest)[1]
    for value in (place * step for place in range(ceil(chart.lowest / step - 1e-9), floor(1 / step + 1e-9) + 1)):
        _, y = plane.at(0, value)
        yield Line(((plane.left, y), (right, y)), GRID if value else SOFT)
        yield Words(plane.left - 8, y + 4, signed(f"{value:.6g}"), "end", size=_SMALL)
    for amount in ticks(chart.farthest * 1.0001):
        x, _ = plane.at(amount, 0)
        yield Line(((x, bottom), (x, bottom + 5)))
        yield Words(x, bottom + 20, f"{amount:.6g}", "middle", size=_SMALL)
    yield Line(((plane.left, plane.top), (plane.left, bottom), (right, bottom)))
    yield Words((plane.left + right) / 2, bottom + 42, chart.across, "middle")
    yield Words(EDGE + 10, (plane.top + bottom) / 2, chart.name, "middle", upwards=True)


def _band(plane: _Plane, place: int, curve: Curve) -> Area:
    points = list(zip(curve.amounts, curve.means, curve.spreads, strict=True))
    around = [plane.at(amount, mean + spread) for amount, mean, spread in points]
    around += [plane.at(amount, mean - spread) for amount, mean, spread in reversed(points)]
    return Area(tuple(around), line_look(place % HUES)[0], 0.16)


def _line(plane: _Plane, place: int, curve: Curve) -> Line:
    look, dash = line_look(place)
    points = zip(curve.amounts, curve.means, strict=True)
    return Line(tuple(plane.at(amount, mean) for amount, mean in points), look, 2.0, dash)


def _values(plane: _Plane) -> Iterator[Shape]:
    for value in plane.chart.values:
        if plane.chart.lowest <= value <= 1:
            _, y = plane.at(0, value)
            yield Line(((plane.left, y), (plane.right, y)), INK, 1.0, "3 3")
            yield Words(plane.right + 4, y + 4, f"{value:g}", size=_SMALL)
    for mark in plane.chart.marks:
        yield Dot(*plane.at(mark.amount, mark.value), 4, PAPER, INK, mark.said)


def _key(place: int, name: str, x: float, y: float) -> Iterator[Shape]:
    look, dash = line_look(place)
    yield Line(((x, y), (x + _SAMPLE, y)), look, 2.0, dash)
    yield Words(x + _SAMPLE + 8, y + 4, name)
