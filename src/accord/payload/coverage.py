"""Who did what of a layer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorCoverage:
    """What one annotator did."""

    annotator: Annotated[str, "the name"]
    done: Annotated[int, "how many they looked at"]
    parts: Annotated[Sequence[float], "the share of each of equal parts of the layer, in the order of the files"]
    seconds: Annotated[float | None, "half of their labels took so long or less, where files say how long"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerCoverage:
    """What there is to look at in a layer, and who looked at it."""

    unit: Annotated[str, "what is counted: item, sentence or document"]
    total: Annotated[int, "how many somebody looked at"]
    shared: Annotated[int, "how many of them two annotators or more"]
    least: Annotated[int, "how many the one looked at who looked at fewest"]
    annotators: Annotated[Sequence[AnnotatorCoverage], "of very many those who did most"]
    left_out: Annotated[int, "how many annotators are not held"]
    first_day: Annotated[str | None, "when the first label was given, as 2026-01-31, where files say so"] = None
    last_day: Annotated[str | None, "when the last one was given"] = None
