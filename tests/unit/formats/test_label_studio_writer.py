"""Tasks that accord writes for Label Studio: what is read again, what is said to be lost, and what its SDK takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from accord.campaign.gold import gold as make_gold
from accord.errors import UsageError
from accord.formats.label_studio_config import label_config
from accord.formats.label_studio_writer import lost_in_label_studio, write_label_studio
from accord.formats.writer import writer_for
from accord.model import Corpus, Document, ItemLabels, Layer, Span, Spans, TokenLabels
from accord.model.relation import Relation, Relations
from accord.verbs.read import read
from tests.unit.formats.test_label_studio import ANN, BO, DATA, LEFT, REAL, TEXT, annotation, answer, export

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

TASKS = (Document("5", (), TEXT), Document("Zoë", (), "Bo & <Ann>"))
PER, LOC = Span(0, 3, "PER"), Span(11, 13, "LOC")


def corpus() -> Corpus:
    """Two annotators, one of them without a number, with spans, choices and relations."""
    spans = {("5", "7"): Spans((PER, LOC), 13), ("5", "ada"): Spans((), 13), ("Zoë", "7"): Spans((), 10)}
    drawn = {
        ("5", "7"): Relations((PER, LOC), (Relation(0, 1, "left"),), 13),
        ("5", "ada"): Relations((), (), 13),
        ("Zoë", "7"): Relations((), (), 10),
    }
    mood = {("items", "7"): ItemLabels({"5": "a|b", "Zoë": ""})}
    items = Document("items", items={"5": TEXT, "Zoë": "Bo & <Ann>"}, named=False)
    layers = [Layer("ner", spans), Layer("mood", mood), Layer("relations", drawn)]
    return Corpus((*TASKS, items), {layer.name: layer for layer in layers}, main="ner")


def said(given: Corpus) -> dict[str, dict[tuple[str, str], Any]]:
    """What is said in each layer, whatever its file and lines, and what a document without a name is called."""
    named = {document.id: document.id if document.named else "" for document in given.documents}
    return {
        name: {
            (named[document], who): each.labels if isinstance(each, ItemLabels) else _marked(each)
            for (document, who), each in layer.annotations.items()
        }
        for name, layer in given.layers.items()
    }


def _marked(each: object) -> object:
    if isinstance(each, Relations):
        return [(each.mentions[source], each.mentions[target], type_) for source, target, type_ in each.relations]
    return each.spans if isinstance(each, Spans) else each


def written(given: Corpus) -> list[Any]:
    tasks: list[Any] = json.loads(b"".join(write_label_studio(given)))
    return tasks


def test_what_is_written_is_read(lay: Lay) -> None:
    path = lay({"e.json": b"".join(write_label_studio(corpus()))})
    again = read(path)
    assert said(again) == said(corpus())
    assert [(each.id, each.text) for each in again.documents if each.text] == [(each.id, each.text) for each in TASKS]


def test_offsets_are_utf_16_units_and_users_numbers() -> None:
    first, second = written(corpus())
    assert first["id"] == 5
    assert second["data"] == {"text": "Bo & <Ann>", "accord_id": "Zoë"}
    seven, ada = first["annotations"]
    assert (seven["completed_by"], ada["completed_by"], ada["accord_annotator"]) == (7, 1, "ada")
    assert [each["value"] for each in seven["result"] if each["type"] == "labels"] == [
        {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]},
        {"start": 12, "end": 14, "text": "Bo", "labels": ["LOC"]},
    ]


def test_a_gold_standard_is_predictions() -> None:
    made = Corpus.of(TASKS[:1], {("5", "gold"): Spans((PER,), 13)})
    (task,) = written(made)
    assert "annotations" not in task
    assert [each["model_version"] for each in task["predictions"]] == ["gold"]


def test_what_is_lost_is_said() -> None:
    assert list(lost_in_label_studio(corpus())) == ["1 name of annotators, who are numbers in Label Studio"]
    spans = Layer("ner", {("5", "7"): Spans((Span(2, 2, "P"),), 13)})
    more = Layer("more", {("5", "8"): Spans((PER,), 13)})
    tokens = Layer("tags", {("t", "7"): TokenLabels((("A",),))})
    drawn = Layer("links", {("5", "7"): Relations((), (), 13)})
    read_otherwise = Layer("mood", {("5", "7"): ItemLabels({"i": "a"}, texts={"i": "other"})})
    layers = [spans, more, tokens, drawn, read_otherwise]
    given = Corpus((*TASKS, Document("t", (("a",),))), {each.name: each for each in layers}, main="ner")
    assert list(lost_in_label_studio(given)) == [
        "the layer tags",
        "the names of layers of relations: links",
        "1 span without a length",
        "that nobody looked: 2 annotations of one layer and not of another, empty there",
        "1 text of items that an annotator read otherwise",
    ]


def test_tokens_are_not_written() -> None:
    tokens = Corpus.of((Document("t", (("a",),)),), {("t", "7"): TokenLabels((("A",),))})
    with pytest.raises(UsageError, match="cannot be written as 'label-studio'"):
        writer_for(tokens, name="label-studio")


def test_two_texts_of_one_name_are_refused() -> None:
    items = Layer("mood", {("items", "7"): ItemLabels({"5": "a"})})
    documents = (TASKS[0], Document("items", items={"5": "another text"}, named=False))
    given = Corpus(documents, {"ner": Layer("ner", {("5", "7"): Spans((PER,), 13)}), "mood": items}, main="ner")
    with pytest.raises(UsageError, match="have two texts"):
        list(write_label_studio(given))


def gold(lay: Lay, text: str, layer: str | None = None) -> list[Any]:
    path = lay({"export.json": text})[0]
    made = make_gold(path, layer=layer, undecided="majority", format="label-studio")
    tasks: list[Any] = json.loads(made.content)
    return tasks


def test_gold_keeps_tasks_and_controls(lay: Lay) -> None:
    tree = {**answer("tree", "taxonomy", taxonomy=[["a", "b"], ["c"]]), "to_name": "body"}
    given = export(annotation(7, ANN, BO, tree), annotation(8, ANN, BO, tree), meta={"from": "web"}, total=3)
    (task,) = gold(lay, given, "ner")
    assert (task["id"], task["data"], task["meta"]) == (5, {"id": "x", "text": TEXT}, {"from": "web"})
    assert task["predictions"] == [{"model_version": "gold", "result": [ANN, BO]}]
    (task,) = gold(lay, given, "tree")
    assert task["predictions"][0]["result"] == [tree]


def test_gold_of_relations_keeps_regions(lay: Lay) -> None:
    (task,) = gold(lay, export(annotation(7, ANN, BO, LEFT), annotation(8, ANN, BO, LEFT)), "relations")
    assert task["predictions"][0]["result"] == [ANN, BO, {**LEFT}]


def test_gold_of_rows_has_the_texts_that_were_read(lay: Lay) -> None:
    value = {"start": 0, "end": 3, "text": "Ann", "labels": ["PER"]}
    rows = [
        {"text": TEXT, "id": 1, "ner": [value], "annotator": who, "annotation_id": who, "lead_time": 1.5}
        for who in (7, 8)
    ]
    (task,) = gold(lay, json.dumps(rows))
    assert task["data"] == {"text": TEXT}
    assert task["predictions"][0]["result"][0]["value"] == value


def test_an_interface_for_what_is_written() -> None:
    assert label_config(corpus()).splitlines() == [
        "<View>",
        '  <Labels name="ner" toName="text">',
        '    <Label value="PER" />',
        '    <Label value="LOC" />',
        "  </Labels>",
        '  <Choices name="mood" toName="text" choice="multiple">',
        '    <Choice value="a" />',
        '    <Choice value="b" />',
        "  </Choices>",
        "  <Relations>",
        '    <Relation value="left" />',
        "  </Relations>",
        '  <Text name="text" value="$text" />',
        "</View>",
    ]


@pytest.mark.peer
def test_the_tools_own_library_takes_tasks_and_gold(lay: Lay) -> None:
    interface = pytest.importorskip("label_studio_sdk.label_interface")
    objects = pytest.importorskip("label_studio_sdk.label_interface.objects")
    made = interface.LabelInterface(label_config(corpus()))
    made.validate()
    for task in written(corpus()):
        objects.TaskValue.model_validate(task)
        assert made.validate_task({"data": task["data"]})  # with annotations, it fails over itself
        assert all(made.validate_annotation(each) for each in task["annotations"])
    own = Path(lay({"own.json": b"".join(write_label_studio(corpus()))})[0]).read_text(encoding="utf-8")
    for task in gold(lay, own, "ner"):
        assert made.validate_task({"data": task["data"]})  # with annotations, it fails over itself
        assert made.validate_prediction(task["predictions"][0], return_errors=True) == []


@pytest.mark.peer
def test_the_tools_own_converter_gives_the_same(lay: Lay, tmp_path: Path) -> None:
    converter = pytest.importorskip("label_studio_sdk.converter")
    path = lay({"own.json": b"".join(write_label_studio(corpus()))})[0]
    converter.Converter(label_config(corpus()), str(tmp_path)).convert_to_json_min(path, str(tmp_path), is_dir=False)
    rows = read(str(tmp_path / "result.json"), layer="ner")
    assert sorted(each.spans for each in rows.annotations.values() if isinstance(each, Spans)) == [(), (), (PER, LOC)]


@REAL
@pytest.mark.parametrize("layer", ["label", "Category"])
def test_gold_of_a_real_export(lay: Lay, layer: str) -> None:
    text = (DATA / "leoka_team_2.json").read_text(encoding="utf-8")
    whole = {task["id"]: task for task in json.loads(text)}
    made = gold(lay, text, layer)
    assert made
    for task in made:
        assert task["data"] == whole[task["id"]]["data"]
        known = {each["id"] for said in whole[task["id"]]["annotations"] for each in said["result"]}
        assert {each["id"] for each in task["predictions"][0]["result"]} <= known
