from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import accord
from accord.errors import NotApplicable, UsageError
from accord.formats.formats import FORMATS
from accord.formats.writer import fitting
from accord.model import ItemLabels, Span, Spans, TokenLabels, Trees, Units

if TYPE_CHECKING:
    from pathlib import Path

    from accord.model import Corpus

MADE: dict[str, dict[str, Any]] = {
    "labels": {"kind": "labels", "items": 40},
    "spans": {"kind": "spans", "sentences": 30},
    "units": {"kind": "units", "units": 12, "documents": 2},
    "trees": {"kind": "trees", "sentences": 12, "tokens": 8},
    "phrases": {"kind": "trees", "sentences": 12, "tokens": 8, "phrases": True},
}
ERRORS: dict[str, dict[str, Any]] = {
    "labels": {"slips": 0.2, "confusions": 0.1, "bias": 0.1},
    "spans": {"omissions": 0.1, "additions": 0.1, "borders": 0.2, "types": 0.2, "splits": 0.1, "merges": 0.1},
    "units": {"omissions": 0.1, "additions": 0.1, "borders": 0.4, "categories": 0.2, "splits": 0.1, "merges": 0.1},
    "trees": {"reattach": 0.2, "relabel": 0.2, "random": 0.1},
    "phrases": {"leave_out": 0.2, "relabel": 0.2},
}
KINDS = pytest.mark.parametrize("name", list(MADE))


def said(corpus: Corpus, who: str) -> list[Any]:
    return [corpus.annotations[document.id, who] for document in corpus.documents]


def labels(corpus: Corpus, who: str) -> list[str]:
    (found,) = said(corpus, who)
    return list(found.labels.values())


@KINDS
def test_without_errors_all_say_the_same(name: str) -> None:
    corpus = accord.simulate(**MADE[name], gold=True)
    assert corpus.annotators == ("gold", "s1", "s2", "s3")
    assert said(corpus, "gold") == said(corpus, "s1") == said(corpus, "s2")


@KINDS
def test_the_same_seed_gives_the_same_corpus(name: str) -> None:
    first, same, other = (accord.simulate(**MADE[name], **ERRORS[name], seed=seed) for seed in (1, 1, 2))
    assert first == same
    assert first.annotations != other.annotations


@KINDS
def test_with_errors_annotators_differ_and_say_what_can_be_measured(name: str) -> None:
    corpus = accord.simulate(**MADE[name], **ERRORS[name])
    assert said(corpus, "s1") != said(corpus, "s2")
    value = accord.agree(corpus, samples=3).value if name == "units" else accord.agree(corpus).value
    assert float(value) < 1  # type: ignore[arg-type]


@KINDS
@pytest.mark.slow
def test_every_writer_writes_it_and_it_is_read_as_the_same(name: str, tmp_path: Path) -> None:
    corpus = accord.simulate(**MADE[name], **ERRORS[name])
    for number, to in enumerate(fitting(corpus)):
        writer = FORMATS.get(to).writer
        path = tmp_path / f"{number}{'' if writer.annotators_in == 'a folder' else writer.ending}"
        accord.convert(corpus, path, to)
        assert set(accord.read(path).annotators) == {"s1", "s2", "s3"}, to


@KINDS
def test_errors_that_all_share_are_made_by_all(name: str) -> None:
    corpus = accord.simulate(**MADE[name], **ERRORS[name], shared=1, gold=True)
    assert said(corpus, "s1") == said(corpus, "s2") != said(corpus, "gold")


def test_amounts_are_shares_of_what_is_there() -> None:
    corpus = accord.simulate(kind="labels", items=4_000, slips=(0, 0.3, 0.6), even=True, gold=True)
    gold = labels(corpus, "gold")
    differ = [sum(a != b for a, b in zip(gold, labels(corpus, who), strict=True)) for who in ("s1", "s2", "s3")]
    assert differ[0] == 0
    assert differ[1] == pytest.approx(4_000 * 0.3 * 2 / 3, rel=0.1), "one slip of three gives the label that was there"
    assert differ[2] == pytest.approx(4_000 * 0.6 * 2 / 3, rel=0.1)


def test_slips_by_frequency_keep_the_prevalence_and_even_ones_do_not() -> None:
    made: dict[str, Any] = {"kind": "labels", "items": 4_000, "prevalence": (8, 1, 1), "slips": 0.5}
    kept, even = (labels(accord.simulate(**made, even=even), "s1").count("A") / 4_000 for even in (False, True))
    assert kept == pytest.approx(0.8, abs=0.03)
    assert even == pytest.approx(0.4 + 0.5 / 3, abs=0.03)


def test_confusions_are_between_the_labels_that_are_named() -> None:
    corpus = accord.simulate(kind="labels", items=2_000, confusions=0.2, confuse=[("A", "C")], gold=True)
    found = {(a, b) for a, b in zip(labels(corpus, "gold"), labels(corpus, "s1"), strict=True) if a != b}
    assert found == {("A", "C"), ("C", "A")}


def test_a_confusion_says_how_often_each_label_is_given_for_another() -> None:
    confusion = {("A", "A"): 0.5, ("A", "B"): 0.5, ("B", "B"): 1.0}
    corpus = accord.simulate(kind="labels", items=4_000, labels=["A", "B"], confusion=confusion, gold=True)
    pairs = list(zip(labels(corpus, "gold"), labels(corpus, "s1"), strict=True))
    assert ("B", "A") not in pairs
    assert pairs.count(("A", "B")) / labels(corpus, "gold").count("A") == pytest.approx(0.5, abs=0.05)


def test_favourites_are_those_of_each_annotator() -> None:
    corpus = accord.simulate(kind="labels", items=3_000, bias=0.5)
    assert [labels(corpus, who).count(label) > 1_700 for who, label in zip(("s1", "s2", "s3"), "ABC", strict=True)]


@pytest.mark.parametrize(("drift", "more"), [(1.0, True), (-1.0, False)])
def test_errors_grow_or_wane_with_drift(drift: float, more: bool) -> None:
    corpus = accord.simulate(kind="labels", items=4_000, slips=0.3, drift=drift, gold=True)
    wrong = [a != b for a, b in zip(labels(corpus, "gold"), labels(corpus, "s1"), strict=True)]
    assert (sum(wrong[2_000:]) > 2 * sum(wrong[:2_000])) is more
    assert (2 * sum(wrong[2_000:]) < sum(wrong[:2_000])) is not more


@pytest.mark.parametrize("drift", [0.0, 0.5, -1.0])
def test_additions_are_as_many_as_asked_for_however_they_drift(drift: float) -> None:
    units = accord.simulate(kind="units", units=2_000, additions=0.5, drift=drift, annotators=1)
    (made,) = said(units, "s1")
    assert len(made.units) == pytest.approx(3_000, rel=0.03)
    spans = accord.simulate(kind="spans", sentences=400, tokens=60, density=0.02, additions=0.5, drift=drift, gold=True)
    counts = [
        sum(label.startswith("B-") for row in said(spans, who)[0].labels for label in row) for who in ("gold", "s1")
    ]
    assert counts[1] / counts[0] == pytest.approx(1.5, rel=0.06)


def test_additions_drift_within_a_document_that_is_alone() -> None:
    spans = Spans(tuple(Span(at, at + 2, "X") for at in range(0, 100_000, 100)), 100_000)
    made = accord.simulate(accord.read({"ada": {"d": spans.spans}}, texts={"d": "x" * 100_000}), additions=1, drift=1)
    added = [span.start for span in made.annotations["d", "s1"].spans if span.start % 100]  # type: ignore[attr-defined]
    assert len(added) == pytest.approx(1_000, rel=0.1)
    assert sum(start > 50_000 for start in added) / len(added) == pytest.approx(0.75, abs=0.05)


def test_invalid_labels_are_as_many_as_asked_for() -> None:
    corpus = accord.simulate(kind="spans", sentences=200, annotators=1, invalid=0.5)
    valid = accord.simulate(kind="spans", sentences=200, annotators=1)
    (rows,), (clean,) = said(corpus, "s1"), said(valid, "s1")
    mentions = sum(label.startswith("B-") for row in clean.labels for label in row)
    broken = sum(
        a != b for one, two in zip(rows.labels, clean.labels, strict=True) for a, b in zip(one, two, strict=True)
    )
    assert broken == pytest.approx(mentions / 2, rel=0.2)
    with pytest.raises(accord.AccordError, match="problems in the labels"):
        accord.agree(accord.simulate(kind="spans", sentences=50, invalid=0.5), encoding="BIO")


def test_what_an_annotator_of_data_said_is_degraded() -> None:
    spans = {"ada": Spans((Span(0, 4, "X"), Span(6, 9, "Y")), 10)}
    corpus = accord.read({"ada": {"d": spans["ada"].spans}}, texts={"d": "0123456789"})
    made = accord.simulate(corpus, omissions=1, annotators=2, gold=True)
    assert made.annotations["d", "gold"].spans == spans["ada"].spans  # type: ignore[attr-defined]
    assert made.annotations["d", "s1"].spans == ()  # type: ignore[attr-defined]


def test_chunk_labels_are_degraded_by_their_mentions_and_as_labels_where_these_are_asked_for() -> None:
    corpus = accord.simulate(kind="spans", sentences=20, annotators=1)
    by_mentions, by_labels = accord.simulate(corpus, omissions=1), accord.simulate(corpus, slips=0.5)
    (mentions,), (tokens,) = said(by_mentions, "s1"), said(by_labels, "s1")
    assert {label for row in mentions.labels for label in row} == {"O"}
    assert isinstance(tokens, TokenLabels)


def test_kinds_are_what_they_say() -> None:
    types = {"labels": ItemLabels, "spans": TokenLabels, "units": Units, "trees": Trees, "phrases": Trees}
    for name, made in MADE.items():
        assert isinstance(said(accord.simulate(**made), "s1")[0], types[name])


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, "say which kind to make up, kind= labels, spans, units or trees, or give data"),
        ({"kind": "lables"}, "unknown kind 'lables': did you mean labels"),
        ({"kind": "labels", "borders": 0.1}, "borders is for spans and units, and labels are simulated here"),
        ({"kind": "labels", "slips": 1.5}, "slips: a number from 0 to 1 is needed, not 1.5"),
        (
            {"kind": "labels", "slips": (0.1, 0.2)},
            "one number for all, or one for each of 3 annotators is needed, not 2",
        ),
        ({"kind": "labels", "confuse": [("A", "Z")]}, "there is no label 'Z'"),
        ({"kind": "labels", "prevalence": (1, 2)}, "one number for each label is needed"),
        ({"kind": "labels", "confusion": {("A", "B"): 0.5}}, "where A is right add up to 0.5"),
        ({"kind": "labels", "confusion": {}, "slips": 0.1}, "says all of slips and confusions"),
        ({"kind": "labels", "annotators": 0}, "annotators: a whole number from 1"),
        ({"kind": "labels", "slip": 0.1}, "unknown option 'slip': did you mean slips"),
        ({"kind": "trees", "leave_out": 0.1}, "leave_out= is for phrases, and these trees are dependencies"),
        ({"kind": "trees", "phrases": True, "reattach": 0.1}, "reattach= is for dependencies"),
        ({"kind": "spans", "encoding": "IO", "invalid": 1}, "in IO no sequence is invalid"),
    ],
)
def test_what_cannot_be_simulated_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        accord.simulate(**given)


def test_what_is_for_a_corpus_that_is_made_up_says_nothing_of_data() -> None:
    data = accord.simulate(kind="labels", items=5)
    with pytest.raises(UsageError, match="items= is for what is made up, and data are given"):
        accord.simulate(data, items=3)
    with pytest.raises(UsageError, match="there is no annotator 'eve'"):
        accord.simulate(data, source="eve")


def test_spans_with_gaps_are_refused() -> None:
    parts = (Span(0, 2, "X"), Span(4, 6, "X"))
    spans = Spans(parts, 10, wholes=(parts,))
    corpus = accord.read({"ada": {"d": [(0, 2, "X")]}}, texts={"d": "0123456789"}).with_annotations(
        {("d", "ada"): spans}
    )
    with pytest.raises(NotApplicable, match="has spans with gaps"):
        accord.simulate(corpus, omissions=0.1)


@pytest.mark.parametrize("kind", ["labels", "spans", "units", "trees"])
def test_labels_that_are_given_twice_are_refused(kind: str) -> None:
    with pytest.raises(UsageError, match="one of them is given twice"):
        accord.simulate(kind=kind, labels=["A", "B", "A"])
