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
    assert "left out: 1 draft" in " ".join(read(path).assumptions)


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


VERSION_2 = {
    "id": "r1",
    "fields": {"title": "Hm", "text": "Ann left."},
    "metadata": {},
    "suggestions": {"mood": {"value": "sad", "score": 0.9, "agent": "m"}},
    "responses": {
        "mood": [{"value": "sad", "user_id": "a"}, {"value": "glad", "user_id": "b"}],
        "names": [{"value": [{"start": 0, "end": 3, "label": "PER"}], "user_id": "a"}, {"value": [], "user_id": "b"}],
        "best": [{"value": [{"value": "x", "rank": 2}, {"value": "y", "rank": 1}], "user_id": "a"}],
        "score": [{"value": 3, "user_id": "a"}],
        "topics": [{"value": ["y", "x"], "user_id": "a"}, {"value": [], "user_id": "b"}],
    },
    "vectors": {},
    "status": "completed",
    "_server_id": None,
}


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"id": record["id"], "status": "completed", **record["fields"]}
    for question, given in record["responses"].items():
        made[f"{question}.responses"] = [each["value"] for each in given]
        made[f"{question}.responses.users"] = [each["user_id"] for each in given]
        made[f"{question}.responses.status"] = ["submitted" for _ in given]
    return made | {"mood.suggestion": "sad", "mood.suggestion.score": 0.9, "mood.suggestion.agent": "m"}


@pytest.mark.parametrize(
    "file",
    [{"r.json": json.dumps([VERSION_2], indent=1)}, {"r.jsonl": lines(VERSION_2)}, {"r.jsonl": lines(flat(VERSION_2))}],
)
def test_records_of_argilla_2(lay: Lay, file: Mapping[str, str]) -> None:
    path = lay(file)
    assert list(read(path).layers) == ["mood", "names", "best", "score", "topics"]
    assert labels(path, layer="mood") == {"a": {"r1": "sad"}, "b": {"r1": "glad"}}
    assert labels(path, layer="best") == {"a": {"r1": "y>x"}}
    assert labels(path, layer="score") == {"a": {"r1": "3"}}
    assert labels(path, layer="topics") == {"a": {"r1": "x|y"}, "b": {"r1": ""}}
    names = read(path, layer="names")
    assert names.annotators == ("a", "b")
    assert spans_of(names, "a") == [("r1", Span(0, 3, "PER"))]
    assert spans_of(names, "b") == []
    assert "spans: names in 'text'" in names.assumptions[0]
    assert "left out: 1 suggestion" in names.assumptions[0]


def test_records_of_the_server_of_argilla_1(lay: Lay) -> None:
    def response(who: str, mood: str, status: str = "submitted") -> dict[str, Any]:
        return {"user_id": who, "status": status, "values": {"mood": {"value": mood}}}

    def one(number: int, *responses: dict[str, Any]) -> dict[str, Any]:
        return {"id": str(number), "fields": {"text": f"text {number}"}, "responses": list(responses)}

    suggested = {"suggestions": [{"question_name": "mood", "value": "sad"}]}
    records = [
        one(1, response("a", "sad"), response("b", "glad")),
        {**one(2, response("a", "sad", "draft")), **suggested},
    ]
    path = lay({"r.json": json.dumps([*records, one(3), one(4, response("b", "sad", "discarded"))])})
    assert labels(path) == {"a": {"1": "sad"}, "b": {"1": "glad"}}
    assert "responses to mood, left out: 1 draft, 1 discarded, 1 suggestion" in read(path).assumptions[0]


def test_spans_of_argilla_behind_the_text_are_reported(lay: Lay) -> None:
    marked = {"value": [{"start": 0, "end": 30, "label": "PER"}], "user_id": "a"}
    with pytest.raises(ReadError, match=r"span 1 of 'names' by a \[0, 30\] ends after the text"):
        read(lay({"r.jsonl": lines({**VERSION_2, "responses": {"names": [marked]}})}))


def test_numbers_of_each_project_of_doccano_are_matched_by_text(lay: Lay) -> None:
    given = {"ada": ["fog", "rain", "snow"], "bram": ["snow", "fog", "hail"]}
    classes = {
        f"{who}.jsonl": lines(*({"id": n, "text": text, "label": ["x"]} for n, text in enumerate(texts, 1)))
        for who, texts in given.items()
    }
    corpus = read(lay(classes))
    assert labels(lay(classes)) == {
        "ada": dict.fromkeys("123", "x"),
        "bram": dict.fromkeys(["3", "1", "3 (bram)"], "x"),
    }
    assert "2 of 4 texts are in several files; in one only: 1 of ada, 1 of bram" in " ".join(corpus.assumptions)
    assert not corpus.findings
    spans = {
        f"{who}.jsonl": lines(*({"id": n, "text": text, "label": [[0, 3, "W"]]} for n, text in enumerate(texts, start)))
        for (who, texts), start in zip(given.items(), (1, 11), strict=True)
    }
    assert set(read(lay(spans)).annotations) == {
        *((n, "ada") for n in "123"),
        ("3", "bram"),
        ("1", "bram"),
        ("13", "bram"),
    }


def test_a_text_that_was_changed_is_no_other_item(lay: Lay) -> None:
    files = {
        f"{who}.jsonl": lines({"id": 1, "text": "fog", "label": ["x"]}, {"id": 2, "text": text, "label": ["x"]})
        for who, text in (("ada", "rain"), ("bram", "rains"))
    }
    corpus = read(lay(files))
    assert [finding.code for finding in corpus.findings] == ["text-mismatch"]


def test_items_of_one_number_and_other_texts_are_held_apart(lay: Lay) -> None:
    files = {
        f"{who}.jsonl": lines(*({"id": n, "text": text, "label": ["x"]} for n, text in enumerate(["fog", "sun", last])))
        for who, last in (("ada", "rain"), ("bram", "snow"), ("chloe", "snow"))
    }
    path = lay(files)
    found = {who: [item for item in given if item.startswith("2")] for who, given in labels(path).items()}
    assert found == {"ada": ["2"], "bram": ["2 (bram)"], "chloe": ["2 (bram)"]}
    assert "of one name and different texts, so held apart: 2 (bram)" in read(path).assumptions


@pytest.mark.parametrize("kind", ["labels", "spans"])
@pytest.mark.parametrize("order", [("ada", "bram"), ("bram", "ada")])
def test_a_few_texts_under_the_numbers_of_others_are_told_by_their_texts(
    lay: Lay, kind: str, order: tuple[str, str]
) -> None:
    """Three of eight numbers stand for other texts: no label is held against that of another text."""
    texts = [f"the ferry of line {n} was late" for n in range(8)]
    bram = [*texts[:5], texts[6], texts[7], texts[5]]
    says = {text: ["even"] if n % 2 else ["odd"] for n, text in enumerate(texts)}
    given: dict[str, Any] = says if kind == "labels" else {text: [[n, n + 3, "x"]] for n, text in enumerate(texts)}
    files = {
        f"{who}.jsonl": lines(*({"id": n, "text": text, "label": given[text]} for n, text in enumerate(marked)))
        for who, marked in (("ada", texts), ("bram", bram))
    }
    paths = {Path(path).stem: path for path in lay(files)}
    corpus = read([paths[who] for who in order])
    if kind == "labels":
        found = labels([paths[who] for who in order])
        assert found["ada"] == found["bram"]
        assert len(found["ada"]) == 8
    else:
        assert sorted(spans_of(corpus, "ada")) == sorted(spans_of(corpus, "bram"))
        assert len(spans_of(corpus, "ada")) == len(corpus.documents) == 8
    assert not corpus.findings
    assert sum("whose texts tell what they are" in line for line in corpus.assumptions) == 1


def test_a_number_goes_to_no_text_that_has_it_already(lay: Lay) -> None:
    """Bram's 1 has the text of Ada's 2, but so has his 2, a little changed: nothing is called after two texts."""
    ada = ["fog over the bay", "rain at noon", "sun in June", "hail"]
    bram = ["rain at noon", "rain at noon!", "sun in June", "hail"]
    files = {
        f"{who}.jsonl": lines(*({"id": n, "text": text, "label": ["x"]} for n, text in enumerate(marked, 1)))
        for who, marked in (("ada", ada), ("bram", bram))
    }
    assert [*labels(lay(files))["bram"]] == ["1 (bram)", "2", "3", "4"]


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


def test_texts_without_a_class_count_and_that_is_said(lay: Lay) -> None:
    """Doccano writes an empty list for a text that nobody has labelled yet."""
    given: list[list[str]] = [["x"], [], []]
    path = lay({"ada.jsonl": lines(*({"id": n, "text": f"t{n}", "label": each} for n, each in enumerate(given)))})
    (finding,) = read(path).findings
    assert (finding.code, finding.place.line) == ("empty-answer", 2)
    assert "and in 1 other row" in finding.message
    assert labels(path) == {"ada": {"0": "x", "1": "", "2": ""}}


def test_texts_without_a_span_are_said_to_be_looked_at(lay: Lay) -> None:
    """As doccano writes texts that nobody has looked at yet."""
    given: list[list[list[object]]] = [[[0, 2, "x"]], [], []]
    path = lay({"ada.jsonl": lines(*({"id": n, "text": f"t{n}", "label": each} for n, each in enumerate(given)))})
    corpus = read(path)
    assert len(corpus.annotations) == 3
    assert "2 empty lists of labels taken for nothing found" in corpus.assumptions[0]
