"""LeWiDi JSON, as the tasks of 2023 and 2025 write it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from accord.errors import ReadError
from accord.formats.lewidi import lewidi_records, write_lewidi
from accord.formats.soft import soft_labels
from accord.formats.source import Source
from accord.model import ItemLabels
from accord.verbs.read import read
from accord.verbs.soft import write_soft

if TYPE_CHECKING:
    from pathlib import Path

OF_2023 = {
    "text": "a quiet street",
    "annotators": "Ann1,Ann2,Ann3",
    "annotations": "0,1,1",
    "soft_label": {"0": 0.33, "1": 0.67},
    "hard_label": "1",
    "split": "train",
    "lang": "en",
    "other_info": {"topic": "streets"},
}
OF_2025 = {
    "annotation task": "irony",
    "text": {"post": "rain again", "reply": "lovely"},
    "annotators": "Ann1,Ann4",
    "annotations": {"Ann1": "1", "Ann4": "0"},
    "soft_label": {"0.0": 0.5, "1.0": 0.5},
    "split": "dev",
    "lang": "en",
}
OF_SEVERAL = {
    "text": {"context": "It rains.", "statement": "It is wet."},
    "annotators": "Ann1,Ann2",
    "annotations": {"Ann1": "entailment,neutral", "Ann2": "entailment"},
    "soft_label": {"entailment": {"0": 0.0, "1": 1.0}, "neutral": {"0": 0.5, "1": 0.5}},
}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(items: Any) -> Path:
        path = tmp_path / "items.json"
        path.write_text(items if isinstance(items, str) else json.dumps(items, indent=1), encoding="utf-8")
        return path

    return write


def test_both_years_are_read_as_labels_of_items(file: Any) -> None:
    corpus = read(file({"1": OF_2023, "2": OF_2025}))
    assert corpus.annotators == ("Ann1", "Ann2", "Ann3", "Ann4")
    layer = next(layer for (_, annotator), layer in corpus.annotations.items() if annotator == "Ann1")
    assert isinstance(layer, ItemLabels)
    assert layer.labels == {"1": "0", "2": "1"}
    assert layer.lines == {"1": 2, "2": 17}
    assert "LeWiDi items" in corpus.assumptions[0]


def test_soft_labels_are_taken_without_the_error_of_rounding(file: Any) -> None:
    soft = soft_labels(
        Source(str(file({"1": OF_2023 | {"soft_label": {"a": 0.33, "b": 0.33, "c": 0.33}}, "2": OF_2025})))
    )
    assert soft.shares["1"] == pytest.approx({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})
    assert soft.shares["2"] == {"0": 0.5, "1": 0.5}
    assert soft.made_of == "soft-labels"


def test_without_soft_labels_the_annotations_count(file: Any) -> None:
    soft = soft_labels(Source(str(file({"1": {key: OF_2023[key] for key in ("annotators", "annotations")}}))))
    assert soft.shares == {"1": pytest.approx({"0": 1 / 3, "1": 2 / 3})}
    assert soft.made_of == "annotations"


def test_labels_that_do_not_exclude_each_other_are_items_of_their_own(file: Any) -> None:
    soft = soft_labels(Source(str(file({"7": OF_SEVERAL}))))
    assert soft.shares == {"7:entailment": {"0": 0.0, "1": 1.0}, "7:neutral": {"0": 0.5, "1": 0.5}}
    assert soft.answers["Ann2"] == {"7:entailment": "1", "7:neutral": "0"}


def test_what_is_read_is_written_again(file: Any, tmp_path: Path) -> None:
    given = {"1": OF_2023, "2": OF_2025, "3": OF_SEVERAL}
    first = lewidi_records(Source(str(file(given))))
    write_lewidi(first, str(tmp_path / "again.json"))
    again = lewidi_records(Source(str(tmp_path / "again.json")))
    for one, other in zip(first, again, strict=True):
        assert (one.name, one.answers, one.soft) == (other.name, other.answers, other.soft)
        for key in ("text", "split", "lang", "other_info", "annotation task"):
            assert one.fields.get(key) == other.fields.get(key)


def test_annotators_labels_are_written_with_shares_and_the_hard_label_of_most(file: Any, tmp_path: Path) -> None:
    table = {"ann": {"t1": "a", "t2": "a"}, "bob": {"t1": "a", "t2": "b"}, "cem": {"t2": ""}}
    assert write_soft(table, str(tmp_path / "soft.json"), missing=[""]) == 2
    written = json.loads((tmp_path / "soft.json").read_text())
    assert written["t1"]["soft_label"] == {"a": 1.0, "b": 0.0}
    assert written["t1"]["hard_label"] == "a"
    assert written["t2"]["hard_label"] == ""
    assert written["t2"]["annotations"] == {"ann": "a", "bob": "b"}


def test_items_keep_their_text_and_get_the_soft_label_they_lack(file: Any, tmp_path: Path) -> None:
    bare = {key: value for key, value in OF_2023.items() if key != "soft_label"}
    write_soft(file({"1": bare}), str(tmp_path / "soft.json"))
    written = json.loads((tmp_path / "soft.json").read_text())["1"]
    assert written["soft_label"] == pytest.approx({"0": 1 / 3, "1": 2 / 3})
    assert written["other_info"] == {"topic": "streets"}
    assert written["text"] == "a quiet street"


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ('{"1": {"soft_label": {"0": 1}},\n "2": }', "items.json:2: error: no JSON at column"),
        ('{"1": {"soft_label": {"0": 1}}} x', "more after the object"),
        ('{"1": {"soft_label": {"0": 1}}, 2: {}}', "expecting the name of an item"),
        ('{"1": {"soft_label": {"0": 1}}, "1": {"soft_label": {"0": 1}}}', "the item '1' stands twice"),
        ({"1": {"soft_label": {"0": 1}}, "2": 5}, "item '2': 5 instead of an object"),
        ({"1": {"soft_label": [0.5, 0.5]}}, "'soft_label' holds a list"),
        ({"1": {"soft_label": {"0": 0.5, "1": 0.2}}}, "the shares sum to 0.7"),
        ({"1": {"soft_label": {"0": 1.5, "1": -0.5}}}, "the share of '1' is -0.5"),
        ({"1": {"soft_label": {"0": "much"}}}, "the share of '0' is 'much'"),
        ({"1": {"soft_label": {"0": 1}}, "2": {"annotations": {"a": "0"}}}, "no soft label, while others have one"),
        ({"1": {"annotators": "a,b", "annotations": "0"}}, "2 annotators and 1 annotations"),
        ({"1": {"annotators": "a", "annotations": 5}}, "annotations and annotators are lists"),
        ({"1": {"annotations": {"a": ["0"]}}}, "a label is a list"),
        ('{"1": {"annotations": {"a": "0"}, "text": ' + '{"a":' * 900 + "1" + "}" * 900 + "}}", "objects too deep"),
        ({"1": {"annotations": ""}}, "neither a soft label nor annotations"),
        ({"1": {"soft_label": {"a": {"0": 1}, "b": 0.5}}}, "while other labels have an object"),
    ],
)
def test_what_is_wrong_is_said_with_its_item_or_line(file: Any, items: Any, said: str) -> None:
    with pytest.raises(ReadError) as refused:
        soft_labels(Source(str(file(items))))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("item,a,b\n1,0.5,0.5\n1,1,0\n", "items.json:3: error: item '1': the item '1' stands twice"),
        ("item,a,b\n1,0.5\n", "2 cells where the first row has 3"),
        ("item,a,b\n1,0.5,x\n", "the share of 'b' is 'x'"),
        ("item\n1\n", "give a first row of item and labels"),
        ("", "give a first row of item and labels"),
    ],
)
def test_tables_of_soft_labels(file: Any, rows: str, said: str) -> None:
    with pytest.raises(ReadError) as refused:
        soft_labels(Source(str(file(rows))))
    assert said in str(refused.value)
    assert soft_labels(Source(str(file("id\ta\tb\n\n7\t0.25\t.75\n")))).shares == {"7": {"a": 0.25, "b": 0.75}}


def test_errors_stop_the_reading_as_a_corpus(file: Any) -> None:
    with pytest.raises(ReadError, match="2 annotators and 1 annotations"):
        read(file({"1": {"annotators": "a,b", "annotations": "0"}}))
    with pytest.raises(ReadError, match="not a single annotation"):
        read(file({"1": {"soft_label": {"0": 1}}}))
