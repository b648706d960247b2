"""The observed disagreement: the mean over items of the mean distance between two labels of the item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.ordinal import Ordinal
from accord.study.coding import MISSING
from accord.study.item_kinds import in_rising_order
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.chance.labels import Rows
    from accord.distance.between import Between, Floats
    from accord.study.item_kinds import Kinds

    Distance = Between | Ordinal


def observed_rows(kinds: Kinds, distance: Distance, labels: int, weights: Floats) -> Rows:
    """The numbers of each kind of item: its weight, and its weighted mean distance.

    Where the distance depends on how often labels are used, that is left open: the rows then hold the weight, how
    often each label was given, and the weighted share of each pair of labels.
    """
    from scipy.sparse import csr_array, hstack

    from accord.chance.labels import tally

    weight_of_pair = weights / np.maximum(kinds.labels * (kinds.labels - 1.0), 1.0)
    if not isinstance(distance, Ordinal):
        return csr_array(np.stack([weights, weight_of_pair * summed_distances(kinds, distance, labels)], axis=1))
    counts = tally(kinds.codes, labels, kinds.labels >= 2)
    rows: Rows = hstack(
        [csr_array(weights[:, None]), counts, coincidences(kinds, labels, weight_of_pair)], format="csr"
    )
    return rows


def observed_disagreement(totals: Floats, distance: Distance, labels: int) -> tuple[Floats, Between]:
    """The observed disagreement for each row of totals, and the distance that it was measured with."""
    weight = totals[:, 0]
    if isinstance(distance, Ordinal):
        between: Between = distance.given(totals[:, 1 : 1 + labels])
        shares = totals[:, 1 + labels :].reshape(-1, labels, labels)
        seen = (shares * between.matrix()).sum((-2, -1))
    else:
        between, seen = distance, totals[:, 1]
    return quotient(seen, weight), between


def summed_distances(kinds: Kinds, between: Between, labels: int) -> Floats:
    """The summed distance of all ordered pairs of labels of an item, shape (kinds,)."""
    if labels < kinds.codes.shape[1]:
        return _between_labels(kinds, between, labels)
    codes = in_rising_order(kinds.codes, labels)
    total = np.zeros(len(codes))
    for second in range(1, codes.shape[1]):
        present = codes[:, second] != MISSING
        for first in range(second):
            total += np.where(present, between.pairs(codes[:, first], codes[:, second]), 0.0)
    return 2 * total


def _between_labels(kinds: Kinds, between: Between, labels: int) -> Floats:
    """The same, 2 sum of n_c n_k d_ck, for items that have more labels than there are different ones."""
    from accord.chance.labels import tally

    counts = tally(kinds.codes, labels, np.ones(len(kinds.codes))).toarray()
    total = np.zeros(len(counts))
    firsts, seconds = (codes.astype(np.int32) for codes in np.triu_indices(labels, 1))
    for first, second, apart in zip(firsts, seconds, between.pairs(firsts, seconds), strict=True):
        total += counts[:, first] * counts[:, second] * apart
    return 2 * total


def coincidences(kinds: Kinds, labels: int, weights: Floats) -> Rows:
    """How often each ordered pair of labels meets in an item, times the item's weight; shape (kinds, labels^2).

    Labels c and k, given n_c and n_k times, meet n_c n_k times, and c meets itself n_c (n_c - 1) times.
    """
    from scipy.sparse import csr_array

    from accord.chance.labels import tally

    counts = tally(kinds.codes, labels, np.ones(len(kinds.codes)))
    counts.sum_duplicates()
    different = np.diff(counts.indptr)
    row = np.repeat(np.arange(len(different)), different**2)
    ends = np.concatenate([[0], np.cumsum(different**2)])
    from_first, of_other = np.divmod(np.arange(len(row)) - ends[row], different[row])
    first, second = counts.indptr[row] + from_first, counts.indptr[row] + of_other
    met = counts.data[first] * (counts.data[second] - (first == second))
    pair = counts.indices[first].astype(np.int64) * labels + counts.indices[second]
    return csr_array((met * weights[row], pair, ends), shape=(len(kinds.codes), labels**2))
