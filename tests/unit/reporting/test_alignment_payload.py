"""Alignments for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from accord.model import Unit
from accord.reporting.alignment_payload import alignment_payload, alignment_records
from accord.study.units import study_of
from tests.build import aligned_by_hand

if TYPE_CHECKING:
    from accord.kinds.units.aligned import Aligned

MARKED = {
    "ann": [Unit(0, 4, "A"), Unit(10, 14, "B")],
    "bob": [Unit(0, 4, "B"), Unit(20, 22.5, "C")],
    "cat": [Unit(0, 4, "B")],
}


@pytest.fixture
def aligned() -> Aligned:
    return aligned_by_hand(
        study_of([("d1", 0.0, MARKED)], tuple(MARKED), "second"), [[[1, -1, -1], [0, 2, 4], [-1, 3, -1]]]
    )


def test_a_document(aligned: Aligned) -> None:
    [document] = alignment_payload(aligned)["documents"]
    assert {key: value for key, value in document.items() if key != "alignments"} == {
        "document": "d1",
        "annotators": ["ann", "bob", "cat"],
        "units": 5,
        "disorder": pytest.approx(8 / 5),
        "sum": pytest.approx(8 / 3),
        "size": 3,
        "gap": 1.0,
        "proved": False,
        "objective": "sum",
        "method": "hand",
        "bound": 0.0,
        "candidates": 0,
        "equally_good": None,
        "alternatives": [],
    }


def test_unitary_alignments_from_the_worst_on(aligned: Aligned) -> None:
    [document] = alignment_payload(aligned)["documents"]
    *_, best = document["alignments"]
    assert [each["units"]["bob"] and each["units"]["bob"]["start"] for each in document["alignments"]] == [None, 20, 0]
    assert best["disorder"] == pytest.approx(2 / 3)
    assert best["units"]["ann"] == {"start": 0, "end": 4, "category": "A", "text": None}
    assert best["pairs"] == [
        {"annotators": ["ann", "bob"], "dissimilarity": 1.0, "position": 0.0, "category": 1.0},
        {"annotators": ["ann", "cat"], "dissimilarity": 1.0, "position": 0.0, "category": 1.0},
        {"annotators": ["bob", "cat"], "dissimilarity": 0.0, "position": 0.0, "category": 0.0},
    ]


def test_an_unmatched_unit_has_no_parts(aligned: Aligned) -> None:
    worst, *_ = alignment_payload(aligned)["documents"][0]["alignments"]
    assert worst["units"] == {
        "ann": {"start": 10, "end": 14, "category": "B", "text": None},
        "bob": None,
        "cat": None,
    }
    assert worst["pairs"][0] == {
        "annotators": ["ann", "bob"],
        "dissimilarity": 1.0,
        "position": None,
        "category": None,
    }


def test_what_was_confused_missed_and_added(aligned: Aligned) -> None:
    payload = alignment_payload(aligned)
    assert payload["confusions"] == [{"first": "A", "second": "B", "pairs": 2}]
    assert payload["coincidences"] == [[0, 2, 0], [2, 1, 0], [0, 0, 0]]
    assert payload["confusion_matrices"][0] == {
        "first": "ann",
        "second": "bob",
        "counts": [[0, 1, 0], [0, 0, 0], [0, 0, 0]],
    }
    assert payload["added"] == [
        {"annotator": "ann", "category": "B", "units": 1},
        {"annotator": "bob", "category": "C", "units": 1},
    ]
    assert payload["missed"] == [
        {"annotator": "ann", "category": "C", "units": 1},
        {"annotator": "bob", "category": "B", "units": 1},
        {"annotator": "cat", "category": "B", "units": 1},
        {"annotator": "cat", "category": "C", "units": 1},
    ]
    assert payload["annotators"][2] == {"annotator": "cat", "units": 1, "missed": 2, "missed_of_most": 0, "added": 0}
    assert payload["by_units"] == [{"units": 1, "alignments": 2}, {"units": 3, "alignments": 1}]


def test_words_of_the_text(aligned: Aligned) -> None:
    [document] = alignment_payload(replace(aligned, texts={"d1": "Oslo harbour"}))["documents"]
    assert document["alignments"][-1]["units"]["cat"]["text"] == "Oslo"


def test_json_holds_it_without_infinities(aligned: Aligned) -> None:
    unbounded = replace(aligned.alignments[0], bound=float("-inf"))
    payload = alignment_payload(replace(aligned, alignments=(unbounded,)))
    assert payload["documents"][0]["bound"] is payload["documents"][0]["gap"] is None
    assert json.loads(json.dumps(payload, allow_nan=False)) == payload


def test_nobody_marked_anything() -> None:
    aligned = aligned_by_hand(study_of([("d", 0.0, {"ann": [], "bob": []})], ("ann", "bob")), [[]])
    payload = alignment_payload(aligned)
    assert payload["documents"][0]["alignments"] == payload["confusions"] == payload["missed"] == []
    assert payload["documents"][0]["disorder"] == 0.0
    assert alignment_records(aligned).rows == ()


def test_records_are_one_row_a_unit(aligned: Aligned) -> None:
    table = alignment_records(aligned)
    assert table.columns == ("document", "alignment", "disorder", "annotator", "start", "end", "category")
    assert table.rows[:3] == (
        ("d1", "1", "1.0", "ann", "10", "14", "B"),
        ("d1", "2", "1.0", "bob", "20", "22.5", "C"),
        ("d1", "3", repr(2 / 3), "ann", "0", "4", "A"),
    )
    assert len(table.rows) == 5
