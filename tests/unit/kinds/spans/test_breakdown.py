"""Corrected F1 taken apart: in the shapes of all kinds, and equal to what parts give when measured alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.agreement.result import Undefined
from accord.errors import NotApplicable, UsageError
from accord.kinds.options import chosen
from accord.kinds.spans.kind import SPANS, measured_spans
from accord.kinds.spans.options import SpanOptions
from accord.model import Corpus, Document, Place, Span, Spans, TokenLabels

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement

TEXT = "Henrietta Voss left Port Said at dawn."
MARKED = {
    ("d1", "ada"): [Span(0, 14, "PER"), Span(20, 29, "LOC")],
    ("d1", "bram"): [Span(0, 14, "SHIP"), Span(20, 29, "LOC")],
    ("d1", "chloe"): [Span(0, 14, "PER"), Span(25, 29, "LOC")],
    ("d2", "ada"): [Span(0, 4, "PER")],
    ("d2", "bram"): [],
    ("d3", "ada"): [Span(3, 9, "LOC")],
}


def corpus(marked: dict[tuple[str, str], list[Span]] = MARKED, length: int = len(TEXT)) -> Corpus:
    documents = tuple(Document(name, text=TEXT) for name in dict.fromkeys(name for name, _ in marked))
    return Corpus.of(
        documents,
        {key: Spans(tuple(spans), length, file=f"{key[1]}.jsonl", line=1) for key, spans in marked.items()},
    )


def measured(**given: object) -> Agreement:
    return SPANS.agree(corpus(), (), chosen(SpanOptions, {"draws": 0, **given}))


def test_pairs_say_on_how_many_texts_both_were_and_differ() -> None:
    pairs = measured().pairs
    assert list(pairs.keys()) == [("ada", "bram"), ("ada", "chloe"), ("bram", "chloe")]
    both = pairs["ada", "bram"]
    assert (both.count, both.differing, both.unshared) == (2, 2, 1)
    assert (pairs["ada", "chloe"].count, pairs["ada", "chloe"].unshared) == (1, 2)
    alone = measured(annotators=["ada", "bram"])
    assert both.value == pytest.approx(alone.value)
    assert both.expected == pytest.approx(alone.result.expected)


def test_annotators_are_measured_with_the_rest_and_without() -> None:
    rows = measured().annotators
    assert [(row.annotator, row.given) for row in rows] == [("ada", 3), ("bram", 2), ("chloe", 2)]
    assert rows["chloe"].without == pytest.approx(measured(exclude=["chloe"]).value)


def test_types_come_by_frequency_and_add_up() -> None:
    agreement = measured(match="exact")
    assert [(row.label, row.given) for row in agreement.labels] == [("LOC", 3), ("PER", 3), ("SHIP", 1)]
    # exact: of the three pairs on d1 one matches a LOC (ada, bram), one a PER (ada, chloe)
    assert agreement.labels["LOC"].specific == pytest.approx(2 * 1 / 6)
    assert agreement.labels["SHIP"].specific == 0
    assert not measured(types="ignore").labels
    assert "not looked at" in measured(types="ignore").labels.why


def test_documents_have_the_mean_disagreement_of_their_places() -> None:
    documents = measured(match="exact").documents
    # d1: PER SHIP PER, so two of three pairs differ; LOC LOC LOC with other borders, the same; d2: one of one
    assert documents["d1"].difficulty == pytest.approx(2 / 3)
    assert documents["d2"].difficulty == 1
    assert list(documents.keys()) == ["d1", "d2"]


def test_the_hardest_places_say_what_everyone_marked_and_where() -> None:
    first, second, third = measured(match="exact").hardest(10)
    assert (first.document, first.name, first.disagreement) == ("d2", "0-4", 1.0)
    assert first.versions == {"ada": "PER 0-4", "bram": "", "chloe": None}
    assert first.place == Place("ada.jsonl", 1)
    assert (second.text, second.before, second.after) == ("Henrietta Voss", "", " left Port Said at dawn.")
    assert (third.id, third.text) == ("d1:20-29", "Port Said")
    assert [each.id for each in measured(match="exact").hardest(1)] == [first.id]


def test_confusions_are_types_that_overlap() -> None:
    agreement = measured()
    (confusion,) = agreement.confusions()
    assert (confusion.first, confusion.second, confusion.pairs, confusion.share) == ("PER", "SHIP", 2.0, 1.0)
    assert confusion.items == 1
    assert confusion.examples == ("d1:0-14",)
    merged = SPANS.agree(SPANS.merged(corpus(), "PER", "SHIP"), (), SpanOptions(draws=0))
    assert confusion.merged == pytest.approx(merged.value)
    assert measured(types="ignore").confusions() == []


def test_documents_that_are_harder_than_the_others_stand_out() -> None:
    same = [Span(at, at + 2, "A") for at in range(0, 36, 3)]
    other = [Span(at, at + 2, "B") for at in range(0, 36, 3)]
    marked = {(f"d{number}", who): same for number in range(6) for who in ("ada", "bram")}
    marked["d3", "bram"] = other
    agreement = SPANS.agree(corpus(marked), (), SpanOptions(draws=0))
    found = agreement.outliers
    assert not isinstance(found, Undefined)
    assert min(found.documents, key=found.documents.__getitem__) == "d3"
    assert found.documents["d3"] < 0.01
    assert all(p > 0.5 for name, p in found.documents.items() if name != "d3")
    assert set(found.annotators) == {"ada", "bram"}
    page = SPANS.page(corpus(marked), agreement, 10)
    assert {row.document: row.harder_p for row in page.documents} == found.documents


@pytest.mark.parametrize(
    ("given", "why"),
    [({"reference": "ada"}, "not every two annotators"), ({"shared": 2}, "not every two annotators")],
)
def test_what_is_not_compared_says_why(given: dict[str, object], why: str) -> None:
    agreement = measured(**given)
    assert not agreement.pairs
    assert why in agreement.pairs.why
    assert not agreement.annotators
    assert why in agreement.annotators.why


def test_it_says_how_it_measured() -> None:
    agreement = measured(match="iou:0.5")
    assert agreement.about == {"match": "iou:0.5", "model": "disjoint", "types": "apart", "positions": "character"}
    assert agreement.used == {"documents": 2, "spans": 7}
    assert agreement.left_out == {"documents that fewer than 2 annotators looked at": 1}
    assert agreement.unit == "document"
    assert repr(agreement) == f"<Agreement on spans: corrected-f1 {agreement.value:.4f}>"
    assert agreement["corrected-f1"] is agreement.result


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"shared": 1}, "shared: a whole number from 2, or all, is needed, not 1"),
        ({"shared": 4}, "3 annotators cannot share a mark by 4"),
        ({"reference": "adda"}, "did you mean ada"),
        ({"model": "disjoined"}, "unknown model 'disjoined'"),
        ({"gap": 1, "model": "overlap"}, "a gap between spans is for disjoint spans"),
        ({"draws": -1}, "draws: a whole number from 0 to 1,000,000 is needed, not -1"),
        ({"by_most": True}, "unknown option 'by_most'"),
    ],
)
def test_what_is_not_understood_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        measured(**given)


def test_another_coefficient_is_refused() -> None:
    with pytest.raises(UsageError, match="measured by corrected-f1, not by alpha"):
        SPANS.agree(corpus(), ("alpha",), SpanOptions())


def test_all_can_share_a_mark() -> None:
    options = SpanOptions(draws=0, shared="all", types="ignore")
    # on d1 all three mark 14 tokens of 14 and 4 of 9, 9 and 4; on d2 nothing is marked by both
    whole = measured_spans(corpus(), options).whole
    assert whole.observed == pytest.approx(3 * (14 + 4) / (3 * 14 + 9 + 9 + 4 + 4))


def test_types_of_chunk_labels_are_not_merged_in_silence() -> None:
    corpus = Corpus.of((Document("d", (("Fog",),)),), {("d", "ada"): TokenLabels((("B-PER",),))})
    with pytest.raises(NotApplicable, match="chunk labels are not merged"):
        SPANS.merged(corpus, "PER", "LOC")


def test_overlaps_that_fill_the_text_are_refused_by_who_and_where() -> None:
    whole = {("d1", "ada"): [Span(0, 30, "PER"), Span(10, 38, "PER")], ("d1", "bram"): [Span(0, 4, "PER")]}
    with pytest.raises(NotApplicable, match=r"ada marked spans that overlap \(d1.*0-30 and 10-38\)"):
        SPANS.agree(corpus(whole), (), chosen(SpanOptions, {"draws": 0}))
