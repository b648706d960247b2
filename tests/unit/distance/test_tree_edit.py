from __future__ import annotations

import subprocess
import sys
from functools import reduce

import numpy as np
import pytest

from accord.compute import compiled as compute
from accord.compute.threads import in_threads
from accord.distance import tree_edit
from accord.distance.pq_gram import PqGram
from accord.distance.tree_edit import EditCosts, all_distances, pair_distances
from accord.distance.tree_mapping import edit_mapping
from accord.distance.tree_variants import TreeEdit
from accord.errors import NotApplicable, UsageError
from accord.study.forest import Forest
from tests.oracle.trees import Tree, forest_of


def shapes(*given: tuple[str, int]) -> Forest:
    """Chains and stars of so many nodes, all with the same label, without recursion."""
    leftmost = [np.zeros(size) if shape == "chain" else np.r_[np.arange(size - 1), 0] for shape, size in given]
    offsets = np.cumsum([0, *(size for _, size in given)])
    labels = np.zeros(offsets[-1], dtype=np.int32)
    return Forest(labels, np.concatenate([[], *leftmost]).astype(np.int32), offsets, ("a",), np.diff(offsets))


def both(forest: Forest) -> list[list[list[int]]]:
    """All distances, computed together and pair by pair."""
    table, kind_of = all_distances(forest)
    one, other = np.divmod(np.arange(len(forest) ** 2), len(forest))
    apart = pair_distances(forest, one, other).reshape(len(forest), len(forest))
    return [table[kind_of[:, None], kind_of].tolist(), apart.tolist()]


class TestSizes:
    def test_chains_and_stars_of_2000_nodes(self) -> None:
        forest = shapes(("chain", 2000), ("star", 2000), ("chain", 1))
        expected = [[0, 3996, 1999], [3996, 0, 1999], [1999, 1999, 0]]
        assert both(forest) == [expected, expected]
        assert sum(edit.cost for edit in edit_mapping(forest, 0, 1)) == 3996

    def test_a_tree_of_500_nodes(self) -> None:
        comb = reduce(lambda below, node: Tree("ab"[node % 2], (Tree("c"), Tree("d"), below)), range(166), Tree("a"))
        forest = forest_of([comb, comb.children[2]])
        assert both(forest) == [[[0, 3], [3, 0]]] * 2

    @pytest.mark.parametrize("size", [10_000, 40_000])
    def test_pq_grams_of_large_trees_are_counted_in_full(self, size: int) -> None:
        forest = shapes(("star", size), ("star", size + 1))
        # A node more is a leaf and a window over the children more.
        assert PqGram().pairs(forest, np.array([0]), np.array([1])).tolist() == [2]
        assert PqGram().all_pairs(forest).of(np.array([0, 1]), np.array([1, 1])).tolist() == [2, 0]

    def test_equal_trees_are_of_one_kind(self) -> None:
        table, kind_of = all_distances(forest_of([Tree("a"), Tree("b"), Tree("a")]))
        assert (table.tolist(), kind_of.tolist()) == ([[0, 1], [1, 0]], [0, 1, 0])

    def test_equal_trees_that_count_as_larger_are_not(self) -> None:
        table, _ = all_distances(forest_of([Tree("a"), Tree("a")], sizes=[1, 2]))
        assert table.tolist() == [[0, 0], [0, 0]]

    def test_too_many_nodes_are_refused_with_their_number(self) -> None:
        forest = shapes(("star", 5001), ("star", 2))
        for measure in (lambda: all_distances(forest), lambda: pair_distances(forest, np.array([0]), np.array([1]))):
            with pytest.raises(NotApplicable, match=r"a tree has 5,001 nodes: .* 5,000 nodes at most"):
                measure()

    def test_too_much_work_is_refused_with_the_sizes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tree_edit, "MAX_CELLS", 10)
        with pytest.raises(NotApplicable, match=r"trees of 3 and 4 nodes .* takes 12 steps"):
            pair_distances(shapes(("chain", 3), ("chain", 4)), np.array([0]), np.array([1]))
        with pytest.raises(NotApplicable, match=r"trees of 4 and 4 nodes .* takes 16 steps"):
            all_distances(shapes(("chain", 3), ("chain", 4)))

    def test_no_trees_have_no_distances(self) -> None:
        table, kind_of = all_distances(shapes())
        assert (table.shape, kind_of.shape) == ((0, 0), (0,))

    def test_few_kept_distances_give_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        trees = [
            Tree("a", tuple(Tree("bc"[each % 2], (Tree("d"),) * each) for each in range(count))) for count in range(9)
        ]
        together, apart = both(forest_of(trees))
        monkeypatch.setattr(tree_edit, "_BLOCK", 8)
        assert both(forest_of(trees)) == [together, apart] == [apart, apart]


class TestCosts:
    def test_must_be_numbers_from_0_up(self) -> None:
        for cost in (-1.0, float("nan"), float("inf")):
            with pytest.raises(UsageError, match="the cost of an edit is a number from 0 up"):
                EditCosts.of(["a", "b"], {("a", "b"): cost})

    def test_of_agreement_must_be_the_same_both_ways(self) -> None:
        with pytest.raises(NotApplicable, match="the same both ways"):
            TreeEdit(costs=EditCosts.of(["a"], {}, delete=2))

    def test_are_not_for_variants_that_count_nodes(self) -> None:
        with pytest.raises(NotApplicable, match="the variant norm counts nodes"):
            TreeEdit("norm", EditCosts.of(["a"], {}))

    def test_set_the_scale_of_the_metric_norm(self) -> None:
        forest = forest_of([Tree("a"), Tree("b", (Tree("b"),))])
        pairs = forest, np.array([0]), np.array([1])
        assert TreeEdit("metric").pairs(*pairs).tolist() == [2 * 2 / (1 + 2 + 2)]
        doubled = EditCosts.of(forest.names, {("a", "b"): 2.0}, 2.0, 2.0)
        assert TreeEdit("metric", doubled).pairs(*pairs).tolist() == [2 * 2 / (1 + 2 + 2)]

    def test_give_partial_credit(self) -> None:
        forest = forest_of([Tree("a", (Tree("nmod"),)), Tree("a", (Tree("obl"),)), Tree("a", (Tree("det"),))])
        credit = TreeEdit(costs=EditCosts.of(forest.names, {("obl", "nmod"): 0.5}))
        pairs = credit.all_pairs(forest)
        assert pairs.of(np.array([0, 0]), np.array([1, 2])).tolist() == [0.5, 1.0]


class TestNames:
    def test_an_unknown_variant_is_refused(self) -> None:
        with pytest.raises(UsageError, match="unknown variant 'plian': did you mean plain"):
            TreeEdit("plian")
        with pytest.raises(UsageError, match="unknown variant 'diff' of pq-gram"):
            PqGram("diff")
        with pytest.raises(UsageError, match="p and q are numbers from 1 up"):
            PqGram(p=0)


class TestCompiling:
    def test_nothing_else_loads_the_compiler(self) -> None:
        code = (
            "import sys, accord, accord.verbs.agree, accord.verbs.score, accord.kinds.trees.coefficient\n"
            "sys.exit('numba' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    def test_small_alignments_do_without_it(self) -> None:
        rows = [("a", "X", 0, 4), ("b", "X", 1, 4), ("c", "Y", 0, 5), ("a", "Y", 7, 9), ("b", "Y", 7, 8)]
        code = (
            f"import sys, io, accord; rows = {rows!r}\n"
            "table = [dict(zip(('annotator', 'category', 'start', 'end'), row)) for row in rows]\n"
            "accord.agree(table, 'gamma').complete(); sys.exit('numba' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    def test_works_where_nothing_can_be_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from numba import njit

        def nowhere_to_write(**options: bool) -> object:
            if options.get("cache"):
                raise RuntimeError("cannot cache function: no locator available")
            return njit(**options)

        monkeypatch.setattr(compute, "njit", nowhere_to_write)

        def doubled(number: int) -> int:
            return 2 * number

        assert compute.compiled(doubled)(21) == 42

    def test_a_fault_in_a_thread_is_not_lost(self) -> None:
        with pytest.raises(ZeroDivisionError):
            in_threads(lambda number: print(1 / number), [1, 0, 2], workers=2)  # noqa: T201
