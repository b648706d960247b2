"""Many trees, flattened into arrays: all that a distance of trees may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Forest:
    """Ordered, labelled trees one after the other, the nodes of each in post-order.

    ``labels`` and ``leftmost`` have the shape (nodes,): the number of a node's label among ``names``, and the position
    within its tree of the leftmost leaf below it (a leaf's own). Tree t holds the nodes from ``offsets[t]`` to
    ``offsets[t + 1]``; ``sizes``, shape (trees,), is how large each counts where distances are normalised.
    """

    labels: NDArray[np.int32]
    leftmost: NDArray[np.int32]
    offsets: Numbers
    names: tuple[str, ...]
    sizes: Numbers

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def only(self, trees: Numbers) -> Forest:
        """Some of the trees, in this order."""
        counts = np.diff(self.offsets)[trees]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        nodes = np.arange(offsets[-1]) + np.repeat(self.offsets[trees] - offsets[:-1], counts)
        return Forest(self.labels[nodes], self.leftmost[nodes], offsets, self.names, self.sizes[trees])

    @property
    def first_nodes(self) -> Numbers:
        """Where the tree of each node begins, shape (nodes,)."""
        return np.repeat(self.offsets[:-1], np.diff(self.offsets))

    @property
    def positions(self) -> Numbers:
        """The position of each node in its tree, shape (nodes,)."""
        return np.arange(len(self.labels)) - self.first_nodes

    @property
    def subtree_sizes(self) -> Numbers:
        """How many nodes hang below each node, itself counted, shape (nodes,)."""
        return self.positions - self.leftmost + 1
