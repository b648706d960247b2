"""Sentences and the trees that annotators drew over them: all that agreement on syntax may see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from accord.study.forest import Forest

    Numbers = NDArray[np.int64]

SINGLE = "sentences with a single tree"
"""Why sentences are left out that one annotator alone drew a tree over."""


@dataclass(frozen=True)
class TreeStudy:
    """Trees with the sentence and the annotator of each; an annotator draws at most one tree over a sentence.

    ``item`` and ``annotator`` have the shape (trees,) and hold numbers of ``items`` and ``annotators``; ``document_of``
    and ``lengths``, in tokens, have the shape (items,).
    """

    forest: Forest
    item: Numbers
    annotator: Numbers
    items: tuple[str, ...]
    documents: tuple[str, ...]
    document_of: Numbers
    lengths: Numbers
    annotators: tuple[str, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.item)
