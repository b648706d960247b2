"""Lists of what each user answered: Argilla's responses, doccano's classes, doccano 1's annotations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from accord.errors import ReadError
from accord.model import ItemLabels, Span
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


def lines(*records: Mapping[str, Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def labels(path: list[str], **how: Any) -> dict[str, Mapping[str, str]]:
    annotations = read(path, **how).annotations
    return {who: each.labels for (_, who), each in annotations.items() if isinstance(each, ItemLabels)}


def test_questions_of_argilla_are_layers(lay: Lay) -> None:
    one = {
        "text": "Hm.",
        "external_id": "t1",
        "mood": [
            {"user_id": "a", "value": "sad", "status": "submitted"},
            {"user_id": "b", "value": "glad", "status": "draft"},
        ],
        "topics": [{"user_id": "a", "value": ["x", "b"], "status": "submitted"}],
        "mood-suggestion": "sad",
    }
    path = lay({"r.jsonl": lines(one)})
    assert labels(path) == {"a": {"t1": "sad"}}
    assert labels(path, layer="topics") == {"a": {"t1": "b|x"}}
    assert "1 draft left out" in " ".join(read(path).assumptions)


def test_two_responses_to_a_later_question_are_reported(lay: Lay) -> None:
    both = [
        {
            "id": "1",
            "text": "Hm.",
            "mood": [{"user_id": "a", "value": "sad"}],
            "topic": [{"user_id": "a", "value": topic}],
        }
        for topic in ("x", "y")
    ]
    with pytest.raises(ReadError, match=r"label of item '1' is 'y' here and 'x' at line 1"):
        read(lay({"r.jsonl": lines(*both)}))


def test_classes_of_doccano_are_sets(lay: Lay) -> None:
    path = lay(
        {"c.jsonl": lines({"id": 1, "text": "Hm.", "label": ["sad", "angry"]}, {"id": 2, "text": "Ha", "label": []})}
    )
    assert list(labels(path).values()) == [{"1": "angry|sad", "2": ""}]


def test_annotations_of_doccano_1_by_user(lay: Lay) -> None:
    span = {"label": 12, "start_offset": 0, "end_offset": 3}
    record = {"id": 1, "text": "Ann left", "annotations": [{**span, "user": 1}, {**span, "user": 2, "end_offset": 8}]}
    corpus = read(lay({"s.jsonl": lines(record)}))
    assert spans_of(corpus, "1") == [("1", Span(0, 3, "12"))]
    assert spans_of(corpus, "2") == [("1", Span(0, 8, "12"))]
    classes = {"id": 1, "text": "Ann left", "annotations": [{"label": 3, "user": 1}, {"label": 2, "user": 1}]}
    assert labels(lay({"c.jsonl": lines(classes)})) == {"1": {"1": "2|3"}}


@REAL
def test_counts_of_real_files() -> None:
    corpus = read(str(DATA / "doccano" / "v1_by_user" / "labeling.jsonl"))
    assert {who: len(spans_of(corpus, who)) for who in corpus.annotators} == {"1": 5, "2": 11}
    for ending in ("jsonl", "parquet"):
        found = labels([str(DATA / "argilla" / f"made_feedback_dataset_pandalm.{ending}")])
        assert [len(given) for given in found.values()] == [30, 30, 30]


def test_two_responses_of_a_user_in_one_record_are_reported(lay: Lay) -> None:
    twice = {"id": "1", "text": "Hm.", "mood": [{"user_id": "a", "value": mood} for mood in ("sad", "glad")]}
    with pytest.raises(ReadError, match=r"label of item '1' is 'glad' here and 'sad' at line 1"):
        read(lay({"r.jsonl": lines(twice)}))
