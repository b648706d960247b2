"""The texts of items on the page whose own files have none, from other files of the campaign."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.campaign.item_texts import ItemTexts
    from accord.model import Corpus
    from accord.payload.layer import ItemRow, LayerPayload
    from accord.payload.texts import DocumentText, TextPart

_LONGEST = 600
"""So many characters of a text are held, as the page shows."""


def with_item_texts(layer: LayerPayload, corpus: Corpus, texts: Callable[[], ItemTexts]) -> LayerPayload:
    """A layer with the texts that other files have of its items; nothing is looked for where its own have them."""
    if all(item.text is not None or item.item is None for item in layer.items.shown):
        return layer
    named, known = {document.id for document in corpus.documents if document.named}, texts()

    def found(item: str, document: str) -> tuple[str, str] | None:
        text = known.of(item, document if document in named else None, 0)
        if text is None or "unlike" in text:
            return None
        words: str = text["text"]
        cut = words[:_LONGEST].rpartition(" ")[0] + " …" if len(words) > _LONGEST else words
        return cut, text["file"]

    def item_with(row: ItemRow) -> ItemRow:
        text = found(row.item, row.document) if row.text is None and row.item is not None else None
        return replace(row, text=text[0], text_from=text[1]) if text else row

    def part_with(part: TextPart, document: str) -> TextPart:
        name = part.tokens[0] if len(part.tokens) == 1 else None
        text = found(name, document) if name is not None and part.id == f"{document}:{name}" else None
        return replace(part, tokens=[text[0]]) if text else part

    def text_with(text: DocumentText) -> DocumentText:
        return replace(text, parts=[part_with(part, text.document) for part in text.parts])

    shown = [item_with(row) for row in layer.items.shown]
    return replace(layer, items=replace(layer.items, shown=shown), texts=[text_with(text) for text in layer.texts])
