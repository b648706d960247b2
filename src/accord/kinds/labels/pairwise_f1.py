"""Average pairwise F1: how well one annotator's label predicts another's, label by label.

    F1_k(i, j) = 2 n_ij(k, k) / (n_i(k) + n_j(k))

n_ij(k, k) counts the items to which i and j both gave label k, n_i(k) those of their common items to which i did. It is
also called positive specific agreement, and is the same whoever of the two is taken for the truth. F1 of a label is the
mean over pairs of annotators of whom at least one used it; the value is the mean over labels.

Not corrected for chance. How to read it: labels with a low F1 are debatable; Plank et al. weigh the loss of a tagger by
it.

Plank, B., Hovy, D. & Søgaard, A. (2014). Learning part-of-speech taggers with inter-annotator agreement loss.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import Parts
from accord.errors import NotApplicable
from accord.kinds.labels.coefficient import MAX_NUMBERS, Sample
from accord.study.coding import MISSING, in_blocks
from accord.study.item_kinds import kinds_of
from accord.study.quotient import mean_defined, quotient

if TYPE_CHECKING:
    from accord.chance.labels import Rows
    from accord.distance.between import Floats
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Codes, Coding


class PairwiseF1:
    """The mean over labels of the mean F1 over pairs of annotators."""

    name = "pairwise-f1"
    title = "average pairwise F1"
    range = (0.0, 1.0)
    corrected = False
    chance_from_data = False
    by_annotator = True
    for_grades = "ordinal-gwet"

    def takes(self, distance: str) -> bool:
        """It takes the nominal distance."""
        return distance == "nominal"

    def refuse(self, coding: Coding, distance: str) -> None:
        """Refuse distances, and more pairs and labels than can be held."""
        if not self.takes(distance):
            raise NotApplicable("pairwise-f1 knows no distance but the nominal one")
        annotators = len(coding.annotators)
        if annotators * (annotators - 1) * len(coding.labels) > MAX_NUMBERS:
            raise NotApplicable(
                f"pairwise-f1 is for fewer annotators and labels than {annotators} and {len(coding.labels)}"
            )

    def sample(self, coding: Coding, distance: Distance) -> Sample:  # noqa: ARG002 - as all coefficients
        """The items as rows: for each pair and label twice the agreements, and the uses."""
        from scipy.sparse import vstack

        from accord.chance.labels import tally

        kinds = kinds_of(coding, by_annotator=True)
        labels = len(coding.labels)
        pairs = np.array(list(combinations(range(len(coding.annotators)), 2)), dtype=np.int64).reshape(-1, 2)
        agreements = 2 * labels * np.arange(len(pairs), dtype=np.int32)[:, None]
        uses = agreements + labels

        def rows(block: Codes) -> Rows:
            codes = block[:, pairs]
            both = (codes != MISSING).all(axis=2, keepdims=True)
            same = both & (codes[..., :1] == codes[..., 1:])
            counted = [np.where(same, codes + agreements, MISSING), np.where(both, codes + uses, MISSING)]
            flat = np.concatenate(counted, axis=2).reshape(len(block), 4 * len(pairs))
            return tally(flat, 2 * len(pairs) * labels, np.ones(len(block)))

        def parts(totals: Floats) -> Parts:
            value = mean_defined(f1_by_label(totals, len(pairs), labels))
            return Parts(value, value, np.full(len(totals), np.nan))

        blocks = [rows(block) for block in in_blocks(kinds.codes)]
        return Sample(vstack(blocks, format="csr"), kinds.times, kinds.kind_of, parts)


def f1_by_label(totals: Floats, pairs: int, labels: int) -> Floats:
    """The mean F1 over pairs, shape (resamples, labels); NaN for a label that nobody used."""
    agreed, used = np.moveaxis(totals.reshape(len(totals), pairs, 2, labels), 2, 0)
    return mean_defined(np.moveaxis(quotient(agreed, used), 1, 2))


PAIRWISE_F1 = PairwiseF1()
