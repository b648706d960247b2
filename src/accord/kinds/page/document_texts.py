"""Which documents the page holds with all that was said of them, and how much of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.payload.texts import DocumentText

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.payload.texts import TextPart

MAX_LETTERS = 30_000
"""So many letters of texts and labels of a layer are held."""


def document_texts(documents: Iterable[tuple[str, Sequence[TextPart]]]) -> list[DocumentText]:
    """Documents in their order as long as there is room; of the first one at least its beginning."""
    found: list[DocumentText] = []
    room = MAX_LETTERS
    for document, parts in documents:
        kept = 0
        for part in parts:
            room -= _letters(part)
            if room < 0:
                break
            kept += 1
        if kept == len(parts) or (kept and not found):
            found.append(DocumentText(document=document, parts=parts[:kept], left_out=len(parts) - kept))
        if room < 0:
            break
    return found


def _letters(part: TextPart) -> int:
    labels = sum(len(name) + sum(len(label or "") + 4 for label in said) for name, said in part.labels.items())
    return sum(len(token) + 3 for token in part.tokens) + labels
