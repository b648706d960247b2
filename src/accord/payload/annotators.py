"""What the page holds of single annotators: how they fit in, and what they say where the others say otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from accord.payload.values import Estimate, PlainValue, TestedEstimate


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftWindow:
    """Some items in a row."""

    from_: Annotated[int, "the first item"]
    to: Annotated[int, "the last item"]
    value: Annotated[float | None, "agreement with the rest there"]
    items: Annotated[int, "how many items"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelUse:
    """How often an annotator gives a label, and how often the others do in their place."""

    label: Annotated[str, "its name; empty: nothing marked"]
    own: Annotated[float, "how often the annotator gave it, where others looked too"]
    rest: Annotated[float, "how often one of the others gave it there, on average"]
    p: Annotated[float | None, "of whether these are the same, corrected by how many labels and annotators there are"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestConfusion:
    """What an annotator says where the others say otherwise."""

    own: Annotated[str, "the label of the annotator; empty: nothing marked"]
    rest: Annotated[str, "that of another; empty: nothing marked"]
    count: Annotated[float, "how often, where several others looked by their share"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorRow:
    """One annotator."""

    annotator: Annotated[str, "the name"]
    labels: Annotated[int, "how many annotations they gave"]
    against_rest: Annotated[Estimate, "agreement with the rest"]
    without: Annotated[PlainValue, "agreement of the rest alone"]
    drift: Annotated[Sequence[DriftWindow], "agreement with the rest in the order of the items"]
    slope: Annotated[TestedEstimate, "its change per 100 items (`accord explain drift`)"]
    behind: Annotated[
        TestedEstimate,
        "how much less they agree with the others on an item than these among themselves, negative is less "
        "(`accord explain annotator-gap`)",
    ]
    uses: Annotated[Sequence[LabelUse], "labels they use more or less than the rest, the most telling first"] = ()
    confused: Annotated[Sequence[RestConfusion], "what they say otherwise than the rest, the most frequent first"] = ()
