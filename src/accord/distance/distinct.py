"""Which subtrees of a forest are equal, so that each is looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.study.forest import Forest

    Numbers = NDArray[np.int64]


def distinct_subtrees(forest: Forest) -> Numbers:
    """The number of the subtree of each node; equal subtrees have the same, shape (nodes,)."""
    numbers: dict[tuple[int, ...], int] = {}
    found: list[int] = []
    labels, leftmost = forest.labels.tolist(), forest.leftmost.tolist()
    for start, end in zip(forest.offsets[:-1].tolist(), forest.offsets[1:].tolist(), strict=True):
        for node in range(start, end):
            subtree = [labels[node]]
            child = node - 1
            while child >= start + leftmost[node]:
                subtree.append(found[child])
                child = start + leftmost[child] - 1
            found.append(numbers.setdefault(tuple(subtree), len(numbers)))
    return np.array(found, dtype=np.int64)


def distinct_trees(forest: Forest, subtrees: Numbers) -> tuple[Numbers, Numbers]:
    """One tree of each kind, the smaller kinds first, shape (kinds,), and the kind of each tree, shape (trees,).

    Trees are of one kind if they are equal and count as equally large.
    """
    looks = np.stack([np.diff(forest.offsets), subtrees[forest.offsets[1:] - 1], forest.sizes], axis=1)
    _, chosen, kind_of = np.unique(looks, axis=0, return_index=True, return_inverse=True)
    return chosen, kind_of.reshape(-1)
