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
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.agreement.resample import Floats
    from accord.kinds.trees.attachment import PairedTokens


class LabelTable:
    """How often both of two annotators attach a token alike, and which labels each then gives.

    ``rows`` is sparse, of the shape (sentences, pairs x (2 + 2 labels)): for each pair of annotators its tokens, those
    with the same label, and how often either gives each label.
    """

    def __init__(self, found: PairedTokens, annotators: int) -> None:
        from scipy.sparse import csr_array

        self.ends = np.array(list(combinations(range(annotators), 2)), dtype=np.int64).reshape(-1, 2)
        self.labels = len(found.labels)
        self.width = 2 + 2 * self.labels
        same = found.head
        row, start = found.sentence[same], found.pair[same] * self.width
        columns = [start, (start + 1)[found.label[same]], start + 2 + found.first[same]]
        columns.append(start + 2 + self.labels + found.second[same])
        rows = np.concatenate([row, row[found.label[same]], row, row])
        cells = np.concatenate(columns)
        shape = len(found.tokens), len(self.ends) * self.width
        self.rows = csr_array((np.ones(len(cells)), (rows, cells)), shape=shape)

    def rows_without(self, annotator: int) -> Any:
        """The rows of the pairs that an annotator is not of."""
        from scipy.sparse import diags_array

        others = (self.ends != annotator).all(axis=1).astype(np.float64)
        return (self.rows @ diags_array(np.repeat(others, self.width))).tocsr()

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
