"""Tree edit distance as such, or in relation to how large the trees are.

    plain    TED
    diff     TED - ||x| - |y||
    norm     TED / (|x| + |y|)
    metric   2 TED / (|x| + |y| + TED)

The first three are Skjærholt's; |x| is there what a forest says of the size of its trees. ``plain`` and ``metric``,
which counts nodes (or what it costs to delete and insert them), are metrics. ``diff`` and ``norm`` are not, and are
here to reproduce what was published: ``diff`` is 0 for trees that differ.

Skjærholt, A. (2014). A chance-corrected measure of inter-annotator agreement for syntax.
Li, Y. & Zhang, C. (2011). A metric normalization of tree edit distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.distance import VARIANTS
from accord.distance.all_pairs import AllPairs
from accord.distance.tree_edit import MAX_NODES, EditCosts, all_distances, estimated_cells, pair_distances
from accord.errors import NotApplicable, UsageError
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from accord.compute.progress import Progress
    from accord.distance.all_pairs import Floats, Numbers
    from accord.study.forest import Forest


@dataclass(frozen=True, slots=True)
class TreeEdit:
    """Tree edit distance in one of its variants, at unit costs or at others, which then are the same both ways."""

    variant: str = "plain"
    costs: EditCosts | None = None
    workers: int | None = None
    name: str = "tree-edit"
    device: str = "cpu"
    """Where all trees are compared with all: "cpu", "gpu", or "auto". The distances are the same."""
    max_nodes: int | None = MAX_NODES

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise UsageError(f"unknown variant {self.variant!r}: {suggestion(self.variant, list(VARIANTS))}")
        if self.costs and self.device == "gpu":
            raise NotApplicable(f"{option('device', 'gpu')}: every edit costs 1 there: leave out one or the other")
        if self.costs and self.variant in {"diff", "norm"}:
            raise NotApplicable(f"the variant {self.variant} counts nodes, so every edit costs 1: take plain or metric")
        if self.costs and not self.costs.symmetric:
            raise NotApplicable("agreement needs costs that are the same both ways, for deleting and inserting too")

    @property
    def choices(self) -> dict[str, object]:
        """The variant, and whether the costs are one's own."""
        return {"variant": self.variant, **({"costs": self.costs.digest} if self.costs else {})}

    def pairs(self, forest: Forest, some: Numbers, others: Numbers, progress: Progress | None = None) -> Floats:
        """The distance of each of some trees to the other at the same place, shape (pairs,)."""
        distances = pair_distances(forest, some, others, self.costs, self.workers, progress=progress)
        sizes = self._sizes(forest)
        return self._in_relation(distances, sizes[some], sizes[others])

    def all_pairs(self, forest: Forest, progress: Progress | None = None) -> AllPairs:
        """The distances between all trees."""
        table, kind_of = all_distances(forest, self.costs, self.workers, progress, self.device)
        sizes = np.zeros(len(table))
        sizes[kind_of] = self._sizes(forest)
        return AllPairs(table, kind_of, lambda found, one, other: self._in_relation(found, sizes[one], sizes[other]))

    def work(self, forest: Forest) -> float:
        """About how many steps all pairs take."""
        return estimated_cells(forest)

    def _sizes(self, forest: Forest) -> Floats:
        if self.variant != "metric":
            return forest.sizes.astype(np.float64)
        if self.costs is None:
            return np.diff(forest.offsets).astype(np.float64)
        return np.add.reduceat(self.costs.delete[forest.labels], forest.offsets[:-1])

    def _in_relation(self, distances: Any, one: Floats, other: Floats) -> Floats:
        found: Floats = distances.astype(np.float64)
        if self.variant == "diff":
            found -= abs(one - other)
        elif self.variant == "norm":
            found /= one + other
        elif self.variant == "metric":
            found = 2 * found / np.maximum(one + other + found, np.finfo(float).tiny)
        return found
