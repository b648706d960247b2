"""Zhang and Shasha's recursion over arrays, compiled.

Of two forests in post-order, up to node i in one and up to node j in the other, the cheapest edit costs

    d(i, j) = min(d(i-1, j) + 1, d(i, j-1) + 1, d(l(i), l(j)) + t(i, j)),

where the subtree of i comes after l(i) nodes, and t is the distance of two subtrees: known already, or, where both
begin with their forests, d(i-1, j-1) + [the labels differ] - d(0, 0), and kept.

Tables are flat, and all that counts nodes is unsigned, for then nothing has to be done about negative indices.

Zhang, K. & Shasha, D. (1989). Simple fast algorithms for the editing distance between trees and related problems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int16]
    Costs = NDArray[np.float64]
    Labels = NDArray[np.int32]
    Indices = NDArray[np.uint32]
    Starts = NDArray[np.uint64]
    Numbers = NDArray[np.int64]

ONE = np.uint64(1)


@compiled
def compare(
    forests: Table,
    trees: Table,
    width: np.uint64,
    labels: Labels,
    left: Indices,
    rows: Indices,
    columns: Indices,
    a: np.uint64,
    b: np.uint64,
    c: np.uint64,
    d: np.uint64,
) -> None:
    """Compare the subtree of the nodes from a to b with that of the nodes from c to d."""
    stride = d - c + ONE
    for j in range(stride):
        forests[j] = j
    here = ONE - c  # so that here + q is where node q of the second subtree stands in this row
    for p in range(a, b):
        above = here
        here += stride
        last = np.int64(p - a + ONE)
        forests[here + c - ONE] = last
        before = left[p] * stride
        known = rows[p] * width
        if left[p] > 0:
            for q in range(c, d):
                cost = min(forests[above + q] + 1, forests[before + left[q]] + trees[known + columns[q]])
                last = min(last + 1, cost)
                forests[here + q] = last
        else:
            for q in range(c, d):
                if left[q] > 0:
                    cost = min(forests[above + q] + 1, np.int64(left[q]) + trees[known + columns[q]])
                    last = min(last + 1, cost)
                else:
                    cost = min(forests[above + q] + 1, forests[above + q - ONE] + (labels[p] != labels[q]))
                    last = min(last + 1, cost)
                    trees[known + columns[q]] = last
                forests[here + q] = last


@compiled
def compare_blocks(
    forests: Table,
    trees: Table,
    width: np.uint64,
    labels: Labels,
    left: Indices,
    rows: Indices,
    columns: Indices,
    starts: Starts,
    some: Numbers,
    others: Numbers,
) -> None:
    """Compare some subtrees with others, the smaller ones of both before those that hold them."""
    for one in some:
        for other in others:
            compare(
                forests,
                trees,
                width,
                labels,
                left,
                rows,
                columns,
                starts[one],
                starts[one + 1],
                starts[other],
                starts[other + 1],
            )


@compiled
def compare_pairs(
    forests: Table,
    trees: Table,
    labels: Labels,
    left: Indices,
    slots: Indices,
    starts: Starts,
    first: Numbers,
    some: Numbers,
    others: Numbers,
    distances: Table,
) -> None:
    """The distance of each tree to the other at the same place."""
    for pair in range(len(some)):
        one, other = some[pair], others[pair]
        width = starts[first[other + 1]] - starts[first[other + 1] - 1]
        height = starts[first[one + 1]] - starts[first[one + 1] - 1]
        for row in range(first[one], first[one + 1]):
            for column in range(first[other], first[other + 1]):
                compare(
                    forests,
                    trees,
                    width,
                    labels,
                    left,
                    slots,
                    slots,
                    starts[row],
                    starts[row + 1],
                    starts[column],
                    starts[column + 1],
                )
        distances[pair] = trees[height * width - ONE]


@compiled
def compare_at_cost(
    forests: Costs,
    trees: Costs,
    width: np.uint64,
    labels: Labels,
    left: Indices,
    slots: Indices,
    a: np.uint64,
    b: np.uint64,
    c: np.uint64,
    d: np.uint64,
    relabel: Costs,
    delete: Costs,
    insert: Costs,
) -> None:
    """The same where each label has a cost of its own to be deleted, inserted, or made another."""
    stride = d - c + ONE
    here = ONE - c
    last = 0.0
    forests[0] = last
    for q in range(c, d):
        last += insert[labels[q]]
        forests[here + q] = last
    for p in range(a, b):
        above = here
        here += stride
        removed = delete[labels[p]]
        last = forests[above + c - ONE] + removed
        forests[here + c - ONE] = last
        before = left[p] * stride
        known = slots[p] * width
        for q in range(c, d):
            if left[p] > 0 or left[q] > 0:
                cost = forests[before + left[q]] + trees[known + slots[q]]
                last = min(last + insert[labels[q]], forests[above + q] + removed, cost)
            else:
                cost = forests[above + q - ONE] + relabel[labels[p], labels[q]]
                last = min(last + insert[labels[q]], forests[above + q] + removed, cost)
                trees[known + slots[q]] = last
            forests[here + q] = last


@compiled
def compare_pairs_at_cost(
    forests: Costs,
    trees: Costs,
    labels: Labels,
    left: Indices,
    slots: Indices,
    starts: Starts,
    first: Numbers,
    some: Numbers,
    others: Numbers,
    distances: Costs,
    relabel: Costs,
    delete: Costs,
    insert: Costs,
) -> None:
    """The distance of each tree to the other at the same place, at costs of their own."""
    for pair in range(len(some)):
        one, other = some[pair], others[pair]
        width = starts[first[other + 1]] - starts[first[other + 1] - 1]
        height = starts[first[one + 1]] - starts[first[one + 1] - 1]
        for row in range(first[one], first[one + 1]):
            for column in range(first[other], first[other + 1]):
                compare_at_cost(
                    forests,
                    trees,
                    width,
                    labels,
                    left,
                    slots,
                    starts[row],
                    starts[row + 1],
                    starts[column],
                    starts[column + 1],
                    relabel,
                    delete,
                    insert,
                )
        distances[pair] = trees[height * width - ONE]
