"""Mentions, spans and units that are voted on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import accord
from accord.agreement.result import number as as_number
from accord.encoding import encoding
from accord.encoding.decode import Decoder, invalid_steps
from accord.learn.aggregate.reference import Found
from accord.model import Corpus, Document, Span, Spans, TokenLabels, Unit, Units

LABELS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")


def chunked(*annotators: str) -> Corpus:
    """One sentence, as each annotator labels it."""
    rows = [labels.split() for labels in annotators]
    document = Document("d", (tuple(f"w{number}" for number in range(len(rows[0]))),))
    return Corpus.of((document,), {("d", f"a{number}"): TokenLabels((tuple(row),)) for number, row in enumerate(rows)})


def labels_of(corpus: Corpus) -> str:
    layer = corpus.annotations["d", "aggregated"]
    assert isinstance(layer, TokenLabels)
    return " ".join(layer.labels[0])


def test_what_most_marked_is_there_with_the_type_and_the_borders_of_most() -> None:
    corpus = chunked("B-PER I-PER O O B-LOC", "B-PER I-PER O O O", "B-LOC I-LOC I-LOC O O")
    made = accord.aggregate(corpus, "majority")
    assert labels_of(made.corpus) == "B-PER I-PER O O O"
    (mention,) = made.mentions
    assert mention[:4] == ("d", 0.0, 2.0, "PER")
    assert mention.probability == pytest.approx(2 / 3)
    assert mention.borders == pytest.approx(2 / 3)


def test_token_by_token_labels_may_be_invalid_and_voted_mentions_are_not() -> None:
    corpus = chunked("B-PER I-PER O", "O B-PER I-PER", "B-PER I-PER I-PER")
    by_token = accord.aggregate(corpus, "majority", spans=False)
    assert labels_of(by_token.corpus) == "B-PER I-PER I-PER"
    by_mention = accord.aggregate(corpus, "majority")
    assert labels_of(by_mention.corpus) == "B-PER I-PER I-PER"


def test_borders_of_two_who_differ_are_left_to_the_seed() -> None:
    corpus = chunked("B-PER I-PER O", "O B-PER I-PER")
    found = {labels_of(accord.aggregate(corpus, "majority", seed=seed).corpus) for seed in range(20)}
    assert found == {"B-PER I-PER O", "O B-PER I-PER"}
    made = accord.aggregate(corpus, "majority")
    assert "the borders of 1 mention tied and were left to the seed" in made.remarks


def test_neighbours_that_do_not_overlap_are_no_votes_for_each_other() -> None:
    made = accord.aggregate(chunked("B-PER I-PER O O", "O O B-PER I-PER", "O O O O"), "majority")
    assert made.mentions == ()
    assert [made.ballots(index) for index in range(len(made.label))] == [{"(nothing)": 2, "PER": 1}] * 2


def test_documents_that_one_annotator_saw_are_taken_as_they_are() -> None:
    corpus = chunked("B-PER O", "B-PER O")
    alone = Document("e", (("x", "y"),))
    layers = dict(corpus.annotations) | {("e", "a0"): TokenLabels((("O", "B-LOC"),))}
    made = accord.aggregate(Corpus.of((*corpus.documents, alone), layers), "majority")
    assert made.corpus.annotations["e", "aggregated"] == TokenLabels((("O", "B-LOC"),))


@pytest.mark.parametrize("method", ["majority", "dawid-skene"])
@given(
    rows=st.lists(st.lists(st.sampled_from(LABELS), min_size=6, max_size=6), min_size=2, max_size=4),
    seed=st.integers(0, 3),
)
def test_voted_labels_are_always_valid(method: str, rows: list[list[str]], seed: int) -> None:
    if all(label == "O" for row in rows for label in row):
        rows[0][0] = "B-PER"
    corpus = chunked(*map(" ".join, rows))
    made = accord.aggregate(corpus, method, repair="begin", encoding="BIO", interval=None, seed=seed)
    bio = encoding("BIO")
    labels = labels_of(made.corpus).split()
    assert not list(invalid_steps(bio, [bio.parse(label) for label in labels]))
    found = Decoder("BIO", "begin").mentions(labels)
    assert [(start, end, type_) for start, end, type_ in found] == [mention[1:4] for mention in made.mentions]
    marked = [mention for row in rows for mention in Decoder("BIO", "begin").mentions(row)]
    assert {start for start, *_ in found} <= {start for start, *_ in marked}, "nobody starts there"
    assert {end for _, end, _ in found} <= {end for _, end, _ in marked}, "nobody ends there"


@given(st.lists(st.sampled_from(LABELS), min_size=4, max_size=8), st.integers(2, 4))
def test_annotators_who_all_say_the_same_are_right(row: list[str], annotators: int) -> None:
    row = ["B-PER", "O", *row]
    corpus = chunked(*[" ".join(row)] * annotators)
    made = accord.aggregate(corpus, "majority", repair="begin", encoding="BIO", interval=None)
    expected = Decoder("BIO", "begin").mentions(row)
    assert [mention[1:4] for mention in made.mentions] == [tuple(mention) for mention in expected]


def test_the_borders_of_a_good_annotator_count_more() -> None:
    good, poor = "B-PER I-PER O B-LOC O B-PER O", "B-PER O O O O B-LOC B-LOC"
    layers = {}
    documents = []
    for number in range(8):
        documents.append(Document(f"d{number}", (tuple("abcdefg"),)))
        for who, labels in {"a": good, "b": good.replace("B-PER I-PER", "O B-PER"), "c": poor}.items():
            layers[f"d{number}", who] = TokenLabels((tuple(labels.split()),))
    made = accord.aggregate(Corpus.of(tuple(documents), layers), "mace", interval=None)
    competence = dict(zip(made.coding.annotators, made.fit.competence, strict=True))
    assert competence["a"] > competence["c"]
    assert np.isfinite(made.posterior).all()


def test_spans_and_units_are_voted_on_and_may_overlap() -> None:
    texts = (Document("d", text="ships of the harbour"),)
    given_ = {"a": [Span(0, 5, "X"), Span(0, 8, "Y")], "b": [Span(0, 5, "X"), Span(0, 8, "Y")], "c": [Span(9, 12, "X")]}
    spans = Corpus.of(texts, {("d", who): Spans(tuple(found), 20) for who, found in given_.items()})
    made = accord.aggregate(spans, "majority")
    assert made.corpus.annotations["d", "aggregated"] == Spans((Span(0, 5, "X"), Span(0, 8, "Y")), 20)
    units = Corpus.of((Document("d"),), {("d", who): Units((Unit(0.5, 2.5, "X"),), "second") for who in ("a", "b")})
    assert accord.aggregate(units, "majority").corpus.annotations["d", "aggregated"] == Units(
        (Unit(0.5, 2.5, "X"),), "second"
    )


def test_the_harbours_names_against_the_reference() -> None:
    harbour = Path(__file__).parents[3] / "examples" / "harbour"
    made = accord.aggregate(
        harbour / "annotators", "majority", repair="begin", interval=None, reference=harbour / "reference.conll"
    )
    (found,) = made.against
    assert isinstance(found, Found)
    counts = found.counts
    scored = accord.score(harbour / "reference.conll", made.corpus, encoding="BIO")
    assert counts == scored.run.micro
    assert counts.reference == 178
    one = accord.score(
        harbour / "reference.conll", harbour / "annotators" / "bram.conll", encoding="BIO", repair="begin"
    )
    assert (as_number(counts.f1) or 0) > (as_number(one.run.micro.f1) or 1)
