"""What the pictures of the page show: which rows, from where on the scale, under which title.

The page draws these in the browser, `figures` draws them for papers; both only draw. docs/report.md says what a plot
holds.
"""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING

from accord.agreement.drift import PER
from accord.agreement.signature import Signature
from accord.messages import capital, plural
from accord.payload.plots import DriftChart, DriftPlot, LayerPlots, PagePlots, PlotRow, ScalePlot
from accord.payload.values import interval_in
from accord.reporting.numbers import rounded
from accord.reporting.scoring_view import Scoring

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from accord.agreement.result import Interval
    from accord.payload.layer import AnnotatorRow, DriftWindow, LayerContent, LayerPayload
    from accord.payload.systems import SystemsPayload
    from accord.payload.values import Estimate, TestedEstimate

MAX_ROWS = 30
"""The most rows of a picture."""
_MIDDLE = 0.5
"""Charts of drift reach down to this at least."""


def layer_plots(layer: LayerContent) -> LayerPlots:
    """The pictures of a layer, by name."""
    return LayerPlots(
        headline=headline_plot(layer),
        labels=labels_plot(layer),
        annotators=annotators_plot(layer),
        drift=drift_plot(layer),
    )


def page_plots(layers: Sequence[LayerPayload], systems: SystemsPayload | None) -> PagePlots:
    """The pictures of all layers and of systems, by name."""
    return PagePlots(layers=layers_plot(layers), systems=systems_plot(systems), chance=chance_plot(systems))


# --- values on a scale ----------------------------------------------------------------------------------------------


def headline_plot(layer: LayerContent) -> ScalePlot | None:
    """The value of a layer on its scale."""
    headline = layer.headline
    if headline.value is None:
        return None
    title = f"{headline.coefficient} on its scale"
    said = "chance is 0 and perfect agreement is 1"
    return scale_plot(title, said, [estimate_row("", headline)], axis="perfect", layer=layer)


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
        title = f"{layer.headline.coefficient} of {which} against all others, worst first"
        said = f"{plural(len(rows), 'label')} with intervals, chance at 0"
        return scale_plot(title, said, sorted(rows, key=_worst), total=len(labels), layer=layer)
    rows = [plot_row(each.label, each.specific) for each in shown]
    said = f"{plural(len(rows), 'label')}, each with how often a second annotator gives it where a first one did"
    title = f"Specific agreement on {which}, worst first"
    return scale_plot(title, said, sorted(rows, key=_worst), chance=None, total=len(labels), layer=layer)


def annotators_plot(layer: LayerContent) -> ScalePlot | None:
    """Each annotator against the rest and, as an open square, the rest alone; of very many those who agree least."""
    rows = [
        plot_row(each.annotator, each.against_rest.value, each.against_rest.undefined, other=each.without.value)
        for each in layer.annotators_table
    ]
    kept = {row.name for row in sorted(rows, key=_worst)[:MAX_ROWS]}
    shown = [row for row in rows if row.name in kept]
    said = f"{plural(len(rows), 'annotator')}: a dot against the rest, an open square for the rest alone"
    title = f"{layer.headline.coefficient} against the rest (●), and of the rest alone (□)"
    return scale_plot(title, said, shown, near=True, total=len(rows), layer=layer) if rows else None


def layers_plot(layers: Sequence[LayerPayload]) -> ScalePlot | None:
    """The headline of every layer."""
    rows = [estimate_row(each.name, each.headline) for each in layers]
    said = f"{plural(len(rows), 'layer')} with agreement and its interval, chance at 0"
    notes = [f"{each.name}: {each.headline.signature}" for each in layers[:MAX_ROWS]]
    return scale_plot("Agreement of each layer", said, rows, notes=notes) if rows else None


def systems_plot(systems: SystemsPayload | None) -> ScalePlot | None:
    """Every run by the measure of its kind, the best first."""
    if systems is None or not systems.score["runs"]:
        return None
    scored = Scoring(systems.score)
    names = systems.run_names
    rows = [plot_row(names[run.file], run.value, run.undefined, run.interval) for run in scored.runs]
    said = f"{plural(len(rows), 'run')} with {scored.measure} and its interval over sentences"
    title = f"{scored.measure} of each run{scored.terms.by}, best first, with intervals over sentences"
    notes = [signature] if (signature := systems.score.get("signature")) else []
    return scale_plot(capital(title), said, _best(rows), chance=None, axis=scored.measure, near=True, notes=notes)


def chance_plot(systems: SystemsPayload | None) -> ScalePlot | None:
    """F1 of every run corrected for chance, on a scale on which what random spans would give is 0."""
    chance = systems.chance if systems else None
    if not systems or not chance:
        return None
    parts, names = chance["parts"], systems.run_names
    runs = [(f", {part['part']}" if len(parts) > 1 else "", run) for part in parts for run in part["runs"]]
    rows = [_run_row(f"{names[run['file']]}{part}", run) for part, run in runs]
    title = f"F1 beyond chance: 0 is what random spans would give, 1 is perfect (match: {chance['match']})"
    said = f"{plural(len(rows), 'run')} with F1 corrected for chance and its interval"
    notes = _signed_as_one([run["signature"] for _, run in runs])
    return scale_plot(title, said, rows, axis="F1 beyond chance", notes=notes) if rows else None


def _signed_as_one(signatures: Sequence[str]) -> list[str]:
    """One signature, with all the data, for runs that were scored alike; or each, where they were not.

    >>> _signed_as_one(["f1|data:a|v:1", "f1|data:b|v:1"]), _signed_as_one(["f1|n:3|data:a", "f1|n:4|data:b"])
    (['f1|data:a+b|v:1'], ['f1|n:3|data:a', 'f1|n:4|data:b'])
    """
    found = [Signature.parse(each) for each in signatures]
    data = "+".join(dict.fromkeys(str(each.choices["data"]) for each in found if "data" in each.choices))
    joined = {str(_with_data(each, data)) for each in found}
    return list(joined if len(joined) == 1 else dict.fromkeys(signatures))


def _with_data(signature: Signature, data: str) -> Signature:
    choices = {key: data if key == "data" else value for key, value in signature.choices.items()}
    return replace(signature, choices=choices)


def plot_row(
    name: str,
    value: float | None,
    undefined: str | None = None,
    interval: Interval | None = None,
    other: float | None = None,
) -> PlotRow:
    """A value with its interval under a name, and another beside it."""
    return PlotRow(name=name, value=value, undefined=undefined, interval=interval, other=other)


def estimate_row(name: str, measured: Estimate) -> PlotRow:
    """The same of what was measured."""
    return plot_row(name, measured.value, measured.undefined, measured.interval)


def _run_row(name: str, run: Mapping[str, Any]) -> PlotRow:
    return plot_row(name, run["value"], run.get("undefined"), interval_in(run.get("interval")))


def scale_plot(
    title: str,
    described: str,
    rows: Sequence[PlotRow],
    *,
    chance: float | None = 0.0,
    axis: str = "agreement",
    near: bool = False,
    total: int | None = None,
    layer: LayerContent | None = None,
    notes: Sequence[str] = (),
) -> ScalePlot:
    """Rows on one scale, as many as there is room for; ``near`` lets it begin close to the lowest of them.

    A saved picture has a heading, which names its layer if it has one, and notes below it.
    """
    shown = rows[:MAX_ROWS]
    ends = ((row.value, row.interval.low if row.interval else None, row.other) for row in shown)
    low = low_end((end for three in ends for end in three if end is not None), near=near)
    return ScalePlot(
        title=title,
        described=f"{described}.",
        heading=title if layer is None else f"{title}: {layer.name}",
        notes=list(notes) if layer is None else [layer.headline.signature],
        rows=list(shown),
        low=low,
        chance=None if chance is None or chance < low else chance,
        axis=axis,
        left_out=(len(rows) if total is None else total) - len(shown),
    )


def low_end(values: Iterable[float], *, near: bool = False) -> float:
    """Where a scale begins: at 0, at the tenth below what is lower, or, if it may, ``near`` the lowest; never below -1.

    >>> low_end([0.62, 0.9]), low_end([-0.31, 0.9]), low_end([0.62, 0.9], near=True), low_end([-7.0])
    (0.0, -0.4, 0.5, -1.0)
    """
    lowest = min(values, default=0.0)
    low = min(0.0, _tenth_below(lowest))
    return max(-1.0, low, _tenth_below(lowest - 0.05) if near else -1.0)


def _tenth_below(value: float) -> float:
    return floor(round(value * 10, 9)) / 10


def _worst(row: PlotRow) -> tuple[bool, float]:
    return row.value is None, row.value or 0.0


def _best(rows: Iterable[PlotRow]) -> list[PlotRow]:
    return sorted(rows, key=lambda row: (row.value is None, -(row.value or 0.0)))


# --- drift ----------------------------------------------------------------------------------------------------------


def drift_plot(layer: LayerContent) -> DriftPlot | None:
    """The agreement of each annotator with the rest, in the order of the items, and its slope."""
    drifting = {row.annotator: _points(row.drift) for row in layer.annotators_table}
    rows = [row for row in layer.annotators_table if len(drifting[row.annotator]) > 1]
    if not rows:
        return None
    shown, unit = rows[:MAX_ROWS], layer.counts.drift
    lowest = min(value for row in shown for _, value in drifting[row.annotator])
    low = max(-1.0, min(_MIDDLE, _tenth_below(lowest)))
    title = f"Agreement with the rest, in the order of the {unit}s"
    return DriftPlot(
        title=title,
        heading=f"{title}: {layer.name}",
        notes=[layer.headline.signature],
        low=low,
        unit=unit,
        rows=[_chart(row, drifting[row.annotator], low, unit) for row in shown],
        left_out=len(rows) - len(shown),
    )


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
    return f"slope {rounded(slope.value, 4)} per {PER:g} {unit}s{ends}".replace("-", "−")
