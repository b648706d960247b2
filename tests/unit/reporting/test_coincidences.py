"""Which labels meet on the page, against counting every two annotations from both sides."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from accord.campaign.report import report_payload
from accord.model import Corpus, Document, Span, Spans
from accord.verbs.agree import agree
from accord.verbs.align import align
from accord.verbs.read import read
from tests.layers import layer_of
from tests.trees import corpus_of, dependencies

if TYPE_CHECKING:
    from pathlib import Path

Met = Counter[tuple[str, str]]
HARBOUR = "examples/harbour"


def matrix(view: dict[str, Any]) -> Met:
    names = view["label_names"]
    cells = zip(names, view["coincidences"], strict=True)
    return Counter({(one, other): n for one, row in cells for other, n in zip(names, row, strict=True) if n})


def specific(view: dict[str, Any]) -> dict[str, float]:
    """The share of the diagonal in each row: how often a second annotator gives the label, too."""
    return {
        name: row[number] / sum(row)
        for number, (name, row) in enumerate(zip(view["label_names"], view["coincidences"], strict=True))
        if sum(row)
    }


def of_labels(view: dict[str, Any]) -> dict[str, float]:
    return {row["label"]: row["specific"] for row in view["labels"] if row["specific"] is not None}


def test_of_units_every_two_that_are_aligned_are_counted_from_both_sides() -> None:
    corpus = read(f"{HARBOUR}/radio.csv")
    view = layer_of(corpus, agree(corpus, "gamma", samples=3), 5)["labels_view"]
    met: Met = Counter()
    aligned = align(corpus)
    for alignment in aligned.alignments:
        units = aligned.study.units(alignment.continuum)
        for members in alignment.members.tolist():
            found = [units[member].category for member in members if member >= 0]
            met.update(permutations(found, 2))
    assert matrix(view) == met
    assert of_labels(view) == pytest.approx(specific(view))


def test_of_dependencies_every_two_labels_on_the_same_head() -> None:
    ada, bram = dependencies("2:nsubj 0:root 2:obj", "s1"), dependencies("2:nsubj 0:root 2:obl", "s1")
    chloe = dependencies("2:nsubj 0:root 1:obj", "s1")
    corpus = corpus_of(ada=[ada], bram=[bram], chloe=[chloe])
    view = layer_of(corpus, agree(corpus), 5)["labels_view"]
    nsubj, root, obj = ("nsubj", "nsubj"), ("root", "root"), ("obj", "obl")
    assert matrix(view) == {nsubj: 6, root: 6, obj: 1, obj[::-1]: 1}
    assert of_labels(view) == specific(view) == {"nsubj": 1, "root": 1, "obj": 0, "obl": 0}


def test_of_phrases_every_two_over_the_same_tokens(tmp_path: Path) -> None:
    trees = {
        "ada": "(S (NP (D a) (N b)) (VP (V c)))",
        "bram": "(S (NP (D a) (N b)) (XP (V c)))",
        "chloe": "(S (D a) (NP (N b) (V c)))",
    }
    for name, tree in trees.items():
        (tmp_path / f"{name}.tree").write_text(f"{tree}\n")
    corpus = read(str(tmp_path))
    view = layer_of(corpus, agree(corpus), 5)["labels_view"]
    assert {pair: matrix(view)[pair] for pair in (("S", "S"), ("NP", "NP"), ("VP", "XP"), ("XP", "VP"))} == {
        ("S", "S"): 6,
        ("NP", "NP"): 2,
        ("VP", "XP"): 1,
        ("XP", "VP"): 1,
    }
    assert of_labels(view) == specific(view)


def test_of_spans_every_two_that_overlap() -> None:
    given = {"ada": [Span(0, 4, "PER"), Span(6, 9, "LOC")], "bram": [Span(2, 4, "PER")], "chloe": [Span(6, 7, "ORG")]}
    corpus = Corpus.of(
        (Document("d", (), "x" * 12),), {("d", who): Spans(tuple(own), 12) for who, own in given.items()}
    )
    view = layer_of(corpus, agree(corpus, "corrected-f1", draws=0), 5)["labels_view"]
    assert matrix(view) == {("PER", "PER"): 2, ("LOC", "ORG"): 1, ("ORG", "LOC"): 1}


@pytest.mark.parametrize("path", ["urgency.csv", "annotators"])
def test_of_labels_rows_sum_to_how_often_each_was_given(path: str) -> None:
    corpus = read(f"{HARBOUR}/{path}")
    view = layer_of(corpus, agree(corpus, "alpha"), 5)["labels_view"]
    assert of_labels(view) == pytest.approx(specific(view))


def test_one_text_that_many_have_read_is_named() -> None:
    def read_by(number: int, readers: int) -> dict[tuple[str, str], Spans]:
        return {(f"d{number}", f"a{who}"): Spans((Span(0, 3, "AB"[who % 2]),), 3) for who in range(readers)}

    documents = tuple(Document(f"d{number}", (), "fog") for number in range(26))
    of_two = {key: given for number in range(1, 26) for key, given in read_by(number, 2).items()}

    def held(corpus: Corpus) -> dict[str, Any]:
        return dict(layer_of(corpus, agree(corpus, "corrected-f1", draws=0), 5)["labels_view"])

    # of 50 pairs of A and B half are in d0, of five against five annotators, and one is in each of 25 others
    many = held(Corpus.of(documents, read_by(0, 10) | of_two))
    assert many["confusions_of"] == "what is labelled differently"
    assert many["outweighing"] == {"document": "d0", "annotators": 10, "share": 0.5}
    assert [each["share_in_one"] for each in many["confusions"]] == [0.5]
    for readers in (2, 4):
        few = held(Corpus.of(documents, read_by(0, readers) | of_two))
        assert few["outweighing"] is None
        assert [each["share_in_one"] for each in few["confusions"]] == [None]


def test_each_confusion_has_its_own_share_in_the_text_that_many_have_read() -> None:
    def marked(document: str, *types: str) -> dict[tuple[str, str], Spans]:
        return {(document, f"a{who}"): Spans((Span(0, 3, type_),), 3) for who, type_ in enumerate(types)}

    documents = tuple(Document(f"d{number}", (), "fog") for number in range(31))
    # d0: five A against five B are 25 pairs; of 30 others 25 hold A against B, and five A against C
    given = marked("d0", *"AAAAABBBBB")
    for number in range(1, 31):
        given |= marked(f"d{number}", "A", "B" if number <= 25 else "C")
    corpus = Corpus.of(documents, given)
    view = layer_of(corpus, agree(corpus, "corrected-f1", draws=0), 5)["labels_view"]
    assert view["outweighing"] == {"document": "d0", "annotators": 10, "share": pytest.approx(25 / 55)}
    found = {(each["first"], each["second"]): (each["pairs"], each["share_in_one"]) for each in view["confusions"]}
    assert found == {("A", "B"): (50, 0.5), ("A", "C"): (5, None)}
    page = report_payload(corpus, budget=0)
    text = "(91 % of what is labelled differently; 50 % of that in d0 alone, which 10 annotators read)"
    assert text in page["layers"][0]["words"]["where"]
