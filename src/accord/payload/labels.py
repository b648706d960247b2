"""What the page holds of labels: each for itself, and which meet which."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from accord.payload.values import Estimate, PlainValue


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow(Estimate):
    """One label against all others."""

    label: Annotated[str, "its name"]
    count: Annotated[int, "how often it was given"]
    specific: Annotated[float | None, "its share with itself among its coincidences; of spans its F1"]
    items: Annotated[int, "how many items it is compared on"]
    observed: Annotated[float | None, "observed agreement"]
    expected: Annotated[float | None, "agreement by chance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionRow:
    """Two labels that are taken for each other."""

    first: Annotated[str, "one"]
    second: Annotated[str, "the other"]
    pairs: Annotated[float, "how often they meet"]
    share: Annotated[float, "of all that is confused"]
    merged: Annotated[PlainValue, "the value of the layer if they were one"]
    items: Annotated[int, "in how many items, sentences, texts or alignments they meet"]
    examples: Annotated[Sequence[str], "ids of items"]
    share_in_one: Annotated[float | None, "its share in the text that outweighs the others, where 0.2 or more"] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutweighingText:
    """A text of spans with far more confusions than its part, for many read it."""

    document: Annotated[str, "its name"]
    annotators: Annotated[int, "how many read it"]
    share: Annotated[float, "of all confusions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsView:
    """The labels of a layer."""

    nominal: Annotated[bool, "whether labels are the same or not, and never near"] = True
    label_names: Annotated[Sequence[str], "all labels, in order"]
    coincidences: Annotated[
        Sequence[Sequence[float]] | None,
        "how often one annotator gives the label of the row where another gives that of the column, each pair from "
        "both sides (of labels each item by 1 / (labels - 1), as `accord agree` does; of others all pairs); null where "
        "labels are too many",
    ]
    labels: Annotated[Sequence[LabelRow], "each label"]
    labels_of: Annotated[str, "what is compared"]
    confusions_of: Annotated[str, "of what shares are shares"]
    confusions_items: Annotated[int, "the `items` of all pairs of labels together"]
    confusions: Annotated[Sequence[ConfusionRow], "the most costly first"]
    outweighing: Annotated[OutweighingText | None, "a text that outweighs the others"] = None
