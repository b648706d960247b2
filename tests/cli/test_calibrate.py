from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import HARBOUR, Accord

if TYPE_CHECKING:
    from pathlib import Path

FEW = ("--units", 5, "--repeats", 3, "--samples", 1)


def test_tables_say_what_noise_does_and_what_a_value_stands_for(accord: Accord) -> None:
    done = accord("calibrate", "--noise", "omissions", "--amounts", "0,0.5,1", "--value", 0.5, *FEW)
    assert done.code == 0
    assert done.out.startswith("What gamma is for known noise\nnoise      amount")
    assert "What gamma = 0.5 stands for" in done.out
    assert "% of units forgotten" in done.out
    assert "5 units of one annotator and 2 degraded copies of them, 3 times" in done.out


def test_json_and_csv_hold_the_same(accord: Accord) -> None:
    arguments = ("calibrate", "--noise", "borders,splits", "--amounts", "0,1", "--value", 0.9, *FEW)
    payload = accord(*arguments, "--json").json
    rows = list(csv.DictReader(io.StringIO(accord(*arguments, "--format", "csv").out)))
    curves = [row for row in rows if row["part"] == "curve"]
    assert [(row["noise"], float(row["amount"]), float(row["value"])) for row in curves] == [
        (each["noise"], each["amount"], each["value"]) for each in payload["curves"]
    ]
    readings = [row for row in rows if row["part"] == "reading"]
    assert [row["amount"] for row in readings] == [
        "" if each["amount"] is None else repr(each["amount"]) for each in payload["readings"]
    ]
    assert payload["curves"][0]["signature"] in [row["signature"] for row in curves]


def test_the_figure_is_whole_and_says_what_it_shows(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "curve.svg"
    done = accord(
        "calibrate", "--noise", "borders,omissions", "--amounts", "0,0.5,1", "--value", 0.9, "--figure", path, *FEW
    )
    assert done.err == f"note: figure written to {path}\n"
    root = ET.fromstring(path.read_text())
    lines = root.findall("{*}polyline")
    assert len(lines) == 2
    assert len(root.findall("{*}polygon")) == 2
    assert "borders" in "".join(root.itertext())
    assert {line.get("stroke-dasharray") for line in lines} == {"none", "9 4"}, "colour never alone"


def test_a_figure_of_pixels(accord: Accord, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "curve.png"
    assert accord("calibrate", "--noise", "borders", "--value", 0.9, "--figure", path, *FEW).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_document_of_chunk_labels_is_a_start(accord: Accord) -> None:
    ada = HARBOUR / "annotators" / "ada.conll"
    done = accord(
        "calibrate", "--like", ada, "--document", "doc2", "--noise", "borders", "--amounts", 0, "--repeats", 2
    )
    assert done.code == 0
    assert "of ada in doc2 and 2 degraded copies" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--amounts", "x"), "accord calibrate: --amounts are numbers like 0,0.5,1, not 'x'\n"),
        (("--document", "d"), "accord calibrate: --document says what of --like is meant: give both\n"),
        (("--figure", "curve.pdf"), "accord: curve.pdf: name a file that ends in .svg or .png\n"),
        (
            ("--sampler", "x"),
            (
                "accord calibrate: Invalid value for '--sampler': 'x' is not one of "
                "'statistical', 'shuffle', 'random1', 'random2'.\n"
            ),
        ),
        (("--forbid", "A,B,C"), "accord: forbid: two categories are needed, not A, B, C\n"),
        (("--noise", ","), "accord: noise: at least one kind is needed\n"),
    ],
)
def test_wrong_calls_are_one_line(accord: Accord, arguments: tuple[str, ...], message: str) -> None:
    done = accord("calibrate", *arguments)
    assert (done.code, done.out, done.err) == (2, "", message)


def test_noises_explain_themselves(accord: Accord) -> None:
    assert "from -k/2 to k/2 times the length" in accord("explain", "borders").out
    assert "How to read it: as a yardstick" in accord("explain", "calibration").out
