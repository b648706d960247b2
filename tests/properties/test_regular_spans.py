"""Records of spans that are taken in by one look are read as those that are looked at from all sides."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from accord.errors import AccordError
from accord.formats.columns import Columns
from accord.formats.jsonl import read_jsonl
from accord.formats.regular_spans import RegularSpans
from accord.formats.source import Source

POSITIONS = st.one_of(st.integers(-1, 9), st.sampled_from(["3", " 3", 2.0, True, None]))
SPAN = st.one_of(
    st.tuples(st.integers(0, 4), st.integers(3, 9), st.sampled_from(["A", "B", " A", "", None])).map(list),
    st.lists(st.one_of(POSITIONS, st.sampled_from(["A", None])), max_size=4),
    st.fixed_dictionaries({"start": POSITIONS, "end": POSITIONS, "label": st.just("A")}),
    st.sampled_from(["A", {"text": "Fog", "label": "A"}, {"user_id": 1, "value": []}]),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "spans": st.lists(SPAN, max_size=4),
    "entities": st.lists(SPAN, max_size=2),
    "labels": st.lists(SPAN, max_size=2),
    "relation": st.just([]),
    "relations": st.sampled_from([[], None]),
    "document": st.sampled_from(["d", "e", " d", "", None, 7]),
    "id": st.sampled_from(["d", 1, None]),
    "annotator": st.sampled_from(["ada", "bram", " ", None]),
    "_annotator_id": st.just("chloe"),
    "text": st.sampled_from(["Fog on 💧 Sallow", "Fog on the Sound", "", 3, None]),
    "length": st.sampled_from([9, 3, "x", -1, None]),
    "tokens": st.just(["a", "b"]),
    "answer": st.sampled_from(["accept", "reject"]),
    "batch": st.just("1"),
    "meta": st.just({"genre": "news"}),
}
LIKELY = st.sampled_from([("document", "length", "spans"), ("id", "text", "annotator", "entities")])
KEYS = st.one_of(LIKELY, LIKELY.flatmap(lambda keys: st.sampled_from(sorted(VALUES)).map(lambda key: (*keys, key))))
RECORDS = KEYS.flatmap(lambda keys: st.fixed_dictionaries({key: VALUES[key] for key in keys}))


def read(text: str, told: Columns) -> dict[str, object] | str:
    try:
        content = read_jsonl(Source("a.jsonl", content=text.encode("utf-8", "surrogatepass")), told)
    except AccordError as refusal:
        return str(refusal)
    return {field.name: repr(getattr(content, field.name)) for field in fields(content)}


@given(st.lists(RECORDS, min_size=1, max_size=4), st.sampled_from([Columns(), Columns(offsets="utf16")]))
@example(
    [{"document": "d", "length": 9, "spans": [[0, 3, "A"]]}, {"document": "e", "length": 2, "spans": []}], Columns()
)
@example([{"text": "Fog 💧", "spans": [[0, 5, "A"]]}], Columns())
def test_one_look_and_all_are_the_same(records: list[dict[str, Any]], told: Columns) -> None:
    text = "\n".join(map(json.dumps, records))
    found = read(text, told)
    with patch.object(RegularSpans, "add", lambda _reader, _record, _line: False):
        assert read(text, told) == found


def test_a_plain_record_takes_one_look() -> None:
    taken = []
    add = RegularSpans.add

    def counted(reader: RegularSpans, record: dict[str, Any], line: int) -> bool:
        taken.append(add(reader, record, line))
        return taken[-1]

    with patch.object(RegularSpans, "add", counted):
        read('{"document": "d", "length": 9, "spans": [[0, 3, "A"]]}', Columns())
        read('{"id": "d", "annotator": "ada", "text": "Fog", "spans": [[0, 3, "A"]]}', Columns())
    assert taken == [True, True]


def test_a_response_without_a_text_is_reported() -> None:
    nothing = {"document": "d", "length": 9, "spans": []}
    response = {"id": "d", "text": None, "entities": [{"user_id": 1, "value": []}]}
    found = read("\n".join(map(json.dumps, [nothing, response])), Columns())
    assert isinstance(found, dict)
    assert "missing-text" in str(found["findings"])
