"""The pictures of the page for papers: values on a scale, drift, layers and systems, from its payload."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import plural
from accord.reporting.aligner_figure import aligner_figure
from accord.reporting.layer_figures import confusion_figure, documents_figure
from accord.reporting.letters import fitted_apart, in_lines, text_width
from accord.reporting.limits_figure import limits_figure
from accord.reporting.numbers import rounded, signed
from accord.reporting.pairs_figure import pairs_figure
from accord.reporting.plot_rows import value_text
from accord.reporting.scene import (
    BROKEN,
    CHANCE,
    DOT,
    EDGE,
    GRID,
    INK,
    PAPER,
    SOFT,
    WIDE,
    Box,
    Dot,
    Line,
    Scene,
    Words,
    not_drawn,
    nothing,
)
from accord.reporting.trees_figure import trees_figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.payload.layer import LayerPayload
    from accord.payload.page import PagePayload
    from accord.payload.plots import DriftChart, PlotRow, ScalePlot
    from accord.payload.systems import SystemsPayload
    from accord.reporting.scene import Shape

    LayerFigure = Callable[[LayerPayload, float | None], Scene]

_ROW, _HEAD, _CHART = 30.0, 40.0, 120.0
_NAMES, _BETWEEN_TICKS = 0.36, 44.0
"""What share of a picture names take at most, and how far apart ticks are at least."""
_SMALL = 11.0


def intervals_figure(plot: ScalePlot | None, wide: float | None = None) -> Scene:
    """Values with their intervals on one scale: a dot for the value, a line for where it may lie."""
    if plot is None:
        return nothing()
    wide = wide or WIDE
    rows, low, top, bottom = plot.rows, float(plot.low), float(plot.high), _HEAD + _ROW * len(plot.rows)
    names = fitted_apart([row.name for row in rows], _NAMES * wide)
    values = [value_text(row) for row in rows]
    left = EDGE + max(10.0, *(text_width(name) for name in names)) + 14
    right = wide - EDGE - max(text_width(value, bold=True) for value in values) - 12

    def at(value: float) -> float:
        return left + (min(top, max(low, value)) - low) / (top - low) * (right - left)

    shapes: list[Shape] = []
    for tick in _ticks(low, top, right - left):
        shapes += [Line(((at(tick), _HEAD), (at(tick), bottom)), GRID)]
        shapes += [Words(at(tick), bottom + 16, signed(rounded(tick, 1)), "middle", SOFT, _SMALL)]
    foot = [Words(right, bottom + 31, f"{plot.axis} →", "end", SOFT, _SMALL)]
    if plot.chance is not None:
        chance = at(plot.chance)
        shapes += [Line(((chance, _HEAD - 4), (chance, bottom)), CHANCE, 1.4, BROKEN)]
        said = Words(chance, bottom + 31, "chance", "middle", CHANCE, _SMALL)
        lower = 15 if said.extent[2] + 8 > foot[0].extent[0] else 0
        foot = [said, Words(right, bottom + 31 + lower, foot[0].text, "end", SOFT, _SMALL)]
    for number, (row, name, value) in enumerate(zip(rows, names, values, strict=True)):
        y = _HEAD + _ROW * (number + 0.5)
        shapes += _plotted(row, y, at)
        shapes += [Words(left - 14, y + 4, name, "end")]
        shapes += [Words(wide - EDGE, y + 4, value, "end", INK if row.value is not None else SOFT, bold=True)]
    high = max(each.y for each in foot) - bottom + 13
    notes = [*filter(None, [plot.about]), *not_drawn(plot.left_out), *plot.notes]
    return Scene(plot.heading, plot.described, wide, bottom + high, [*shapes, *foot], notes)


def _ticks(low: float, top: float, room: float) -> list[float]:
    """Tenths from one end to the other, as many as there is room for."""
    tenths = range(round(low * 10), round(top * 10) + 1)
    fits = (step for step in (1, 2, 5, 10) if room * step / max(1, len(tenths) - 1) >= _BETWEEN_TICKS)
    step = next(fits, 20)
    return [tenth / 10 for tenth in tenths if tenth % step == 0]


def _plotted(row: PlotRow, y: float, at: Callable[[float], float]) -> Iterator[Shape]:
    if wider := row.wider:
        yield Line(((at(wider.low), y), (at(wider.high), y)), DOT, 0.9)
    if interval := row.interval:
        low, high = at(interval.low), at(interval.high)
        yield Line(((low, y), (high, y)), DOT, 2.2)
        yield from (Line(((end, y - 5), (end, y + 5)), DOT, 2.2) for end in (low, high))
    if row.other is not None:
        yield Box(at(row.other) - 4.5, y - 4.5, 9, 9, PAPER, CHANCE)
    if row.value is not None:
        yield Dot(at(row.value), y)


def drift_figure(layer: LayerPayload, wide: float | None = None) -> Scene:
    """The agreement of each annotator with the rest, in the order of the items, and its slope."""
    plot = layer.plots.drift
    if plot is None:
        return nothing(f"no annotator has {layer.counts.drift}s for two windows")
    wide = wide or WIDE
    names = fitted_apart([row.name for row in plot.rows], 0.25 * wide, bold=True)
    left = EDGE + max(text_width(name, bold=True) for name in names) + 46
    slopes = [list(in_lines(row.said, wide - EDGE - left, _SMALL)) for row in plot.rows]
    high = _CHART + 14 * max(map(len, slopes)) + 22
    shapes: list[Shape] = []
    for number, (row, name, slope) in enumerate(zip(plot.rows, names, slopes, strict=True)):
        top = _HEAD + high * number
        shapes += [Words(EDGE, top + _CHART / 2, name, bold=True)]
        shapes += _drift(row, (left, top, wide - EDGE), plot.low)
        lines = enumerate(slope, 1)
        shapes += [Words(left, top + _CHART + 6 + 14 * at, line, colour=SOFT, size=_SMALL) for at, line in lines]
    said = f"{plural(len(plot.rows), 'annotator')} in windows."
    return Scene(
        plot.heading, said, wide, _HEAD + high * len(plot.rows), shapes, [*not_drawn(plot.left_out), *plot.notes]
    )


def _drift(row: DriftChart, corner: tuple[float, float, float], low: float) -> Iterator[Shape]:
    left, top, right = corner
    bottom = top + _CHART

    def place(item: float, value: float) -> tuple[float, float]:
        height = (min(1.0, max(low, value)) - low) / (1 - low)
        return left + item / row.last * (right - left), bottom - height * (bottom - top)

    for tick in (low, (low + 1) / 2, 1.0):
        yield Line((place(0, tick), place(row.last, tick)), GRID)
        yield Words(left - 8, place(0, tick)[1] + 4, signed(rounded(tick, 2)), "end", SOFT, _SMALL)
    if row.trend:
        yield Line(tuple(place(*point) for point in row.trend), CHANCE, 1.6, BROKEN)
    yield from (Line((place(*one), place(*other)), DOT, 1.8) for one, other in pairwise(row.points))
    yield from (Dot(*place(*point), 3) for point in row.points)


LAYER_FIGURES: dict[str, LayerFigure] = {
    "headline": lambda layer, wide: intervals_figure(layer.plots.headline, wide),
    "pairs": pairs_figure,
    "annotators": lambda layer, wide: intervals_figure(layer.plots.annotators, wide),
    "drift": drift_figure,
    "labels": lambda layer, wide: intervals_figure(layer.plots.labels, wide),
    "confusion": confusion_figure,
    "differences": lambda layer, wide: intervals_figure(layer.plots.differences, wide),
    "documents": documents_figure,
    "aligner": aligner_figure,
    "limits": limits_figure,
    "trees": trees_figure,
}
"""Pictures of a layer, by name."""
PART_FIGURES: dict[str, Callable[..., Scene]] = {"aligner": aligner_figure, "trees": trees_figure}
"""Those of a layer that draw one document or sentence, the ``part``."""
PAIR_FIGURES: dict[str, Callable[..., Scene]] = {"trees": trees_figure, "limits": limits_figure}
"""Those that draw what two annotators did, the ``pair``."""
PAGE_FIGURES: dict[str, Callable[[PagePayload, float | None], Scene]] = {
    "layers": lambda page, wide: intervals_figure(page.plots.layers, wide),
}
"""Pictures of a whole page, by name."""
SYSTEMS_FIGURES: dict[str, Callable[[SystemsPayload, float | None], Scene]] = {
    "systems": lambda systems, wide: intervals_figure(systems.plots.runs, wide),
    "chance": lambda systems, wide: intervals_figure(systems.plots.chance, wide),
}
"""Pictures of systems against a reference, by name."""


def layer_figures(name: str, part: str | None = None, pair: Sequence[str] | None = None) -> Mapping[str, LayerFigure]:
    """All pictures of a layer; the ``part`` and the ``pair`` are refused where that of this name has none."""
    if part is not None and name not in PART_FIGURES:
        raise UsageError(f"the picture {name!r} has no parts: only {' and '.join(PART_FIGURES)} have")
    if pair is not None and name not in PAIR_FIGURES:
        raise UsageError(f"the picture {name!r} is of all annotators: only {' and '.join(PAIR_FIGURES)} take a pair")
    return {
        **LAYER_FIGURES,
        **{each: partial(draw, part=part) for each, draw in PART_FIGURES.items()},
        **{
            each: partial(draw, pair=pair, **({"part": part} if each in PART_FIGURES else {}))
            for each, draw in PAIR_FIGURES.items()
        },
    }
