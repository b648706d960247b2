"""JSON lines: the shapes that are read, and what is said of those that are not."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest

from accord.errors import ReadError, UsageError
from accord.formats import Columns, Content, Passage
from accord.formats.jsonl import read_jsonl
from accord.formats.source import Source
from accord.model import Sentence
from accord.verbs.read import read

Lay = Callable[[Mapping[str, str | bytes]], list[str]]


@pytest.fixture
def lines(lay: Lay) -> Callable[..., Content]:
    def make(*records: str | bytes, **said: object) -> Content:
        encoded = [record.encode() if isinstance(record, str) else record for record in records]
        (path,) = lay({"a.jsonl": b"\n".join(encoded) + b"\n"})
        return read_jsonl(Source(path), Columns(**said))  # type: ignore[arg-type]

    return make


Lines = Callable[..., Content]


def passage(annotator: str | None, document: str | None, *sentences: Sentence) -> Passage:
    held = [sentence._replace(one_line=True, document=document or f"line {sentence.line}") for sentence in sentences]
    return Passage(annotator, document, held, marked=True)


@pytest.mark.parametrize("key", ["labels", "ner_tags", "tags"])
def test_token_labels_of_one_annotator(lines: Lines, key: str) -> None:
    first = json.dumps({"tokens": ["EU", "said"], key: ["B-ORG", "O"]})
    content = lines(first, "", json.dumps({"tokens": ["so"], key: [0]}))
    assert content.passages == [
        passage(None, None, Sentence(("EU", "said"), ("B-ORG", "O"), 1)),
        passage(None, None, Sentence(("so",), ("0",), 3)),
    ]
    assert not content.names_annotators


def test_a_record_is_a_document_named_by_its_id_unless_it_names_one(lines: Lines) -> None:
    content = lines(
        '{"id": 7, "tokens": ["a"], "labels": ["O"], "annotator": "ada"}',
        '{"id": 8, "tokens": ["b"], "labels": ["O"], "annotator": "ada", "document": "d"}',
        '{"id": 7, "tokens": ["a"], "labels": ["X"], "annotator": "bram"}',
        '{"id": 9, "tokens": ["c"], "labels": ["O"], "annotator": "ada", "doc": "d"}',
    )
    assert content.passages == [
        passage("ada", "7", Sentence(("a",), ("O",), 1)),
        passage("ada", "d", Sentence(("b",), ("O",), 2, "d"), Sentence(("c",), ("O",), 4, "d")),
        passage("bram", "7", Sentence(("a",), ("X",), 3)),
    ]


def test_token_labels_of_several_annotators_null_is_not_annotated(lines: Lines) -> None:
    content = lines('{"tokens": ["a"], "labels": {"ada": ["O"], "bram": null, "chloe": [""]}}')
    assert content.passages == [
        passage("ada", None, Sentence(("a",), ("O",), 1)),
        passage("chloe", None, Sentence(("a",), ("",), 1)),
    ]


def test_nan_is_missing_as_null_is(lines: Lines) -> None:
    written = ['{"item": "x", "label": "p"}', '{"item": "y", "label": NaN}', '{"item": "z", "label": "NaN"}']
    (answers,) = lines(*written).answers.values()
    assert dict(answers.labels) == {"x": "p", "z": "NaN"}


def test_item_labels_null_is_not_annotated_and_numbers_stay_as_written(lines: Lines) -> None:
    content = lines(
        '{"item": "x", "annotator": "ada", "label": "p"}',
        '{"item": "x", "annotator": "bram", "label": ""}',
        '{"item": "y", "annotator": "bram", "label": null}',
        '{"item": 1.50, "annotator": "bram", "label": 1e3}',
        '{"id": true, "worker": 5, "rating": -0}',
    )
    assert {key: answers.labels for key, answers in content.answers.items()} == {
        (None, "ada"): {"x": "p"},
        (None, "bram"): {"x": "", "1.50": "1e3"},
        (None, "5"): {"true": "-0"},
    }
    assert content.findings == []


def test_item_labels_of_several_annotators(lines: Lines) -> None:
    content = lines('{"id": "x", "doc": "d", "labels": {"ada": "p", "bram": null, "chloe": ""}}')
    assert {key: answers.labels for key, answers in content.answers.items()} == {
        ("d", "ada"): {"x": "p"},
        ("d", "chloe"): {"x": ""},
    }


def test_keys_that_the_caller_names(lines: Lines) -> None:
    said = {"label": ("mood",), "annotator": "who", "item": "nr"}
    content = lines('{"nr": 1, "mood": "glad", "who": "ada", "label": "not this"}', '{"nr": 1, "label": "x"}', **said)
    assert {key: answers.labels for key, answers in content.answers.items()} == {(None, "ada"): {"1": "glad"}}
    assert [(finding.place.line, finding.code) for finding in content.findings] == [(2, "unknown-shape")]
    with pytest.raises(UsageError, match="the name of one key for each"):
        lines('{"id": 1, "label": "x"}', label=(1,))


@pytest.mark.parametrize(
    ("record", "code", "message"),
    [
        ('{"id": 1, "label": "x"', "invalid-json", "no JSON at column 23: expecting ',' delimiter"),
        ("nonsense", "invalid-json", "no JSON at column 1: expecting value"),
        ("[" * 100_000, "invalid-json", "lists or objects too deep in each other"),
        ("[1, 2]", "unknown-shape", "a list instead of an object"),
        ('"text"', "unknown-shape", "'text' instead of an object"),
        (
            '{"size": 1, "colour": 2}',
            "unknown-shape",
            "no labels of tokens or items, spans, relations or units in the keys size, colour",
        ),
        ("{}", "unknown-shape", "no labels of tokens or items, spans, relations or units in the keys (none)"),
        (
            '{"id": 1, "annotator": "ada", "labels": {"bram": "x"}}',
            "unknown-shape",
            "an annotator, and labels by annotator in 'labels'",
        ),
        ('{"tokens": ["a"], "labels": ["O", "O"]}', "length-mismatch", "2 labels for 1 token"),
        ('{"tokens": ["a", "b"], "labels": {"ada": ["O"]}}', "length-mismatch", "1 label by ada for 2 tokens"),
        ('{"tokens": "a b", "labels": ["O"]}', "wrong-type", "'tokens' holds 'a b' where a list is needed"),
        ('{"tokens": ["a"], "labels": "O"}', "wrong-type", "'labels' holds 'O' where a list is needed"),
        ('{"tokens": ["a"], "labels": [null]}', "wrong-type", "'labels' holds null where a text or number is needed"),
        (
            '{"tokens": [["a"]], "labels": ["O"]}',
            "wrong-type",
            "'tokens' holds a list where a text or number is needed",
        ),
        ('{"tokens": ["a", ""], "labels": ["O", "O"]}', "empty-token", "token 1 is empty"),
        ('{"tokens": ["a\\rb"], "labels": ["O"]}', "wrong-type", "'tokens' holds a line end: 'a\\rb'"),
        ('{"tokens": ["a"], "labels": ["\\n"]}', "wrong-type", "'labels' holds a line end: '\\n'"),
        ('{"id": 1, "label": [[0, 5, "X"]]}', "wrong-type", "'label' holds a list where a text or number is needed"),
        ('{"id": {}, "label": "x"}', "wrong-type", "'id' holds an object where a text or number is needed"),
        ('{"id": 1, "label": "\\ud800"}', "wrong-type", "'label' holds half a character: '\\ud800'"),
        ('{"id": 1, "label": "x", "id": 2}', "duplicate-key", "the key 'id' stands twice in one object"),
        ('{"id": null, "label": "x"}', "missing-item", "the item 'id' is empty"),
        ('{"id": 1, "labels": {"": "x"}}', "missing-annotator", "labels under an empty name"),
        (b'{"id": 1, "label": "\xe9"}', "undecodable-bytes", 'not utf-8: \'{"id": 1, "label": "\\xe9"}\''),
    ],
)
def test_what_is_wrong_with_a_record(lines: Lines, record: str | bytes, code: str, message: str) -> None:
    content = lines('{"id": 0, "label": "y"}', record)
    assert [(finding.place.line, finding.code, finding.message) for finding in content.findings] == [(2, code, message)]
    assert content.findings[0].hint


def test_a_record_with_a_fault_leaves_nothing_behind(lines: Lines) -> None:
    content = lines('{"id": 1, "labels": {"ada": "x", "bram": [["y"]]}}')
    assert content.answers == {}
    content = lines('{"tokens": ["a"], "labels": {"ada": ["O"], "bram": ["O", "O"]}}')
    assert content.passages == []


def test_a_record_without_tokens_is_passed_over_with_a_warning(lines: Lines) -> None:
    content = lines('{"tokens": [], "labels": []}')
    assert [(finding.code, str(finding.severity)) for finding in content.findings] == [
        ("empty-sentence", "warning"),
        ("empty-file", "error"),
    ]
    more = lines('{"tokens": [], "labels": []}', '{"tokens": ["a"], "labels": ["O"]}')
    assert [finding.code for finding in more.findings] == ["empty-sentence"]
    assert more.passages == [passage(None, None, Sentence(("a",), ("O",), 2))]


@pytest.mark.parametrize(
    "text",
    [
        ['[{"id": 1, "label": "x"}, {"id": 2,', '"label": "y"}', "]"],
        ["[", ' {"id": 1, "label": "x"},', ' {"id": 2, "label": "y"}', "]"],
    ],
)
def test_an_array_is_read_as_its_objects(lines: Lines, text: list[str]) -> None:
    content = lines(*text)
    assert content.findings == []
    assert content.answers[None, None].labels == {"1": "x", "2": "y"}


def test_an_object_over_several_lines_is_one_record(lines: Lines) -> None:
    assert lines("{", ' "id": 1,', ' "label": "x"', "}").answers[None, None].labels == {"1": "x"}


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (["[", '{"id": 1, "label": "x"},', '{"id": 2,', "]"], 4, "invalid-json"),
        (["[", '{"id": 1, "label": "x"},', "3]"], 3, "unknown-shape"),
        (["[", '{"id": 1, "id": 2, "label": "x"}', "]"], 2, "duplicate-key"),
        (["[" * 5000, "]"], 1, "invalid-json"),
        (["{", '"id": ' + "[" * 200_000], 1, "invalid-json"),
    ],
)
def test_an_array_that_is_cut_or_holds_something_else(lines: Lines, text: list[str], line: int, code: str) -> None:
    found = [(finding.place.line, finding.code) for finding in lines(*text).findings]
    assert (line, code) in found or (None, code) in found


def test_some_records_with_and_some_without_an_annotator(lines: Lines) -> None:
    content = lines('{"id": 1, "label": "x", "annotator": "ada"}', '{"id": 2, "label": "x"}', '{"id": 3, "label": "x"}')
    assert [(finding.place.line, finding.code) for finding in content.findings] == [
        (2, "missing-annotator"),
        (3, "missing-annotator"),
    ]


def test_nothing_at_all(lines: Lines) -> None:
    for nothing in ("", '{"id": 1, "label": null}'):
        content = lines(nothing, " ")
        assert [(finding.place.line, finding.code) for finding in content.findings] == [(None, "empty-file")]


def test_items_have_a_text_besides_their_name(lines: Lines) -> None:
    record = {"id": 7, "tweet": "Send a boat.", "length": 3, "annotator": "ada", "label": "urgent"}
    content = lines(json.dumps(record))
    assert content.texts == {(None, "7"): "Send a boat."}
    assert content.answers[None, "ada"].labels == {"7": "urgent"}
    plain = lines(json.dumps({"text": "Send a boat.", "annotator": "ada", "label": "urgent"}))
    assert plain.texts == {(None, "Send a boat."): ""}


def test_two_labels_of_an_item_are_reported_in_an_array_of_one_line(lay: Lay) -> None:
    records = [{"item": "1", "annotator": "a", "label": label} for label in "xy"]
    with pytest.raises(ReadError, match=r"a's label of item '1' is 'y' here and 'x' at line 1"):
        read(lay({"r.json": json.dumps(records)}))
