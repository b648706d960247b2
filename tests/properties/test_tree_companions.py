"""What is reported beside alpha, and what parsers score, against slow versions of the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import accord
from accord.agreement.uncertainty import Uncertainty
from accord.kinds.trees.companions import companions
from accord.kinds.trees.scores import labels_of, score_trees
from accord.kinds.trees.study import study_trees
from accord.model import Corpus, DependencyTree, Document, PhraseTree, Trees
from accord.model.tree import NO_HEAD, NO_WORDS, ROOT
from accord.scoring.counted_measure import summed_by_label
from accord.scoring.counts import Counts
from tests.oracle import attachments as oracle

LABELS = st.sampled_from(["nsubj", "obj", "case", "punct", "nmod:poss", "root"])


@st.composite
def attached(draw: Any, length: int) -> list[tuple[int, str]]:
    """Heads and labels of a tree: in some order, each token hangs on an earlier one or on the root."""
    order = draw(st.permutations(range(1, length + 1)))
    heads = {token: draw(st.sampled_from([0, *order[:place]])) for place, token in enumerate(order)}
    return [(heads[token], draw(LABELS)) for token in range(1, length + 1)]


@st.composite
def parsed(draw: Any, least: int = 2, most: int = 4) -> list[list[list[tuple[int, str]]]]:
    """Sentences, each with the trees of some annotators."""
    annotators = draw(st.integers(least, most))
    lengths = draw(st.lists(st.integers(1, 6), min_size=1, max_size=5))
    return [[draw(attached(length)) for _ in range(annotators)] for length in lengths]


def tree(rows: list[tuple[int, str]]) -> DependencyTree:
    ids = tuple(range(1, len(rows) + 1))
    return DependencyTree(
        tuple(f"w{i}" for i in ids), tuple(head for head, _ in rows), tuple(label for _, label in rows), ids
    )


def study(sentences: list[list[Any]]) -> Any:
    layers = {
        ("d1", f"a{number}"): Trees(tuple(drawn[number] for drawn in sentences)) for number in range(len(sentences[0]))
    }
    return study_trees(Corpus.of((Document("d1"),), layers))


def test_heads_that_are_missing_agree_with_nothing() -> None:
    """Of three tokens one has the same head in both, one none in both, and one a head that is no token in both."""
    ours, theirs = (tree([(0, "root"), (NO_HEAD, "obj"), (9, "obj")]) for _ in "ab")
    scored = score_trees([(ours, theirs)])
    assert scored["uas"].counts == scored["las"].counts == Counts(3, 3, 1)


def test_annotators_whose_heads_are_nowhere_do_not_agree_on_them() -> None:
    """Of two tokens one hangs on the root to both, the other on a token that is not there."""
    layers = {("d1", who): Trees((tree([(0, "root"), (9, "obj")]),)) for who in ("ada", "ben")}
    found = accord.agree(Corpus.of((Document("d1"),), layers), non_trees="author")
    assert (found["las"].value, found["uas"].value) == (0.5, 0.5)


@given(parsed())
def test_attachment_scores(sentences: list[list[list[tuple[int, str]]]]) -> None:
    las, uas, _ = companions(study([[tree(rows) for rows in drawn] for drawn in sentences]), Uncertainty("none"))
    assert las.value == pytest.approx(float(oracle.attachment_score(sentences, labelled=True)))
    assert uas.value == pytest.approx(float(oracle.attachment_score(sentences, labelled=False)))


@given(parsed(most=2))
def test_parser_scores_and_label_kappa_of_two(sentences: list[list[list[tuple[int, str]]]]) -> None:
    pairs = [(tree(gold), tree(system)) for gold, system in sentences]
    scores = score_trees(pairs)
    assert scores["las"].value == oracle.attachment_score(sentences, labelled=True)
    assert scores["uas"].value == oracle.attachment_score(sentences, labelled=False)
    content = any(label not in {"case", "punct"} for gold, _ in sentences for _, label in gold)
    given_content = any(label not in {"case", "punct"} for _, system in sentences for _, label in system)
    if content and given_content:
        assert scores["clas"].value == oracle.content_score([(gold, system) for gold, system in sentences])
    *_, kappa = companions(study([list(pair) for pair in pairs]), Uncertainty("none"))
    try:
        expected = oracle.label_kappa([gold for gold, _ in sentences], [system for _, system in sentences])
    except ZeroDivisionError:
        assert not isinstance(kappa.value, float)
    else:
        assert kappa.value == pytest.approx(float(expected))


@given(parsed(most=2))
def test_what_is_right_of_each_relation(sentences: list[list[list[tuple[int, str]]]]) -> None:
    pairs = [(tree(gold), tree(system)) for gold, system in sentences]
    found = summed_by_label(labels_of(*pair) for pair in pairs)
    assert found == oracle.relation_counts([(gold, system) for gold, system in sentences])
    assert Counts(*map(sum, zip(*found.values(), strict=True))) == score_trees(pairs)["las"].counts


PHRASES: st.SearchStrategy[Any] = st.recursive(
    st.tuples(st.sampled_from("DNV"), st.just([])),
    lambda inner: st.tuples(st.sampled_from(["NP", "VP"]), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=8,
)


def phrase(drawn: Any) -> PhraseTree:
    labels: list[str] = []
    parents: list[int] = []

    def add(node: Any, parent: int) -> None:
        number = len(labels)
        labels.append(node[0])
        parents.append(parent)
        for child in node[1]:
            add(child, number)

    add(drawn, ROOT)
    bare = PhraseTree(tuple(labels), tuple(parents), ())
    return PhraseTree(bare.labels, bare.parents, (NO_WORDS,) * sum(bare.leaves()))


@given(st.lists(st.tuples(PHRASES, PHRASES), min_size=1, max_size=5))
def test_shared_brackets(drawn: list[tuple[Any, Any]]) -> None:
    pairs = [pair for pair in drawn if oracle.spans(pair[0])[1] == oracle.spans(pair[1])[1]]
    assume(pairs)
    shared, alike = companions(study([[phrase(one), phrase(other)] for one, other in drawn]), Uncertainty("none"))
    assert alike.value == pytest.approx(float(oracle.jaccard([list(pair) for pair in pairs])))
    if any(children for pair in pairs for _, children in pair):
        expected = oracle.bracket_f1(pairs)
        assert shared.value == pytest.approx(float(expected))
        assert score_trees((phrase(one), phrase(other)) for one, other in pairs)["bracket-f1"].value == expected
    assert summed_by_label(labels_of(phrase(one), phrase(other)) for one, other in pairs) == oracle.bracket_counts(
        pairs
    )


@given(parsed(most=3), st.integers(0, 3))
def test_identical_trees_share_everything(sentences: list[list[list[tuple[int, str]]]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    same = [[tree(drawn[0])] * int(rng.integers(2, 4)) for drawn in sentences]
    same = [drawn[: min(map(len, same))] for drawn in same]
    las, uas, _ = companions(study(same), Uncertainty("none"))
    assert (las.value, uas.value) == (1.0, 1.0)
