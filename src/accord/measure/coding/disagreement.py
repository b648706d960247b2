"""The observed disagreement: the mean over items of the mean distance between two labels of the item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.ordinal import Ordinal
from accord.study.coding import MISSING, in_rising_order
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.chance.labels import Rows
    from accord.distance.between import Between, Floats
    from accord.study.coding import Kinds

    Distance = Between | Ordinal

MOST_COINCIDENCES = 250_000
"""The most pairs of labels that are counted one by one, where the distance changes with every resample."""


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
    codes = in_rising_order(kinds.codes, labels)
    total = np.zeros(len(codes))
    for second in range(1, codes.shape[1]):
        present = codes[:, second] != MISSING
        for first in range(second):
            total += np.where(present, between.pairs(codes[:, first], codes[:, second]), 0.0)
    return 2 * total


def coincidences(kinds: Kinds, labels: int, weights: Floats) -> Rows:
    """How often each ordered pair of labels meets in an item, times the item's weight; shape (kinds, labels^2)."""
    from scipy.sparse import csr_array

    codes = kinds.codes
    rows, columns = [], []
    for first in range(codes.shape[1]):
        for second in range(codes.shape[1]):
            if first != second:
                both = np.flatnonzero((codes[:, first] != MISSING) & (codes[:, second] != MISSING))
                rows.append(both)
                columns.append(codes[both, first].astype(np.int64) * labels + codes[both, second])
    row, column = (np.concatenate([np.zeros(0, dtype=np.int64), *parts]) for parts in (rows, columns))
    return csr_array((weights[row], (row, column)), shape=(len(codes), labels**2))
