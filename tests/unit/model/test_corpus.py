"""Documents, layers and label sources: what was not annotated is not the same as what was annotated and left empty."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from accord.errors import UsageError
from accord.model import (
    Corpus,
    Document,
    ItemLabels,
    Layer,
    Sentence,
    SentenceSource,
    Span,
    Spans,
    TokenLabels,
    Trees,
    Units,
    labelled_sentences,
    labels_source,
    sentences_by_annotator,
)
from accord.model.corpus import Annotation
from accord.verbs.check import file_label_sources
from accord.verbs.label_sources import as_label_source
from accord.verbs.score import score
from tests.build import items_of

FIRST = Document("first", (("a", "b"), ("c",)))
SECOND = Document("second", (("d",),))
CORPUS = Corpus.of(
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
    assert [sentence.document for sentence in labelled_sentences(CORPUS, "bob")] == ["second"]
    assert list(labelled_sentences(CORPUS, "nobody")) == []


def test_sentences_know_their_lines_as_far_as_they_are_known() -> None:
    assert list(labelled_sentences(CORPUS, "ann")) == [
        Sentence(("a", "b"), ("B-PER", "O"), 3, "first"),
        Sentence(("c",), ("O",), 6, "first"),
        Sentence(("d",), ("B-LOC",), 8, "second"),
    ]
    assert [sentence.line for sentence in labelled_sentences(CORPUS, "bob")] == [0]


def test_everyone_who_labelled_tokens_has_sentences_in_the_order_of_documents() -> None:
    turned = Corpus.of((SECOND, FIRST), CORPUS.annotations)
    for corpus in (CORPUS, turned):
        found = {who: list(sentences) for who, sentences in sentences_by_annotator(corpus).items()}
        assert found == {who: list(labelled_sentences(corpus, who)) for who in ("ann", "bob")}


class Counted(dict[tuple[str, str], Annotation]):
    """Annotations that count how many of them are looked at."""

    looked_at = 0

    def get(self, *key: Any) -> Any:
        """One of them."""
        self.looked_at += 1
        return super().get(*key)

    def items(self) -> Any:
        """All of them."""
        self.looked_at += len(self)
        return super().items()


@pytest.mark.parametrize("said", [Spans((Span(0, 1, "PER"),), 2), TokenLabels((("B-PER", "O"),))])
def test_the_labels_of_a_crowd_are_looked_at_once(said: Annotation) -> None:
    documents = tuple(Document(str(number), (("a", "b"),)) for number in range(100))
    given = Counted({(document.id, f"worker {document.id}"): said for document in documents})
    corpus = Corpus.of(documents, given)
    assert len(file_label_sources(corpus)) == (100 if isinstance(said, TokenLabels) else 0)
    assert given.looked_at == 100


def test_an_empty_label_is_a_label() -> None:
    assert items_of(CORPUS, "cy") == [("first", "1", "spam"), ("first", "2", "")]
    assert items_of(CORPUS, "ann") == []


def test_a_track_gives_the_same_sentences_in_bulk_again_and_again() -> None:
    held = list(labelled_sentences(CORPUS, "ann"))
    label_source = SentenceSource("ann", held)
    for _ in range(2):
        batches = list(label_source.batches())
        assert all(len(batch.tokens) == len(batch.labels) == sum(batch.lengths) for batch in batches)
        assert [sentence for batch in batches for sentence in batch.sentences()] == list(
            labelled_sentences(CORPUS, "ann")
        )


def test_lists_without_tokens_have_empty_ones() -> None:
    [batch] = labels_source([["B-PER", "O"]], "labels").batches()
    assert [*batch.sentences()] == [Sentence(("", ""), ("B-PER", "O"), number=0)]


@pytest.mark.parametrize("annotators", [(), ("ann", "bob")])
def test_only_a_corpus_of_one_annotator_is_a_track(annotators: tuple[str, ...]) -> None:
    layers = {key: layer for key, layer in CORPUS.annotations.items() if key[1] in annotators}
    with pytest.raises(UsageError, match="one annotator"):
        as_label_source(Corpus.of(CORPUS.documents, layers), "corpus")


def test_a_corpus_can_be_scored() -> None:
    gold, system = (
        Corpus.of((FIRST,), {("first", name): TokenLabels((labels, ("O",)))})
        for name, labels in (("gold", ("B-PER", "I-PER")), ("system", ("B-PER", "O")))
    )
    assert score(gold, system, encoding="BIO").run.micro == (1, 1, 0)


# --- layers by name --------------------------------------------------------------------------------------------------

TAGS = Layer("ner", {("first", "ann"): TokenLabels((("B-PER", "O"), ("O",)))})
MARKS = Layer("marks", {("first", "bob"): Spans((), 3), ("second", "bob"): Spans((Span(0, 1),), 1)})
LINKS = Layer("links", {("second", "bob"): Units(())}, on="marks")
SEVERAL = Corpus((FIRST, SECOND), {layer.name: layer for layer in (TAGS, MARKS, LINKS)})


def test_several_layers_are_worked_on_one_at_a_time() -> None:
    with pytest.raises(UsageError, match="there are several layers, ner, marks, links: choose one"):
        _ = SEVERAL.annotations
    assert SEVERAL.annotators == ("ann", "bob")
    chosen = SEVERAL.select("ner")
    assert (dict(chosen.layers), chosen.annotations, chosen.annotators) == ({"ner": TAGS}, TAGS.annotations, ("ann",))
    assert chosen.documents == SEVERAL.documents


def test_a_layer_brings_those_that_it_refers_to() -> None:
    chosen = SEVERAL.select("links")
    assert set(chosen.layers) == {"links", "marks"}
    assert chosen.annotations == LINKS.annotations


def test_an_unknown_layer_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="there is no layer 'mark': did you mean marks"):
        SEVERAL.select("mark")


def test_a_corpus_without_layers_has_no_annotations() -> None:
    empty = Corpus((), {})
    assert (empty.annotations, empty.annotators, len(empty), empty.layer.kind) == ({}, (), 0, "")


def test_some_documents_are_kept_in_every_layer() -> None:
    kept = SEVERAL.within(["second"])
    assert kept.documents == (SECOND,)
    assert {name: list(layer.annotations) for name, layer in kept.layers.items()} == {
        "ner": [],
        "marks": [("second", "bob")],
        "links": [("second", "bob")],
    }


def test_other_annotations_leave_the_layers_below_as_they_are() -> None:
    other = SEVERAL.select("links").with_annotations({})
    assert (other.layers["links"], other.layers["marks"]) == (Layer("links", {}, on="marks"), MARKS)


def test_a_corpus_says_what_it_holds() -> None:
    assert repr(SEVERAL) == ("<Corpus: 2 documents, 2 annotators, layers ner (labels), marks (spans), links (units)>")
    assert repr(CORPUS) == "<Corpus: 2 documents, 3 annotators, labels>"
    assert repr(Corpus.of((SECOND,), {("second", "bob"): Trees(())}, name="deps")) == (
        "<Corpus: 1 document, 1 annotator, layer deps (trees)>"
    )
    assert repr(Corpus((), {})) == "<Corpus: 0 documents, 0 annotators>"
    assert (len(SEVERAL), len(Corpus((), {}))) == (2, 0)


def test_a_corpus_goes_to_another_process_as_it_is() -> None:
    assert pickle.loads(pickle.dumps(SEVERAL.select("links"))) == SEVERAL.select("links")
