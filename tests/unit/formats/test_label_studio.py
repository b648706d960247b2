"""Label Studio's exports: tasks, annotators, and one layer for each control."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from accord.agreement.result import Undefined
from accord.errors import ReadError, UsageError
from accord.formats.columns import Columns
from accord.formats.label_studio import read_label_studio
from accord.formats.source import Source
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


def test_tasks_and_rows_on_a_line_each(lay: Lay) -> None:
    """As jq cuts an array up: the name made them JSON lines of spans, without choices and types, or nothing at all."""
    task = json.dumps(json.loads(export(annotation(7, ANN, answer("mood", "choices", choices=["sad"]))))[0])
    row = {"id": 5, "text": TEXT, "ner": [ANN["value"]], "mood": {"choices": ["sad", "shy"]}}
    min_row = json.dumps(row | {"annotator": 7, "annotation_id": 9, "lead_time": 1.5})
    for line in (task, min_row):
        corpus = read(lay({"a.jsonl": f"{line}\n"}))
        assert list(corpus.layers) == ["ner", "mood"]
        assert spans_of(corpus, "7") == [("5", Span(0, 3, "PER"))]


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


def test_predictions_beside_annotations_where_they_are_asked_for(lay: Lay) -> None:
    path = lay({"e.json": export(annotation(7, ANN), predictions=[{"model_version": "m1", "result": [ANN, BO]}])})
    alone = read(path)
    assert alone.annotators == ("7",)
    assert "1 prediction (to read predictions too, say annotator='model_version')" in " ".join(alone.assumptions)
    both = read(path, annotator="model_version")
    assert both.annotators == ("7", "m1")
    assert spans_of(both, "m1") == [("5", Span(0, 3, "PER")), ("5", Span(11, 13, "PER"))]


def test_annotators_by_another_key(lay: Lay) -> None:
    path = lay({"e.json": export(annotation({"id": 7, "email": "ada@example.org"}, ANN), annotation({"id": 8}, ANN))})
    with pytest.raises(ReadError) as refused:
        read(path, annotator="email")
    assert [getattr(each, "code", "") for each in refused.value.findings] == ["missing-annotator"]
    path = lay({"f.json": export(annotation({"id": 7, "email": "ada@example.org"}, ANN))})
    assert read(path, annotator="email").annotators == ("ada@example.org",)
    with pytest.raises(UsageError, match="is a key, not a number"):
        read(path, annotator=1)


def test_ground_truth_without_a_user(lay: Lay) -> None:
    corpus = read(lay({"e.json": export({"result": [ANN], "ground_truth": True})}))
    assert corpus.annotators == ("ground truth",)
    assert "1 annotation called ground truth" in " ".join(corpus.assumptions)


def test_annotations_that_do_not_say_who_made_them_are_not_taken_for_one_annotator(lay: Lay) -> None:
    path = lay({"e.json": export({"result": [ANN]}, {"result": [BO]})})
    with pytest.raises(ReadError, match="task 5: several annotations do not say who made them"):
        read(path)
    assert spans_of(read(path, repeats="first"), "annotator") == [("5", Span(0, 3, "PER"))]


def test_regions_of_one_id_are_all_kept(lay: Lay) -> None:
    sure = {**ANN, "from_name": "sure", "value": {**ANN["value"], "labels": ["yes"]}}
    corpus = read(lay({"e.json": export(annotation(7, ANN, {**BO, "id": "a"}, sure, LEFT, {**BO}))}))
    assert spans_of(corpus, "7") == [("5", Span(0, 3, "PER")), ("5", Span(11, 13, "PER"))]
    assert spans_of(corpus.select("sure"), "7") == [("5", Span(0, 3, "yes"))]


def test_a_region_without_length_is_left_out_with_a_warning(lay: Lay) -> None:
    corpus = read(lay({"e.json": export(annotation(7, ANN, region("b", 4, 4, "", "PER")))}))
    assert [finding.message for finding in corpus.findings] == ["task 5: [4, 4] by 7 marks nothing"]
    assert spans_of(corpus, "7") == [("5", Span(0, 3, "PER"))]


def test_a_control_that_answers_twice_in_one_annotation_is_an_error(lay: Lay) -> None:
    moods = [answer("mood", "choices", choices=[mood]) for mood in ("sad", "glad")]
    with pytest.raises(ReadError, match="'mood' answers 'sad', and 'glad', in one annotation"):
        read(lay({"e.json": export(annotation(7, *moods))}))


def test_what_stands_behind_the_array_is_not_passed_over(lay: Lay) -> None:
    one = export(annotation(7, ANN))
    other = one.replace('"id": 5', '"id": 6')
    assert [each.id for each in read(lay({"e.json": f"{one}\n{other}"})).documents] == ["5", "6"]
    with pytest.raises(ReadError, match="no JSON at column 1"):
        read(lay({"e.json": f"{one}\nmore"}))
    with pytest.raises(ReadError, match="the array does not end: the file is cut off"):
        read(lay({"e.json": one[:-1]}))


def test_free_texts_are_labels_where_they_are_asked_for(lay: Lay) -> None:
    path = lay({"e.json": export(annotation(7, ANN, answer("why", "textarea", text=["so"])), annotation(8, ANN))})
    assert "1 textarea result" in " ".join(read(path).assumptions)
    (labels,) = read(path, layer="why").annotations.values()
    assert isinstance(labels, ItemLabels)
    assert labels.labels == {"5": "so"}


def test_every_type_of_answer(lay: Lay) -> None:
    said = annotation(
        7,
        answer("stars", "rating", rating=3),
        answer("many", "number", number=3.50),
        answer("tree", "taxonomy", taxonomy=[["b"], ["a", "c"]]),
        answer("which", "pairwise", selected="left"),
        answer("when", "datetime", datetime="2026-01-02"),
    )
    corpus = read(lay({"e.json": export(said)}))
    labels = {name: each.labels for name, layer in corpus.layers.items() for each in layer.annotations.values()}  # type: ignore[attr-defined]
    assert [list(each.values()) for each in labels.values()] == [["3"], ["3.5"], ["a/c|b"], ["left"], ["2026-01-02"]]


def test_speech_is_counted_and_not_taken_for_text(lay: Lay) -> None:
    value = {"start": 0.5, "end": 2.25, "channel": 0, "labels": ["S"]}
    speech = {"id": "s", "from_name": "who", "to_name": "audio", "type": "labels", "value": value}
    corpus = read(lay({"e.json": export(annotation(7, ANN, speech))}))
    assert "1 labels result of a recording" in " ".join(corpus.assumptions)


def test_line_ends_count_as_they_stand_in_the_data(lay: Lay) -> None:
    text = "\N{GRINNING FACE}\r\nAnn\r\nleft Bo"
    bare = {"from_name": "ner", "to_name": "text", "type": "labels", "value": {"start": 14, "end": 16, "labels": ["P"]}}
    task = {"id": 1, "data": {"text": text}, "annotations": [annotation(7, bare)]}
    corpus = read(lay({"e.json": json.dumps([task])}))
    ((_, span),) = spans_of(corpus, "7")
    assert corpus.documents[0].text[span.start : span.end] == "Bo"


def test_paragraphs_are_one_text(lay: Lay) -> None:
    said = [{"author": "A", "text": "Hi \N{GRINNING FACE}"}, {"author": "B", "text": "Ann left."}]
    value = {"start": "0", "end": "1", "startOffset": 3, "endOffset": 3, "paragraphlabels": ["P"]}
    marked = {"id": "p", "from_name": "par", "to_name": "talk", "type": "paragraphlabels", "value": value}
    task = {"id": 1, "data": {"talk": said}, "annotations": [annotation(7, marked)]}
    corpus = read(lay({"e.json": json.dumps([task])}))
    assert corpus.documents[0].text == "Hi \N{GRINNING FACE}\nAnn left."
    assert spans_of(corpus, "7") == [("1", Span(3, 8, "P"))]


def test_offsets_of_a_page_lie_in_what_it_says(lay: Lay) -> None:
    value = {"start": "/p[1]/text()[1]", "end": "/p[1]/text()[1]", "startOffset": 0, "endOffset": 3, "text": "Ann"}
    value |= {"globalOffsets": {"start": 0, "end": 3}, "hypertextlabels": ["PER"]}
    marked = {"id": "h", "from_name": "ner", "to_name": "page", "type": "hypertextlabels", "value": value}
    task = {"id": 1, "data": {"page": "<p>Ann &amp; Bo</p>"}, "annotations": [annotation(7, marked)]}
    corpus = read(lay({"e.json": json.dumps([task])}))
    assert corpus.documents[0].text == "Ann & Bo"
    assert spans_of(corpus, "7") == [("1", Span(0, 3, "PER"))]


def test_rows_of_a_table(lay: Lay) -> None:
    rows = ['"annotation_id","annotator","id","lead_time","mood","ner","text"']
    region_ = '"[{""start"":0,""end"":3,""text"":""Ann"",""labels"":[""PER""]}]"'
    rows += [f'{number},"ada",{number},1.5,"{mood}",{region_},"Ann left"' for number, mood in enumerate(["a", "b"] * 2)]
    path = lay({"e.csv": "\n".join(rows) + "\n"})
    corpus = read(path)
    assert list(corpus.layers) == ["ner"]
    assert "if 'mood' holds choices" in " ".join(corpus.assumptions)
    assert [len(each.labels) for each in read(path, layer="mood").annotations.values()] == [4]  # type: ignore[attr-defined]
    assert "table" in " ".join(read(path, item="id", label="mood", annotator="annotator").assumptions)


def test_predictions_alone_are_annotators(lay: Lay) -> None:
    predictions = [{"model_version": "m1", "result": [ANN]}, {"result": [BO]}]
    corpus = read(lay({"e.json": json.dumps([{"data": {"text": TEXT}, "predictions": predictions}])}))
    assert corpus.annotators == ("m1", "prediction 2")


def test_choices_of_a_region_are_a_layer_of_its_place(lay: Lay) -> None:
    of_region = {**answer("certain", "choices", choices=["no"], start=0, end=3), "id": "a"}
    corpus = read(lay({"e.json": export(annotation(7, of_region, ANN), annotation(8, ANN, BO))}))
    assert list(corpus.layers) == ["ner", "certain"]
    certain = corpus.select("certain")
    assert spans_of(certain, "7") == [("5", Span(0, 3, "no"))]
    assert spans_of(certain, "8") == []


def test_choices_of_a_box_are_not_those_of_the_task(lay: Lay) -> None:
    box = {"id": "r", "from_name": "box", "type": "rectanglelabels", "value": {"x": 1, "rectanglelabels": ["Car"]}}
    sort = {"id": "r", "from_name": "sort", "type": "choices", "value": {"x": 1, "choices": ["red"]}}
    corpus = read(lay({"e.json": export(annotation(7, ANN, box, sort))}))
    assert list(corpus.layers) == ["ner"]
    assert "1 choices result of a region, 1 rectanglelabels result" in " ".join(corpus.assumptions)


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


def test_what_the_tool_says_of_an_annotation_is_no_choice(lay: Lay) -> None:
    marks = [{"start": 0, "end": 1, "text": "t", "labels": ["PER"]}]
    made = {"created_at": "2026-01-01", "updated_at": "2026-01-02", "agreement": "1", "label": marks}
    rows = [{"text": "t", "id": 1, **made, "annotation_id": 9, "lead_time": 1.5, "annotator": who} for who in (7, 8)]
    assert "holds choices" not in " ".join(read(lay({"e.json": json.dumps(rows)})).assumptions)


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


@REAL
@pytest.mark.parametrize(
    ("name", "documents", "annotators", "kinds"),
    [
        ("leoka_team_2.json", 11, 3, {"label": "spans", "Category": "labels"}),
        ("leoka_team_6.json", 11, 3, {"label": "spans", "Category": "labels"}),
        ("csv_test2_choices.json", 1, 1, {"uri_selection": "labels"}),
        ("csv_test_history_choices_reviews.json", 1, 1, {"sentiment": "labels"}),
        ("previous_export.json", 1, 1, {"label": "labels"}),
        ("text_with_2_predictions.json", 1, 2, {"text_class": "labels"}),
    ],
)
def test_what_is_in_the_exports(name: str, documents: int, annotators: int, kinds: dict[str, str]) -> None:
    corpus = read(str(DATA / name))
    assert {layer.name: layer.kind for layer in corpus.layers.values()} == kinds
    assert len(corpus.annotators) == annotators
    texts = [each for each in corpus.documents if each.text] or next(iter(corpus.documents)).items
    assert len(texts) == documents


@REAL
def test_chat_has_an_answer_of_each_question() -> None:
    corpus = read(str(DATA / "multi_turn_chat_labeled.json"))
    assert len(corpus.layers) == 12
    assert {each.kind for each in corpus.layers.values()} == {"labels"}
    assert {len(each.items) for each in corpus.documents} == {3}


@REAL
def test_what_the_exports_leave_out_is_said() -> None:
    two, six = (" ".join(read(str(DATA / f"leoka_team_{team}.json")).assumptions) for team in (2, 6))
    assert "2 cancelled annotations" in two
    assert "3 drafts, 2 repeated annotations" in six
    for name, said in {
        "three_tasks_two_ground_truths.json": "5 rectanglelabels results",
        "json_min_input_data.json": "1 polygonlabels result",
        "csv_test2_result.csv": "nothing in it that is measured",
    }.items():
        with pytest.raises(ReadError) as refused:
            read(str(DATA / name))
        assert said in str(refused.value.findings[0])


def test_a_check_says_what_offsets_count(lay: Lay) -> None:
    (path,) = lay({"e.json": export(annotation(7, ANN, BO), annotation(8, BO))})
    offsets = read_label_studio(Source(path), Columns()).offsets
    assert offsets is not None
    assert offsets.say() == "offsets count UTF-16 units, as 3 covered texts prove"
