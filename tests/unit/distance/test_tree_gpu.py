"""Distances on a graphics processor: what stands around the kernel everywhere, the kernel where there is one."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.compute.progress import Progress
from accord.distance import tree_edit, tree_gpu
from accord.distance.tree_edit import all_distances, pair_distances
from accord.distance.tree_gpu import SIZES, distances_on_gpu, uses_gpu
from accord.distance.tree_variants import TreeEdit
from accord.errors import NotApplicable, UsageError
from accord.study.forest import Forest

NOTHING = tree_gpu._missing()


def forest(sizes: list[int], seed: int = 1) -> Forest:
    """Random trees of these sizes with four labels."""
    random = np.random.default_rng(seed)
    leftmost: list[int] = []
    for size in sizes:
        open_subtrees: list[int] = []  # the leftmost leaves of subtrees that have no parent yet
        for position in range(size):
            taken = int(random.integers(0, len(open_subtrees) + 1)) if position < size - 1 else len(open_subtrees)
            first = open_subtrees[len(open_subtrees) - taken] if taken else position
            open_subtrees = [*open_subtrees[: len(open_subtrees) - taken], first]
            leftmost.append(first)
    labels = random.integers(0, 4, len(leftmost)).astype(np.int32)
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    names = ("a", "b", "c", "d")
    return Forest(labels, np.array(leftmost, dtype=np.int32), offsets, names, np.array(sizes, dtype=np.int64))


def on_this_processor(ordered: Forest, start: int, end: int, size: int) -> np.ndarray:
    """What the kernel gives: the distances to trees before, in tables that hold them, and 0 behind."""
    assert np.diff(ordered.offsets)[:end].max() <= size
    found = np.zeros((end - start, end), dtype=np.uint8)
    one, other = np.nonzero(np.arange(start, end)[:, None] > np.arange(end))
    found[one, other] = pair_distances(ordered, one + start, other)
    return found


SOME = [1, 30, 5, 127, 16, 17, 64, 2, 65, 33, 1, 90]


def test_blocks_of_sorted_trees_make_the_table_in_the_order_that_they_had() -> None:
    trees = forest(SOME)
    one, other = np.triu_indices(len(trees), 1)
    progress = Progress()
    found = distances_on_gpu(trees, progress, on_this_processor)
    assert (found[one, other] == pair_distances(trees, one, other)).all()
    assert (found == found.T).all()
    assert not found.diagonal().any()


def test_larger_trees_are_compared_here(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = forest([*SOME, 128, 140])
    monkeypatch.setattr(tree_edit, "uses_gpu", lambda device, cells: device == "gpu")
    monkeypatch.setattr(
        tree_edit, "distances_on_gpu", lambda some, progress: distances_on_gpu(some, progress, on_this_processor)
    )
    here, there = (all_distances(trees, device=device) for device in ("cpu", "gpu"))
    assert (here[0] == there[0]).all()
    assert (here[1] == there[1]).all()


def test_it_is_looked_for_unasked_where_there_is_much_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_gpu, "_missing", lambda: "")
    assert not uses_gpu("cpu", 1e12)
    assert not uses_gpu("auto", 1e6)
    assert uses_gpu("auto", 1e12)
    assert uses_gpu("gpu", 1)


def test_without_one_who_asks_for_it_is_told_what_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_gpu, "_missing", lambda: "CuPy is not installed")
    assert not uses_gpu("auto", 1e12)
    with pytest.raises(UsageError, match="device='gpu': CuPy is not installed"):
        uses_gpu("gpu", 1)


def test_what_it_cannot_do_is_refused() -> None:
    costs = tree_edit.EditCosts.of(["a", "b"], {("a", "b"): 0.5})
    with pytest.raises(NotApplicable, match="every edit costs 1"):
        TreeEdit(costs=costs, device="gpu")
    with pytest.raises(UsageError, match="is for tree-edit"):
        accord.agree("examples/harbour/trees", distance="pq-gram", device="gpu")


@pytest.mark.skipif(bool(NOTHING), reason=NOTHING)
def test_the_kernel_gives_the_same_distances() -> None:
    random = np.random.default_rng(3)
    sizes = [int(size) for size in random.integers(1, SIZES[-1] + 1, 300)]
    trees = forest(sizes, seed=4)
    here, there = (all_distances(trees, device=device)[0] for device in ("cpu", "gpu"))
    assert (here == there).all()
