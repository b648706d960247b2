"""Columns of what items let annotators choose from: never annotators, and a warning where labels name them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus

Lay = Callable[[Mapping[str, str | bytes]], list[str]]

DATA = Path(__file__).parents[3].parent / "shared" / "data" / "exports" / "preference"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the exports of annotation tools are not here")


def pairs(count: int = 40) -> list[list[str]]:
    rng = random.Random(5)
    offers = [rng.sample([f"m{n}" for n in range(8)], 2) for _ in range(count)]
    return [[f"p{n}", *offer, rng.choice(offer), rng.choice([*offer, "tie"])] for n, offer in enumerate(offers)]


def table(header: str, rows: list[list[str]]) -> str:
    return header + "\n" + "".join(",".join(row) + "\n" for row in rows)


def test_two_systems_beside_two_annotators(lay: Lay) -> None:
    corpus = read(lay({"a.csv": table("prompt_id,model_a,model_b,ada,bram", pairs())}))
    assert corpus.annotators == ("ada", "bram")
    assert [finding.code for finding in corpus.findings] == ["unused-column", "own-options"]


def test_the_winner_of_a_long_table(lay: Lay) -> None:
    rows = [[*row[:3], label, who] for row in pairs() for who, label in zip(("ada", "bram"), row[3:], strict=True)]
    corpus = read(lay({"a.csv": table("question_id,model_a,model_b,winner,judge", rows)}))
    assert [finding.code for finding in corpus.findings] == ["own-options"]


def test_the_side_that_won_is_no_option(lay: Lay) -> None:
    rows = [[*row[:3], "AB"[row[3] == row[2]], "AB"[row[4] == row[2]]] for row in pairs()]
    assert "own-options" not in {
        finding.code for finding in read(lay({"a.csv": table("prompt_id,model_a,model_b,ada,bram", rows)})).findings
    }


def test_models_that_judge_are_annotators(lay: Lay) -> None:
    rows = [[f"s{n}", "yn"[n % 2], "yn"[n % 3 == 0], "yn"[n % 5 == 0]] for n in range(30)]
    assert read(lay({"a.csv": table("item,model_a,model_b,human", rows)})).annotators == ("model_a", "model_b", "human")


@pytest.mark.parametrize("called", ["left,right", "A,B", "x,y"])
def test_options_by_any_name_are_found_by_what_annotators_choose(lay: Lay, called: str) -> None:
    wide = lay({"a.csv": table(f"item,{called},ada,bram", pairs())})
    corpus = read(wide)
    assert corpus.annotators == ("ada", "bram")
    assert [finding.code for finding in corpus.findings] == ["unused-column", "own-options"]
    assert "for all others name what stands in one of them" in corpus.findings[0].message
    assert f"the labels are what stands in '{called[: called.index(',')]}' and" in corpus.findings[1].message
    rows = [[*row[:3], label, who] for row in pairs() for who, label in zip(("ada", "bram"), row[3:], strict=True)]
    long = lay({"b.csv": table(f"item,{called},label,annotator", rows)})
    assert [finding.code for finding in read(long).findings] == ["own-options"]


def test_options_of_a_frame_are_found_too(lay: Lay, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    rows = [[*row[:3], label, who] for row in pairs() for who, label in zip(("ada", "bram"), row[3:], strict=True)]
    frame = pandas.DataFrame(rows, columns=["item", "left", "right", "label", "annotator"])
    frame.to_parquet(tmp_path / "a.parquet")
    assert [finding.code for finding in read(tmp_path / "a.parquet").findings] == ["own-options"]


@pytest.mark.parametrize("labels", ["yn", "abc"])
def test_annotators_who_differ_are_no_options(lay: Lay, labels: str) -> None:
    """Two who never agree, and a third who agrees with one of them: with two labels it cannot be otherwise."""
    rng = random.Random(2)
    rows = [[f"s{n}", *rng.sample(labels, 2)] for n in range(40)]
    three = [[*row, rng.choice(labels)] for row in rows]
    corpus = read(lay({"a.csv": table("item,ada,bram,chloe", three)}))
    assert corpus.annotators == ("ada", "bram", "chloe")


@pytest.mark.parametrize(
    ("labels", "distance", "names"),
    [("012", "nominal", True), ("12", "nominal", False), ("12345", "ordinal", False)],
)
def test_the_number_of_the_preferred_option_is_no_grade(lay: Lay, labels: str, distance: str, names: bool) -> None:
    rng = random.Random(6)
    rows = [[f"s{n}", f"this {n}", f"that {n}", rng.choice(labels), rng.choice(labels)] for n in range(60)]
    corpus = read(lay({"a.csv": table("item,response_a,response_b,ada,bram", rows)}))
    measured = agree(corpus, ["alpha"])
    assert measured.about["distance"] == distance
    assert (
        any("which of 'response_a' and 'response_b' is preferred, or none" in why for why in measured.reasons) == names
    )
    assert agree(corpus, ["alpha"], distance="ordinal").about["distance"] == "ordinal"


@REAL
@pytest.mark.data
def test_three_judges_of_pandalm() -> None:
    corpus = read(DATA / "pandalm_three_annotators_0_119.json")
    assert corpus.annotators == ("annotator1", "annotator2", "annotator3")
    measured = agree(corpus, ["alpha"])
    assert measured.result.value == pytest.approx(0.927679, abs=1e-6)
    assert {frozenset(pair): value for pair, value in kappas(corpus).items()} == {
        frozenset({"annotator1", "annotator2"}): pytest.approx(0.922720, abs=1e-6),
        frozenset({"annotator1", "annotator3"}): pytest.approx(0.952607, abs=1e-6),
        frozenset({"annotator2", "annotator3"}): pytest.approx(0.907834, abs=1e-6),
    }


def kappas(corpus: Corpus) -> dict[tuple[str, str], object]:
    names = [f"annotator{n}" for n in (1, 2, 3)]
    measured: dict[tuple[str, str], Agreement] = {
        (one, other): agree(corpus, ["kappa"], annotators=[one, other], distance="nominal")
        for one in names
        for other in names
        if one < other
    }
    return {pair: each.result.value for pair, each in measured.items()}
