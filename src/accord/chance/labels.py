"""What chance would do with labels: five models, from which the classic coefficients take one each.

A model sees an item only through a row of numbers that add up over items, so that a resample, an item left out or a
document costs a sum and no more. ``rows`` gives these numbers, and ``expected`` the disagreement by chance from their
totals, of the shape (resamples, numbers) to (resamples,).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from accord.study.coding import MISSING
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from accord.distance.between import Between, Floats
    from accord.study.coding import Codes
    from accord.study.item_kinds import Kinds

    Rows = csr_array


class Chance(Protocol):
    """How labels come about by chance."""

    by_annotator: bool
    """Whether it matters who gave a label."""

    def rows(self, kinds: Kinds, labels: int) -> Rows:
        """The numbers of each kind of item, shape (kinds, numbers)."""
        ...

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:
        """The disagreement by chance for each row of totals; NaN where there is none."""
        ...


def tally(codes: Codes, labels: int, weights: Floats | NDArray[np.bool_]) -> Rows:
    """How often each label stands in a row of codes, times the weight of the row; shape (rows, labels)."""
    from scipy.sparse import csr_array

    present = codes != MISSING
    per_row = np.count_nonzero(present, axis=1)
    ends = np.concatenate([[0], np.cumsum(per_row)])
    return csr_array((np.repeat(weights.astype(np.float64), per_row), codes[present], ends), shape=(len(codes), labels))


class Uniform:
    """Every label of the scale is as likely as any other: p_k = 1 / q."""

    by_annotator = False

    def rows(self, kinds: Kinds, labels: int) -> Rows:  # noqa: ARG002 - what was labelled plays no part
        """Nothing: the data play no part."""
        from scipy.sparse import csr_array

        return csr_array((len(kinds.codes), 0))

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:
        """The mean distance of two labels, sum of d_ck / q^2."""
        share = np.full((len(totals), labels), 1 / max(labels, 1))
        return between.expected(share, share)


class Pooled:
    """All annotators draw from one urn with the shares of the labels over all items.

    p_k is the mean over items of the share of the item's labels that are k.
    """

    by_annotator = False

    def rows(self, kinds: Kinds, labels: int) -> Rows:
        """The share of each label in the item."""
        return tally(kinds.codes, labels, 1 / np.maximum(kinds.labels, 1))

    def shares(self, totals: Floats) -> Floats:
        """p_k, shape (resamples, labels)."""
        return quotient(totals, totals.sum(-1, keepdims=True))

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:  # noqa: ARG002 - as all models
        """The sum of p_c p_k d_ck."""
        share = self.shares(totals)
        return between.expected(share, share)


class Skewed(Pooled):
    """Only some labels are given by chance, the fewer the more skewed the labels are (Gwet).

    A random label is drawn evenly, and the share of random labels grows with the spread of the labels:
    expected agreement = T / (q (q - 1))  sum of p_k (1 - p_k), with T the sum of all weights 1 - d_ck / largest d.
    """

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:
        """1 - T / (q (q - 1)) sum of p_k (1 - p_k), on the scale of the distance."""
        if labels < 2:
            return np.full(len(totals), np.nan)
        share = self.shares(totals)
        every = np.ones((1, labels))
        weights = labels**2 - quotient(between.expected(every, every), np.asarray(between.largest))
        agreement = weights * (share * (1 - share)).sum(-1) / (labels * (labels - 1))
        disagreement: Floats = between.largest * (1 - agreement)
        return disagreement


class PooledPairs:
    """Any two of all the labels given, whoever gave them to whatever item, without putting the first one back.

    A label that nobody else's stands beside never counts.
    """

    by_annotator = False

    def rows(self, kinds: Kinds, labels: int) -> Rows:
        """How often each label was given."""
        return tally(kinds.codes, labels, kinds.labels >= 2)

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:  # noqa: ARG002 - as all models
        """The sum of n_c n_k d_ck / (n (n - 1))."""
        n = totals.sum(-1)
        return quotient(between.expected(totals, totals), n * (n - 1))


class EachAnnotator:
    """Every annotator draws from an urn of their own; the mean over all pairs of annotators who labelled something."""

    by_annotator = True

    def rows(self, kinds: Kinds, labels: int) -> Rows:
        """Which label each annotator gave, shape (kinds, annotators x labels)."""
        annotators = kinds.codes.shape[1]
        shifted = kinds.codes + labels * np.arange(annotators, dtype=np.int32)
        codes = np.where(kinds.codes == MISSING, MISSING, shifted)
        return tally(codes, annotators * labels, np.ones(len(codes)))

    def expected(self, totals: Floats, between: Between, labels: int) -> Floats:
        """The mean over annotators i and j of the sum of p_ic p_jk d_ck."""
        counts = totals.reshape(len(totals), -1, max(labels, 1))
        given = counts.sum(-1, keepdims=True)
        share = np.divide(counts, given, out=np.zeros_like(counts), where=given > 0)
        present = np.count_nonzero(given[..., 0], axis=1)
        all_together = share.sum(1)
        with_themselves = np.zeros(len(totals))
        for annotator in range(share.shape[1]):
            with_themselves += between.expected(share[:, annotator], share[:, annotator])
        different = between.expected(all_together, all_together) - with_themselves
        return quotient(different, present * (present - 1))
