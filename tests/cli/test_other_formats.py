"""Tables and JSON lines on the command line."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import HARBOUR, Accord

Write = Callable[..., Path]


def test_check_and_summary_of_tables(accord: Accord) -> None:
    checked = accord("check", HARBOUR / "urgency.csv", HARBOUR / "weather.csv")
    assert checked.code == 0
    assert "0 errors in 242 labels, 85 items, 3 annotators" in checked.out
    weather = accord("summary", HARBOUR / "weather.csv", "--json").json[0]
    assert weather["items"] == 12
    assert {name: sum(labels.values()) for name, labels in weather["annotators"].items()} == {
        "ada": 12,
        "bram": 10,
        "chloe": 10,
    }


def test_a_table_with_a_label_given_twice(accord: Accord, write: Write) -> None:
    done = accord("check", write("a.csv", "item,annotator,label\n1,ada,x\n1,ada,y\n"), "--json")
    assert done.code == 1
    assert [(finding["line"], finding["code"]) for finding in done.json] == [(3, "duplicate-label")]


@pytest.fixture
def lines(write: Write) -> Callable[..., Path]:
    def make(name: str, *sentences: str) -> Path:
        records = [{"tokens": ["a"] * len(labels.split()), "labels": labels.split()} for labels in sentences]
        return write(name, "".join(json.dumps(record) + "\n" for record in records))

    return make


def test_findings_in_json_lines_name_their_line(accord: Accord, lines: Callable[..., Path]) -> None:
    path = lines("a.jsonl", "B-X O", "O I-X")
    done = accord("check", path, "-e", "BIO", "--json")
    assert [(finding["line"], finding["token"], finding["code"]) for finding in done.json] == [
        (2, "a", "invalid-transition")
    ]


def test_json_lines_are_scored_like_columns(accord: Accord, lines: Callable[..., Path]) -> None:
    gold, predicted = lines("gold.jsonl", "B-X I-X O", "B-Y O O"), lines("pred.jsonl", "B-X I-X O", "O O O")
    micro = accord("score", predicted, "-r", gold, "-e", "BIO", "--json").json["runs"][0]["micro"]
    assert [micro[part] for part in ("reference", "predicted", "correct")] == [2, 1, 1]
    other = lines("other.jsonl", "B-X I-X", "O O O")
    assert "truncated: 2 of 3 tokens (line 1 of the reference)" in accord("score", other, "-r", gold, "-e", "BIO").err


def test_a_table_cannot_be_scored(accord: Accord) -> None:
    done = accord("score", HARBOUR / "urgency.csv", "-r", HARBOUR / "reference.conll", "-e", "BIO")
    assert done.code == 2
    assert "holds labels of items" in done.err


def test_plain_labels_are_summed_up(accord: Accord, write: Write) -> None:
    path = write("pos.conll", "a\tDET\ndog\tNOUN\n\nruns\tVERB\na\tDET\n")
    assert accord("summary", path, "--json").json[0]["labels"] == {"DET": 2, "NOUN": 1, "VERB": 1}
    assert "DET" in accord("count", path).out
    assert "no chunk labels" in accord("check", path).out


def test_csv_of_summaries_is_one_table(accord: Accord) -> None:
    files = [str(HARBOUR / name) for name in ("reference.conll", "urgency.csv")]
    rows = list(csv.DictReader(io.StringIO(accord("summary", *files, "-f", "csv").out)))
    assert {row["file"] for row in rows} == set(files)
    count = {(row["unit"], row["name"], row["annotator"]): row["count"] for row in rows}
    assert count["token", "", ""] == "1298"
    assert count["mention", "PER", ""] == "47"
    assert count["item", "", ""] == "85"
    assert count["label", "routine", "ada"] == "42"


def test_on_a_terminal_tables_are_drawn_and_markup_stays_text(
    accord: Accord, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    out = accord("count", write("a.conll", "a B-[red]x\nb B-<i>\n")).out
    assert "[red]x" in out
    assert "<i>" in out


def test_a_folder_stands_for_its_files(accord: Accord) -> None:
    files = [entry["file"] for entry in accord("summary", HARBOUR / "annotators", "--repair", "begin", "--json").json]
    assert files == [str(HARBOUR / "annotators" / f"{name}.conll") for name in ("ada", "bram", "chloe")]
    assert accord("check", HARBOUR / "annotators", "-q").out.count("\n") == 3
    assert accord("score", HARBOUR / "annotators", "-r", HARBOUR / "reference.conll").code == 2


def test_annotators_of_one_file_are_summed_up_apart(accord: Accord, write: Write) -> None:
    path = write("a.jsonl", '{"tokens": ["Pym"], "labels": {"ada": ["B-PER"], "bram": ["O"]}}\n')
    summaries = accord("summary", path, "--json").json
    assert [(entry["file"], entry["tokens"]) for entry in summaries] == [(f"{path} (ada)", 1), (f"{path} (bram)", 1)]
    assert [len(entry["types"]) for entry in summaries] == [1, 0]


def test_json_lines_are_not_said_to_be_mended_by_repair(accord: Accord, write: Write) -> None:
    done = accord("check", write("a.jsonl", '{"tokens": ["Pym"], "labels": ["I-PER"]}\n'), "-e", "BIO")
    assert "accord repair" not in done.out
    assert "name a repair to read it by" in done.out


def test_a_file_that_cannot_be_counted_does_not_hide_the_others(accord: Accord) -> None:
    done = accord("summary", HARBOUR, "--repair", "begin", "--json")
    assert done.code == 1
    assert "barometer.csv" in done.err
    assert len(done.json) > 10
