"""What the pictures of the page show: which rows, from where on the scale, under which title.

The page draws these in the browser, `figures` draws them for papers; both only draw. docs/report.md says what a plot
holds.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from accord.agreement.drift import PER
from accord.messages import capital, plural
from accord.payload.plots import DriftChart, DriftPlot, LayerPlots, PlotRow, ScalePlot
from accord.reporting.numbers import rounded, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.agreement.result import Interval
    from accord.payload.annotators import AnnotatorRow, DriftWindow
    from accord.payload.layer import LayerContent
    from accord.payload.progress import ProgressView
    from accord.payload.values import Estimate, TestedEstimate

MAX_ROWS = 30
"""The most rows of a picture."""
TWO_LINES = "Thick line: these annotators. Thin line: other annotators like these."


def layer_plots(layer: LayerContent) -> LayerPlots:
    """The pictures of a layer, by name."""
    return LayerPlots(
        headline=headline_plot(layer),
        differences=differences_plot(layer),
        labels=labels_plot(layer),
        annotators=annotators_plot(layer),
        drift=drift_plot(layer),
        progress=progress_plot(layer.progress, layer.measure, layer) if layer.progress else None,
    )


# --- values on a scale ----------------------------------------------------------------------------------------------


def headline_plot(layer: LayerContent) -> ScalePlot | None:
    """The value of a layer on its scale."""
    headline = layer.headline
    if headline.value is None:
        return None
    title = f"{capital(layer.measure)} on its scale"
    said = "chance is 0 and perfect agreement is 1"
    if headline.other_annotators is None:
        return scale_plot(title, said, [estimate_row("", headline)], axis="perfect", layer=layer)
    others = plot_row("annotators like these", headline.value, interval=headline.other_annotators)
    return scale_plot(title, said, [estimate_row("these annotators", headline), others], axis="perfect", layer=layer)


def differences_plot(layer: LayerContent) -> ScalePlot | None:
    """What share of the differences of every two annotators is of which sort."""
    view = layer.differences
    if view is None:
        return None
    pairs = sum(part.pairs for part in view.parts)
    title = f"How {plural(pairs, 'pair')} of {view.of}s differ, and {view.agreed:,} do not"
    rows = [plot_row(part.title, part.share) for part in view.parts]
    said = ", ".join(f"{part.title}: {part.pairs:,}" for part in view.parts)
    return scale_plot(title, said, rows, chance=None, axis="share of the differences", layer=layer)


def labels_plot(layer: LayerContent) -> ScalePlot | None:
    """Every label against all others, worst first; where none is measured alone, how often it is given twice.

    Of very many labels the most frequent are drawn, for what is given once is always among the worst.
    """
    labels = layer.label_rows
    if not labels:
        return None
    shown = sorted(labels, key=lambda each: -each.count)[:MAX_ROWS]
    which = "each label" if len(shown) == len(labels) else f"the {len(shown)} most frequent labels"
    if any(each.value is not None for each in shown):
        rows = [estimate_row(each.label, each) for each in shown]
        title = f"{capital(layer.measure)} of {which} against all others, worst first"
        said = f"{plural(len(rows), 'label')} with intervals, chance at 0"
        return scale_plot(title, said, sorted(rows, key=_worst), total=len(labels), layer=layer)
    rows = [plot_row(each.label, each.specific) for each in shown]
    said = f"{plural(len(rows), 'label')}, each with how often a second annotator gives it where a first one did"
    title = f"Specific agreement on {which}, worst first"
    return scale_plot(title, said, sorted(rows, key=_worst), chance=None, total=len(labels), layer=layer)


def annotators_plot(layer: LayerContent) -> ScalePlot | None:
    """Each annotator against the rest and, as an open square, the rest alone; those who agree least first."""
    rows = [
        PlotRow(
            name=each.annotator,
            value=each.against_rest.value,
            undefined=each.against_rest.undefined,
            interval=each.against_rest.interval,
            other=each.without.value,
        )
        for each in layer.annotators_table
    ]
    shown = sorted(rows, key=_worst)[:MAX_ROWS]
    said = f"{plural(len(rows), 'annotator')}: a dot against the rest, an open square for the rest alone"
    title = f"{capital(layer.measure)} against the rest (●), and of the rest alone (□), lowest first"
    return scale_plot(title, said, shown, total=len(rows), layer=layer) if rows else None


def progress_plot(view: ProgressView, measure: str, layer: LayerContent | None = None) -> ScalePlot | None:
    """Every round, the first one first."""
    if not view.rows or view.left_out:
        return None
    title = f"{capital(measure)} from {view.of} to {view.of}"
    rows = [estimate_row(row.name, row) for row in view.rows]
    said = ", ".join(f"{row.name}: {'undefined' if row.value is None else rounded(row.value, 3)}" for row in view.rows)
    return scale_plot(title, said, rows, layer=layer)


def plot_row(
    name: str,
    value: float | None,
    undefined: str | None = None,
    interval: Interval | None = None,
    wider: Interval | None = None,
) -> PlotRow:
    """A value with its interval under a name, and that for other annotators."""
    return PlotRow(name=name, value=value, undefined=undefined, interval=interval, wider=wider)


def estimate_row(name: str, measured: Estimate) -> PlotRow:
    """The same of what was measured."""
    return plot_row(name, measured.value, measured.undefined, measured.interval)


def value_text(row: Estimate) -> str:
    """A value, or whether it is undefined or was only left out."""
    if row.value is None:
        return "left out" if "left out" in (row.undefined or "") else "undefined"
    return signed(rounded(row.value, 3))


def scale_plot(
    title: str,
    described: str,
    rows: Sequence[PlotRow],
    *,
    chance: float | None = 0.0,
    axis: str = "agreement",
    high: float = 1.0,
    total: int | None = None,
    layer: LayerContent | None = None,
    notes: Sequence[str] = (),
) -> ScalePlot:
    """Rows on one scale, as many as there is room for.

    A saved picture has a heading, which names its layer if it has one, and notes below it.
    """
    shown = rows[:MAX_ROWS]
    lowest = ((row.value, *(each.low for each in (row.interval, row.wider) if each), row.other) for row in shown)
    low = low_end(end for ends in lowest for end in ends if end is not None)
    return ScalePlot(
        title=title,
        described=f"{described}.",
        heading=title if layer is None else layer.titled(title),
        notes=list(notes) if layer is None else [layer.headline.signature],
        rows=list(shown),
        low=low,
        high=high,
        chance=chance,
        axis=axis,
        left_out=(len(rows) if total is None else total) - len(shown),
        about=TWO_LINES if any(row.wider for row in shown) else "",
    )


def low_end(values: Iterable[float]) -> float:
    """Where a scale begins: at 0, or at the tenth below what is lower; never below -1.

    >>> low_end([0.62, 0.9]), low_end([-0.31, 0.9]), low_end([-7.0])
    (0.0, -0.4, -1.0)
    """
    return max(-1.0, min(0.0, _tenth_below(min(values, default=0.0))))


def _tenth_below(value: float) -> float:
    return floor(round(value * 10, 9)) / 10


def _worst(row: PlotRow) -> tuple[bool, float]:
    return row.value is None, row.value or 0.0


# --- drift ----------------------------------------------------------------------------------------------------------


def drift_plot(layer: LayerContent) -> DriftPlot | None:
    """The agreement of each annotator with the rest, in the order of the items, and its slope.

    Of very many annotators those are drawn whose slope is surest, in the order of all.
    """
    drifting = {row.annotator: _points(row.drift) for row in layer.annotators_table}
    rows = [row for row in layer.annotators_table if len(drifting[row.annotator]) > 1]
    if not rows:
        return None
    surest = {row.annotator for row in sorted(rows, key=_doubt)[:MAX_ROWS]}
    shown, unit = [row for row in rows if row.annotator in surest], layer.counts.drift
    lowest = min(value for row in shown for _, value in drifting[row.annotator])
    low = low_end([lowest])
    title = f"Agreement with the rest, in the order of the {unit}s"
    return DriftPlot(
        title=title,
        heading=layer.titled(title),
        notes=[layer.headline.signature],
        low=low,
        unit=unit,
        rows=[_chart(row, drifting[row.annotator], low, unit) for row in shown],
        left_out=len(rows) - len(shown),
    )


def _doubt(row: AnnotatorRow) -> tuple[bool, float]:
    return row.slope.p is None, row.slope.p or 0.0


def _points(windows: Iterable[DriftWindow]) -> list[list[float]]:
    """The middle and the value of each window that has one."""
    return [[(each.from_ + each.to) / 2, each.value] for each in windows if each.value is not None]


def _chart(row: AnnotatorRow, points: list[list[float]], low: float, unit: str) -> DriftChart:
    slope = row.slope
    return DriftChart(
        name=row.annotator,
        points=points,
        last=max(each.to for each in row.drift),
        trend=None if slope.value is None else _trend(points, slope.value / PER, low),
        said=_slope_said(slope, unit),
    )


def _trend(points: Sequence[Sequence[float]], slope: float, low: float) -> list[list[float]]:
    """The line of this slope through the middle of the points, from the first to the last, as far as there is room."""
    item, value = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    ends = (points[0][0], points[-1][0])
    return [[end, min(1.0, max(low, value + slope * (end - item)))] for end in ends]


def _slope_said(slope: TestedEstimate, unit: str) -> str:
    """A slope in words, per 100 as everywhere."""
    if slope.value is None:
        return slope.undefined or "no slope"
    interval = slope.interval
    ends = f", {rounded(interval.low, 4)} to {rounded(interval.high, 4)}" if interval else ""
    return signed(f"slope {rounded(slope.value, 4)} per {PER:g} {unit}s{ends}")
