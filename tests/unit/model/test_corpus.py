"""Documents, layers and label sources: what was not annotated is not the same as what was annotated and left empty."""

from __future__ import annotations

import pytest

from accord.errors import UsageError
from accord.model import (
    SENTENCE_END,
    Corpus,
    Document,
    ItemLabels,
    Sentence,
    SentenceSource,
    TokenLabels,
    labels_source,
)
from accord.verbs.label_sources import as_label_source
from accord.verbs.score import score

FIRST = Document("first", (("a", "b"), ("c",)))
SECOND = Document("second", (("d",),))
CORPUS = Corpus(
    (FIRST, SECOND),
    {
        ("first", "ann"): TokenLabels((("B-PER", "O"), ("O",)), "ann.conll", (3, 6)),
        ("second", "ann"): TokenLabels((("B-LOC",),), "ann.conll", (8,)),
        ("second", "bob"): TokenLabels((("O",),)),
        ("first", "cy"): ItemLabels({"1": "spam", "2": ""}),
    },
)


def test_annotators_come_in_the_order_of_the_files() -> None:
    assert CORPUS.annotators == ("ann", "bob", "cy")


def test_a_document_without_a_layer_was_not_annotated() -> None:
    assert [sentence.document for sentence in CORPUS.sentences("bob")] == ["second"]
    assert list(CORPUS.sentences("nobody")) == []


def test_sentences_know_their_lines_as_far_as_they_are_known() -> None:
    assert list(CORPUS.sentences("ann")) == [
        Sentence(("a", "b"), ("B-PER", "O"), 3, "first"),
        Sentence(("c",), ("O",), 6, "first"),
        Sentence(("d",), ("B-LOC",), 8, "second"),
    ]
    assert [sentence.line for sentence in CORPUS.sentences("bob")] == [0]


def test_an_empty_label_is_a_label() -> None:
    assert list(CORPUS.items("cy")) == [("first", "1", "spam"), ("first", "2", "")]
    assert list(CORPUS.items("ann")) == []


def test_a_track_gives_the_same_sentences_in_bulk_again_and_again() -> None:
    label_source = SentenceSource("ann", list(CORPUS.sentences("ann")))
    for _ in range(2):
        batches = list(label_source.batches())
        assert all(batch.tokens[-1] == batch.labels[-1] == SENTENCE_END for batch in batches)
        assert [sentence for batch in batches for sentence in batch.sentences()] == list(CORPUS.sentences("ann"))


def test_lists_without_tokens_have_empty_ones() -> None:
    [batch] = labels_source([["B-PER", "O"]], "labels").batches()
    assert [*batch.sentences()] == [Sentence(("", ""), ("B-PER", "O"), number=0)]


@pytest.mark.parametrize("annotators", [(), ("ann", "bob")])
def test_only_a_corpus_of_one_annotator_is_a_track(annotators: tuple[str, ...]) -> None:
    layers = {key: layer for key, layer in CORPUS.layers.items() if key[1] in annotators}
    with pytest.raises(UsageError, match="one annotator"):
        as_label_source(Corpus(CORPUS.documents, layers), "corpus")


def test_a_corpus_can_be_scored() -> None:
    gold, system = (
        Corpus((FIRST,), {("first", name): TokenLabels((labels, ("O",)))})
        for name, labels in (("gold", ("B-PER", "I-PER")), ("system", ("B-PER", "O")))
    )
    assert score(gold, system, encoding="BIO").run.micro == (1, 1, 0)
