"""Tree edit distance: how many nodes must be deleted, inserted or relabelled to make one ordered tree another.

The distance of two trees is that of the subtrees at their keyroots (`accord.distance.relevant`). Two ways lead to it,
from the left and from the right; the one with less work is taken for each pair of trees. Where all trees are compared
with all, subtrees that occur again and again are compared only once.

Zhang, K. & Shasha, D. (1989). Simple fast algorithms for the editing distance between trees and related problems.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.compute.progress import Progress
from accord.compute.threads import cores, in_threads
from accord.distance.distinct import distinct_subtrees, distinct_trees
from accord.distance.relevant import Relevant, joined, keyroots, mirrored
from accord.distance.tree_gpu import SIZES, distances_on_gpu, uses_gpu
from accord.errors import NotApplicable, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from accord.study.forest import Forest

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Distances = NDArray[np.int16] | Floats

MAX_NODES = 5_000
"""The most nodes of a tree: two such trees need tables of 100 MB, and their distance fits into two bytes."""

MAX_CELLS = 10**11
"""The most steps that two trees may take."""

_BLOCK = 2**23
"""How many distances between subtrees a thread keeps at once."""


class EditCosts(NamedTuple):
    """What it costs to make one label another, shape (labels, labels), to delete it and to insert it, (labels,)."""

    relabel: Floats
    delete: Floats
    insert: Floats

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        relabel: Mapping[tuple[str, str], float],
        delete: Mapping[str, float] | float = 1.0,
        insert: Mapping[str, float] | float = 1.0,
    ) -> EditCosts:
        """The costs of some labels; two labels need only be given in one order, and cost 1 where they are not given.

        >>> EditCosts.of(["det", "nmod", "obl"], {("obl", "nmod"): 0.5}).relabel[1]
        array([1. , 0. , 0.5])
        """
        number = {name: index for index, name in enumerate(names)}
        between = 1.0 - np.eye(len(names))
        for (one, other), cost in relabel.items():
            if one in number and other in number:
                between[number[one], number[other]] = cost
                if (other, one) not in relabel:
                    between[number[other], number[one]] = cost
        single = [
            np.array([cost.get(name, 1.0) for name in names])
            if not isinstance(cost, int | float)
            else np.full(len(names), float(cost))
            for cost in (delete, insert)
        ]
        costs = cls(between, *single)
        if not all(np.isfinite(part).all() and (part >= 0).all() for part in (between, *single)):
            raise UsageError("the cost of an edit is a number from 0 up")
        if between.diagonal().any():
            raise UsageError(f"it costs nothing to leave {names[int(between.diagonal().argmax())]!r} as it is")
        return costs

    @property
    def symmetric(self) -> bool:
        """Whether the way back costs as much."""
        return bool((self.delete == self.insert).all() and (self.relabel == self.relabel.T).all())

    @property
    def digest(self) -> str:
        """Eight digits that change with any cost."""
        return sha256(b"".join(part.tobytes() for part in self)).hexdigest()[:8]


def pair_distances(
    forest: Forest,
    some: Numbers,
    others: Numbers,
    costs: EditCosts | None = None,
    workers: int | None = None,
    *,
    progress: Progress | None = None,
) -> Distances:
    """The distance of each of some trees to the other at the same place, shape (pairs,)."""
    used, places = np.unique(np.concatenate([some, others]), return_inverse=True)
    chosen = forest.only(used)
    refuse_large(chosen)
    both = joined(chosen, mirrored(chosen))
    roots, tree = keyroots(both)
    if costs is None:  # leaves are compared in a simpler way
        larger = (both.subtree_sizes[roots] > 1) | (roots == both.offsets[tree + 1] - 1)
        roots, tree = roots[larger], tree[larger]
    relevant = Relevant.below(both, roots, both.positions)
    first = np.searchsorted(tree, np.arange(len(both) + 1))
    cells = _cells(both, roots, tree)
    left, right = places.reshape(2, -1)
    from_left, from_right = (cells[left + side] * cells[right + side] for side in (0, len(chosen)))
    work = np.minimum(from_left, from_right)
    _refuse_long(chosen, left, right, work)
    mirror = np.where(from_right < from_left, len(chosen), 0)
    nodes = np.diff(chosen.offsets)
    distances: NDArray[Any] = np.empty(len(some), dtype=np.int16 if costs is None else np.float64)

    def compare(block: Numbers) -> None:
        from accord.distance.tree_kernel import Nodes, Pairs, Tables, compare_pairs, compare_pairs_at_cost

        one, other = left[block], right[block]
        found = np.empty(len(block), dtype=distances.dtype)
        scratch = np.empty((2, int(((nodes[one] + 1) * (nodes[other] + 1)).max())), dtype=distances.dtype)
        tables = Tables(scratch[0], scratch[1], np.uint64(0))
        pairs = Pairs(one + mirror[block], other + mirror[block], first)
        if costs is None:
            compare_pairs(tables, Nodes.of(relevant), pairs, found)
        else:
            compare_pairs_at_cost(tables, Nodes.of(relevant), costs, pairs, found)
        distances[block] = found

    progress = progress or Progress()
    progress.expect(int(work.sum()))
    in_threads(
        compare, _balanced(work, workers or cores()), workers, lambda block: progress.advance(int(work[block].sum()))
    )
    return distances


def all_distances(
    forest: Forest,
    costs: EditCosts | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    device: str = "cpu",
) -> tuple[Distances, Numbers]:
    """The distances between all kinds of trees, shape (kinds, kinds), and the kind of each tree, shape (trees,).

    Costs must be the same both ways. The ``device`` is "cpu", "gpu", or "auto": a graphics processor, where there is
    one and much to do; it knows no costs.
    """
    refuse_large(forest)
    chosen, kind_of = distinct_trees(forest, distinct_subtrees(forest))
    kinds = forest.only(chosen)
    if costs is None and uses_gpu(device, estimated_cells(kinds)):
        return _distances_beside_gpu(kinds, workers, progress or Progress()), kind_of
    sides = [kinds, mirrored(kinds)]
    subtrees = [distinct_subtrees(side) for side in sides]
    side = int(np.argmin([_distinct_cells(*each) for each in zip(sides, subtrees, strict=True)]))
    widest = int(np.diff(kinds.offsets).max(initial=0)) * (1 + int(subtrees[side].max(initial=0)))
    if costs is None and widest <= _BLOCK:
        cells = _cells(sides[side], *keyroots(sides[side]))
        longest = np.argsort(cells)[-1:]
        _refuse_long(kinds, longest, longest, cells[longest] ** 2)
        distances: Distances = _shared_distances(sides[side], subtrees[side], workers, progress or Progress())
    else:
        one, other = np.triu_indices(len(kinds), 1)
        found = pair_distances(kinds, one, other, costs, workers, progress=progress)
        distances = np.zeros((len(kinds), len(kinds)), dtype=found.dtype)
        distances[one, other] = found
    for row in range(1, len(kinds)):
        distances[row, :row] = distances[:row, row]
    return distances, kind_of


def _distances_beside_gpu(kinds: Forest, workers: int | None, progress: Progress) -> NDArray[np.int16]:
    """All distances: those of trees that a graphics processor has tables for, and, here, those of larger ones."""
    fit = np.diff(kinds.offsets) <= SIZES[-1]
    small, large = np.flatnonzero(fit), np.flatnonzero(~fit)
    distances = np.zeros((len(kinds), len(kinds)), dtype=np.int16)
    distances[np.ix_(small, small)] = distances_on_gpu(kinds.only(small), progress)
    if len(large):
        one, other = (each.ravel() for each in np.meshgrid(large, np.arange(len(kinds)), indexing="ij"))
        found = pair_distances(kinds, one, other, workers=workers, progress=progress)
        distances[one, other] = distances[other, one] = found
    return distances


def estimated_cells(forest: Forest) -> float:
    """About how many steps all pairs of trees take."""
    roots, _ = keyroots(forest)
    return float(forest.subtree_sizes[roots].sum()) ** 2 / 2


def refuse_large(forest: Forest) -> None:
    """Say which tree is too large, if one is."""
    nodes = np.diff(forest.offsets)
    if len(nodes) and nodes.max() > MAX_NODES:
        raise NotApplicable(
            f"a tree has {nodes.max():,} nodes: the edit distance is for trees of {MAX_NODES:,} nodes at most"
        )


def _refuse_long(forest: Forest, some: Numbers, others: Numbers, work: Floats) -> None:
    if len(work) and work.max() > MAX_CELLS:
        one, other = (np.diff(forest.offsets)[each[int(work.argmax())]] for each in (some, others))
        raise NotApplicable(
            f"to compare trees of {one:,} and {other:,} nodes with long branches on both sides takes {work.max():,.0f} "
            f"steps: the edit distance is for {MAX_CELLS:,} at most"
        )


def _cells(forest: Forest, roots: Numbers, tree: Numbers) -> Floats:
    """The sum of the sizes of the subtrees that are compared of each tree, shape (trees,)."""
    cells: Floats = np.bincount(tree, forest.subtree_sizes[roots], len(forest)).astype(np.float64)
    return cells


def _balanced(work: Floats, workers: int) -> list[Numbers]:
    """The pairs in blocks of about the same work, those with most of it first."""
    order = np.argsort(-work, kind="stable")
    done = np.cumsum(work[order])
    cuts = np.searchsorted(done, np.linspace(0, done[-1] if len(done) else 0, 16 * workers + 1)[1:-1])
    return [block for block in np.split(order, np.unique(cuts)) if len(block)]


def _distinct_cells(forest: Forest, subtrees: Numbers) -> int:
    roots, _ = keyroots(forest)
    _, chosen = np.unique(subtrees[roots], return_index=True)
    return int(forest.subtree_sizes[roots[chosen]].sum())


def _shared_distances(forest: Forest, subtrees: Numbers, workers: int | None, progress: Progress) -> NDArray[np.int16]:
    """All distances from each tree to those that are not smaller, block by block of trees."""
    from accord.distance.tree_kernel import Nodes, Tables, compare_all

    roots, tree = keyroots(forest)
    _, chosen, number = np.unique(subtrees[roots], return_index=True, return_inverse=True)
    by_size = np.argsort(forest.subtree_sizes[roots[chosen]], kind="stable")
    relevant = Relevant.below(forest, roots[chosen][by_size], subtrees)
    number = np.argsort(by_size)[number]
    last_tree = np.zeros(len(chosen), dtype=np.int64)
    np.maximum.at(last_tree, number, tree)
    width = 1 + int(subtrees.max(initial=0))
    whole = subtrees[forest.offsets[1:] - 1]
    largest = 1 + int(np.diff(forest.offsets).max(initial=0))
    distances = np.zeros((len(forest), len(forest)), dtype=np.int16)

    def compare(block: tuple[int, int]) -> None:
        start, end = block
        kept = np.unique(subtrees[forest.offsets[start] : forest.offsets[end]])
        row_of = np.zeros(width, dtype=np.uint32)
        row_of[kept] = np.arange(len(kept))
        trees = np.empty((len(kept), width), dtype=np.int16)
        tables = Tables(np.empty(largest * largest, dtype=np.int16), trees.reshape(-1), np.uint64(width))
        some = np.unique(number[(start <= tree) & (tree < end)])
        others = np.flatnonzero(last_tree >= start)
        compare_all(tables, Nodes.of(relevant, row_of[relevant.slots]), some, others)
        distances[start:end, start:] = trees[np.ix_(row_of[whole[start:end]], whole[start:])]

    cells = _cells(forest, roots, tree)

    def steps(block: tuple[int, int]) -> int:
        start, end = block
        return int(cells[start:end].sum() * cells[start:].sum())

    blocks = _blocks_of_trees(np.diff(forest.offsets), width, workers or cores())
    progress.expect(sum(map(steps, blocks)))
    in_threads(compare, blocks, workers, lambda block: progress.advance(steps(block)))
    return distances


def _blocks_of_trees(nodes: Numbers, width: int, workers: int) -> list[tuple[int, int]]:
    """Neighbouring trees, as many as their subtrees can be kept for, in enough blocks for all workers."""
    most = min(_BLOCK // width, int(nodes.sum()) // (12 * workers))
    blocks, start, held = [], 0, 0
    for tree, count in enumerate(nodes.tolist()):
        if held + count > most and tree > start:
            blocks.append((start, tree))
            start, held = tree, 0
        held += count
    return [*blocks, (start, len(nodes))] if len(nodes) else []
