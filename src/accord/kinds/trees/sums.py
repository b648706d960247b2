"""Alpha over trees as sums over sentences: how often each kind of tree was drawn, and what is observed.

With x the numbers of trees of each kind and S the distances between kinds, x'Sx / (n (n - 1)) is expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import agreement
from accord.agreement.result import Undefined
from accord.agreement.sums import Sums, Unit, Without

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.distance.all_pairs import AllPairs, Floats, Numbers

MAX_KINDS = 5_000
"""The most different trees, for whose distances it takes 200 MB."""
_OWN = 2
"""How many columns stand before the kinds of trees: what is observed, and how many trees."""


def tree_sums(
    pairs: AllPairs,
    item: Numbers,
    annotator: Numbers,
    names: Sequence[str],
    units: Sequence[Unit],
    *,
    by_document: bool,
) -> Sums | Undefined:
    """From the distances of trees, to the power that counts, with item and annotator of each, shape (trees,)."""
    from scipy.sparse import csr_array, hstack

    present, kind = np.unique(pairs.kind_of, return_inverse=True)
    if len(present) > MAX_KINDS:
        return Undefined(
            f"rounds are compared of {MAX_KINDS:,} different trees at most, and there are {len(present):,}"
        )
    between = pairs.between(present, present)
    largest = float(between.max(initial=0.0))
    drawn = [np.flatnonzero(item == each) for each in range(len(units))]

    def row(trees: Numbers) -> tuple[float, Numbers]:
        """What is observed of some trees of an item, and those that count: a single one does not."""
        if len(trees) < 2:
            return 0.0, trees[:0]
        return float(between[kind[trees][:, None], kind[trees]].sum()) / (len(trees) - 1), trees

    def rows(chosen: Sequence[Numbers]) -> csr_array:
        found = [row(trees) for trees in chosen]
        own = np.array([(seen, len(trees)) for seen, trees in found], dtype=np.float64).reshape(-1, _OWN)
        where = np.repeat(np.arange(len(found)), own[:, 1].astype(np.int64))
        kinds = kind[np.concatenate([np.zeros(0, dtype=np.int64), *(trees for _, trees in found)])]
        held = csr_array((np.ones(len(kinds)), (where, kinds)), shape=(len(found), len(present)))
        return csr_array(hstack([csr_array(own), held]))

    whole = rows(drawn)

    def statistic(totals: Floats) -> Floats:
        seen, n, times = totals[:, 0], totals[:, 1], totals[:, _OWN:]
        expected = np.einsum("rk,rk->r", times @ between, times)
        return agreement(seen * (n - 1), expected, n * (n - 1) * largest)

    def without() -> dict[str, Without]:
        found = {}
        for number in np.unique(annotator).tolist():
            places = np.unique(item[annotator == number])
            left = [drawn[place][annotator[drawn[place]] != number] for place in places.tolist()]
            given = np.ones(len(places), dtype=np.int64)
            found[names[number]] = Without(places, csr_array(rows(left) - whole[places]), given)
        return found

    return Sums(units, whole, statistic, "sentence", without, by_document=by_document)
