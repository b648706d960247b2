"""The pictures of the page for papers: pairs, labels, annotators, drift, layers and systems, from its payload."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from accord.messages import capital, plural
from accord.reporting.aligner_figure import aligner_figure
from accord.reporting.layer_figures import coincidences_figure, documents_figure
from accord.reporting.numbers import rounded
from accord.reporting.plot_rows import MAX_ROWS
from accord.reporting.scene import CHANCE, DOT, GRID, INK, PAPER, SOFT, Box, Dot, Line, Scene, Words, nothing, shade
from accord.reporting.table import shortened, shortened_apart
from accord.reporting.trees_figure import trees_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.agreement.result import Interval
    from accord.payload.layer import LayerPayload, PairRow
    from accord.payload.page import PagePayload
    from accord.payload.plots import DriftChart, PlotRow, ScalePlot
    from accord.payload.systems import SystemsPayload
    from accord.payload.values import Estimate
    from accord.reporting.scene import Picture, Shape

_WIDE, _NAMES, _VALUES, _ROW, _HEAD, _FOOT = 720.0, 190.0, 70.0, 30.0, 40.0, 44.0
_CELL, _TALL, _CHART = 116.0, 52.0, 150.0


def pairs_figure(layer: LayerPayload) -> Scene:
    """A matrix of the agreement of every two annotators, with numbers, intervals and counts."""
    names: Sequence[str] = layer.annotators[:MAX_ROWS]
    place = {name: number for number, name in enumerate(names)}
    shapes: list[Shape] = []
    left, top = 120.0, 76.0
    for number, shown in enumerate(shortened_apart(names, 14)):
        shapes.append(Words(left + _CELL * (number + 0.5), top - 10, shown, "middle"))
        shapes.append(Words(left - 10, top + _TALL * (number + 0.5) + 4, shown, "end"))
    for pair in layer.pairs:
        if pair.first in place and pair.second in place:
            shapes += _cells(pair, place[pair.first], place[pair.second], (left, top))
    title = f"{capital(layer.measure)} of every two annotators: {layer.name}"
    said = f"{len(names)} annotators; above the diagonal the value and its interval, below it the counts."
    wide, high = left + _CELL * len(names) + 20, top + _TALL * len(names) + 20
    return Scene(title, said, wide, high, shapes, (layer.headline.signature,))


def _cells(pair: PairRow, row: int, column: int, corner: tuple[float, float]) -> Iterator[Shape]:
    row, column = min(row, column), max(row, column)
    (left, top), value, interval = corner, pair.value, pair.interval
    for across, down in ((column, row), (row, column)):
        x, y = left + _CELL * across, top + _TALL * down
        upper = across > down
        yield Box(x + 1.5, y + 1.5, _CELL - 3, _TALL - 3, shade(value) if upper else "#f2f0eb", GRID)
        first = _value(pair) if upper else f"{pair.used:,} used"
        second = _ends(interval) if upper else _differs(pair)
        yield Words(x + _CELL / 2, y + 24, first, "middle", size=15 if upper else 12, bold=upper)
        yield Words(x + _CELL / 2, y + 41, second, "middle", size=10.5)


def _differs(pair: PairRow) -> str:
    """On how many they differ; of measured numbers how far these are apart, the median."""
    return f"{pair.differing:,} differ" if pair.apart is None else f"{pair.apart:.3g} apart"


def intervals_figure(plot: ScalePlot | None) -> Scene:
    """Values with their intervals on one scale: a dot for the value, a line for where it may lie."""
    if plot is None:
        return nothing()
    rows, low, top = plot.rows, float(plot.low), float(plot.high)
    left, right, bottom = _NAMES, _WIDE - _VALUES, _HEAD + _ROW * len(rows)

    def at(value: float) -> float:
        return left + (min(top, max(low, value)) - low) / (top - low) * (right - left)

    shapes: list[Shape] = []
    for tenth in range(round(low * 10), round(top * 10) + 1, 2 * ceil(top - low)):
        shapes += [Line(((at(tenth / 10), _HEAD), (at(tenth / 10), bottom)), GRID)]
        shapes += [Words(at(tenth / 10), bottom + 16, rounded(tenth / 10, 1), "middle", SOFT, 11)]
    if plot.chance is not None:
        chance = at(plot.chance)
        shapes += [Line(((chance, _HEAD - 4), (chance, bottom)), CHANCE, 1.4, dashed=True)]
        shapes += [Words(chance, bottom + 31, "chance", "middle", CHANCE, 11)]
    for number, row in enumerate(rows):
        shapes += _plotted(row, _HEAD + _ROW * (number + 0.5), at)
    shapes += [Words(right, bottom + 31, f"{plot.axis} →", "end", SOFT, 11)]
    return Scene(plot.heading, plot.described, _WIDE, bottom + _FOOT, shapes, plot.notes)


def _plotted(row: PlotRow, y: float, at: Callable[[float], float]) -> Iterator[Shape]:
    yield Words(_NAMES - 12, y + 4, shortened(row.name, 24), "end")
    if interval := row.interval:
        low, high = at(interval.low), at(interval.high)
        yield Line(((low, y), (high, y)), DOT, 2.2)
        yield from (Line(((end, y - 5), (end, y + 5)), DOT, 2.2) for end in (low, high))
    if row.other is not None:
        yield Box(at(row.other) - 4.5, y - 4.5, 9, 9, PAPER, CHANCE)
    if row.value is not None:
        yield Dot(at(row.value), y)
    yield Words(_WIDE - 8, y + 4, _value(row), "end", INK if row.value is not None else SOFT, bold=True)


def drift_figure(layer: LayerPayload) -> Scene:
    """The agreement of each annotator with the rest, in the order of the items, and its slope."""
    plot = layer.plots.drift
    if plot is None:
        return nothing(f"no annotator has {layer.counts.drift}s for two windows")
    shapes: list[Shape] = []
    for number, row in enumerate(plot.rows):
        shapes += _drift(row, _HEAD + (_CHART + 20) * number, plot.low)
    said = f"{plural(len(plot.rows), 'annotator')} in windows."
    high = _HEAD + (_CHART + 20) * len(plot.rows) + 10
    return Scene(plot.heading, said, _WIDE, high, shapes, plot.notes)


def _drift(row: DriftChart, top: float, low: float) -> Iterator[Shape]:
    left, right, bottom = _NAMES, _WIDE - 20.0, top + _CHART - 24

    def place(item: float, value: float) -> tuple[float, float]:
        height = (min(1.0, max(low, value)) - low) / (1 - low)
        return left + item / row.last * (right - left), bottom - height * (bottom - top)

    yield Words(20, (top + bottom) / 2, shortened(row.name, 18), bold=True)
    for tick in (low, (low + 1) / 2, 1.0):
        yield Line((place(0, tick), place(row.last, tick)), GRID)
        yield Words(left - 8, place(0, tick)[1] + 4, rounded(tick, 2), "end", SOFT, 11)
    if row.trend:
        yield Line(tuple(place(*point) for point in row.trend), CHANCE, 1.6, dashed=True)
    yield Words(left, top + _CHART - 6, row.said, colour=SOFT, size=11)
    yield from (Line((place(*one), place(*other)), DOT, 1.8) for one, other in pairwise(row.points))
    yield from (Dot(*place(*point), 3) for point in row.points)


def _value(row: Estimate) -> str:
    """A value, or whether it is undefined or was only left out."""
    if row.value is None and "left out" in (row.undefined or ""):
        return "left out"
    return _three(row.value)


def _three(value: float | None) -> str:
    return "undefined" if value is None else rounded(value, 3).replace("-", "−")


def _ends(interval: Interval | None) -> str:
    return f"{_three(interval.low)} to {_three(interval.high)}" if interval else ""


LAYER_FIGURES: dict[str, Callable[[LayerPayload], Picture]] = {
    "pairs": pairs_figure,
    "differences": lambda layer: intervals_figure(layer.plots.differences),
    "labels": lambda layer: intervals_figure(layer.plots.labels),
    "annotators": lambda layer: intervals_figure(layer.plots.annotators),
    "drift": drift_figure,
    "headline": lambda layer: intervals_figure(layer.plots.headline),
    "coincidences": coincidences_figure,
    "documents": documents_figure,
    "aligner": aligner_figure,
    "trees": trees_figure,
}
"""Pictures of a layer, by name."""
PART_FIGURES: dict[str, Callable[..., Picture]] = {"aligner": aligner_figure, "trees": trees_figure}
"""Those of a layer that draw one document or sentence, the ``part``."""
PAIR_FIGURES: dict[str, Callable[..., Picture]] = {"trees": trees_figure}
"""Those that draw what two annotators did, the ``pair``."""
PAGE_FIGURES: dict[str, Callable[[PagePayload], Picture]] = {
    "layers": lambda page: intervals_figure(page.plots.layers),
}
"""Pictures of a whole page, by name."""
SYSTEMS_FIGURES: dict[str, Callable[[SystemsPayload], Picture]] = {
    "systems": lambda systems: intervals_figure(systems.plots.runs),
    "chance": lambda systems: intervals_figure(systems.plots.chance),
}
"""Pictures of systems against a reference, by name."""
