"""Many trees, flattened into arrays: all that a distance of trees may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Forest:
    """Ordered, labelled trees one after the other, the nodes of each in post-order.

    ``labels`` and ``leftmost`` have the shape (nodes,): the number of a node's label among ``names``, and the position
    within its tree of the leftmost leaf below it (a leaf's own). Tree t holds the nodes from ``offsets[t]`` to
    ``offsets[t + 1]``; ``sizes``, shape (trees,), is how large each counts where distances are normalised.
    """

    labels: NDArray[np.int32]
    leftmost: NDArray[np.int32]
    offsets: NDArray[np.int64]
    names: tuple[str, ...]
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1
