"""Label Studio's exports: tasks, annotators, and one layer for each control."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from accord.agreement.result import Undefined
from accord.errors import ReadError
from accord.model import ItemLabels, Span
from accord.model.relation import Relation, Relations
from accord.verbs.agree import agree
from accord.verbs.read import read
from tests.build import spans_of

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "label_studio"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")
TEXT = "Ann \N{GRINNING FACE} left Bo"


def region(id_: str, start: int, end: int, covered: str, *types: str) -> dict[str, Any]:
    value = {"start": start, "end": end, "text": covered, "labels": list(types)}
    return {"id": id_, "from_name": "ner", "to_name": "text", "type": "labels", "value": value}


def answer(name: str, type_: str, **value: Any) -> dict[str, Any]:
    return {"from_name": name, "to_name": "text", "type": type_, "value": value}


def annotation(who: object, *results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"completed_by": who, "result": list(results), **more}


def export(*annotations: dict[str, Any], **more: Any) -> str:
    return json.dumps([{"id": 5, "data": {"id": "x", "text": TEXT}, "annotations": list(annotations), **more}])


ANN, BO = region("a", 0, 3, "Ann", "PER"), region("b", 12, 14, "Bo", "PER")
LEFT = {"type": "relation", "from_id": "a", "to_id": "b", "direction": "right", "labels": ["left"]}


def test_layers_of_two_annotators(lay: Lay) -> None:
    mood = answer("mood", "choices", choices=["sad"])
    moods = answer("mood", "choices", choices=["sad", "angry"])
    path = lay({"export.json": export(annotation(7, ANN, BO, LEFT, mood), annotation({"id": 8}, ANN, moods))})
    corpus = read(path)
    assert list(corpus.layers) == ["ner", "mood", "relations"]
    assert corpus.documents[0].text == TEXT
    assert spans_of(corpus, "7") == [("5", Span(0, 3, "PER")), ("5", Span(11, 13, "PER"))]  # UTF-16 in the file
    assert spans_of(corpus, "8") == [("5", Span(0, 3, "PER"))]
    labels = {who: each for (_, who), each in read(path, layer="mood").annotations.items()}
    assert {who: each.labels for who, each in labels.items() if isinstance(each, ItemLabels)} == {
        "7": {"5": "sad"},
        "8": {"5": "angry|sad"},
    }
    links = [each for each in read(path, layer="relations").annotations.values() if isinstance(each, Relations)]
    assert [each.relations for each in links] == [(Relation(0, 1, "left"),), ()]


def test_who_marked_nothing_looked(lay: Lay) -> None:
    corpus = read(lay({"export.json": export(annotation(7), annotation(8, ANN))}))
    assert corpus.annotators == ("7", "8")
    assert spans_of(corpus, "7") == []


def test_what_is_left_out_is_counted(lay: Lay) -> None:
    earlier = annotation(8, BO, updated_at="2026-01-01")
    later = annotation(8, ANN, updated_at="2026-01-02")
    box = {"from_name": "box", "type": "rectanglelabels", "value": {"x": 1}}
    more = {"drafts": [{}], "predictions": [{"model_version": "m", "result": [BO]}]}
    corpus = read(
        lay({"e.json": export(later, earlier, annotation(7, BO, box), annotation(9, was_cancelled=True), **more)})
    )
    assert set(corpus.annotators) == {"7", "8"}
    assert spans_of(corpus, "8") == [("5", Span(0, 3, "PER"))]
    said = " ".join(corpus.assumptions)
    for what in (
        "1 cancelled annotation",
        "1 draft",
        "1 prediction",
        "1 rectanglelabels result",
        "1 repeated annotation",
    ):
        assert what in said


def test_predictions_alone_are_annotators(lay: Lay) -> None:
    predictions = [{"model_version": "m1", "result": [ANN]}, {"result": [BO]}]
    corpus = read(lay({"e.json": json.dumps([{"data": {"text": TEXT}, "predictions": predictions}])}))
    assert corpus.annotators == ("m1", "prediction 2")


def test_choices_of_a_region_are_not_those_of_the_task(lay: Lay) -> None:
    of_region = {**answer("certain", "choices", choices=["no"], start=0, end=3), "id": "a"}
    corpus = read(lay({"e.json": export(annotation(7, ANN, of_region))}))
    assert list(corpus.layers) == ["ner"]
    assert "1 choices result" in " ".join(corpus.assumptions)


def test_a_text_that_does_not_fit_is_an_error(lay: Lay) -> None:
    with pytest.raises(ReadError) as refused:
        read(lay({"e.json": export(annotation(7, ANN, region("c", 4, 6, "nobody", "PER")))}))
    assert [getattr(finding, "code", "") for finding in refused.value.findings] == ["offset-mismatch"]
    with pytest.raises(ReadError, match="nothing was read"):
        read(lay({"f.json": json.dumps([{"id": 1, "data": {"image": 3}, "annotations": [annotation(7, ANN)]}])}))


def test_a_label_without_a_list_is_one_label(lay: Lay) -> None:
    bare = {**ANN, "value": {"start": 0, "end": 3, "text": "Ann", "labels": "PER"}}
    corpus = read(lay({"e.json": export(annotation(7, bare, BO, {**LEFT, "labels": "left"}))}))
    assert spans_of(corpus, "7")[0] == ("5", Span(0, 3, "PER"))
    (links,) = (each for each in corpus.layers["relations"].annotations.values() if isinstance(each, Relations))
    assert links.relations == (Relation(0, 1, "left"),)


def of_body(start: int, end: int, *, quoted: bool = True) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": ["P"], **({"text": BODY[start:end]} if quoted else {})}
    return {"from_name": "ner", "to_name": "txt", "type": "labels", "value": value}


BODY = "Ada met Bob in town."
PAGE = {"url": "https://example.org/Ada", "body": BODY}


def test_who_marked_nothing_looked_at_the_text_that_others_marked(lay: Lay) -> None:
    task = {"id": 1, "data": PAGE, "annotations": [annotation(7, of_body(8, 11)), annotation(8)]}
    corpus = read(lay({"e.json": json.dumps([task])}))
    assert [each.text for each in corpus.documents] == [BODY]
    assert corpus.annotators == ("7", "8")


def test_a_text_that_nothing_tells_is_asked_for(lay: Lay) -> None:
    task = {"id": 1, "data": PAGE, "annotations": [annotation(7, of_body(8, 11, quoted=False))]}
    with pytest.raises(ReadError) as refused:
        read(lay({"e.json": json.dumps([task])}))
    assert [getattr(each, "message", "") for each in refused.value.findings] == [
        "'ner' marks 'url' or 'body', and nothing tells which"
    ]
    beyond = annotation(8, of_body(8, 11, quoted=False), of_body(0, 20, quoted=False))
    short = {"id": 1, "data": {"url": "e.org", "body": BODY}, "annotations": [beyond]}
    assert read(lay({"f.json": json.dumps([short])})).documents[0].text == BODY


def test_two_texts_of_a_task_are_two_documents(lay: Lay) -> None:
    def marks(name: str, start: int, end: int, covered: str) -> dict[str, Any]:
        value = {"start": start, "end": end, "text": covered, "labels": ["P"]}
        return {"from_name": f"of {name}", "to_name": name, "type": "labels", "value": value}

    said = [annotation(7, marks("q", 0, 3, "Who"), marks("a", 0, 3, "Bob")), annotation(8, marks("a", 8, 11, "Ada"))]
    path = lay({"e.json": json.dumps([{"id": 1, "data": {"q": "Who?", "a": "Bob met Ada"}, "annotations": said}])})
    assert spans_of(read(path, layer="of q"), "7") == [("1 q", Span(0, 3, "P"))]
    assert spans_of(read(path, layer="of a"), "7") == [("1 a", Span(0, 3, "P"))]
    assert spans_of(read(path, layer="of a"), "8") == [("1 a", Span(8, 11, "P"))]


def test_nothing_is_called_proved_without_covered_texts(lay: Lay) -> None:
    bare = {**BO, "value": {"start": 12, "end": 14, "labels": ["PER"]}}
    corpus = read(lay({"e.json": export(annotation(7, bare))}))
    assert spans_of(corpus, "7") == [("5", Span(11, 13, "PER"))]  # Label Studio counts UTF-16 units
    assert "prove" not in " ".join(corpus.assumptions)


def row(item: int, who: int, mood: object) -> dict[str, Any]:
    return {"text": "t", "id": item, "mood": mood, "annotator": who, "annotation_id": 9, "lead_time": 1.5}


def test_single_choices_count_beside_several(lay: Lay) -> None:
    rows = [row(1, 7, "sad"), row(1, 8, {"choices": ["sad", "angry"]}), row(2, 7, "glad"), row(2, 8, "glad")]
    labels = read(lay({"e.json": json.dumps(rows)})).annotations.values()
    assert [each.labels for each in labels if isinstance(each, ItemLabels)] == [
        {"1": "sad", "2": "glad"},
        {"1": "angry|sad", "2": "glad"},
    ]


def test_single_choices_alone_are_asked_for(lay: Lay) -> None:
    path = lay({"e.json": json.dumps([row(1, 7, "sad"), row(1, 8, "glad")])})
    with pytest.raises(ReadError) as refused:
        read(path)
    assert "if 'mood' holds choices" in str(refused.value.findings[0])
    assert read(path, layer="mood").annotators == ("7", "8")


@REAL
@pytest.mark.parametrize("name", ["leoka_team_2.json", "leoka_team_2.json_min.json"])
def test_three_annotators_as_counted_by_hand(name: str) -> None:
    agreement = agree(str(DATA / name), "corrected-f1", match="exact")
    found = sorted(
        round(float(each.observed), 6) for each in agreement.pairs if not isinstance(each.observed, Undefined)
    )
    assert found == [0.562814, 0.641509, 0.7125]
    assert len(read(str(DATA / name), layer="Category").annotators) == 3
