"""The subtrees that a tree edit distance has to look at, laid out for a kernel.

Zhang and Shasha compare two trees by the subtrees of their *keyroots*: the root, and every node with a sibling to its
left. A forest that is mirrored has other keyroots, and often smaller ones; the distances are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.study.forest import Forest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Indices = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Relevant:
    """Subtrees one after the other, the nodes of each in post-order.

    ``labels``, ``left`` and ``slots`` have the shape (nodes of all these subtrees,): of each node the label, how many
    nodes of its subtree come before those that hang below it, and the number under which its distances are kept.
    Subtree s holds the nodes from ``starts[s]`` to ``starts[s + 1]``.
    """

    labels: NDArray[np.int32]
    left: Indices
    slots: Indices
    starts: NDArray[np.uint64]

    @classmethod
    def below(cls, forest: Forest, roots: Numbers, slots: Numbers) -> Relevant:
        """The subtrees of some nodes, counted through the forest."""
        sizes = forest.subtree_sizes[roots]
        starts = np.concatenate([[0], np.cumsum(sizes)])
        nodes = np.arange(starts[-1]) + np.repeat(roots - sizes + 1 - starts[:-1], sizes)
        left = forest.leftmost[nodes] - np.repeat(forest.leftmost[roots], sizes)
        return cls(
            forest.labels[nodes], left.astype(np.uint32), slots[nodes].astype(np.uint32), starts.astype(np.uint64)
        )


def keyroots(forest: Forest) -> tuple[Numbers, Numbers]:
    """The nodes, counted through the forest, above which no other node has the same leftmost leaf, and their trees.

    They come tree by tree, the smaller subtrees of a tree first.
    """
    highest = np.full(len(forest.labels), -1)
    np.maximum.at(highest, forest.leftmost + forest.first_nodes, np.arange(len(highest)))
    roots = highest[highest >= 0]
    tree = np.searchsorted(forest.offsets, roots, side="right") - 1
    order = np.lexsort((forest.subtree_sizes[roots], tree))
    return roots[order], tree[order]


def joined(one: Forest, other: Forest) -> Forest:
    """The trees of two forests with the same names, one after the other."""
    return Forest(
        np.concatenate([one.labels, other.labels]),
        np.concatenate([one.leftmost, other.leftmost]),
        np.concatenate([one.offsets, one.offsets[-1] + other.offsets[1:]]),
        one.names,
        np.concatenate([one.sizes, other.sizes]),
    )


def mirrored(forest: Forest) -> Forest:
    """The forest with the children of every node in the opposite order: post-order is then pre-order from the end."""
    first, position, sizes = forest.first_nodes, forest.positions, forest.subtree_sizes
    begun = np.cumsum(np.bincount(forest.leftmost + first, minlength=len(first)))
    depth = begun - np.arange(len(first)) - 1
    preorder = position - sizes + 1 + depth
    mirror = np.repeat(np.diff(forest.offsets), np.diff(forest.offsets)) - 1 - preorder
    labels, leftmost = np.empty_like(forest.labels), np.empty_like(forest.leftmost)
    labels[first + mirror] = forest.labels
    leftmost[first + mirror] = mirror - sizes + 1
    return Forest(labels, leftmost, forest.offsets, forest.names, forest.sizes)
