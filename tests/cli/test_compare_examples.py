"""``accord compare --examples``: what one system has right and another wrong, in every format."""

from __future__ import annotations

import csv
import io

from tests.cli.conftest import HARBOUR, Accord

FILES = (HARBOUR / "systems" / "beacon-3.conll", HARBOUR / "annotators" / "bram.conll")
COMPARE = ("compare", *FILES, "-r", HARBOUR / "reference.conll", "--resamples", "99", "--examples")


def test_text_shows_how_many_and_some(accord: Accord) -> None:
    done = accord(*COMPARE, "2", "-q")
    assert done.code == 0
    assert "Who is right: beacon, bram" in done.out
    assert "Only bram is right: 2 examples of" in done.out


def test_csv_has_one_row_an_example(accord: Accord) -> None:
    rows = list(csv.DictReader(io.StringIO(accord(*COMPARE, "2", "-f", "csv").out)))
    assert [(row["right"], row["wrong"]) for row in rows] == [("beacon", "bram")] * 2 + [("bram", "beacon")] * 2
    assert all(row["right_answer"] != row["wrong_answer"] for row in rows)


def test_json_counts_all(accord: Accord) -> None:
    (found,) = accord(*COMPARE, "1", "--json").json["differences"]
    assert sum(each["both"] for each in found["labels"].values()) == found["counts"]["both"]
    assert [each["right"] for each in found["examples"]] == ["beacon", "bram"]
