"""Where annotators draw different trees."""

from __future__ import annotations

from accord.kinds.trees.differences import NO_HEAD, NO_PHRASE, LabelPair, differences
from accord.kinds.trees.study import study_trees
from accord.model import Corpus, Document, PhraseTree, Trees
from accord.model.tree import NO_WORDS, ROOT
from tests.trees import corpus_of, dependencies

SAW = "2:nsubj 0:root 2:obj 2:obl"


def test_labels_heads_and_attachments_that_differ() -> None:
    other = "2:expl 0:root 2:obj 3:nmod"
    found = differences(study_trees(corpus_of(ada=[dependencies(SAW)], bo=[dependencies(other)])))
    assert found.labels == (LabelPair("expl", "nsubj", 1),)
    assert found.attachments == (LabelPair("nmod", "obl", 1),)
    assert found.heads == (LabelPair("obj", "root", 1),)
    assert found.differing == (2,)


def test_another_root_is_a_difference_of_heads() -> None:
    found = differences(study_trees(corpus_of(ada=[dependencies("0:root 1:x")], bo=[dependencies("2:x 0:root")])))
    assert LabelPair(NO_HEAD, "root", 2) in found.heads


def test_how_much_each_sentence_differs_where_its_tokens_are_the_same() -> None:
    ada = [dependencies(SAW, "s1"), dependencies(SAW, "s2"), dependencies(SAW, "s3"), dependencies(SAW, "s4")]
    bo = [
        dependencies(SAW, "s1"),
        dependencies(SAW.replace("obl", "x"), "s2"),
        dependencies("0:a 1:b 1:c 1:d", "s3"),
        dependencies("0:root", "s4"),
    ]
    found = differences(study_trees(corpus_of(ada=ada, bo=bo)))
    assert found.differing == (0, 1, 4, None)


def test_phrases_that_one_has_and_labels_over_the_same_tokens() -> None:
    one = PhraseTree(("S", "NP", "N", "VP", "V"), (ROOT, 0, 1, 0, 3), (NO_WORDS,) * 2)
    other = PhraseTree(("S", "PP", "N", "V"), (ROOT, 0, 1, 0), (NO_WORDS,) * 2)
    corpus = Corpus.of((Document("d1"),), {("d1", "ada"): Trees((one,)), ("d1", "bo"): Trees((other,))})
    found = differences(study_trees(corpus))
    assert found.labels == (LabelPair("NP", "PP", 1),)
    assert found.phrases == (LabelPair(NO_PHRASE, "VP", 1),)
