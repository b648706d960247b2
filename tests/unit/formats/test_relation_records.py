"""Relations in JSON lines: what is read, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accord.formats.columns import Columns
from accord.formats.content import Content, Marking
from accord.formats.json_values import Wrong
from accord.formats.relation_records import RelationRecords
from accord.formats.span_records import SpanRecords
from accord.model import Span
from accord.model.relation import Relation, Relations

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports"
TEXT = "Ann works for Acme in Oslo."
ANN = {"id": "e1", "start": 0, "end": 3, "type": "PER"}
ACME = {"id": "e2", "start": 14, "end": 18, "type": "ORG"}
WORKS = {"source": "e1", "target": "e2", "type": "works_for"}
ADA: dict[str, Any] = {
    "document": "a",
    "text": TEXT,
    "annotator": "ada",
    "mentions": [ANN, ACME],
    "relations": [WORKS],
}
SPANS = (Span(0, 3, "PER"), Span(14, 18, "ORG"))


def linked(marking: Marking) -> Relations:
    """The relations of a marking."""
    assert isinstance(marking.annotation, Relations)
    return marking.annotation


def read(*records: object) -> tuple[list[Marking], list[str]]:
    """The relations of some records, and what was found wrong in which line."""
    content = Content("a.jsonl")
    spans = SpanRecords(content, Columns())
    relations = RelationRecords(content, spans)
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    for line, record in enumerate(records, 1):
        written = decoder.decode(json.dumps(record))
        try:
            key = relations.key(written)
            assert key is not None
            relations.add(written, key, line)
        except Wrong as wrong:
            code, message, hint = wrong.args
            content.report(code, line, message, hint)
    relations.finish()
    return content.markings, [
        f"{finding.place.line} {finding.severity} {finding.code}: {finding.message}" for finding in content.findings
    ]


def test_one_annotator_a_line() -> None:
    markings, findings = read(ADA, ADA | {"annotator": "bram", "relations": []}, ADA | {"relations": None})
    assert findings == []
    assert [
        (each.annotator, linked(each).mentions, linked(each).relations, linked(each).line) for each in markings
    ] == [
        ("ada", SPANS, (Relation(0, 1, "works_for"),), 1),
        ("bram", SPANS, (), 2),
    ]
    assert markings[0].document == "a"
    assert markings[0].words == TEXT


def test_several_annotators_a_line() -> None:
    record = {key: value for key, value in ADA.items() if key != "annotator"}
    by_annotator: dict[str, Any] = {"ada": [WORKS], "bram": [], "chloe": None}
    markings, findings = read(
        record | {"relations": by_annotator},
        record | {"relations": {"ada": [], "bram": []}, "mentions": {"ada": [ANN], "bram": [ACME, ANN]}},
    )
    assert findings == []
    assert [(each.annotator, len(linked(each).mentions), len(linked(each).relations)) for each in markings] == [
        ("ada", 2, 1),
        ("bram", 2, 0),
        ("ada", 1, 0),
        ("bram", 2, 0),
    ]


def test_doccano() -> None:
    """Its ids are numbers."""
    entities = [
        {"id": 7, "label": "PER", "start_offset": 0, "end_offset": 3},
        {"id": 9, "label": "ORG", "start_offset": 14, "end_offset": 18},
    ]
    record = {"id": 1, "text": TEXT, "entities": entities, "relations": [{"from_id": 7, "to_id": 9, "type": "w"}]}
    (marking,), findings = read(record)
    assert (linked(marking).mentions, linked(marking).relations, marking.document, findings) == (
        SPANS,
        (Relation(0, 1, "w"),),
        "1",
        [],
    )


def test_prodigy() -> None:
    """It links any two tokens, whether a span marks them or not."""
    record = {
        "text": TEXT,
        "spans": [{"start": 0, "end": 3, "label": "PER"}],
        "_session_id": "news-ada",
        "answer": "accept",
        "relations": [
            {
                "head": 0,
                "child": 3,
                "label": "w",
                "head_span": {"start": 0, "end": 3, "label": "PER"},
                "child_span": {"start": 14, "end": 18, "label": None},
            }
        ],
    }
    (marking,), findings = read(record, record | {"answer": "reject"})
    assert findings == []
    assert linked(marking).mentions == (Span(0, 3, "PER"), Span(14, 18, ""))
    assert linked(marking).relations == (Relation(0, 1, "w"),)
    assert marking.annotator == "news-ada"


@pytest.mark.data
@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder of real data at {DATA}")
def test_real_prodigy_export() -> None:
    """15 records with 48 spans and 32 relations, as its description says."""
    lines = (DATA / "prodigy" / "bio_relations_15.jsonl").read_text().splitlines()
    markings, findings = read(*(json.loads(line) for line in lines))
    assert findings == []
    assert [
        sum(map(len, each))
        for each in zip(*((linked(one).mentions, linked(one).relations) for one in markings), strict=True)
    ] == [
        48,
        32,
    ]


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({"mentions": None}, "error wrong-type: 'mentions' holds null where mentions by ada are needed"),
        ({"mentions": [ANN, ACME, 3]}, "error invalid-span: mention 3 by ada is '3', no list or object"),
        (
            {"mentions": [ANN, ACME | {"end": 99}]},
            "error invalid-span: mention 2 by ada [14, 99] ends after the text, which has 27 characters",
        ),
        (
            {"mentions": [ANN, ACME, ACME | {"start": 13}]},
            "error duplicate-mention: mention 3 by ada [13, 18] has the id 'e2' of another one",
        ),
        (
            {"mentions": [ANN, ACME, ACME | {"id": "e3"}]},
            "warning duplicate-span: mention 3 by ada [14, 18] appears twice",
        ),
        ({"relations": "none"}, "error wrong-type: 'relations' holds 'none' where a list is needed"),
        ({"relations": [["e1", "e2"]]}, "error invalid-relation: relation 1 by ada is a list, no object"),
        ({"relations": [{"target": "e2"}]}, "error invalid-relation: relation 1 by ada has no source"),
        (
            {"relations": [WORKS | {"target": "e9"}]},
            "error invalid-relation: relation 1 by ada has the target 'e9', which is the id of no mention",
        ),
        (
            {"relations": [WORKS | {"target": {}}]},
            "error wrong-type: 'target' holds an object where a text or number is needed",
        ),
        (
            {"relations": [WORKS | {"target": "e1"}]},
            "warning self-relation: relation 1 by ada links a mention to itself, which no measure counts",
        ),
        ({"relations": [WORKS, WORKS]}, "warning duplicate-relation: relation 2 by ada appears twice"),
        (
            {"relations": [WORKS, {"source": "e2", "target": "e1"}]},
            "error invalid-relation: relation 2 by ada has no type, while others have one",
        ),
        ({"sentences": 3}, "error wrong-type: 'sentences' holds '3' where a list is needed"),
        ({"sentences": [[0, 3], [2]]}, "error wrong-type: sentence 2 is a list, not [start, end]"),
        (
            {"sentences": [[0, 5], [4, 9]]},
            "error wrong-type: sentence 2 [4, 9] is not after the one before it",
        ),
        (
            {"text": None, "document": None},
            "error wrong-type: 'text' holds null where a text or number is needed",
        ),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(changed: dict[str, Any], finding: str) -> None:
    assert read(ADA, ADA | {"document": "b"} | changed)[1] == [f"2 {finding}"]


def test_a_mention_that_cannot_be_used_is_reported_once() -> None:
    markings, findings = read(ADA | {"mentions": [ANN, ACME | {"start": 18}]})
    assert findings == ["1 error invalid-span: mention 2 by ada [18, 18] is empty"]
    assert linked(markings[0]).relations == ()


def test_sentences() -> None:
    assert linked(read(ADA | {"sentences": [[0, 12], [12, 27]]})[0][0]).sentences == ((0, 12), (12, 27))
