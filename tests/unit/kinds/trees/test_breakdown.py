"""What takes alpha over trees apart, in the shapes that all kinds have."""

from __future__ import annotations

import pytest

from accord.agreement.result import Undefined, number
from accord.errors import UsageError
from accord.kinds.options import chosen
from accord.kinds.trees.kind import TREES
from accord.kinds.trees.options import TreeOptions
from accord.model import Corpus, Document, Trees
from tests.trees import corpus_of, dependencies

FOG, OTHER, MOVED = (
    dependencies(each) for each in ("2:amod 3:nsubj 0:root", "2:det 3:nsubj 0:root", "3:amod 3:obj 0:root")
)
RAIN = dependencies("0:root 1:dep")


@pytest.fixture
def corpus() -> Corpus:
    return corpus_of(ada=[FOG, RAIN, FOG], bo=[OTHER, RAIN, MOVED], chloe=[FOG, RAIN, FOG])


def test_labels_are_compared_where_heads_are_the_same(corpus: Corpus) -> None:
    labels = TREES.agree(corpus, (), TreeOptions()).labels
    # amod meets amod once in each of the first and the last sentence (ada, chloe), and det twice in the first.
    assert labels["amod"].specific == pytest.approx(2 * 2 / (2 * 2 + 2))
    assert (labels["amod"].given, labels["amod"].count) == (5, 4)
    # nsubj meets itself in all three pairs of the first sentence and in one of the last, and obj twice there.
    assert labels["nsubj"].specific == pytest.approx(2 * 4 / (2 * 4 + 2))
    assert labels["det"].specific == 0
    assert labels["amod"].value == Undefined("labels of trees are not measured one by one")
    alone = TREES.agree(corpus_of(ada=[FOG], bo=[dependencies("0:root 1:nsubj 1:x")]), (), TreeOptions()).labels
    assert alone["x"].specific == Undefined("it is nowhere compared")


def test_confusions_say_where_and_what_if_labels_were_one(corpus: Corpus) -> None:
    agreement = TREES.agree(corpus, (), TreeOptions())
    first, second = agreement.confusions()
    assert [(each.first, each.second, each.pairs, each.items) for each in (first, second)] == [
        ("amod", "det", 2, 1),
        ("nsubj", "obj", 2, 1),
    ]
    assert (first.share, first.examples) == (0.5, ("d1:d1:1",))
    for each in (first, second):
        anew = TREES.agree(TREES.merged(corpus, each.first, each.second), (), TreeOptions()).value
        assert number(each.merged) == pytest.approx(number(anew))


def test_labels_of_own_costs_are_not_merged(corpus: Corpus) -> None:
    costs = {("amod", "det"): 0.5}
    agreement = TREES.agree(corpus, (), chosen(TreeOptions, {"costs": costs}))
    assert isinstance(agreement.confusions(1)[0].merged, Undefined)


def test_pairs_have_the_other_coefficients_beside(corpus: Corpus) -> None:
    pairs = TREES.agree(corpus, (), TreeOptions()).pairs
    assert list(pairs.keys()) == [("ada", "bo"), ("ada", "chloe"), ("bo", "chloe")]
    assert pairs["ada", "chloe"].value == 1
    assert (pairs["ada", "bo"].differing, pairs["ada", "chloe"].differing) == (2, 0)
    assert pairs["ada", "bo"].beside["las"] == pytest.approx(5 / 8)
    assert pairs["ada", "bo"].beside["uas"] == pytest.approx(7 / 8)


def test_hard_sentences_have_versions_by_who_drew_the_same(corpus: Corpus) -> None:
    (last, first) = TREES.agree(corpus, (), TreeOptions()).hardest()
    assert (last.id, first.id) == ("d1:d1:3", "d1:d1:1")
    assert last.versions == {"ada": "tree 1", "bo": "tree 2", "chloe": "tree 1"}
    assert last.text == "w1 w2 w3"
    assert last.disagreement > first.disagreement == pytest.approx(2 / 3)


def test_documents_say_how_hard_they_are_and_stand_out() -> None:
    documents = tuple(Document(name) for name in ("hard", *(f"d{number}" for number in range(5))))
    said = {}
    for document in documents:
        for name in ("ada", "bo"):
            second = OTHER if document.id == "hard" and name == "bo" else FOG
            said[document.id, name] = Trees((second,) * 6 + (RAIN,) * 2)
    agreement = TREES.agree(Corpus.of(documents, said), (), TreeOptions())
    assert agreement.documents["hard"].difficulty == pytest.approx(6 / 8)
    assert agreement.documents["d0"].difficulty == 0
    outliers = agreement.outliers
    assert not isinstance(outliers, Undefined)
    assert [name for name, p in outliers.documents.items() if p < 0.05] == ["hard"]
    assert list(outliers.annotators) == ["ada", "bo"]


def test_extra_tables_are_lengths_and_what_differs(corpus: Corpus) -> None:
    extra = {each.name: each for each in TREES.agree(corpus, (), TreeOptions()).extra()}
    assert list(extra) == ["lengths", "attachments", "heads", "sentences"]
    assert [row[:2] for row in extra["lengths"].rows] == [("1-5", 3)]
    assert extra["attachments"].rows == (("amod", "amod", 2),)
    assert extra["heads"].rows == (("nsubj", "root", 2),)


def test_options_are_refused_in_one_sentence(corpus: Corpus) -> None:
    for options, message in (
        ({"distance": "tree-edits"}, "unknown tree distance 'tree-edits': did you mean tree-edit"),
        ({"pairs": "al"}, "unknown pairs 'al': did you mean all"),
        ({"precision": "x"}, "precision: a number from 0 to 1 is needed, not 'x'"),
        ({"costs": 3}, "costs: a mapping of pairs of labels or the path of a matrix is needed"),
        ({"costs": {("amod", "det"): 0.5}, "distance": "pq-gram"}, "costs are for tree-edit, and pq-gram has none"),
        ({"functions": False}, "without functional tags is for phrases, and these trees are dependencies"),
    ):
        with pytest.raises(UsageError, match=message):
            TREES.agree(corpus, (), chosen(TreeOptions, options))
    with pytest.raises(UsageError, match="agreement on trees is measured by alpha, not by kappa"):
        TREES.agree(corpus, ["kappa"], TreeOptions())
