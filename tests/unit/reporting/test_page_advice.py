"""The page tells situations apart, and says what to do in each, in campaigns drawn by known rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from accord.campaign.report import report_payload
from accord.reporting.page_advice import SITUATIONS
from tests.unit.reporting.advised import DRAWN, situation_of, situations, told, wrong

pytestmark = pytest.mark.slow


def test_the_docs_have_every_situation_in_its_order() -> None:
    text = (Path(__file__).parents[3] / "docs" / "report.md").read_text("utf-8")
    table = text.partition("| situation | when |")[2].partition("\n\n")[0]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines()[2:]]
    known = {situation.name for situation in SITUATIONS}
    assert rows == [situation.name for situation in SITUATIONS]
    assert set(map(situation_of, DRAWN)) == known


@pytest.mark.parametrize(
    "name", ["two labels", "two schools", "one annotator", "one document", "borders of spans", "heads"]
)
def test_examples_are_items_of_the_page(name: str, tmp_path: Path) -> None:
    layer = told(name, 1, tmp_path)
    assert len(layer["words"]["examples"]) == 3
    assert set(layer["words"]["examples"]) <= {item["id"] for item in layer["items"]["shown"]}


@pytest.mark.parametrize("name", ["ceiling", "ceiling of spans"])
def test_slips_are_no_reason_to_read_all_anew(name: str, tmp_path: Path) -> None:
    words = told(name, 1, tmp_path)["words"]
    assert words["next"].startswith("Have only a part")
    assert ("mostly borders: " in words["next"]) == (name == "ceiling of spans")


@pytest.mark.parametrize("name", DRAWN)
def test_the_situation_is_told(name: str, tmp_path: Path) -> None:
    found = situations(name, 12, tmp_path)
    assert found[situation_of(name)] >= 10, found


@pytest.mark.thorough
@pytest.mark.parametrize("name", DRAWN)
def test_the_situation_is_told_nine_times_of_ten(name: str, tmp_path: Path) -> None:
    found = situations(name, 100, tmp_path)
    assert found[situation_of(name)] >= 90, found
    assert wrong(name, found) <= 5, found


def test_a_rare_label_is_not_what_is_to_be_done_but_has_examples(tmp_path: Path) -> None:
    random = Random(3)
    rows = ["item,ada,bram"]
    for number in range(1500):
        truth = random.choice("ABC")
        ada, bram = (truth if random.random() < 0.8 else random.choice("ABC") for _ in range(2))
        rows.append(f"i{number},{'F' if number % 130 == 7 else ada},{bram}")
    (tmp_path / "votes.csv").write_text("\n".join(rows), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "votes.csv"), budget=0)["layers"]
    assert "The label ‘F’ is the least agreed on" in layer["words"]["where"]
    assert layer["words"]["situation"] == "spread"
    assert layer["items"]["left_out"] > 0
    assert sum("F" in item["labels"].values() for item in layer["items"]["shown"]) >= 3
