"""How alike two trees over the same sentence are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.kinds.trees.attachment import attachments
from accord.kinds.trees.brackets import jaccard
from accord.model import PhraseTree

if TYPE_CHECKING:
    from accord.model import Tree


def likeness(first: Tree, second: Tree) -> float:
    """The share of tokens with the same head and label, or the Jaccard index of the brackets; 0 over other words."""
    if first.words != second.words:
        return 0.0
    if isinstance(first, PhraseTree):
        return jaccard(first, second)
    found = attachments(first, second)
    return sum(head and label for head, label in found) / len(found) if found else 1.0
