"""What takes agreement on units apart: each part is what its own measure gives, or says why there is none."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np
import pytest

import accord
from accord.agreement.document_outliers import harder
from accord.agreement.resample import holm
from accord.agreement.result import Undefined, number
from accord.errors import NotApplicable, UsageError
from accord.kinds.kind import MeasureRequest
from accord.kinds.units.kind import UNITS
from accord.model import Corpus, Document, TokenLabels, Unit
from accord.reporting.agree_payload import agree_payload
from tests.build import corpus_of_units, noisy_units

FEW: dict[str, Any] = {"samples": 3}
THREE = corpus_of_units({"d": noisy_units(1), "e": noisy_units(2)})
FOUR = corpus_of_units({"d": {**noisy_units(1), "d": noisy_units(3)["b"]}})
APART = corpus_of_units(
    {
        "d": {
            name: [Unit(10 * at + shift, 10 * at + 5, "AB"[at % 2]) for at in range(4)]
            for shift, name in enumerate("abc")
        }
    }
)
"""Units of an annotator that do not overlap."""


def test_labels_have_gamma_k_of_the_same_alignments() -> None:
    by_category = {each.name: each for each in accord.agree(THREE, "gamma-k", **FEW)}
    labels = accord.agree(THREE, **FEW).labels
    assert labels.coefficient == "gamma-k"
    assert len(labels) == len(by_category) > 1
    for each in labels:
        own = by_category[f"gamma-k:{each.label}"]
        assert (each.value, each.interval, each.expected) == (own.value, own.interval, own.expected)


def test_specific_agreement_is_the_share_of_aligned_pairs_with_the_same_category() -> None:
    """Of two pairs X is in both and Y in one; a has X twice and b once, so that F1 of X is 2 / 3."""
    corpus = corpus_of_units(
        {"d": {"a": [Unit(0, 9, "X"), Unit(20, 29, "X")], "b": [Unit(0, 9, "X"), Unit(20, 29, "Y")]}}
    )
    labels = accord.agree(corpus, **FEW).labels
    assert {each.label: (each.given, each.count, each.specific) for each in labels} == {
        "X": (3, 2, pytest.approx(2 * 1 / (2 + 1))),
        "Y": (1, 1, 0.0),
    }


def test_annotators_are_the_mean_of_their_pairs_and_the_others_alone() -> None:
    agreement = accord.agree(FOUR, **FEW)
    pairs = {pair: accord.agree(FOUR, annotators=pair, **FEW).value for pair in combinations("abcd", 2)}
    assert {each.key: each.value for each in agreement.pairs} == pairs
    for each in agreement.annotators:
        own = [number(value) for pair, value in pairs.items() if each.annotator in pair]
        assert each.against_rest == pytest.approx(fmean(value for value in own if value is not None))
        assert each.without == accord.agree(FOUR, exclude=each.annotator, **FEW).value


def test_two_annotators_have_one_pair_and_nobody_is_left_without_one() -> None:
    agreement = accord.agree(THREE, annotators=["a", "b"], **FEW)
    (pair,) = agreement.pairs
    assert pair.value == agreement.value
    assert [each.against_rest for each in agreement.annotators] == [agreement.value] * 2
    assert all(each.without == Undefined("one annotator would be left") for each in agreement.annotators)


def test_much_to_align_leaves_pairs_and_merged_categories_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.kinds.units.breakdown.MAX_ALIGNED", 1)
    agreement = accord.agree(THREE, **FEW)
    assert not agreement.pairs
    assert "there is much to align" in agreement.pairs.why
    assert all(isinstance(each.against_rest, Undefined) for each in agreement.annotators)
    assert all(isinstance(each.merged, Undefined) for each in agreement.confusions())
    assert "pairs" in agree_payload(agreement, 10)["absent"]


def test_a_confusion_says_what_the_value_would_be_if_two_categories_were_one() -> None:
    agreement = accord.agree(THREE, **FEW)
    first, *others = agreement.confusions()
    assert first.merged == accord.agree(UNITS.merged(THREE, first.first, first.second), **FEW).value
    assert sum(each.share for each in (first, *others)) == pytest.approx(1)
    assert set(first.examples) <= {each.id for each in agreement.hardest(1_000)}


def test_mentions_of_chunk_labels_are_not_merged_and_say_so() -> None:
    rows = {"a": ("B-X", "O", "B-X"), "b": ("B-X", "O", "B-Y")}
    tokens = Corpus.of(
        (Document("d", (("one", "two", "three"),)),), {("d", who): TokenLabels((row,)) for who, row in rows.items()}
    )
    (confusion,) = accord.agree(tokens, "gamma", **FEW).confusions()
    assert "chunk labels are not merged" in str(confusion.merged)


def test_the_hardest_come_first_with_what_everyone_marked() -> None:
    corpus = corpus_of_units(
        {"d": {"a": [Unit(0, 9, "X"), Unit(20, 29, "X")], "b": [Unit(0, 9, "X"), Unit(20, 29, "Y")]}}
    )
    (hard,) = accord.agree(corpus, **FEW).hardest()
    assert (hard.name, hard.disagreement, hard.versions) == ("20-29", 1.0, {"a": "X 20-29", "b": "Y 20-29"})


def test_documents_that_stand_out_are_those_of_more_disorder() -> None:
    near = {who: [Unit(20 * at + shift, 20 * at + 9, "A") for at in range(12)] for shift, who in enumerate("ab")}
    far = {who: [Unit(20 * at + 6 * shift, 20 * at + 9, "A") for at in range(12)] for shift, who in enumerate("ab")}
    agreement = accord.agree(corpus_of_units({"near": near, "close": near, "far": far}), **FEW)
    found = agreement.outliers
    assert not isinstance(found, Undefined)
    assert set(found.annotators) == {"a", "b"}
    apart: dict[str, list[float]] = {each.document: [] for each in agreement.documents}
    for each in agreement.hardest(1_000):
        apart[each.document].append(each.disagreement)
    values = np.array([value for document in ("near", "close", "far") for value in apart[document]])
    chances = harder(values, np.repeat([0, 1, 2], [len(apart[name]) for name in ("near", "close", "far")]))
    assert found.documents == dict(zip(("near", "close", "far"), holm(chances.tolist()), strict=True))
    assert min(found.documents, key=lambda name: found.documents[name]) == "far"


def test_a_baseline_has_places_pairs_and_no_categories() -> None:
    agreement = accord.agree(APART, "u-alpha")
    assert agreement.unit == "place"
    assert not agreement.labels
    assert "gamma-k" in agreement.labels.why
    assert agreement.confusions() == []
    assert len(agreement.hardest()) == 4
    assert {(each.count, each.differing) for each in agreement.pairs} == {(4, 4)}
    assert agreement.documents["d"].value == agreement.value


def test_other_coefficients_by_document_and_unmatched_units_are_extra() -> None:
    agreement = accord.agree(THREE, ["gamma", "gamma-cat"], **FEW)
    unmatched, beside = agreement.extra()
    assert [row[0] for row in unmatched.rows] == ["a", "b", "c"]
    values = {each.key: each.value for each in accord.agree(THREE, "gamma-cat", **FEW).documents}
    assert {row[0]: row[2] for row in beside.rows} == values


class TestKind:
    def test_gamma_is_the_headline_unless_another_coefficient_is_asked_for(self) -> None:
        (headline,) = UNITS.measures(THREE, MeasureRequest())
        assert (headline.kind, headline.options) == ("units", {})
        (asked,) = UNITS.measures(THREE, MeasureRequest("gamma-k:A", "levenshtein"))
        assert (asked.coefficient, asked.options) == ("gamma-k:A", {"distance": "levenshtein"})

    @pytest.mark.parametrize(("name", "kind"), [("corrected-f1", "spans"), ("kappa", "labels")])
    def test_a_coefficient_of_another_kind_is_refused(self, name: str, kind: str) -> None:
        with pytest.raises(UsageError, match=f"{name} is for {kind}, and these are units"):
            UNITS.measures(THREE, MeasureRequest(name))

    def test_what_is_quicker_takes_units_that_do_not_overlap_first(self) -> None:
        first, second = UNITS.quicker(THREE, MeasureRequest())
        assert first.coefficient == "u-alpha"
        assert second.options["method"] == "greedy"

    def test_a_baseline_has_its_worst_documents_aligned_to_be_drawn(self) -> None:
        agreement = accord.agree(APART, "u-alpha")
        view = UNITS.drawing(APART, agreement, UNITS.options(), 5)
        assert view is not None
        assert [each.document for each in view.documents] == ["d"]
        assert UNITS.drawing(THREE, accord.agree(THREE, **FEW), UNITS.options(), 5) is None

    def test_baselines_that_do_not_take_units_that_overlap_are_no_choice(self) -> None:
        (overlapping,), (apart,) = (UNITS.choices(corpus, "none") for corpus in (THREE, APART))
        names = [{each["name"] for each in found["coefficients"]} for found in (overlapping, apart)]
        assert "gamma" in names[0]
        assert "u-alpha" in names[1] - names[0]

    def test_categories_are_merged_and_chunk_labels_refused(self) -> None:
        merged = UNITS.merged(APART, "A", "B")
        assert {unit.category for each in merged.annotations.values() for unit in each.units} == {"A or B"}  # type: ignore[attr-defined]
        tokens = Corpus.of((Document("d", (("one",),)),), {("d", "a"): TokenLabels((("B-X",),))})
        with pytest.raises(NotApplicable, match="not merged"):
            UNITS.merged(tokens, "X", "Y")
