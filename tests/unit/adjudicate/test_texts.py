"""Items of which annotators read different texts: everyone's text, from the file to the case and the gold standard."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

import accord
from accord.adjudicate.decision import DECIDED, Decision
from accord.adjudicate.gold import gold_standard
from accord.campaign.gold import gold, queue_of
from accord.model import ItemLabels

if TYPE_CHECKING:
    from pathlib import Path

    from accord.model.case import Case

Row = tuple[str, str, str, str]
Lay = Callable[[list[Row]], "Path"]

ROWS: list[Row] = [
    ("s1", "Send a boat.", "ada", "urgent"),
    ("s1", "Send a goat.", "bram", "routine"),
    ("s1", "", "chloe", "routine"),
    ("s1", "Send a boat.", "dora", "routine"),
    ("s2", "Fog.", "ada", "routine"),
    ("s2", "Fog.", "bram", "urgent"),
]
READ = {"ada": "Send a boat.", "bram": "Send a goat.", "dora": "Send a boat."}
NAMES = ("item", "text", "annotator", "label")


def as_table(rows: list[Row]) -> str:
    return "\n".join(map(",".join, [NAMES, *rows])) + "\n"


def as_records(rows: list[Row]) -> str:
    records = (dict(zip(NAMES, row, strict=True)) for row in rows)
    return "".join(json.dumps({key: value for key, value in each.items() if value}) + "\n" for each in records)


@pytest.fixture(params=["one table", "one file of records", "tables of two halves"])
def lay(tmp_path: Path, request: pytest.FixtureRequest) -> Lay:
    def write(rows: list[Row]) -> Path:
        files: Mapping[str, str] = {
            "one table": {"t.csv": as_table(rows)},
            "one file of records": {"t.jsonl": as_records(rows)},
            "tables of two halves": {"a.csv": as_table(rows[:1]), "b.csv": as_table(rows[1:])},
        }[request.param]
        for name, text in files.items():
            (tmp_path / name).write_text(text, "utf-8")
        return tmp_path

    return write


def case_of(path: Path, item: str) -> Case:
    (found,) = (case for case in queue_of("t", accord.read(path)).cases if case.shown["text"] == item)
    return found


def test_everyone_has_what_they_read_and_nobody_more(lay: Lay) -> None:
    corpus = accord.read(lay(ROWS))
    texts = {who: layer.texts for (_, who), layer in corpus.annotations.items() if isinstance(layer, ItemLabels)}
    assert texts == {who: {"s1": text} for who, text in READ.items()} | {"chloe": {}}
    assert {finding.code for finding in corpus.findings} == {"text-mismatch"}


def test_a_case_says_what_each_annotator_read_only_where_that_differs(lay: Lay) -> None:
    path = lay(ROWS)
    assert case_of(path, "s1").shown["texts"] == READ
    assert dict(case_of(path, "s2").shown) == {"text": "s2", "says": "Fog."}


def test_an_annotator_with_an_empty_text_is_told_apart(lay: Lay) -> None:
    path = lay([*ROWS, ("s3", "", "ada", "routine"), ("s3", "Rain.", "bram", "urgent")])
    assert case_of(path, "s3").shown["texts"] == {"bram": "Rain."}
    assert dict(case_of(path, "s2").shown) == {"text": "s2", "says": "Fog."}


def test_a_text_that_stands_in_the_first_row_of_an_item_is_that_of_all(tmp_path: Path) -> None:
    rows = [("s1", "Fog.", "ada", "x"), ("s1", "", "bram", "y"), ("s2", "Rain.", "bram", "x"), ("s2", "", "ada", "y")]
    (tmp_path / "t.csv").write_text(as_table(rows), "utf-8")
    assert dict(case_of(tmp_path, "s1").shown) == {"text": "s1", "says": "Fog."}


def test_where_all_who_labelled_an_item_read_one_text_it_is_that_one(tmp_path: Path) -> None:
    rows = "item,text,ada,bram\ns1,Send a boat.,,\ns1,Send a goat.,urgent,routine\n"
    (tmp_path / "t.csv").write_text(rows, "utf-8")
    assert dict(case_of(tmp_path, "s1").shown) == {"text": "s1", "says": "Send a goat."}


def test_another_text_of_one_annotator_is_another_case_to_look_at(lay: Lay) -> None:
    before = case_of(lay(ROWS), "s1")
    changed = [*ROWS[:1], ("s1", "Send a coat.", "bram", "routine"), *ROWS[2:]]
    after = case_of(lay(changed), "s1")
    assert before.fingerprint != after.fingerprint
    assert not after.on_text_of(before.fingerprint)


def test_one_who_labels_the_same_texts_anew_or_comes_to_them_changes_versions_and_no_text(lay: Lay) -> None:
    before = case_of(lay(ROWS), "s1")
    later = [("s1", "Send a boat.", "ada", "routine"), *ROWS[1:], ("s1", "Send a goat.", "eli", "urgent")]
    after = case_of(lay(later), "s1")
    assert after.on_text_of(before.fingerprint)
    assert not after.unchanged_since(before.fingerprint, {"ada", "bram", "chloe", "dora", "eli"})
    assert after.unchanged_since(before.fingerprint, {"bram", "chloe", "dora", "eli"})


def decided(case: Case, versions: str) -> dict[str, Decision]:
    return {case.id: Decision(case.id, 1, DECIDED, "urgent", ("bram",), "", "eve", "", versions)}


def test_a_decision_on_an_item_whose_text_was_replaced_is_listed_and_the_case_open_again(lay: Lay) -> None:
    agreed: list[Row] = [("s3", "Rain.", who, "routine") for who in ("ada", "bram")]
    queue = queue_of("t", accord.read(lay([*ROWS, *agreed])))
    (before,) = (case for case in queue.cases if case.shown["text"] == "s2")
    decisions = decided(before, before.fingerprint)
    found = gold_standard(queue, decisions, "leave-out").account
    assert (found["decided"]["by"], found["lost"], found["changed"]) == ({"eve": 1}, [], [])
    replaced = [(item, text.replace("Fog", "Sun"), who, label) for item, text, who, label in [*ROWS, *agreed]]
    queue = queue_of("t", accord.read(lay(replaced)))
    assert queue.standing(decisions) == {}
    found = gold_standard(queue, decisions, "leave-out").account
    assert (found["decided"]["by"], found["lost"], found["changed"]) == ({}, [before.id], [])


@pytest.mark.parametrize("format_", ["table", "jsonl"])
def test_the_gold_standard_holds_labels_and_texts(tmp_path: Path, format_: str) -> None:
    (tmp_path / "t.csv").write_text(as_table(ROWS), "utf-8")
    written = gold(tmp_path, undecided="majority", format=format_).content.decode()
    assert "routine" in written
    assert any(text in written for text in READ.values())
