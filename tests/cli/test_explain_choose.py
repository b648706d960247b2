"""``accord explain --choose`` answers four questions, and ends in a command that measures what it says."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

_QUESTIONS = ["What was annotated?", "By whom?", "How far apart are two answers?", "Which coefficient, and for what?"]


@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [("urgency.csv", "labels", "alpha"), ("radio.csv", "units", "gamma"), ("trees", "trees", "alpha")],
)
def test_four_answers_end_in_a_command_that_measures_it(accord: Accord, name: str, kind: str, first: str) -> None:
    done = accord("explain", "--choose", HARBOUR / name)
    lines = done.out.splitlines()
    assert [line.partition(". ")[2] for line in lines if line[:1].isdigit()] == _QUESTIONS
    assert lines[1] == f"   {kind}"
    command = shlex.split(lines[-1])
    assert command[:3] == ["run:", "accord", "agree"]
    measured = accord(*command[2:], "--json").json
    assert (measured["kind"], measured["results"][0]["coefficient"]) == (kind, first)


def test_what_cannot_be_measured_yet_says_what_to_do(accord: Accord) -> None:
    done = accord("explain", "--choose", HARBOUR / "annotators")
    assert done.code == 0
    assert "not yet: 5 problems in the labels (BIO): nothing was measured" in done.out
    assert "(--repair)" in done.out


def test_two_annotators_show_nothing_of_others(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "two.csv"
    table.write_text("item,ada,ben\n1,yes,yes\n2,no,yes\n3,no,no\n", encoding="utf-8")
    assert "of other annotators nothing can be said" in accord("explain", "--choose", table).out


def test_each_layer_of_a_folder_is_answered_for(accord: Accord) -> None:
    out = accord("explain", "--choose", HARBOUR).out
    assert {"annotators", "phrases", "radio", "trees/deps", "urgency", "weather"} <= set(out.splitlines())


def test_a_name_beside_it_is_refused(accord: Accord) -> None:
    assert accord("explain", "alpha", "--choose", HARBOUR / "urgency.csv").code == 2


def test_a_file_that_is_not_there_is_refused(accord: Accord) -> None:
    done = accord("explain", "--choose", "nowhere.csv")
    assert done.code != 0
    assert "nowhere.csv" in done.err


def test_one_of_a_thing_is_said_as_one(accord: Accord, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,ada,bram\n1,x,x\n", encoding="utf-8")
    assert "1 item, 1 label to choose from" in accord("explain", "--choose", tmp_path / "t.csv").out
