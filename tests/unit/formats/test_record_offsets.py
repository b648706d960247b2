"""What the offsets of JSON records count: proved by what is covered, by tokens, or said by the caller."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest

from accord.errors import ReadError
from accord.model import Finding, Span, Spans
from accord.model.relation import Relations
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]
Count = Callable[[int], int]

TEXT = "\N{GRINNING FACE} Ann met Bob in Ålesund \N{GRINNING FACE} today, and nobody else was there."
PLACES = [(2, 5), (10, 13), (17, 24)]
WAYS: dict[str, Count] = {
    "characters": lambda place: place,
    "utf16": lambda place: len(TEXT[:place].encode("utf-16-le")) // 2,
    "bytes": lambda place: len(TEXT[:place].encode()),
}
SPANS = tuple(Span(start, end, "X") for start, end in PLACES)


def marks(count: Count, *, covered: bool = False) -> list[dict[str, Any]]:
    return [
        {"id": number, "start": count(start), "end": count(end), "label": "X"}
        | ({"text": TEXT[start:end]} if covered else {})
        for number, (start, end) in enumerate(PLACES)
    ]


def tokens(count: Count) -> list[dict[str, Any]]:
    places = [0, *(place for place, sign in enumerate(TEXT) if sign == " "), len(TEXT)]
    borders = [(start + (start > 0), end) for start, end in pairwise(places)]
    return [{"text": TEXT[start:end], "start": count(start), "end": count(end)} for start, end in borders]


def prodigy(count: Count) -> str:
    record = {"text": TEXT, "_input_hash": 1, "_task_hash": 1, "answer": "accept", "_session_id": "ada"}
    return json.dumps(record | {"tokens": tokens(count), "spans": marks(count)})


def linked(count: Count, *, covered: bool) -> str:
    links = [{"from_id": 0, "to_id": 1, "type": "met"}]
    record = {"document": "d", "annotator": "ada", "text": TEXT, "entities": marks(count, covered=covered)}
    return json.dumps(record | {"relations": links, "sentences": [[0, count(len(TEXT))]]})


def argilla(count: Count, *, covered: bool) -> str:
    value = [{key: each for key, each in mark.items() if key != "id"} for mark in marks(count, covered=covered)]
    responses = [{"user_id": "ada", "value": value, "status": "submitted"}]
    return json.dumps({"id": "d", "fields": {"text": TEXT}, "responses": {"names": responses}})


@pytest.mark.parametrize("way", WAYS)
def test_tokens_prove_what_the_spans_of_prodigy_count(lay: Lay, way: str) -> None:
    corpus = read(lay({"p.jsonl": prodigy(WAYS[way])}))
    assert tuple(span for _, span in spans_of(corpus, "ada")) == SPANS
    assert ("as the covered texts prove" in corpus.assumptions[0]) == (way != "characters")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [linked, argilla])
def test_covered_texts_prove_what_mentions_and_responses_count(lay: Lay, make: Callable[..., str], way: str) -> None:
    (annotation,) = read(lay({"r.jsonl": make(WAYS[way], covered=True)})).annotations.values()
    assert isinstance(annotation, Spans | Relations)
    assert annotation.spans == SPANS
    if isinstance(annotation, Relations):
        assert annotation.sentences == ((0, len(TEXT)),)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make", [linked, argilla])
def test_the_caller_says_what_mentions_and_responses_count(lay: Lay, make: Callable[..., str], way: str) -> None:
    corpus = read(lay({"r.jsonl": make(WAYS[way], covered=False)}), offsets=way)
    (annotation,) = corpus.annotations.values()
    assert isinstance(annotation, Spans | Relations)
    assert annotation.spans == SPANS
    assert "prove" not in corpus.assumptions[0]


@pytest.mark.parametrize("make", [linked, argilla])
def test_where_nothing_tells_it_is_said(lay: Lay, make: Callable[..., str]) -> None:
    said = read(lay({"r.jsonl": make(WAYS["characters"], covered=False)})).assumptions[0]
    assert "nothing tells what offsets count" in said
    assert "offsets=" in said


def test_the_caller_cannot_say_what_tokens_disprove(lay: Lay) -> None:
    path = lay({"p.jsonl": prodigy(WAYS["characters"])})
    with pytest.raises(ReadError) as refused:
        read(path, offsets="utf16")
    (finding,) = refused.value.findings
    assert isinstance(finding, Finding)
    assert finding.code == "offset-mismatch"
    assert "the token" in finding.message


def test_a_span_behind_the_text_names_the_option(lay: Lay) -> None:
    start = len(TEXT) - 3
    record = {"document": "d", "annotator": "ada", "text": TEXT, "spans": [[start, start + 5, "X"]]}
    with pytest.raises(ReadError) as refused:
        read(lay({"s.jsonl": json.dumps(record)}))
    (finding,) = refused.value.findings
    assert isinstance(finding, Finding)
    assert "offsets=" in finding.hint
