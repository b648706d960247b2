"""Spans from Python: what is one document, one system or several, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import AccordError

if TYPE_CHECKING:
    from collections.abc import Iterator

GOLD = [[(0, 4, "ORG"), (11, 14, "PER")], []]
SYSTEM = [[(0, 4, "ORG"), (11, 14, "LOC")], [(0, 3, "X")]]
TEXTS = ["Acme hired Ann in Rome.", "Nothing here."]


def values(*given: Any, **how: Any) -> dict[str, Any]:
    return {run.file: run.headline.value for run in accord.score(*given, **how).runs}


@pytest.mark.parametrize(
    ("reference", "predictions", "wanted"),
    [
        (GOLD, SYSTEM, {"predicted": Fraction(2, 5)}),
        (GOLD, [SYSTEM, GOLD], {"run 1": Fraction(2, 5), "run 2": 1}),
        (GOLD, {"a": SYSTEM, "b": [GOLD, SYSTEM]}, {"a": Fraction(2, 5), "b 1": 1, "b 2": Fraction(2, 5)}),
        ({"d": GOLD[0]}, {"d": SYSTEM[0]}, {"predicted": Fraction(1, 2)}),
        ({"d": GOLD[0]}, {"a": {"d": SYSTEM[0]}, "b": {"d": []}}, {"a": Fraction(1, 2), "b": 0}),
        (GOLD[0], SYSTEM[0], {"predicted": Fraction(1, 2)}),
        (GOLD[0], [SYSTEM[0], []], {"run 1": Fraction(1, 2), "run 2": 0}),
        ([[], []], SYSTEM, {"predicted": 0}),
        (GOLD, [[], []], {"predicted": 0}),
        ([[0, 4, "ORG"], [5, 6, "PER"]], [[0, 4, "ORG"], [5, 6, "LOC"]], {"predicted": Fraction(1, 2)}),
        (iter(GOLD), iter(SYSTEM), {"predicted": Fraction(2, 5)}),
    ],
)
def test_how_deep_spans_stand_says_what_they_are_of(reference: Any, predictions: Any, wanted: dict[str, Any]) -> None:
    assert values(reference, predictions) == wanted


def test_several_references() -> None:
    by_name = [{"d": side[0], "e": side[1]} for side in (GOLD, SYSTEM)]
    for ada, bram in ((GOLD, SYSTEM), by_name):
        scores = accord.score({"ada": ada, "bram": bram}, ada)
        assert scores.scores["ada"].run.headline.value == 1
        assert scores.scores["bram"].run.headline.value == Fraction(2, 5)
        assert scores.annotators["ada"].run.headline.value == Fraction(2, 5)


def test_dicts_and_texts() -> None:
    gold = [[{"start": 0, "end": 4, "label": "ORG"}, {"start": 11, "end": 14, "label": "PER"}], []]
    (run,) = accord.score(gold, SYSTEM, texts=TEXTS).runs
    assert run.headline.value == Fraction(2, 5)
    assert run.length_of == "characters"
    first, *_ = run.errors()
    assert (first.kind, first.reference, first.predicted) == ("type", "PER 11-14 Ann", "LOC 11-14 Ann")
    assert first.text == "Acme hired [Ann] in Rome."
    assert str(first.place) == "1:11-14"
    assert accord.score(gold, SYSTEM).run.length_of == "positions"


class Doc:
    """What stands for a Doc of spaCy: tokens, and entities by tokens."""

    def __init__(self, text: str, *ents: tuple[int, int, str]) -> None:
        self.text = text
        self.spans: dict[str, Any] = {}
        self.ents = [
            SimpleNamespace(start=start, end=end, label_=label, start_char=0, end_char=1) for start, end, label in ents
        ]

    def __iter__(self) -> Iterator[Any]:
        return iter([SimpleNamespace(text=word) for word in self.text.split()])


def test_docs() -> None:
    ours, theirs = Doc("Acme hired Ann", (0, 1, "ORG")), Doc("Acme hired Ann", (0, 1, "ORG"), (2, 3, "PER"))
    assert values([ours], [theirs]) == values(ours, theirs) == {"predicted": Fraction(2, 3)}
    assert values([ours], {"a": [theirs], "b": [ours]}) == {"a": Fraction(2, 3), "b": 1}
    assert accord.score([ours], [theirs]).run.length_of == "tokens"
    with pytest.raises(AccordError, match="different texts"):
        accord.score([ours], [Doc("Acme fired Ann")])


@pytest.mark.parametrize(
    ("predictions", "said"),
    [
        ([SYSTEM[0]], "different numbers of documents"),
        ([[(4, 0, "ORG")], []], "it does not end after its start"),
        ([[(0, 4)], []], "spans are written as"),
        ([[(0.5, 4, "A")], []], "whole numbers"),
        ("system.jsonl", "spans are needed, as the reference has"),
        (None, "spans are needed, as the reference has"),
        ({}, "there is no prediction to score"),
        ({"reference": GOLD}, "give it another name"),
    ],
)
def test_what_is_none_is_refused(predictions: Any, said: str) -> None:
    with pytest.raises(AccordError, match=said):
        accord.score(GOLD, predictions)


def test_labels_are_no_spans() -> None:
    assert accord.score([["B-PER", "O"]], [["B-PER", "O"]]).run.micro.f1 == 1
    assert accord.score([("a", "b", "c")], [("a", "b", "c")]).run.headline.name == "accuracy"
    with pytest.raises(AccordError, match="these are not spans"):
        accord.score([["B-PER", "O"]], [["B-PER", "O"]], texts=["a b"])


def test_a_span_that_stands_there_twice_is_said() -> None:
    scores = accord.score(GOLD, [[(0, 4, "ORG"), (0, 4, "ORG")], []])
    assert any("[0, 4] appears twice" in line for line in scores.assumptions)
