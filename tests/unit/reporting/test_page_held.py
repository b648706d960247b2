"""What the page holds besides values: how hard documents are, and what is not there and why."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.agreement.result import number
from accord.campaign.report import Page, report_payload
from accord.reporting.figures import LAYER_FIGURES
from accord.reporting.numbers import rounded
from accord.reporting.plot_rows import drift_plot
from tests.payloads import layer_of, page_of

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    held: dict[str, Any] = json.loads(json.dumps(report_payload(str(HARBOUR)), allow_nan=False))
    return held


def layer(page: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in page["layers"] if each["id"] == name)
    return found


# --- difficulty -----------------------------------------------------------------------------------------------------


def test_the_difficulty_of_a_document_of_labels_is_the_mean_of_its_items(tmp_path: Path) -> None:
    (tmp_path / "votes.csv").write_text(
        "document,item,ada,bram,chloe\nd1,1,a,a,b\nd1,2,a,a,a\nd2,3,a,b,\nd2,4,b,,\nd2,5,a,a,\n", encoding="utf-8"
    )
    (found,) = report_payload(str(tmp_path / "votes.csv"), budget=0)["layers"]
    hard = {row["document"]: row["difficulty"] for row in found["documents"]}
    assert hard == pytest.approx({"d1": (2 / 3 + 0) / 2, "d2": (1 + 0) / 2})
    assert found["documents_difficulty_is"] == "the mean disagreement of the items that two annotators labelled"


@pytest.mark.parametrize("name", ["annotators", "radio", "trees/deps", "phrases", "urgency", "weather"])
def test_every_document_that_can_be_compared_has_a_difficulty(page: dict[str, Any], name: str) -> None:
    held = layer(page, name)
    assert all(row["difficulty"] is not None for row in held["documents"] if row["items"])
    assert held["documents_difficulty_is"]


def test_the_difficulty_of_units_is_the_disorder_of_the_alignment(page: dict[str, Any]) -> None:
    held = layer(page, "radio")
    assert held["documents_difficulty_is"] == "the disorder of its alignment"
    for row in held["documents"]:
        drawn = next(each for each in held["aligner"]["documents"] if each["document"] == row["document"])
        assert row["difficulty"] == drawn["disorder"]
        of_an_annotator = len(drawn["units"]) / len(drawn["annotators"])
        assert row["difficulty"] == pytest.approx(
            sum(each["disorder"] for each in drawn["alignments"]) / of_an_annotator
        )


def test_the_difficulty_of_trees_is_the_mean_distance_of_sentences(page: dict[str, Any]) -> None:
    held = layer(page, "trees/deps")
    distances: dict[str, float] = {}
    for each in held["trees_view"]["sentences"]:
        distances[each["document"]] = distances.get(each["document"], 0.0) + each["distance"]
    for row in held["documents"]:
        assert row["difficulty"] * row["items"] == pytest.approx(distances.get(row["document"], 0.0))


def test_the_difficulty_of_spans_is_that_of_the_command() -> None:
    held = report_payload(str(HARBOUR), layer="annotators", coefficient="corrected-f1", budget=0)["layers"][0]
    expected = accord.difficulty(held["paths"], repair="begin").documents
    assert held["kind"] == "spans"
    assert "accord difficulty" in held["documents_difficulty_is"]
    assert {row["document"]: row["difficulty"] for row in held["documents"]} == pytest.approx(
        {name: number(each.value) for name, each in expected.items()}
    )


# --- what is not there ----------------------------------------------------------------------------------------------


def test_annotators_and_pairs_that_are_not_there_are_said(tmp_path: Path) -> None:
    rows = [f"{item},a{who},{'xy'[(item * who) % 3 == 0]}" for item in range(4) for who in range(70)]
    (tmp_path / "votes.csv").write_text("\n".join(["item,annotator,label", *rows]) + "\n", encoding="utf-8")
    held = report_payload(str(tmp_path / "votes.csv"), budget=0, most=10)
    (found,) = held["layers"]
    assert (len(found["annotators_table"]), found["pairs"]) == (10, [])
    assert "only of 60 or fewer" in found["pairs_left_out"]
    left_out = [remark["text"] for remark in held["left_out"]]
    assert "votes: of 70 annotators the 10 who gave most are here (--most)" in left_out
    assert f"votes: pairs of annotators are not here: {found['pairs_left_out']}" in left_out


def test_it_is_said_which_labels_of_trees_are_compared(page: dict[str, Any]) -> None:
    assert "same head" in layer(page, "trees/deps")["labels_view"]["labels_of"]
    assert "over the same tokens" in layer(page, "phrases")["labels_view"]["labels_of"]
    assert layer(page, "annotators")["pairs_left_out"] is None


# --- words in pictures ----------------------------------------------------------------------------------------------


def test_the_picture_and_the_table_say_the_same_slope(page: dict[str, Any]) -> None:
    for held in page["layers"]:
        slopes = {row["annotator"]: row["slope"] for row in held["annotators_table"]}
        for row in drift.rows if (drift := drift_plot(layer_of(held))) else ():
            value = slopes[row.name]["value"]
            if value is not None:
                said = rounded(value, 4).replace("-", "−")
                assert row.said.startswith(f"slope {said} per 100 {held['counts']['drift']}s")


def test_an_empty_picture_says_why(page: dict[str, Any]) -> None:
    held = layer(page, "phrases")
    empty = replace(layer_of(held), plots=replace(layer_of(held).plots, drift=None))
    assert "nothing to draw: no annotator has sentences for two windows" in LAYER_FIGURES["drift"](empty, None).svg()


def test_what_was_left_out_is_not_called_undefined(page: dict[str, Any]) -> None:
    held = layer(page, "radio")
    pairs = [
        pair | {"value": None, "undefined": "it was left out for time", "interval": None} for pair in held["pairs"]
    ]
    drawn = Page(page_of(page | {"layers": [held | {"pairs": pairs}]})).plot("pairs").svg()
    assert "left out" in drawn
    assert "undefined" not in drawn
