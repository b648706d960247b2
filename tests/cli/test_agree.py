from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from accord.cli.bar import missed
from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

TABLE = "item,ada,bram,chloe\n1,yes,yes,yes\n2,no,no,\n3,yes,no,yes\n4,no,no,no\n5,yes,yes,no\n6,no,,\n"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "votes.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_without_options_it_chooses_and_says_why(accord: Accord, table: Path) -> None:
    done = accord("agree", table)
    assert done.code == 0
    assert "Krippendorff's alpha" in done.out
    assert "note: nominal: the labels are names" in done.err
    assert "left out: 1 item with one label" in done.out


def test_json_keeps_its_contract(accord: Accord, table: Path) -> None:
    payload = json.loads(accord("agree", table, "-c", "alpha", "-c", "observed", "--json").out)
    first, second = payload["results"]
    assert set(first) >= {"coefficient", "value", "observed", "expected", "interval", "signature", "undefined"}
    assert (first["coefficient"], second["coefficient"]) == ("alpha", "observed")
    assert second["value"] == pytest.approx((1 + 1 + 1 / 3 + 1 + 1 / 3) / 5)
    assert [(pair["first"], pair["second"], pair["items"]) for pair in payload["pairs"]] == [
        ("ada", "bram", 5),
        ("ada", "chloe", 4),
        ("bram", "chloe", 4),
    ]
    assert {label["label"] for label in payload["labels"]} == {"yes", "no"}
    assert [document["items"] for document in payload["documents"]] == [5]
    assert sum(sum(counts) for _, *counts in payload["extra"]["coincidences"]["rows"]) == pytest.approx(14)


def test_undefined_is_null_with_a_reason_and_misses_every_bar(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("item,ada,bram\n1,yes,yes\n2,yes,yes\n", encoding="utf-8")
    done = accord("agree", path, "-c", "kappa", "--json", "--fail-under", "-1")
    result = json.loads(done.out)["results"][0]
    assert result["value"] is None
    assert "only the label 'yes' was used" in result["undefined"]
    assert done.code == 1
    assert "kappa is undefined" in done.err


@pytest.mark.parametrize(("bar", "code"), [("0.2", 0), ("0.99", 1)])
def test_fail_under(accord: Accord, table: Path, bar: str, code: int) -> None:
    done = accord("agree", table, "-c", "observed", "--fail-under", bar)
    assert done.code == code
    assert ("--fail-under asks for 0.99" in done.err) == bool(code)


@pytest.mark.parametrize(
    ("value", "bar", "said"),
    [
        (Fraction(7, 15), "0.5", "0.4667"),
        (Fraction(1, 32), "0.5", "0.0313"),
        (0.466666, "0.5", "0.4667"),
        (0.46996, "0.47", "0.4699"),
        (Fraction(2, 3), "0.6667", "0.6666"),
        (-0.30001, "-0.3", "-0.3001"),
        (-0.00004, "0.5", "0.0000"),
        (-0.00004, "0", "-0.0001"),
    ],
)
def test_what_is_reached_is_rounded_as_in_tables_and_never_up_to_the_bar(
    capsys: pytest.CaptureFixture[str], value: float | Fraction, bar: str, said: str
) -> None:
    assert missed("alpha", value, Fraction(bar))
    assert capsys.readouterr().err == f"accord: alpha is {said}, --fail-under asks for {float(bar):g}\n"


@pytest.mark.parametrize("format_", ["text", "latex", "markdown"])
def test_every_layout_holds_all_parts(accord: Accord, table: Path, format_: str) -> None:
    out = accord("agree", table, "-f", format_, "--matrix").out
    for part in ("Labels", "Pairs", "Annotators", "Coincidences", "hardest"):
        assert part in out


def test_csv_is_one_tidy_table_with_all_digits(accord: Accord, table: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(accord("agree", table, "-f", "csv").out)))
    parts = {"all", "other-annotators", "label", "pair", "annotator", "without", "document"}
    assert {row["part"] for row in rows} == parts
    assert rows[0]["coefficient"] == "alpha"
    assert len(rows[0]["value"]) > 8


def test_labels_that_mean_no_answer_are_left_out_and_counted(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("item,ada,bram\n1,A,A\n2,B,B\n3,FLAG,A\n", encoding="utf-8")
    done = accord("agree", path, "-c", "kappa", "--missing", "FLAG")
    assert "left out: 1 label 'FLAG', 1 item with one label" in done.out
    assert "no-answer:'FLAG'" in done.out


def test_an_order_of_words_makes_a_scale(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    path.write_text("item,ada,bram\n1,low,low\n2,mid,high\n3,high,high\n4,low,mid\n", encoding="utf-8")
    refused = accord("agree", path, "-c", "weighted-kappa", "-d", "linear")
    assert refused.code == 2
    assert "--labels says the order of all labels, lowest first" in refused.err
    done = accord("agree", path, "-c", "weighted-kappa", "-d", "linear", "--labels", "low,mid,high", "--json")
    # observed (0 + 1 + 0 + 1) / 4; expected: ada low 2/4 mid 1/4 high 1/4, bram low 1/4 mid 1/4 high 2/4
    expected = (2 * (0 + 1 + 2 * 2) + 1 * (1 + 0 + 2) + 1 * (2 + 1 + 0)) / 16
    assert json.loads(done.out)["results"][0]["value"] == pytest.approx(1 - 0.5 / expected)


def test_distances_from_a_file(accord: Accord, table: Path, tmp_path: Path) -> None:
    matrix = tmp_path / "far.csv"
    matrix.write_text(",yes,no\nyes,0,2\nno,2,0\n", encoding="utf-8")
    by_file = json.loads(accord("agree", table, "-c", "alpha", "-d", matrix, "--json").out)["results"][0]
    nominal = json.loads(accord("agree", table, "-c", "alpha", "--json").out)["results"][0]
    assert by_file["value"] == pytest.approx(nominal["value"])
    assert "dist:matrix:far.csv" in by_file["signature"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-c", "kapa"], "did you mean kappa"),
        (["-d", "nomnal"], "did you mean nominal"),
        (["-c", "kappa"], "kappa is for 2 annotators, not 3: take multi-kappa or light"),
        (["-c", "ac1", "-d", "jaccard"], "ac1 knows no distance but the nominal one: take ac2"),
        (["--annotators", "adda"], "did you mean ada"),
        (["--labels", "yes,noo"], "the data hold the label 'no'"),
        (["--level", "95"], "level: a number from 0 to 1 is needed"),
        (["-d", "circular:0"], "circular:24"),
        (["-d", "interval"], "'no' is no number"),
    ],
)
def test_a_wrong_call_gets_one_line_and_a_suggestion(
    accord: Accord, table: Path, options: list[str], said: str
) -> None:
    done = accord("agree", table, *options)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
    assert len(done.err.splitlines()) == 1


def test_seeds_make_the_bootstrap_repeatable(accord: Accord, table: Path) -> None:
    def run(seed: str) -> str:
        return accord("agree", table, "-c", "observed", "--interval", "bootstrap", "--seed", seed, "--json").out

    assert run("3") == run("3")
    assert "boot:1000|seed:3" in run("3")


def test_token_labels_are_compared_token_by_token(accord: Accord, tmp_path: Path) -> None:
    (tmp_path / "ada.conll").write_text("a\tO\nb\tB-X\n\nc\tO\n", encoding="utf-8")
    (tmp_path / "bram.conll").write_text("a\tO\nb\tB-Y\n\nc\tO\n", encoding="utf-8")
    payload = json.loads(accord("agree", tmp_path, "-c", "observed", "--json").out)
    assert payload["unit"] == "token"
    assert payload["results"][0]["value"] == pytest.approx(2 / 3)
    hardest = payload["hardest"][0]
    assert (hardest["text"], hardest["line"], hardest["versions"]) == ("b", 2, {"ada": "B-X", "bram": "B-Y"})


def test_plan_says_how_many_more(accord: Accord) -> None:
    done = accord("plan", HARBOUR / "urgency.csv", "--width", "0.1", "--json")
    payload = json.loads(done.out)
    plan = payload["plans"][0]
    assert plan["have"] == 85
    assert plan["more"] == plan["needed"] - 85
    assert plan["interval"]["high"] - plan["interval"]["low"] == pytest.approx(0.1, abs=1e-3)


def test_plan_of_an_undefined_value_says_so(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("item,ada,bram\n1,yes,yes\n", encoding="utf-8")
    done = accord("plan", path)
    assert done.code == 0
    assert "undefined: only the label 'yes' was used" in done.out


@pytest.mark.parametrize("verb", ["agree", "score"])
def test_a_closed_pipe_is_no_problem_of_the_files(verb: str) -> None:
    reference = ["--reference", str(HARBOUR / "reference.conll")] if verb == "score" else []
    path = HARBOUR / ("reference.conll" if verb == "score" else "urgency.csv")
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "accord", verb, str(path), *reference], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("bar", ["nan", "5", "many"])
def test_a_bar_that_nothing_can_reach_is_refused(accord: Accord, table: Path, bar: str) -> None:
    assert accord("agree", table, "--fail-under", bar).code == 2


@pytest.mark.parametrize(("data", "kind"), [("trees", "trees"), ("phrases", "trees"), ("radio.csv", "units")])
def test_a_plan_says_what_to_do_where_it_cannot_tell(accord: Accord, data: str, kind: str) -> None:
    done = accord("plan", HARBOUR / data)
    assert (done.code, done.out) == (2, "")
    said = "accord agree has their interval, which is about half as wide with four times as much"
    assert done.err == f"accord plan: this is for labels, and there are {kind}: {said}\n"


@pytest.mark.parametrize("data", ["trees", "phrases"])
def test_trees_are_adjudicated_where_they_cannot_be_aggregated(accord: Accord, data: str, tmp_path: Path) -> None:
    done = accord("aggregate", HARBOUR / data)
    assert (done.code, "accord gold --undecided majority adjudicates trees" in done.err) == (2, True)
    gold = accord("gold", HARBOUR / data, "--undecided", "majority", "--output", tmp_path / "gold")
    assert gold.code == 0


@pytest.mark.parametrize(
    ("bar", "what", "code"),
    [
        ("0.3", "value", 0),
        ("0.3", "these-annotators", 1),
        ("-0.1", "these-annotators", 0),
        ("-0.1", "annotators-like-these", 1),
        ("-0.45", "annotators-like-these", 0),
    ],
)
def test_a_bar_may_be_for_an_interval(accord: Accord, tmp_path: Path, bar: str, what: str, code: int) -> None:
    words = ["AAB", "ABB", "AAA", "BBC", "CCC", "ABC", "BBB", "AAC", "CCB", "AAA", "BCC", "ABA"]
    path = tmp_path / "round1.csv"
    path.write_text("item,x,y,z\n" + "".join(f"{at},{','.join(word)}\n" for at, word in enumerate(words)))
    done = accord("agree", path, "-c", "alpha", "--fail-under", bar, "--fail-on", what)  # .305, from -.071, from -.446
    assert done.code == code
    assert ("the low end of the interval of alpha" in done.err) == bool(code)


def test_a_bar_for_other_annotators_than_two_is_missed_with_the_reason(accord: Accord, table: Path) -> None:
    given = "-c", "alpha", "--fail-under", "-1", "--fail-on", "annotators-like-these"
    done = accord("agree", table, "--annotators", "ada", "--annotators", "bram", *given)
    assert done.code == 1
    assert "annotators like these, is undefined (two annotators do not show how much annotators differ" in done.err
    assert accord("agree", table, "--fail-on", "value").code == 2


def test_an_interval_that_holds_however_often_one_looks(accord: Accord) -> None:
    done = accord("agree", HARBOUR / "urgency.csv", "--anytime", "-q")
    assert done.code == 0
    assert "95% interval that holds however often one looks: these annotators on other items" in done.out
    assert "no interval for other annotators is known" in done.out
    refused = accord("agree", HARBOUR / "urgency.csv", "--anytime", "--interval", "none")
    assert refused.code == 2
    assert "--anytime is an interval of its own" in refused.err


def test_the_page_says_which_interval_it_shows(accord: Accord) -> None:
    watched = accord("report", HARBOUR / "urgency.csv", "--json", "--anytime")
    assert "at every look" in watched.out
    assert watched.json["layers"][0]["headline"]["interval"]["method"] == "anytime over items"
    assert watched.json["layers"][0]["command"].endswith("--anytime")
    usual = accord("report", HARBOUR / "urgency.csv", "--json")
    assert "at every look" not in usual.out
    assert "the first says where agreement of these annotators would lie" in usual.out


def test_what_the_best_possible_system_could_reach(accord: Accord) -> None:
    done = accord("agree", HARBOUR / "urgency.csv", "--ceiling", "-q")
    assert done.code == 0
    assert "same label                    0.7412  0.7412 to 0.8609      [0.5493, 0.9331]" in done.out
    assert "to lie in between is no reason to stop" in done.out
    told = accord("agree", HARBOUR / "urgency.csv", "--ceiling", "--json", "-q").json
    assert [(each["of"], round(each["high"], 4)) for each in told["ceilings"]] == [("same label", 0.8609)]
    assert "ceilings" not in accord("agree", HARBOUR / "urgency.csv", "--json", "-q").json
    assert "not known: the disorder" in accord("agree", HARBOUR / "radio.csv", "-c", "gamma", "--ceiling", "-q").out
    refused = accord("agree", HARBOUR / "urgency.csv", "--ceiling", "-f", "csv")
    assert refused.code == 2
    assert "--ceiling is for tables to read" in refused.err
