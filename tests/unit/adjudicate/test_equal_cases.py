"""Cases that are equal, and what is decided on them together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from accord.adjudicate.decision import DECIDED, SKIPPED, Decision
from accord.adjudicate.equal_cases import decided_together, equal_cases
from accord.campaign.gold import queue_of as queue_of_corpus
from accord.errors import UsageError
from accord.model import Corpus, Document, ItemLabels, Span, Spans
from tests.unit.adjudicate.campaigns import LAYERS, queue_of

if TYPE_CHECKING:
    from accord.adjudicate.queue import Queue

TEXT = "Crewe saw Hull . Crewe left . Crewe and Hull met ."


def decision(item: str, place: str, value: object, state: str = DECIDED) -> Decision:
    return Decision(item, 1, state, value, (), "", "eve", "2026-01-01T00:00:00+00:00", place)


def spans_queue(**marked: list[Span]) -> Queue:
    layers = {("d", who): Spans(tuple(spans), len(TEXT)) for who, spans in marked.items()}
    return queue_of_corpus("names", Corpus.of((Document("d", text=TEXT),), layers))


@pytest.fixture
def crewe() -> Queue:
    """Crewe three times, once whole as PER or SHIP, once as PER or nothing, once as SHIP or PER; and Hull."""
    return spans_queue(
        ada=[Span(0, 5, "PER"), Span(10, 14, "PER"), Span(17, 22, "PER"), Span(30, 35, "SHIP")],
        bram=[Span(0, 5, "SHIP"), Span(10, 14, "SHIP"), Span(30, 35, "PER")],
    )


def ids(queue: Queue, item: str, same: str) -> list[str]:
    return sorted(case.id for case in equal_cases(queue, item, same))


def test_cases_are_equal_in_words_in_versions_or_in_both(crewe: Queue) -> None:
    assert ids(crewe, "d:0-5", "words") == ["d:17-22", "d:30-35"]
    assert ids(crewe, "d:0-5", "versions") == ["d:10-14", "d:30-35"]
    assert ids(crewe, "d:0-5", "both") == ["d:30-35"]
    assert ids(crewe, "d:17-22", "versions") == []


def test_marks_inside_regions_of_another_length_are_not_equal() -> None:
    queue = spans_queue(
        ada=[Span(0, 5, "PER"), Span(17, 27, "PER"), Span(30, 35, "PER")],
        bram=[Span(0, 3, "PER"), Span(17, 20, "PER"), Span(30, 33, "PER")],
    )
    assert ids(queue, "d:0-5", "versions") == ["d:30-35"]
    with pytest.raises(UsageError, match="d:17-27 is longer or shorter"):
        queue.of.moved([[0, 3, "PER"]], queue.case("d:0-5"), queue.case("d:17-27"))


@pytest.mark.parametrize("layer", LAYERS)
def test_equal_is_symmetric_and_no_case_is_equal_to_itself(layer: str) -> None:
    queue = queue_of(layer)
    for same in ("words", "versions", "both"):
        found = {case.id: ids(queue, case.id, same) for case in queue.cases}
        assert all(item in found[other] and item != other for item, others in found.items() for other in others)


def test_a_version_is_taken_where_it_was_said_and_is_nobodys_elsewhere(crewe: Queue) -> None:
    found = decided_together(crewe, "d:0-5", [[0, 5, "SHIP"]], "words", decisions={})
    assert [(each.case.id, each.value, each.taken) for each in found.cases] == [
        ("d:0-5", [[0, 5, "SHIP"]], ("bram",)),
        ("d:17-22", [[17, 22, "SHIP"]], ()),
        ("d:30-35", [[30, 35, "SHIP"]], ("ada",)),
    ]
    assert (found.closed, found.unfit) == (0, {})


def test_what_is_decided_skipped_or_taken_by_others_is_left_alone(crewe: Queue) -> None:
    places = {case.id: case.fingerprint for case in crewe.cases}
    decisions = {
        "d:17-22": decision("d:17-22", places["d:17-22"], [[17, 22, "PER"]]),
        "d:30-35": decision("d:30-35", places["d:30-35"], None, SKIPPED),
    }
    found = decided_together(crewe, "d:0-5", [], "words", decisions=decisions)
    assert ([each.case.id for each in found.cases], found.closed) == (["d:0-5"], 2)
    found = decided_together(crewe, "d:0-5", [], "words", decisions={}, taken={"d:30-35"})
    assert ([each.case.id for each in found.cases], found.closed) == (["d:0-5", "d:17-22"], 1)


def test_a_value_that_does_not_fit_an_equal_case_is_said(crewe: Queue) -> None:
    widened = [[0, 7, "PER"]]  # "Crewe s": at the third there is as much room, and at the end of a sentence, too
    found = decided_together(crewe, "d:0-5", widened, "versions", decisions={})
    assert [each.case.id for each in found.cases] == ["d:0-5", "d:30-35"]
    assert list(found.unfit) == ["d:10-14"]
    assert "longer or shorter" in found.unfit["d:10-14"]


def test_labels_with_the_same_versions_whoever_gave_them() -> None:
    said = {"ada": {"a": "x", "b": "y", "c": "x"}, "bram": {"a": "y", "b": "x", "c": "z"}}
    queue = queue_of_corpus(
        "l", Corpus.of((Document("d"),), {("d", who): ItemLabels(each) for who, each in said.items()})
    )
    assert ids(queue, "d:a", "versions") == ["d:b"]
    assert ids(queue, "d:a", "words") == []  # items without a text are about no words


def test_another_way_to_be_equal_is_refused(crewe: Queue) -> None:
    with pytest.raises(UsageError, match="unknown way 'colour'"):
        equal_cases(crewe, "d:0-5", "colour")
