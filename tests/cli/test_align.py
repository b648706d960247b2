"""``accord align`` and ``accord agree`` on units, as a user calls them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import HARBOUR

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Accord

RADIO = HARBOUR / "radio.csv"


def test_json_holds_what_is_promised(accord: Accord) -> None:
    documents = accord("align", RADIO, "--json").json["documents"]
    assert [each["document"] for each in documents] == ["morning", "noon", "night"]
    for document in documents:
        assert {"disorder", "sum", "size", "gap", "proved", "alignments"} <= document.keys()
        assert document["proved"]
        assert len(document["alignments"]) == document["size"]
        disorders = [each["disorder"] for each in document["alignments"]]
        assert disorders == sorted(disorders, reverse=True)
        assert sum(disorders) == pytest.approx(document["sum"])


def test_the_mean_is_no_more_than_that_of_the_least_sum(accord: Accord) -> None:
    by_sum, by_mean = (
        accord("align", RADIO, "--objective", objective, "--json").json["documents"] for objective in ("sum", "mean")
    )
    for one, other in zip(by_sum, by_mean, strict=True):
        assert other["disorder"] <= one["sum"] / one["size"] + 1e-12


def test_one_document_and_not_all_categories(accord: Accord, tmp_path: Path) -> None:
    figure = tmp_path / "noon.svg"
    done = accord("align", RADIO, "--document", "noon", "--without", "call", "--figure", figure, "--json")
    (document,) = done.json["documents"]
    categories = {unit["category"] for each in document["alignments"] for unit in each["units"].values() if unit}
    assert (document["document"], categories) == ("noon", {"chatter", "distress"})
    ET.fromstring(figure.read_text(encoding="utf-8"))
    assert done.json["left_out"] == {"units of call": 10}


def test_a_figure_of_one_of_several_documents_says_which(accord: Accord, tmp_path: Path) -> None:
    figure, choice = tmp_path / "f.svg", "the one of most disorder of 3 documents"
    documents = accord("align", RADIO, "--json").json["documents"]
    worst = max(documents, key=lambda each: each["disorder"])["document"]
    done = accord("align", RADIO, "--figure", figure)
    assert f"figure of {worst}, {choice} (--document draws another), written to" in done.err
    assert f">{choice}</text>" in figure.read_text(encoding="utf-8")
    assert choice not in accord("align", RADIO, "--figure", figure, "--document", worst).err
    assert choice not in figure.read_text(encoding="utf-8")


def test_many_annotators_are_not_all_listed(accord: Accord, tmp_path: Path) -> None:
    crowd = tmp_path / "crowd.csv"
    crowd.write_text("".join(f"worker {number},X,{number},{number + 5}\n" for number in range(15)))
    done = accord("align", crowd, "--top", "3", "--quiet")
    assert sum(line.startswith("worker") for line in done.out.splitlines()) == 3
    assert "and 12 more (--top 15 shows all)" in done.out


def test_what_is_suggested_can_be_aligned_by(accord: Accord, tmp_path: Path) -> None:
    units, matrix = tmp_path / "units.csv", tmp_path / "m.csv"
    units.write_text("a,X,0,10\na,X,20,30\na,X,60,70\na,Y,90,99\nb,X,2,12\nb,X,24,34\nb,X,90,99\n", encoding="utf-8")
    done = accord("align", units, "--suggest", matrix)
    assert f"--position-weight 1.18 --distance {matrix} aligns by it" in done.out.replace("\n", " ")
    # X and Y: 5 and 1 of 6 values, one pair of both: 1 - 5 * 1 / (5 * 1)
    assert matrix.read_text(encoding="utf-8") == ",X,Y\nX,0,0\nY,0,0\n"
    suggested = accord("align", units, "--suggest", matrix, "--json").json["suggested"]
    assert suggested["position_weight"] == pytest.approx(2 / 1.7)
    assert suggested["cut"] == {"apart": pytest.approx(1.7), "pairs_above": 0, "others_below": 0}
    (document,) = accord("align", units, "--position-weight", "1.18", "-d", matrix, "--json").json["documents"]
    disorders = [each["disorder"] for each in document["alignments"]]
    assert disorders == pytest.approx([1, 1.18 * 0.16, 1.18 * 0.04, 0])
    before = units.read_bytes()
    for path, said in ((units, "is a file that is read"), ("-", "--suggest writes a file: name one")):
        done = accord("align", units, "--suggest", path)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert said in done.err
    assert units.read_bytes() == before


TIED = "a,X,0,10\nb,Y,0,10\nb,X,10,20\na,X,40,50\nb,X,40,50\na,Y,60,70\nb,Y,60,70\n"


def test_equally_good_alignments_are_counted_and_listed(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "tied.csv"
    path.write_text(TIED, encoding="utf-8")
    assert "equally good alignments (--alternatives lists them): tied 2" in accord("align", path).out
    listed = accord("align", path, "--alternatives", "5").out.partition("Equally good alignments\n")[2].splitlines()
    assert [line.split() for line in listed[1:3]] == [
        ["tied", "2", "0–10", "[X]", "0–10", "[Y]"],
        ["tied", "2", "–", "10–20", "[X]"],
    ]
    (document,) = accord("align", path, "--alternatives", "5", "--json").json["documents"]
    assert (document["equally_good"], len(document["alternatives"])) == (2, 1)


def test_what_may_surprise_in_the_best_alignment_is_counted(accord: Accord, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("a,X,0,10\nb,X,12,22\na,Y,50,60\nb,Y,50,60\n", encoding="utf-8")
    for verb in ("align", "agree"):
        assert "1 of 2 aligned pairs neither overlap nor touch" in accord(verb, path).out
    found = accord("align", path, "--json").json
    assert (found["pairs_apart"], found["identical_split"]) == (1, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("align", RADIO, "--document", "moon"), "did you mean noon?"),
        (("align", RADIO, "--without", "calls"), "did you mean call?"),
        (("align", RADIO, "--forbid", "call,call"), "are one category"),
        (("align", RADIO, "--forbid", "call"), "two categories are needed"),
        (("align", RADIO, "--delta-empty", "1e308"), "a number above 0 to 1e+12 is needed"),
        (("align", RADIO, "--position-weight", "nan"), "a number from 0 is needed"),
        (("align", RADIO, "--method", "soft", "--objective", "mean"), "a mean has no least"),
        (("align", RADIO, "--figure", "x.jpg"), "ends in .svg, .pdf or .png"),
        (("agree", RADIO, "--precision", "1e-9"), "from 0.001 to 1"),
        (("agree", RADIO, "-c", "u-alpha", "--sampler", "shuffle"), "says nothing about u-alpha"),
        (("agree", RADIO, "-c", "gamma-k:cal"), "did you mean call?"),
        (("agree", RADIO, "--ground-truth", "addda"), "did you mean ada?"),
        (("agree", RADIO, "-c", "gamma", "--reference", "ada"), "a reference says nothing about gamma"),
        (("calibrate", "--value", "nan"), "'nan' is no number"),
    ],
)
def test_a_wrong_call_gets_one_line(accord: Accord, arguments: tuple[str, ...], said: str) -> None:
    done = accord(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_bar_is_for_the_coefficient_that_is_named_first(accord: Accord, tmp_path: Path) -> None:
    overlapping = tmp_path / "units.csv"
    overlapping.write_text("a,X,0,9\na,X,5,14\nb,X,0,9\n")
    done = accord("agree", overlapping, "-c", "u-alpha", "-c", "gamma", "--fail-under", "0.1", "--samples", "5")
    assert done.code == 1
    assert "u-alpha is undefined" in done.err
    assert "undefined: u-alpha: u-alpha needs units that do not overlap" in done.out


def test_an_error_rate_against_a_reference(accord: Accord) -> None:
    result = accord("agree", RADIO, "-c", "slot-error-rate", "--reference", "ada", "--json").json["results"][0]
    assert "reference:ada" in result["signature"]


def test_what_changes_a_value_stands_in_its_signature(accord: Accord) -> None:
    def signature(*options: str) -> str:
        return str(accord("agree", RADIO, "--samples", "3", "--json", *options).json["results"][0]["signature"])

    assert "ground-truth:ada" in signature("--ground-truth", "ada")
    assert "without:call" in signature("--without", "call")
    whole, part = (accord("align", RADIO, *more, "--json").json["signature"] for more in ((), ("--without", "call")))
    assert whole != part
