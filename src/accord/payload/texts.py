"""Documents with what everybody said of them, also where all agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """A sentence, or an item."""

    id: Annotated[str | None, "that of the item, where it is one"]
    tokens: Annotated[Sequence[str], "its words; the whole text of an item"]
    labels: Annotated[Mapping[str, Sequence[str | None]], "by annotator, of each token; null: not annotated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """A document from its beginning."""

    document: Annotated[str, "its name"]
    parts: Annotated[Sequence[TextPart], "in the order of the text"]
    left_out: Annotated[int, "how many sentences or items are not held"]
