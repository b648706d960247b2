"""What stands beside alpha: where it is defined, and that the way in which files number tokens does not matter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from accord import agree
from accord.agreement.result import Undefined, number
from accord.agreement.uncertainty import Uncertainty
from accord.kinds.trees.companions import companions
from accord.kinds.trees.differences import differences
from accord.kinds.trees.scores import labels_of, score_trees
from accord.kinds.trees.study import study_trees
from accord.model import Corpus, Document, PhraseTree, Trees
from accord.model.tree import ROOT
from accord.scoring.counted_measure import summed_by_label
from tests.trees import corpus_of, dependencies, one_large_tree

if TYPE_CHECKING:
    from pathlib import Path

    from accord.model import DependencyTree

FOG = dependencies("2:nsubj 0:root 2:obj")


def numbered_on(tree: DependencyTree, by: int) -> DependencyTree:
    """The same tree in a file whose numbers go on from sentence to sentence."""
    heads = tuple(head and head + by for head in tree.heads)
    return replace(tree, heads=heads, ids=tuple(each + by for each in tree.ids))


def test_the_same_tree_is_the_same_however_its_tokens_are_numbered() -> None:
    study = study_trees(corpus_of(ada=[FOG], bo=[numbered_on(FOG, 4)]))
    las, uas, kappa = companions(study, Uncertainty("none"))
    assert (las.value, uas.value, kappa.value) == (1, 1, 1)
    assert not differences(study).attachments
    assert differences(study).differing == (0,)
    assert {name: score.value for name, score in score_trees([(FOG, numbered_on(FOG, 4))]).items()} == {
        "las": 1,
        "uas": 1,
        "clas": 1,
    }


def test_a_relation_is_right_with_its_head() -> None:
    system = dependencies("2:nsubj 0:root 1:obj")
    assert summed_by_label(labels_of(*pair) for pair in [(FOG, system), (FOG, FOG)]) == {
        "nsubj": (2, 2, 2),
        "root": (2, 2, 2),
        "obj": (2, 2, 1),
    }
    renamed = dependencies("2:expl 0:root 2:obj")
    assert labels_of(FOG, renamed) == {
        "root": (1, 1, 1),
        "obj": (1, 1, 1),
        "nsubj": (1, 0, 0),
        "expl": (0, 1, 0),
    }


def test_what_is_undefined_says_why() -> None:
    moved = study_trees(corpus_of(ada=[dependencies("0:root 1:x")], bo=[dependencies("2:x 0:root")]))
    *_, kappa = companions(moved, Uncertainty("none"))
    assert kappa.value == Undefined("no token has the same head to two annotators")
    alike = study_trees(corpus_of(ada=[dependencies("0:x 1:x")], bo=[dependencies("0:x 1:x")]))
    *_, kappa = companions(alike, Uncertainty("none"))
    assert kappa.value == Undefined("chance would agree as well")
    leaf = Trees((PhraseTree(("N",), (ROOT,), ("fog",)),))
    shared, jaccard = companions(
        study_trees(Corpus.of((Document("d1"),), {("d1", name): leaf for name in ("ada", "bo")})), Uncertainty("none")
    )
    assert shared.value == Undefined("there are no brackets of phrases")
    assert jaccard.value == 1


def test_a_tree_that_is_too_large_is_named_and_all_else_is_measured(tmp_path: Path) -> None:
    agreement = agree(one_large_tree(tmp_path / "trees"))
    assert agreement.value == Undefined(
        "the tree of ada over large-1 has 5,001 nodes, and tree-edit is for trees of 5,000 nodes at most (2 trees are "
        "larger)"
    )
    assert agreement["las"].value == pytest.approx(5_012 / 5_014)
    assert agreement["las"].used == {"sentences": 5, "tokens": 5_014}
    found = {each.document: number(each.value) for each in agreement.documents}
    assert found == {"large": None, "short": pytest.approx(-0.5), "calm": None}
    assert [each.name for each in agreement.hardest()] == ["short-1", "short-2"]
    assert isinstance(agreement.annotators["ada"].against_rest, Undefined)
    assert not isinstance(agree(tmp_path / "trees", distance="pq-gram").value, Undefined)


def test_what_stands_beside_alpha_says_that_it_is_of_the_same_data() -> None:
    agreement = agree(corpus_of(ada=[FOG, FOG], bo=[FOG, dependencies("2:nsubj 0:root 2:obl")]))
    signatures = [result.signature for result in agreement]
    for key in ("items", "annotators", "docs", "over", "data"):
        assert len({signature.choices[key] for signature in signatures}) == 1
