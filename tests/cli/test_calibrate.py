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
    paths = root.findall("{*}path")
    lines = [each for each in paths if each.get("stroke-width") == "2"]
    assert len(lines) == 2 + 2  # and those of the key
    assert sum("fill-opacity" in each.attrib for each in paths) == 2
    assert "borders" in "".join(root.itertext())
    assert {line.get("stroke-dasharray") for line in lines} == {None, "9 4"}, "colour never alone"


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
        (("--figure", "curve.eps"), "accord: curve.eps: name a file that ends in .svg, .pdf or .png\n"),
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


TREES = ("--like", HARBOUR / "trees", "--repeats", 2)


def test_trees_are_calibrated_where_the_data_are_trees(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "curves.svg"
    arguments = ("calibrate", *TREES, "--noise", "both", "--amounts", "0,1", "--value", 0.5)
    done = accord(*arguments, "--figure", path)
    assert done.code == 0
    assert "noise  amount  alpha-plain  alpha-diff  alpha-norm     las" in done.out
    assert "12 trees of ada and 1 degraded copy of them, 2 times" in done.out
    assert "% of labels and as many heads redrawn" in done.out
    assert path.read_text().count('stroke-width="2"') == 4 + 4  # and those of the key
    payload = accord(*arguments, "--json").json
    assert [(each["coefficient"], each["value"]) for each in payload["curves"] if not each["amount"]] == [
        (name, 1) for name in payload["coefficients"]
    ]
    rows = list(csv.DictReader(io.StringIO(accord(*arguments, "--format", "csv").out)))
    assert [row["coefficient"] for row in rows if row["part"] == "reading"] == payload["coefficients"]


def test_one_coefficient_of_trees_comes_with_its_intervals(accord: Accord) -> None:
    done = accord("calibrate", *TREES, "-c", "las", "--noise", "relabel", "--amounts", 1, "--annotator", "bram")
    assert done.out.splitlines()[1].split() == ["noise", "amount", "las", "95%", "interval", "sd"]
    assert "trees of bram" in done.out


def test_phrases_are_relabelled(accord: Accord) -> None:
    done = accord("calibrate", "--like", HARBOUR / "phrases", "--repeats", 2, "--amounts", "0,1", "--json")
    assert {each["noise"] for each in done.json["curves"]} == {"relabel"}
    assert done.json["coefficients"] == ["alpha-plain", "alpha-diff", "alpha-norm", "jaccard"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--units", "5"), "--units is for units, and trees are calibrated here: leave it out"),
        (("--density", "2"), "--density is for units, and trees are calibrated here: leave it out"),
        (("--delta-empty", "2"), "--delta-empty is for units, and trees are calibrated here: leave it out"),
        (("--noise", "borders"), "unknown noise in trees 'borders': choose from relabel, reattach, both, random"),
        (("-c", "gamma"), "unknown coefficient 'gamma' of trees: choose from alpha-plain"),
        (("--amounts", "1.5"), "the amount of relabel is a probability, up to 1: 1.5 is not"),
        (("--annotator", "dan"), "there is no annotator 'dan'"),
        (("--document", "x"), "there is no document 'x'"),
        (("--sentences", "1"), "sentences"),
    ],
)
def test_what_is_not_for_trees_is_refused(accord: Accord, arguments: tuple[str, ...], message: str) -> None:
    done = accord("calibrate", *TREES, *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_what_is_for_trees_alone_is_refused(accord: Accord) -> None:
    assert "sentences are for trees" in accord("calibrate", "--sentences", 5).err
    phrases = accord("calibrate", "--like", HARBOUR / "phrases", "--noise", "reattach")
    assert "these trees are phrases: take relabel" in phrases.err
    assert "one at a time" in accord("calibrate", "-c", "gamma", "-c", "gamma-cat").err


def test_noises_of_trees_explain_themselves(accord: Accord) -> None:
    assert "post-order of the original tree" in accord("explain", "reattach").out
    assert "Skjærholt" in accord("explain", "calibration").out


def test_examples_are_written_as_units_that_are_read_again(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "half.csv"
    how = ("--noise", "borders,omissions", "--amounts", "0,0.5,1", "--repeats", "4", "--samples", "2")
    done = accord("calibrate", *how, "--value", "0.5", "--examples", path)
    assert done.code == 0
    assert f"examples written to {path}" in done.err
    assert "omissions-0.5: omissions 0." in done.err
    assert "no example of borders at 0.5: not reached up to 1" in done.err
    read = accord("agree", path, "-c", "gamma", "--json").json
    assert read["used"] == {"documents": 1, "units": len(path.read_text(encoding="utf-8").splitlines()) - 1}
    assert [row["annotator"] for row in read["annotators"]] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--examples", "x.csv"), "give --value, too"),
        (("--value", "0.5", "--examples", "x.png"), "ends in .csv or .jsonl"),
        (
            ("--value", "0.5", "--noise", "borders", "--amounts", "0,0.1", "--examples", "x.csv"),
            "no example of borders",
        ),
    ],
)
def test_examples_that_cannot_be_written(accord: Accord, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    named = [str(tmp_path / each) if each.startswith("x.") else each for each in arguments]
    done = accord("calibrate", "--repeats", "2", "--samples", "1", *named)
    assert done.code != 0
    assert said in done.err
    assert not list(tmp_path.glob("x.*"))


def test_a_corpus_says_which_errors_its_agreement_corresponds_to(accord: Accord, tmp_path: Path) -> None:
    picture = tmp_path / "errors.svg"
    files = HARBOUR / "urgency.csv"
    done = accord("calibrate", files, "--repeats", 3, "--figure", picture)
    assert done.code == 0
    assert done.out.startswith("What alpha = 0.5576 corresponds to\nerror")
    assert "What alpha would be with fewer or more of them" in done.out
    assert "The best possible accuracy" in done.out
    assert "all together" in "".join(ET.fromstring(picture.read_text()).itertext())
    payload = accord("calibrate", files, "--repeats", 3, "--json").json
    rows = list(csv.DictReader(io.StringIO(accord("calibrate", files, "--repeats", 3, "--format", "csv").out)))
    errors = [row for row in rows if row["part"] == "error"]
    assert [(row["name"], float(row["amount"])) for row in errors] == [
        (each["sort"], each["amount"]) for each in payload["errors"]
    ]
    assert {row["signature"] for row in rows} == {payload["signature"]}


@pytest.mark.parametrize("option", ["--noise=borders", "--value=0.5", "--units=3", "--workers=2", "--document=x"])
def test_options_of_noise_say_nothing_of_a_corpus(accord: Accord, option: str) -> None:
    done = accord("calibrate", HARBOUR / "urgency.csv", option)
    assert done.code == 2
    assert f"{option.partition('=')[0]} is for noise that is made up" in done.err


def test_relations_are_not_calibrated(accord: Accord) -> None:
    done = accord("calibrate", HARBOUR.parent / "relations")
    assert done.code == 2
    assert "agreement on relations corresponds to is not known" in done.err


def test_annotators_of_known_quality_are_made_and_read_again(accord: Accord, tmp_path: Path) -> None:
    files = tmp_path / "made.csv"
    done = accord("simulate", "--kind", "labels", "--items", 30, "--slips", "0,0.5", "--annotators", 2, "-o", files)
    assert (done.code, done.err) == (0, f"note: {files}: 1 document by 2 annotators\n")
    assert 0 < accord("agree", files, "--json").json["results"][0]["value"] < 1
    same = tmp_path / "same.csv"
    accord("simulate", "--kind", "labels", "--items", 30, "--slips", "0,0.5", "--annotators", 2, "-o", same)
    assert same.read_bytes() == files.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--slips", "x"), "--slips: a number from 0 to 1 is needed, not 'x'"),
        (("--omissions", "0.1"), "--omissions is for spans and units, and labels are simulated here"),
        (("--column", "item=0"), "options that say how files are read need files: give PATHS"),
        (("--to", "conllu"), "conllu has no place for"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    accord: Accord, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    done = accord("simulate", "--kind", "labels", *arguments, "-o", tmp_path / "out.csv")
    assert done.code == 2
    assert says in done.err
    assert not (tmp_path / "out.csv").exists()


def test_measurements_are_not_calibrated(accord: Accord, tmp_path: Path) -> None:
    table = tmp_path / "lengths.csv"
    rows = "".join(f"{item},{item}.{item}1,{item}.{item}2,{item}.{item}3\n" for item in range(1, 31))
    table.write_text(f"item,ada,bram,chloe\n{rows}", encoding="utf-8")
    done = accord("calibrate", table)
    assert done.code == 2
    assert "90 different labels among 90 are measurements" in done.err
