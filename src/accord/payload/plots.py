"""Pictures of the page, as what is to be drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from accord.agreement.result import Interval
from accord.payload.values import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotRow(Estimate):
    """A value with its interval under a name."""

    name: Annotated[str, "of what it is"]
    other: Annotated[float | None, "where the open square lies"] = None
    wider: Annotated[Interval | None, "where it would lie for other annotators like these: a thin line"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalePlot:
    """Values on one scale."""

    title: Annotated[str, "what stands above it on the page"]
    described: Annotated[str, "the same for those who do not see it"]
    heading: Annotated[str, "what stands above a saved picture: the title with its layer"]
    notes: Annotated[Sequence[str], "what stands below it: signatures"]
    rows: Annotated[Sequence[PlotRow], "from top to bottom"]
    low: Annotated[float, "where the scale starts"]
    high: Annotated[float, "where it ends: at 1, or above it where a measure goes on"]
    chance: Annotated[float | None, "where a line says what chance gives"]
    axis: Annotated[str, "what the scale is of"]
    left_out: Annotated[int, "how many rows there was no room for"]
    about: Annotated[str, "what its lines mean, where that is not plain"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftChart:
    """The agreement of one annotator with the rest, window by window."""

    name: Annotated[str, "the annotator"]
    points: Annotated[Sequence[Sequence[float]], "item and value of each"]
    last: Annotated[int, "the item at the right end"]
    trend: Annotated[Sequence[Sequence[float]] | None, "two points"]
    said: Annotated[str, "the slope per 100 in words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftPlot:
    """How agreement with the rest changes as the work goes on, one chart per annotator."""

    title: Annotated[str, "what stands above it on the page"]
    heading: Annotated[str, "what stands above a saved picture"]
    notes: Annotated[Sequence[str], "what stands below it: signatures"]
    low: Annotated[float, "where the scale starts"]
    unit: Annotated[str, "what is counted from left to right"]
    rows: Annotated[Sequence[DriftChart], "from top to bottom"]
    left_out: Annotated[int, "how many charts there was no room for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerPlots:
    """The pictures of a layer; null where there is nothing to draw."""

    headline: Annotated[ScalePlot | None, "the value of the layer"]
    differences: Annotated[ScalePlot | None, "how what annotators differ on divides"]
    labels: Annotated[ScalePlot | None, "each label"]
    annotators: Annotated[ScalePlot | None, "each annotator against the rest"]
    drift: Annotated[DriftPlot | None, "how that changes"]
    progress: Annotated[ScalePlot | None, "each round, the first one first"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlots:
    """The pictures of the whole page; null where there is nothing to draw."""

    layers: Annotated[ScalePlot | None, "the headline of each layer, the lowest first"]
    progress: Annotated[ScalePlot | None, "layers that are rounds of the same, the first one first"]
    systems: Annotated[
        ScalePlot | None, "each system against the reference; of several references the best against each"
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemsPlots:
    """The pictures of systems; null where there is nothing to draw."""

    runs: Annotated[ScalePlot | None, "each run"]
    chance: Annotated[ScalePlot | None, "the score of each run beyond chance, which is 0"]
