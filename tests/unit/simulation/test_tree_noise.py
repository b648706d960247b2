from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from accord.checks.trees import is_tree, unreached
from accord.errors import NotApplicable
from accord.kinds.trees.noise import both, random, reattach, relabel, uniform_heads
from accord.model import DependencyTree, PhraseTree
from accord.model.tree import NO_WORDS, ROOT
from accord.simulation import TREE_NOISES

TOKENS = 6
CHAIN = DependencyTree(tuple("abcdef"), (0, 1, 2, 3, 4, 5), ("r", "a", "b", "a", "b", "a"), (1, 2, 3, 4, 5, 6))
STAR = DependencyTree(tuple("abcdef"), (0, 1, 1, 1, 1, 1), ("r", "a", "b", "c", "d", "a"), (1, 2, 3, 4, 5, 6))
PHRASES = PhraseTree(("S", "NP", "VP", "V"), (ROOT, 0, 0, 2), (NO_WORDS,) * 2)
MANY = [CHAIN, STAR] * 500


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("name", list(TREE_NOISES))
def test_without_noise_nothing_changes(name: str, rng: np.random.Generator) -> None:
    assert TREE_NOISES.get(name)([CHAIN, STAR], 0.0, rng) == [CHAIN, STAR]


@pytest.mark.parametrize("name", list(TREE_NOISES))
@pytest.mark.parametrize("amount", [0.3, 1.0])
def test_what_comes_out_are_trees_over_the_same_words(name: str, amount: float, rng: np.random.Generator) -> None:
    for before, after in zip(MANY, TREE_NOISES.get(name)(MANY, amount, rng), strict=True):
        assert after.words == before.words
        assert is_tree(after)


@pytest.mark.parametrize("name", list(TREE_NOISES))
def test_what_is_spoilt_at_a_low_amount_is_spoilt_at_a_higher_one(name: str) -> None:
    low, high = (TREE_NOISES.get(name)(MANY, amount, np.random.default_rng(3)) for amount in (0.2, 0.6))
    spoilt = [
        [
            after.labels != before.labels or after.structure != before.structure
            for before, after in zip(MANY, made, strict=True)
        ]
        for made in (low, high)
    ]
    assert sum(spoilt[1]) > sum(spoilt[0]) > 0
    if name in {"relabel", "random"}:  # a head that moved may come back where others moved, too
        assert all(later for before, later in zip(*spoilt, strict=True) if before)


def test_labels_are_drawn_from_all_with_the_old_one_among_them(rng: np.random.Generator) -> None:
    """Of five labels each is as likely, so at p = 1 a fifth stays."""
    after = [label for tree in relabel(MANY, 1.0, rng) for label in tree.labels]
    counts = Counter(after)
    assert set(counts) == {"r", "a", "b", "c", "d"}
    assert all(count == pytest.approx(len(after) / 5, rel=0.1) for count in counts.values())
    half = relabel(MANY, 0.5, rng)
    kept = np.mean([a == b for x, y in zip(MANY, half, strict=True) for a, b in zip(x.labels, y.labels, strict=True)])
    assert kept == pytest.approx(0.5 + 0.5 / 5, abs=0.03)


def test_heads_alone_move(rng: np.random.Generator) -> None:
    after = reattach(MANY, 0.5, rng)
    assert [tree.labels for tree in after] == [tree.labels for tree in MANY]
    heads = [
        (x, y)
        for before, tree in zip(MANY, after, strict=True)
        for x, y in zip(before.structure, tree.structure, strict=True)
    ]
    same = np.mean([x == y for x, y in heads])
    assert same == pytest.approx(0.5, abs=0.05), "a token that moves gets another head where there is one"


def test_the_only_child_of_the_root_moves_once_another_hangs_there(rng: np.random.Generator) -> None:
    """Post-order: the last token comes first, so that the first may find it at the root (section 3 of the paper)."""
    heads = {tree.structure for tree in reattach([CHAIN] * 300, 1.0, rng)}
    assert any(each[0] != ROOT for each in heads)
    single = DependencyTree(("a",), (0,), ("r",), (1,))
    assert reattach([single], 1.0, rng) == [single], "there is nowhere else"


def test_ids_of_files_are_kept(rng: np.random.Generator) -> None:
    numbered = DependencyTree(("a", "b", "c"), (0, 5, 5), ("r", "x", "y"), (5, 7, 9))
    for tree in both([numbered] * 50, 1.0, rng):
        assert set(tree.heads) <= {0, 5, 7, 9}  # type: ignore[union-attr]
        assert is_tree(tree)


def test_every_tree_is_as_likely(rng: np.random.Generator) -> None:
    """By counting: 16 trees over three tokens, of the 4^3 choices of heads those that reach the root."""
    trees = {heads for heads in product(range(ROOT, 3), repeat=3) if not unreached(heads)}
    drawn = Counter(tuple(uniform_heads(3, rng)) for _ in range(16_000))
    assert set(drawn) == trees
    assert len(trees) == 16
    assert all(count == pytest.approx(1_000, rel=0.15) for count in drawn.values())


def test_whole_trees_are_drawn_anew(rng: np.random.Generator) -> None:
    kept = sum(after == before for before, after in zip(MANY, random(MANY, 0.4, rng), strict=True))
    assert kept == pytest.approx(0.6 * len(MANY), rel=0.1)


def test_phrases_have_labels_and_no_heads(rng: np.random.Generator) -> None:
    (after,) = relabel([PHRASES], 1.0, rng)
    assert (after.structure, after.words) == (PHRASES.structure, PHRASES.words)
    with pytest.raises(NotApplicable, match="these trees are phrases"):
        reattach([PHRASES], 1.0, rng)
