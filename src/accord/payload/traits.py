"""What follows from the kind of a layer, wherever it is shown."""

from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class KindTraits:
    """What the page must know of a kind; the defaults hold for a kind that says nothing of itself."""

    item: Annotated[str, "what annotators discuss, in the singular"] = "item"
    nothing: Annotated[str, "what an empty version is called"] = "nothing marked"
    empty_is_given: Annotated[bool, "whether an empty version is an annotation like any other"] = False
    documents_judged: Annotated[bool, "whether the interval of a document holds for other texts like it"] = True
    labels_meet: Annotated[bool, "whether labels are compared wherever two annotators looked"] = False
    pairs_of_items: Annotated[bool, "whether two annotators who never differ stand out by the items they share"] = False
