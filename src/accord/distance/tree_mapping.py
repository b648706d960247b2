"""Which node of one tree is aligned with which of another in the cheapest edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.distance.relevant import Relevant, keyroots
from accord.distance.tree_edit import EditCosts, refuse_large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.study.forest import Forest


class Edit(NamedTuple):
    """What becomes of a node: its positions in both trees, in post-order; None where it is inserted or deleted."""

    one: int | None
    other: int | None
    cost: float


def edit_mapping(forest: Forest, one: int, other: int, costs: EditCosts | None = None) -> list[Edit]:
    """The edits that make one tree the other, by position; together they cost the distance of the two trees.

    Of several that cost the same, the one with more nodes that are aligned is taken, from the root down.
    """
    from accord.distance.tree_kernel import Nodes, Pairs, Tables, compare_at_cost, compare_pairs_at_cost

    costs = costs or EditCosts.of(forest.names, {})
    pair = forest.only(np.array([one, other]))
    refuse_large(pair)
    height, width = np.diff(pair.offsets).tolist()
    forests, trees = np.empty((height + 1) * (width + 1)), np.empty(height * width)
    tables = Tables(forests, trees, np.uint64(width))
    roots, tree = keyroots(pair)
    every = Nodes.of(Relevant.below(pair, roots, pair.positions))
    first = np.searchsorted(tree, [0, 1, 2])
    compare_pairs_at_cost(tables, every, costs, Pairs(np.array([0]), np.array([1]), first), np.empty(1))

    def within(x: int, y: int) -> Iterator[Edit | tuple[int, int]]:
        """The edits of two subtrees from the root down, and pairs of subtrees that are still to be edited."""
        two = Relevant.below(pair, np.array([x, height + y]), pair.positions)
        compare_at_cost(tables, Nodes.of(two), costs, 0, 1)
        i, end = (int(start) for start in two.starts[1:])
        j = end - i
        table = forests[: (i + 1) * (j + 1)].reshape(i + 1, j + 1)
        (labels, other_labels), (left, other_left), (slots, other_slots) = (
            (nodes[:i].tolist(), nodes[i:].tolist()) for nodes in (two.labels, two.left, two.slots)
        )
        while i or j:
            p, q = i - 1, j - 1
            whole = i > 0 and j > 0 and left[p] == other_left[q] == 0
            relabelled = costs.relabel[labels[p], other_labels[q]] if whole else np.inf
            if whole and table[i, j] == table[p, q] + relabelled:
                yield Edit(slots[p], other_slots[q], float(relabelled))
                i, j = p, q
            elif (
                i
                and j
                and not whole
                and table[i, j] == table[left[p], other_left[q]] + trees[slots[p] * width + other_slots[q]]
            ):
                yield slots[p], other_slots[q]
                i, j = left[p], other_left[q]
            elif i and table[i, j] == table[p, j] + costs.delete[labels[p]]:
                yield Edit(slots[p], None, float(costs.delete[labels[p]]))
                i = p
            else:
                yield Edit(None, other_slots[q], float(costs.insert[other_labels[q]]))
                j = q

    edits: list[Edit] = []
    open_pairs = [(height - 1, width - 1)]
    while open_pairs:
        for found in within(*open_pairs.pop()):
            edits.append(found) if isinstance(found, Edit) else open_pairs.append(found)
    return edits
