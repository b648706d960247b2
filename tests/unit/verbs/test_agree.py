"""What a caller of accord.agree says, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

import accord
from accord.agreement.result import Undefined
from accord.errors import ReadError, UsageError
from accord.kinds.labels.breakdown import breakdown_of

TRIO = {"ann": ["A", "A", "B", "B"], "bob": ["A", "A", "B", "A"], "cy": ["B", "B", "A", None]}


def test_some_annotators_only() -> None:
    measured = accord.agree(TRIO, "kappa", annotators=["ann", "bob"])
    assert measured.result.value == pytest.approx(0.5)
    assert breakdown_of(measured).coding.annotators == ("ann", "bob")


def test_one_name_that_means_no_answer() -> None:
    data = {"ann": ["A", "?", "B"], "bob": ["A", "A", "?"]}
    assert breakdown_of(accord.agree(data, "observed", missing="?")).coding.items == 1


def test_items_by_name_need_no_order() -> None:
    data = {"ann": {"x": "A", "y": "B", "z": "A"}, "bob": {"z": "A", "x": "A", "w": "B"}}
    measured = accord.agree(data, "observed")
    assert measured.result.value == 1
    assert measured.result.excluded == {"items with one label": 2}


def test_results_come_in_the_order_asked_for_and_once() -> None:
    measured = accord.agree(TRIO, ["fleiss", "krippendorff", "alpha"], distance="nominal")
    assert [result.name for result in measured.results] == ["fleiss", "alpha"]
    assert measured.result is measured.results[0]


def test_the_signature_says_what_the_number_depends_on() -> None:
    def signature(**options: object) -> str:
        return str(accord.agree(TRIO, "alpha", **{"distance": "nominal", **options}).result.signature)  # type: ignore[arg-type]

    plain = signature()
    for options in (
        {"keep_singletons": True},
        {"level": 0.9},
        {"labels": ["B", "A", "C"]},
        {"interval": "bootstrap", "seed": 2},
    ):
        assert signature(**options) != plain
    assert plain.startswith("alpha|dist:nominal|unit:item|")
    assert signature() == plain


def test_how_it_shows_itself() -> None:
    pair = accord.agree(TRIO, "kappa", annotators=["ann", "bob"])
    assert repr(pair) == "<Agreement on labels: kappa 0.5000>"
    nothing = accord.agree({"ann": ["A"], "bob": [None]}, "kappa")
    assert repr(nothing) == "<Agreement on labels: kappa undefined (no item was labelled by two annotators)>"


def test_no_interval_where_none_is_asked_for() -> None:
    assert accord.agree(TRIO, "alpha", interval=None).result.interval == Undefined("no interval was asked for")


def test_the_way_round_a_circle() -> None:
    data = {"ann": ["0", "6", "23"], "bob": ["0", "6", "1"]}
    assert accord.agree(data, "alpha", distance="circular:24").about["distance"] == "circular:24"
    short, far = (accord.agree(data, "alpha", distance=name).result.value for name in ("circular:24", "interval"))
    assert float(short) > 0.9  # type: ignore[arg-type]
    assert float(far) < 0  # type: ignore[arg-type]


CHUNKS = {"ann": [["B-PER", "I-PER", "O", "O"], ["O", "B-LOC"]], "bob": [["O", "B-PER", "O", "O"], ["O", "B-LOC"]]}


def test_of_chunk_labels_the_spans_are_compared_and_why() -> None:
    measured = accord.agree(CHUNKS)
    assert (measured.kind, measured.result.name) == ("spans", "corrected-f1")
    assert {row.label for row in measured.labels} == {"PER", "LOC"}
    assert len(measured.hardest()) == 1  # one span that differs, and not two tokens
    assert measured.value == accord.agree(CHUNKS, "corrected-f1").value
    (why,) = [reason for reason in measured.reasons if "spans are compared" in reason]
    assert "--coefficient alpha" in why
    assert not any("spans are compared" in reason for reason in accord.agree(CHUNKS, "corrected-f1").reasons)


def test_tokens_are_compared_where_labels_are_asked_for() -> None:
    assert accord.agree(CHUNKS, "alpha").kind == "labels"
    assert accord.agree(CHUNKS, distance="nominal").kind == "labels"
    tags = {name: [["DET", "NOUN", "VERB"], ["X", "NOUN"]] for name in CHUNKS}
    assert accord.agree(tags).kind == "labels"


def test_chunk_labels_that_cannot_be_read_are_not_guessed_at() -> None:
    broken = {**CHUNKS, "cy": [["B-PER", "I-LOC", "O", "O"], ["O", "B-LOC"]]}
    with pytest.raises(accord.AccordError, match="say how to read invalid sequences: repair begin"):
        accord.agree(broken)
    assert accord.agree(broken, repair="begin").kind == "spans"
    assert accord.agree(broken, "alpha").kind == "labels"
    mixed = {**CHUNKS, "cy": [["I-PER", "I-PER", "O", "O"], ["O", "I-LOC"]]}
    with pytest.raises(accord.AccordError, match="bob in BIO, cy in IO"):
        accord.agree(mixed)
    several = {**CHUNKS, "cy": [["B-PER", "I-PER", "O", "O"], ["O", "B-LOC,B-PER"]]}
    tokens = accord.agree(several)
    assert tokens.kind == "labels"
    assert "no spans are read from the labels" in tokens.reasons[0]


# --- who is left out -------------------------------------------------------------------------------------------------

UNREADABLE = {**CHUNKS, "cem": [["B-PER,B-LOC", "O", "O", "O"], ["O", "O"]]}
LEFT_OUT = [{"exclude": "cem"}, {"annotators": ["ann", "bob"]}]


@pytest.mark.parametrize("options", LEFT_OUT, ids=["exclude", "annotators"])
@pytest.mark.parametrize("coefficient", [None, "corrected-f1", "gamma", "alpha"])
def test_labels_of_those_who_are_left_out_are_not_read(coefficient: str | None, options: dict[str, Any]) -> None:
    measured = accord.agree(accord.read(UNREADABLE), coefficient, **options)
    alone = accord.agree(CHUNKS, coefficient)
    assert (measured.kind, measured.value, measured.reasons) == (alone.kind, alone.value, alone.reasons)


@pytest.mark.parametrize("options", LEFT_OUT, ids=["exclude", "annotators"])
def test_their_labels_are_not_read_by_other_verbs_either(options: dict[str, Any]) -> None:
    corpus = accord.read(UNREADABLE)
    assert accord.align(corpus, **options).to_dict() == accord.align(CHUNKS).to_dict()
    [layer] = accord.report(corpus, **options).content.layers
    assert (layer.kind, layer.headline.value) == ("spans", accord.agree(CHUNKS).value)
    assert accord.aggregate(corpus, annotators=["ann", "bob"]).mentions == accord.aggregate(CHUNKS).mentions != ()


def test_unreadable_labels_of_those_who_are_looked_at_are_refused() -> None:
    with pytest.raises(ReadError, match="1 problem in the labels"):
        accord.agree(accord.read(UNREADABLE), "corrected-f1", exclude="ann")


@pytest.mark.parametrize("options", [{"annotators": ["dan"]}, {"exclude": "dan"}])
def test_whoever_is_not_there_is_asked_about_first(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="there is no annotator 'dan'"):
        accord.agree(CHUNKS, match="exact", **options)
