"""Zhang and Shasha's recursion over arrays, compiled.

Of two forests in post-order, up to node i in one and up to node j in the other, the cheapest edit costs

    d(i, j) = min(d(i-1, j) + 1, d(i, j-1) + 1, d(l(i), l(j)) + t(i, j)),

where the subtree of i comes after l(i) nodes, and t is the distance of two subtrees: known already or, where both begin
with their forests, d(i-1, j-1) + [the labels differ], and then kept.

Tables are flat, and all that counts nodes is unsigned, for then nothing has to be done about negative indices.

Zhang, K. & Shasha, D. (1989). Simple fast algorithms for the editing distance between trees and related problems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.relevant import Relevant
    from accord.distance.tree_edit import EditCosts

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]

ONE = np.uint64(1)


class Nodes(NamedTuple):
    """The nodes of subtrees as `Relevant` has them; each has a row and a column where distances are kept."""

    labels: NDArray[np.int32]
    left: NDArray[np.uint32]
    rows: NDArray[np.uint32]
    columns: NDArray[np.uint32]
    starts: NDArray[np.uint64]

    @classmethod
    def of(cls, relevant: Relevant, rows: NDArray[np.uint32] | None = None) -> Nodes:
        """With rows of their own, or with the same as the columns."""
        slots = relevant.slots
        return cls(relevant.labels, relevant.left, slots if rows is None else rows, slots, relevant.starts)


class Tables(NamedTuple):
    """Scratch for the forests of two subtrees, and the distances of subtrees, so many in a row."""

    forests: NDArray[Any]
    trees: NDArray[Any]
    width: np.uint64


class Pairs(NamedTuple):
    """The trees to compare, shape (pairs,); tree t has the subtrees from ``first[t]`` to ``first[t + 1]``."""

    some: Numbers
    others: Numbers
    first: Numbers


@compiled
def compare(tables: Tables, nodes: Nodes, one: int, other: int) -> None:
    """Compare two subtrees."""
    forests, trees = tables.forests, tables.trees
    labels, left, rows, columns = nodes.labels, nodes.left, nodes.rows, nodes.columns
    a, b = nodes.starts[one], nodes.starts[one + 1]
    c, d = nodes.starts[other], nodes.starts[other + 1]
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
        known = rows[p] * tables.width
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
def compare_leaves(tables: Tables, nodes: Nodes, one: int, other: int) -> None:
    """Compare the leaves of two trees with all subtrees of the other: all but one node go, and its label may change."""
    trees, labels, left = tables.trees, nodes.labels, nodes.left
    a, b = nodes.starts[one], nodes.starts[one + 1]
    c, d = nodes.starts[other], nodes.starts[other + 1]
    for p in range(a, b):
        if left[p] == p - a:
            known = nodes.rows[p] * tables.width
            same = c  # after the last node that has the label
            for q in range(c, d):
                if labels[p] == labels[q]:
                    same = q + ONE
                trees[known + nodes.columns[q]] = q - c + ONE - left[q] - np.uint64(same > c + left[q])
    for q in range(c, d):
        if left[q] == q - c:
            same = a
            for p in range(a, b):
                if labels[p] == labels[q]:
                    same = p + ONE
                known = nodes.rows[p] * tables.width
                trees[known + nodes.columns[q]] = p - a + ONE - left[p] - np.uint64(same > a + left[p])


@compiled
def compare_all(tables: Tables, nodes: Nodes, some: Numbers, others: Numbers) -> None:
    """Compare some subtrees with others, the smaller ones of both before those that hold them."""
    for one in some:
        for other in others:
            compare(tables, nodes, one, other)


@compiled
def compare_pairs(tables: Tables, nodes: Nodes, pairs: Pairs, distances: NDArray[np.int16]) -> None:
    """The distances of pairs of trees."""
    first = pairs.first
    for pair in range(len(distances)):
        one, other = pairs.some[pair], pairs.others[pair]
        height = nodes.starts[first[one + 1]] - nodes.starts[first[one + 1] - 1]
        width = nodes.starts[first[other + 1]] - nodes.starts[first[other + 1] - 1]
        narrow = Tables(tables.forests, tables.trees, width)
        compare_leaves(narrow, nodes, first[one + 1] - 1, first[other + 1] - 1)
        for row in range(first[one], first[one + 1]):
            for column in range(first[other], first[other + 1]):
                compare(narrow, nodes, row, column)
        distances[pair] = tables.trees[height * width - ONE]


@compiled
def compare_at_cost(tables: Tables, nodes: Nodes, costs: EditCosts, one: int, other: int) -> None:
    """Compare two subtrees where each label has its own costs."""
    forests, trees = tables.forests, tables.trees
    labels, left, rows, columns = nodes.labels, nodes.left, nodes.rows, nodes.columns
    a, b = nodes.starts[one], nodes.starts[one + 1]
    c, d = nodes.starts[other], nodes.starts[other + 1]
    stride = d - c + ONE
    here = ONE - c
    last = 0.0
    forests[0] = last
    for q in range(c, d):
        last += costs.insert[labels[q]]
        forests[here + q] = last
    for p in range(a, b):
        above = here
        here += stride
        removed = costs.delete[labels[p]]
        last = forests[above + c - ONE] + removed
        forests[here + c - ONE] = last
        before = left[p] * stride
        known = rows[p] * tables.width
        for q in range(c, d):
            last = min(last + costs.insert[labels[q]], forests[above + q] + removed)
            if left[p] > 0 or left[q] > 0:
                last = min(last, forests[before + left[q]] + trees[known + columns[q]])
            else:
                last = min(last, forests[above + q - ONE] + costs.relabel[labels[p], labels[q]])
                trees[known + columns[q]] = last
            forests[here + q] = last


@compiled
def compare_pairs_at_cost(tables: Tables, nodes: Nodes, costs: EditCosts, pairs: Pairs, distances: Floats) -> None:
    """The distances of pairs of trees where each label has its own costs."""
    first = pairs.first
    for pair in range(len(distances)):
        one, other = pairs.some[pair], pairs.others[pair]
        height = nodes.starts[first[one + 1]] - nodes.starts[first[one + 1] - 1]
        width = nodes.starts[first[other + 1]] - nodes.starts[first[other + 1] - 1]
        narrow = Tables(tables.forests, tables.trees, width)
        for row in range(first[one], first[one + 1]):
            for column in range(first[other], first[other + 1]):
                compare_at_cost(narrow, nodes, costs, row, column)
        distances[pair] = tables.trees[height * width - ONE]
