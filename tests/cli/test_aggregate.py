"""``accord aggregate`` as a user sees it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import accord as package
from tests.build import items_of, spans_of, units_of
from tests.cli.conftest import HARBOUR, Accord

if TYPE_CHECKING:
    from pathlib import Path

URGENCY = HARBOUR / "urgency.csv"


def test_it_says_what_annotators_are_worth_and_which_items_are_doubtful(accord: Accord) -> None:
    done = accord("aggregate", URGENCY, "--resamples", 50, "--top", 2)
    assert done.code == 0
    assert "Labels by dawid-skene" in done.out
    assert "85 items, 242 labels by 3 annotators" in done.out
    assert "converged" in done.out
    assert "changed against the majority" in done.out
    assert "and 1 more (--top 3 shows all)" in done.out
    assert "The least certain items" in done.out
    assert "dawid-skene|unit:item|items:85|annotators:3|labels:3" in done.out
    assert "note: urgency.csv" in done.err


@pytest.mark.parametrize("method", ["majority", "dawid-skene", "mace", "bayes"])
def test_json_holds_everything_and_is_the_same_again(accord: Accord, method: str) -> None:
    call = ("aggregate", URGENCY, "--method", method, "--json", "--interval", "none", "--quiet")
    payload = accord(*call).json
    assert payload["version"] == 1
    assert payload["items"] == 85
    assert [each["annotator"] for each in payload["annotators"]] == ["ada", "bram", "chloe"]
    assert all(len(each["confusion"]) == 3 for each in payload["annotators"])
    assert sum(each["items"] for each in payload["labels"]) == 85
    assert accord(*call).json == payload


def test_labels_of_items_are_written_as_a_table_that_reads_back(accord: Accord, tmp_path: Path) -> None:
    target = tmp_path / "labels.csv"
    assert accord("aggregate", URGENCY, "-o", target, "-m", "majority", "--interval", "none").code == 0
    written = package.read(target)
    made = package.aggregate(URGENCY, "majority", interval=None)
    labels = {item: label for _, item, label in items_of(written, written.annotators[0])}
    assert labels == dict(zip(made.items, made.label, strict=True))


def test_labels_of_tokens_are_written_as_columns_that_read_back(accord: Accord, tmp_path: Path) -> None:
    target = tmp_path / "labels.conll"
    done = accord("aggregate", HARBOUR / "annotators", "--repair", "begin", "-o", target, "--interval", "none")
    assert done.code == 0
    assert accord("check", target).code == 0
    written, read = package.read(target), package.read(HARBOUR / "annotators")
    assert [document.sentences for document in written.documents] == [each.sentences for each in read.documents]
    again = accord("aggregate", target, "--interval", "none", "-o", tmp_path / "again.conll")
    assert again.code == 0
    assert (tmp_path / "again.conll").read_bytes() == target.read_bytes()


def test_units_are_written_as_a_table_that_reads_back(accord: Accord, tmp_path: Path) -> None:
    target = tmp_path / "units.csv"
    assert accord("aggregate", HARBOUR / "radio.csv", "-m", "majority", "-o", target).code == 0
    made = package.aggregate(HARBOUR / "radio.csv", "majority", interval=None)
    written = package.read(target)
    found = [(document, *unit) for document, unit in units_of(written, written.annotators[0])]
    assert found == [mention[:4] for mention in made.mentions]


def test_spans_are_written_as_json_lines_that_read_back(accord: Accord, tmp_path: Path) -> None:
    source, target = tmp_path / "spans.jsonl", tmp_path / "chosen.jsonl"
    spans = {"ada": [[0, 5, "SHIP"]], "bram": [[0, 5, "SHIP"]], "chloe": [[6, 9, "LOC"]]}
    lines = [
        json.dumps({"id": "d", "text": "Petrel in port", "annotator": who, "spans": found})
        for who, found in spans.items()
    ]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert accord("aggregate", source, "-m", "majority", "-o", target).code == 0
    written = package.read(target)
    assert [tuple(span) for _, span in spans_of(written, written.annotators[0])] == [(0, 5, "SHIP")]


def test_posteriors_are_written_a_line_an_item(accord: Accord, tmp_path: Path) -> None:
    for option in ("--posterior", "-o"):
        target = tmp_path / "posterior.jsonl"
        assert accord("aggregate", URGENCY, option, target, "--interval", "none", "--quiet").code == 0
        records = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
        assert len(records) == 85
        assert all(sum(record["posterior"].values()) == pytest.approx(1) for record in records)
        assert all(record["posterior"][record["label"]] == record["probability"] for record in records)


def test_a_reference_and_the_majority_beside_it(accord: Accord) -> None:
    call = ("aggregate", HARBOUR / "annotators", "--tokens", "-r", HARBOUR / "reference.conll", "--json", "-q")
    payload = accord(*call, "--interval", "none").json
    ours, majority = payload["reference"]
    assert ours["method"] == "dawid-skene"
    assert majority["method"] == "majority"
    assert ours["compared"] == majority["compared"] == 1298
    assert 0.9 < majority["value"] < 1


def test_csv_is_one_tidy_table(accord: Accord) -> None:
    lines = accord("aggregate", URGENCY, "--format", "csv", "--resamples", 50, "--quiet").out.splitlines()
    assert lines[0] == "annotator,labels,competence,low,high,signature"
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--method", "dawid"), "unknown aggregation 'dawid'"),
        (("--restarts", "3"), "unknown option 'restarts' of dawid-skene"),
        (("--matrices", "--json"), "--matrices is for tables to read"),
        (("-o", "no/such/folder/x.csv"), "cannot write no/such/folder/x.csv"),
        (("-r", "no-such-file.csv"), "no-such-file.csv"),
        (("--repair", "begin"), "encoding and repair are for chunk labels"),
        (("--tolerance", "nan"), "tolerance: a number from 0 is needed, not nan"),
        (("-m", "bayes", "--prior", "nan"), "prior: a number from 0 is needed, not nan"),
        (("-m", "bayes", "--prior", "inf"), "prior: a number from 0 is needed, not inf"),
        (("-m", "bayes", "--trust", "inf"), "trust: a number from 0 is needed, not inf"),
        (("--level", "2"), "the level of confidence lies between 0 and 1"),
    ],
)
def test_wrong_calls_are_refused_in_a_line(accord: Accord, wrong: tuple[str, ...], said: str) -> None:
    done = accord("aggregate", URGENCY, "--quiet", *wrong)
    assert done.code == 2
    assert said in done.err
    assert not done.out
    assert "Traceback" not in done.err


def test_invalid_chunk_labels_are_listed_unless_a_repair_is_named(accord: Accord) -> None:
    done = accord("aggregate", HARBOUR / "annotators")
    assert done.code == 1
    assert "annotators/chloe.conll:181" in done.err.replace("\\", "/")
    assert "repair begin, discard, last-type" in done.err


def test_nothing_is_written_where_tokens_have_no_label_left(accord: Accord, tmp_path: Path) -> None:
    target = tmp_path / "labels.conll"
    call = ("aggregate", HARBOUR / "annotators", "--tokens", "--missing", "O", "-o", target, "--interval", "none")
    done = accord(*call)
    assert done.code == 2
    assert "without a label that counts" in done.err
    assert not target.exists()


@pytest.mark.parametrize("name", ["majority", "dawid-skene", "mace", "bayes", "mention-voting"])
def test_every_method_explains_itself(accord: Accord, name: str) -> None:
    done = accord("explain", name)
    assert done.code == 0
    assert done.out.startswith(f"{name}\n")


def test_items_come_out_in_the_order_they_went_in(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,a,b,c\n1,,X,X\n2,Y,Y,\n3,,Z,Z\n")
    for command in (("aggregate", path, "-m", "majority", "-o", "-"), ("gold", path, "-o", "-")):
        rows = [line.split(",") for line in accord(*command).out.splitlines()]
        assert [(row[0], row[-1]) for row in rows if row[0].isdecimal()] == [("1", "X"), ("2", "Y"), ("3", "Z")]
