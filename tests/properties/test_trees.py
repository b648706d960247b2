"""Tree edit distance against its definition and other programs, and alpha against loops and our own coding alpha."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty, leave_one_out
from accord.distance.pq_gram import PqGram
from accord.distance.relevant import mirrored
from accord.distance.tree_edit import EditCosts, all_distances, pair_distances
from accord.distance.tree_mapping import edit_mapping
from accord.distance.tree_variants import TreeEdit
from accord.kinds.trees import alpha
from accord.kinds.trees.coefficient import TreeAlpha
from accord.verbs.agree import agree
from tests.oracle import tree_peers
from tests.oracle import trees as oracle
from tests.oracle.trees import Tree, forest_of, nodes, study_of

if TYPE_CHECKING:
    from collections.abc import Callable

labels = st.sampled_from("abc")
trees = st.recursive(
    labels.map(Tree), lambda below: st.builds(Tree, labels, st.lists(below, max_size=4).map(tuple)), max_leaves=8
)
tables = st.integers(2, 4).flatmap(
    lambda annotators: st.lists(
        st.lists(st.none() | trees, min_size=annotators, max_size=annotators), min_size=1, max_size=6
    )
)
COSTS: oracle.Costs = (
    lambda a, b: abs(ord(a) - ord(b)) / 2,
    lambda a: 1 + (a == "b") / 4,
    lambda b: 1 + (b == "b") / 4,
)
NO_INTERVAL = Uncertainty("none")


def random_tree(rng: np.random.Generator, size: int, names: str = "abcd") -> Tree:
    """A tree whose nodes hang at random below one of those before them."""
    below: dict[int, list[int]] = {}
    for node in range(1, size):
        below.setdefault(int(rng.integers(max(0, node - 6), node)), []).append(node)
    given = rng.choice(list(names), size=size)

    def grow(node: int) -> Tree:
        return Tree(str(given[node]), tuple(grow(child) for child in below.get(node, [])))

    return grow(0)


def pairs_of(*compared: tuple[Tree, Tree]) -> Any:
    """Trees in a forest, and the numbers of those to compare."""
    forest = forest_of([tree for pair in compared for tree in pair])
    return forest, np.arange(0, 2 * len(compared), 2), np.arange(1, 2 * len(compared), 2)


class TestDistance:
    @given(trees, trees)
    def test_is_the_cheapest_edit(self, one: Tree, other: Tree) -> None:
        assert pair_distances(*pairs_of((one, other))).tolist() == [oracle.distance(one, other)]

    @pytest.mark.parametrize("names", ["ab", "abcdefgh"])
    def test_is_so_for_many_trees_with_few_and_with_many_labels(self, names: str) -> None:
        rng = np.random.default_rng(17)
        drawn = [tuple(random_tree(rng, int(rng.integers(2, 9)), names) for _ in "ab") for _ in range(400)]
        compared = [(one, other) for one, other in drawn]
        assert pair_distances(*pairs_of(*compared)).tolist() == [oracle.distance(*each) for each in compared]

    @given(st.lists(trees, min_size=1, max_size=8))
    def test_of_all_pairs_is_that_of_each_pair(self, some: list[Tree]) -> None:
        table, kind_of = all_distances(forest_of(some))
        assert len(table) == len(set(some))
        found = table[kind_of[:, None], kind_of]
        assert found.tolist() == [[oracle.distance(one, other) for other in some] for one in some]

    @given(trees, trees)
    def test_costs_what_each_edit_costs(self, one: Tree, other: Tree) -> None:
        forest, some, others = pairs_of((one, other))
        given = EditCosts.of(
            forest.names, {("a", "b"): 0.5, ("b", "c"): 0.5, ("a", "c"): 1.0}, {"b": 1.25}, {"b": 1.25}
        )
        assert pair_distances(forest, some, others, given)[0] == pytest.approx(oracle.distance(one, other, COSTS))
        assert sum(edit.cost for edit in edit_mapping(forest, 0, 1, given)) == pytest.approx(
            oracle.distance(one, other, COSTS)
        )

    @given(trees, trees)
    def test_may_cost_more_one_way(self, one: Tree, other: Tree) -> None:
        costs: oracle.Costs = (lambda a, b: 2 * (a != b), lambda a: 0.5, lambda b: 3)
        forest, some, others = pairs_of((one, other))
        relabel = dict.fromkeys(combinations("abc", 2), 2.0)
        found = pair_distances(forest, some, others, EditCosts.of(forest.names, relabel, 0.5, 3))
        assert found[0] == pytest.approx(oracle.distance(one, other, costs))

    @given(trees, trees)
    def test_is_the_same_of_mirror_images(self, one: Tree, other: Tree) -> None:
        forest, some, others = pairs_of((one, other))
        turned = mirrored(forest)
        expected = forest_of([oracle.mirror(one), oracle.mirror(other)])
        assert [turned.names[label] for label in turned.labels] == [expected.names[label] for label in expected.labels]
        assert turned.leftmost.tolist() == expected.leftmost.tolist()
        assert pair_distances(forest, some, others).tolist() == pair_distances(turned, some, others).tolist()

    @pytest.mark.parametrize("variant", ["plain", "metric"])
    @pytest.mark.parametrize("seed", range(3))
    def test_is_a_metric(self, variant: str, seed: int) -> None:
        rng = np.random.default_rng(seed)
        forest = forest_of([random_tree(rng, int(rng.integers(1, 20)), "ab") for _ in range(60)])
        pairs = TreeEdit(variant).all_pairs(forest)
        kinds = np.arange(len(pairs.table))
        apart = pairs.between(kinds, kinds)
        assert (np.diag(apart) == 0).all()
        assert (apart[~np.eye(len(kinds), dtype=bool)] > 0).all()
        assert (apart == apart.T).all()
        assert (apart[:, None, :] <= apart[:, :, None] + apart[None] + 1e-12).all()
        assert variant == "plain" or apart.max() <= 1

    @given(trees, trees)
    def test_is_what_the_mapping_costs(self, one: Tree, other: Tree) -> None:
        forest, some, others = pairs_of((one, other))
        edits = edit_mapping(forest, 0, 1)
        assert sum(edit.cost for edit in edits) == pair_distances(forest, some, others)[0]
        assert sorted(edit.one for edit in edits if edit.one is not None) == list(range(nodes(one)))
        assert sorted(edit.other for edit in edits if edit.other is not None) == list(range(nodes(other)))
        kept = [(edit.one, edit.other) for edit in edits if edit.one is not None and edit.other is not None]
        left = [forest.leftmost[tree.start : tree.stop] for tree in (slice(0, nodes(one)), slice(nodes(one), None))]
        for (a, b), (c, d) in combinations(kept, 2):
            assert (a < c) == (b < d)
            assert _holds(left[0], a, c) == _holds(left[1], b, d)

    @given(trees, trees)
    def test_of_pq_grams_counts_what_only_one_has(self, one: Tree, other: Tree) -> None:
        forest, some, others = pairs_of((one, other))
        x, y = oracle.pq_grams(one, 2, 3), oracle.pq_grams(other, 2, 3)
        apart = x.total() + y.total() - 2 * (x & y).total()
        assert PqGram().pairs(forest, some, others).tolist() == [apart]
        assert PqGram("norm").all_pairs(forest).of(some, others)[0] == pytest.approx(apart / (x.total() + y.total()))


def _holds(leftmost: np.ndarray, one: int, other: int) -> tuple[bool, bool]:
    """Whether each of two nodes hangs below the other."""
    return bool(leftmost[one] <= other <= one), bool(leftmost[other] <= one <= other)


@cache
def _apart(one: Tree, other: Tree) -> int:
    return int(oracle.distance(one, other))


VARIANTS: dict[str, Callable[[Tree, Tree], Fraction]] = {
    "plain": lambda one, other: Fraction(_apart(one, other)),
    "diff": lambda one, other: Fraction(_apart(one, other) - abs(nodes(one) - nodes(other))),
    "norm": lambda one, other: Fraction(_apart(one, other), nodes(one) + nodes(other)),
    "metric": lambda one, other: Fraction(2 * _apart(one, other), nodes(one) + nodes(other) + _apart(one, other)),
}


class TestAlpha:
    @pytest.mark.parametrize("variant", VARIANTS)
    @given(table=tables)
    @settings(max_examples=25)
    def test_is_what_loops_over_all_pairs_give(self, variant: str, table: list[list[Tree | None]]) -> None:
        study = study_of(table)
        squared = TreeAlpha(study, TreeEdit(variant), uncertainty=NO_INTERVAL).whole
        linear = TreeAlpha(study, TreeEdit(variant), linear=True, uncertainty=NO_INTERVAL).whole
        apart = VARIANTS[variant]
        for found, expected in (
            (squared, oracle.alpha(table, lambda one, other: apart(one, other) ** 2)),
            (linear, oracle.alpha(table, apart)),
        ):
            assert isinstance(found.value, Undefined) if expected is None else found.value == pytest.approx(expected)

    @pytest.mark.parametrize("seed", range(5))
    def test_is_alpha_of_labels_at_the_same_distances(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        drawn = [random_tree(rng, int(rng.integers(2, 12)), "ab") for _ in range(12)]
        codes = rng.integers(-2, 12, size=(20, 3))
        table = [[drawn[code] if code >= 0 else None for code in row] for row in codes.tolist()]
        labels = {f"a{column}": [str(code) if code >= 0 else None for code in codes[:, column]] for column in range(3)}
        coded = agree(labels, "alpha", distance=lambda a, b: float(_apart(drawn[int(a)], drawn[int(b)])) ** 2)
        found = TreeAlpha(study_of(table)).whole
        assert found.value == pytest.approx(coded.result.value)
        assert found.interval[:2] == pytest.approx(coded.result.interval[:2])  # type: ignore[index]

    @pytest.mark.parametrize("by_document", [False, True])
    def test_leaves_out_one_group_as_if_it_were_not_there(self, by_document: bool) -> None:
        rng = np.random.default_rng(5)
        table = [row for row in noisy_table(rng, 20) if sum(tree is not None for tree in row) > 1][:12]
        documents = [item // 3 for item in range(12)]
        agreement = TreeAlpha(study_of(table, documents), uncertainty=Uncertainty(by_document=by_document))
        left = _left_out(agreement)
        without = [
            TreeAlpha(
                study_of([row for item, row in enumerate(table) if (documents[item] if by_document else item) != each]),
                uncertainty=NO_INTERVAL,
            ).whole.value
            for each in range(4 if by_document else 12)
        ]
        assert left == pytest.approx(without)


def noisy_table(rng: np.random.Generator, items: int, annotators: int = 3) -> list[list[Tree | None]]:
    """Trees of which some leaves get another label, and one of which is missing now and then."""

    def blurred(tree: Tree) -> Tree:
        label = tree.label if rng.random() < 0.8 else str(rng.choice(list("abcd")))
        kept = [child for child in tree.children if rng.random() < 0.95]
        return Tree(label, tuple(blurred(child) for child in kept))

    truth = [random_tree(rng, int(rng.integers(3, 25))) for _ in range(items)]
    return [[blurred(tree) if rng.random() < 0.9 else None for _ in range(annotators)] for tree in truth]


def _left_out(agreement: TreeAlpha) -> Any:
    """What the jackknife has of alpha without each group."""
    seen: list[Any] = []
    original = leave_one_out

    def spy(*given: Any) -> Any:
        seen.append(original(*given))
        return seen[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(alpha, "leave_one_out", spy)
        _ = agreement.whole
    return seen[0].without


class TestSampling:
    def test_comes_as_close_as_it_says(self) -> None:
        study = study_of(noisy_table(np.random.default_rng(1), 60))
        true = TreeAlpha(study, uncertainty=NO_INTERVAL).whole.value
        errors = []
        for seed in range(60):
            sampled = TreeAlpha(study, pairs="sampled", precision=0.02, uncertainty=Uncertainty(seed=seed)).whole
            assert sampled.sampling
            assert sampled.sampling.half_width <= 0.02
            errors.append(abs(sampled.value - true) <= sampled.sampling.half_width)  # type: ignore[operator]
        assert sum(errors) >= 51

    def test_leaves_the_interval_about_as_wide_where_items_matter_most(self) -> None:
        study = study_of(noisy_table(np.random.default_rng(2), 80))
        exact = TreeAlpha(study).whole.interval
        sampled = TreeAlpha(study, pairs="sampled", precision=0.001).whole.interval
        rough = TreeAlpha(study, pairs="sampled", precision=0.03).whole.interval
        assert not any(isinstance(each, Undefined) for each in (exact, sampled, rough))
        widths = [each.high - each.low for each in (exact, sampled, rough)]  # type: ignore[union-attr]
        assert widths[1] == pytest.approx(widths[0], rel=0.02)
        assert widths[2] == pytest.approx(widths[0], rel=0.2)


@pytest.mark.peer
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("peer", [tree_peers.zss, tree_peers.apted, tree_peers.edist], ids=["zss", "apted", "edist"])
def test_peers_find_the_same_distance(peer: Callable[..., Callable[[int, int], float]], seed: int) -> None:
    pytest.importorskip(peer.__name__)
    rng = np.random.default_rng(seed)
    drawn = [
        (random_tree(rng, int(rng.integers(1, 25))), random_tree(rng, int(rng.integers(1, 25)))) for _ in range(100)
    ]
    found = pair_distances(*pairs_of(*drawn)).tolist()
    distance = peer([tree for pair in drawn for tree in pair])
    assert [distance(2 * number, 2 * number + 1) for number in range(100)] == found
