"""Do annotators who attach a token to the same head also call the relation the same, beyond chance?

Cohen's kappa of the labels, over the tokens to which both of two annotators give the same head:

    kappa = (observed - expected) / (1 - expected)

Observed is the share of these tokens with the same label; expected what annotators would share who gave their labels at
random, each as often as they do. With more than two annotators both are means over pairs, weighted by their tokens.
How to read it: a low value beside a high UAS says that the guideline for labels is the problem, not that for
attachment.

Cohen, J. (1960). A coefficient of agreement for nominal scales.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.equation import agreement
from accord.kinds.trees.attachment import attachments
from accord.model import DependencyTree
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.resample import Floats
    from accord.kinds.trees.study import ParsedSentence


class LabelTable:
    """How often both of two annotators attach a token alike, and which labels each then gives.

    ``rows`` is sparse, of the shape (sentences, pairs x (2 + 2 labels)): for each pair of annotators its tokens, those
    with the same label, and how often either gives each label.
    """

    def __init__(self, sentences: Sequence[ParsedSentence], annotators: Sequence[str]) -> None:
        pairs = {pair: number for number, pair in enumerate(combinations(annotators, 2))}
        given = [tree.labels for sentence in sentences for tree in sentence.trees.values()]
        codes = {label: code for code, label in enumerate(sorted({label for labels in given for label in labels}))}
        self.labels = len(codes)
        self.width = 2 + 2 * len(codes)
        cells: list[tuple[int, int]] = []
        for row, sentence in enumerate(sentences):
            for (first, second), number in pairs.items():
                one, other = sentence.trees.get(first), sentence.trees.get(second)
                if isinstance(one, DependencyTree) and isinstance(other, DependencyTree):
                    start = number * self.width
                    cells += [(row, start + column) for column in _columns(one, other, codes)]
        self.rows = _counted(cells, (len(sentences), len(pairs) * self.width))

    def parts(self, totals: Any) -> tuple[Floats, Floats]:
        """Observed and expected agreement, for each row of totals."""
        table = np.asarray(totals, dtype=np.float64).reshape(len(totals), -1, self.width)
        tokens, same = table[:, :, 0], table[:, :, 1]
        one, other = table[:, :, 2 : 2 + self.labels], table[:, :, 2 + self.labels :]
        by_chance = (one * other).sum(axis=2) / np.maximum(tokens, 1)
        observed, expected = (quotient(part.sum(axis=1), tokens.sum(axis=1)) for part in (same, by_chance))
        return observed, expected

    def kappa(self, totals: Any) -> Floats:
        """Kappa, NaN where there are no tokens or no two labels."""
        observed, expected = self.parts(totals)
        return agreement(1 - observed, 1 - expected)


def _columns(one: DependencyTree, other: DependencyTree, codes: dict[str, int]) -> list[int]:
    """The columns to which the tokens with the same head count."""
    found: list[int] = []
    for (head, same), label, second in zip(attachments(one, other), one.labels, other.labels, strict=True):
        if head:
            found += [0, 2 + codes[label], 2 + len(codes) + codes[second]]
            found += [1] if same else []
    return found


def _counted(cells: Sequence[tuple[int, int]], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csr_array

    rows, columns = (np.array([cell[side] for cell in cells], dtype=np.int64) for side in (0, 1))
    return csr_array((np.ones(len(cells)), (rows, columns)), shape=shape)
