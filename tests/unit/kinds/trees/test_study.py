"""Trees of several annotators, sentence by sentence, and as arrays."""

from __future__ import annotations

from itertools import pairwise

import pytest

from accord.errors import NotApplicable, UsageError
from accord.kinds.trees.flatten import flatten, forest_of
from accord.kinds.trees.study import Reading, study_trees
from accord.model import Corpus, Document, PhraseTree, Trees
from accord.model.tree import ROOT
from tests.trees import corpus_of, dependencies

ONE, TWO, ROUND = "2:a 0:root", "0:root 1:b 2:c", "2:a 1:b 0:root"


def test_sentences_are_the_same_by_name() -> None:
    ada = [dependencies(ONE, "s1"), dependencies(TWO, "s2")]
    bo = [dependencies(TWO, "s2"), dependencies(ONE, "s3")]
    study = study_trees(corpus_of(ada=ada, bo=bo))
    assert [sentence.name for sentence in study.sentences] == ["s2"]
    assert study.left_out == {"sentences with a single tree": 2}


def test_sentences_are_the_same_by_position_and_where_some_are_missing_by_their_words() -> None:
    ada = [dependencies(ONE), dependencies(TWO), dependencies(ROUND.replace("1:b", "3:b"))]
    by_position = study_trees(corpus_of(ada=ada, bo=ada))
    assert [sentence.name for sentence in by_position.sentences] == ["d1:1", "d1:2", "d1:3"]
    fewer = study_trees(corpus_of(ada=[*ada, dependencies(ONE)], bo=[ada[1], dependencies(ONE)]))
    assert [sentence.tokens for sentence in fewer.sentences] == [3, 2]


def test_graphs_that_are_no_trees_are_left_out_or_kept() -> None:
    corpus = corpus_of(ada=[dependencies(ROUND), dependencies(ONE)], bo=[dependencies("3:a 3:b 0:root")] * 2)
    study = study_trees(corpus)
    assert study.left_out == {"graphs without the structure of a tree": 1, "sentences with a single tree": 1}
    assert [finding.code for finding in study.findings] == ["cycle"]
    assert [finding.code for finding in study.mismatches] == ["token-mismatch"]
    kept = flatten(study_trees(corpus, Reading("author")))
    assert kept.forest.sizes.tolist() == [4, 4, 3, 4]
    nodes = [end - start for start, end in pairwise(kept.forest.offsets.tolist())]
    assert nodes == [2, 4, 3, 4]


def test_the_tree_of_an_annotator_who_is_absent_is_missing_in_the_arrays() -> None:
    trees = [dependencies(ONE, "s1"), dependencies(TWO, "s2")]
    study = flatten(study_trees(corpus_of(ada=trees, bo=trees[1:], chloe=trees)))
    assert study.item.tolist() == [0, 0, 1, 1, 1]
    assert study.annotator.tolist() == [0, 2, 0, 1, 2]
    assert study.lengths.tolist() == [2, 3]


def test_labels_of_dependencies_can_be_cut_at_their_colon() -> None:
    corpus = corpus_of(ada=[dependencies("2:nsubj:pass 0:root")], bo=[dependencies("2:nsubj 0:root")])
    assert flatten(study_trees(corpus)).forest.names == ("nsubj:pass", "root", "", "nsubj")
    assert flatten(study_trees(corpus, Reading(universal=True))).forest.names == ("nsubj", "root", "")


def test_traces_and_functional_tags_can_be_left_away() -> None:
    labels = ("S", "NP-SBJ=1", "-NONE-", "VP", "-LRB-", "VB")
    tree = PhraseTree(labels, (ROOT, 0, 1, 0, 3, 3), ("*T*", "-LRB-", "go"))
    layers = {("d1", name): Trees((tree,)) for name in ("ada", "bo")}
    corpus = Corpus.of((Document("d1"),), layers)
    (seen,) = study_trees(corpus, Reading(functions=False, traces=False)).sentences
    left = seen.trees["ada"]
    assert isinstance(left, PhraseTree)
    assert left.labels == ("S", "VP", "-LRB-", "VB")
    assert left.parents == (ROOT, 0, 1, 1)
    assert left.words == ("-LRB-", "go")
    assert Reading(traces=False).seen(PhraseTree(("S", "-NONE-"), (ROOT, 0), ("*",))) is None


def test_a_chain_and_a_star_of_two_thousand_tokens() -> None:
    chain = dependencies(" ".join(f"{number}:x" for number in range(2_000)))
    star = dependencies("0:root " + " ".join(["1:x"] * 1_999))
    forest = forest_of([chain, star])
    assert forest.leftmost[:2_001].tolist() == [0] * 2_001
    assert forest.leftmost[2_001:].tolist() == [*range(1_999), 0, 0]


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(NotApplicable, match="no trees"):
        study_trees(Corpus.of((), {}))
    phrases = Trees((PhraseTree(("S",), (ROOT,), ("a",)),))
    with pytest.raises(NotApplicable, match="measure them apart"):
        study_trees(Corpus.of((Document("d1"),), {("d1", "a"): phrases, ("d1", "b"): Trees((dependencies(ONE),))}))
    with pytest.raises(UsageError, match="did you mean leave-out"):
        Reading("leave")
