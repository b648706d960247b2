"""Systems by rank, and in three sentences."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from accord.campaign.report import Page, report_payload
from tests.payloads import page_of

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


@pytest.fixture(scope="module")
def page() -> Page:
    paths = [str(HARBOUR / "systems" / f"{name}-1.conll") for name in ("beacon", "lantern")]
    return Page(page_of(report_payload(paths, reference=str(HARBOUR / "reference.conll"), budget=None)))


@pytest.fixture
def systems(page: Page) -> dict[str, Any]:
    return dict(page.payload["systems"][0])


def test_files_named_with_a_reference_are_a_page_of_systems(page: Page) -> None:
    assert page.payload["layers"] == []
    assert [row["system"] for row in page.payload["systems"][0]["ranks"]] == ["beacon", "lantern"]


def test_what_chance_is_taken_off_stands_beside_what_is_left(systems: dict[str, Any], page: Page) -> None:
    for row in systems["ranks"]:
        assert row["corrected_match"] == "token"
        assert row["corrected"] < row["corrected_of"]
    assert "; by match token 0.875 corrected for chance 0.847" in page.summary
    assert "F1 by match token" in page.table("systems")


def test_intervals_say_over_what_they_are(systems: dict[str, Any], page: Page) -> None:
    assert {row["interval_over"] for row in systems["ranks"]} == {"sentences"}
    assert "intervals over sentences" in page.payload["systems"][0]["plots"]["runs"]["title"]
    runs = report_payload(str(HARBOUR), budget=0)["systems"][0]["ranks"]
    assert {row["interval_over"] for row in runs} == {"runs"}


def test_the_headline_is_the_best_system(systems: dict[str, Any]) -> None:
    best = systems["ranks"][0]
    headline = systems["headline"]
    assert (headline["system"], headline["value"], headline["interval"]) == (
        best["system"],
        best["value"],
        best["interval"],
    )
    assert headline["match"] == "exact"
    assert headline["signature"] == systems["score"]["signature"]


def test_three_sentences_name_the_best_the_hardest_and_what_to_do(systems: dict[str, Any]) -> None:
    words = systems["words"]
    assert "‘beacon’ is the best of 2 systems, and reaches F1 0.808 by exact match" in words["how_much"]
    types = systems["score"]["runs"][0]["types"]
    hardest = min(types, key=lambda name: types[name]["f1"])
    assert words["where"].startswith(f"The type ‘{hardest}’ is the hardest for it")
    (compared,) = systems["comparisons"]["comparisons"]
    assert ("Do not call" in words["next"]) == (compared["p_holm"] >= 0.05)


def test_without_time_for_a_comparison_it_is_asked_for() -> None:
    words = report_payload(str(HARBOUR), budget=0)["systems"][0]["words"]
    assert "Compare them before you call ‘beacon’ better than ‘lantern’" in words["next"]
    assert "chance is taken off" not in words["how_much"]


def test_one_system_is_compared_with_none() -> None:
    held = report_payload(
        str(HARBOUR / "systems" / "beacon-1.conll"), reference=str(HARBOUR / "reference.conll"), budget=0
    )
    assert held["systems"][0]["words"]["how_much"].startswith("‘beacon’ reaches F1 0.808 by exact match")
    assert "Look at the mentions of" in held["systems"][0]["words"]["next"]


def test_a_perfect_system_is_doubted_and_its_lead_is_said(tmp_path: Path) -> None:
    reference = (HARBOUR / "reference.conll").read_text(encoding="utf-8")
    (tmp_path / "perfect.conll").write_text(reference, encoding="utf-8")
    nothing = re.sub(r"\t.*", "\tO", reference)
    (tmp_path / "nothing.conll").write_text(nothing, encoding="utf-8")
    paths = [str(tmp_path / f"{name}.conll") for name in ("nothing", "perfect")]
    words = report_payload(paths, reference=str(HARBOUR / "reference.conll"), budget=None)["systems"][0]["words"]
    assert words["where"] == "It fails nowhere."
    assert words["next"].startswith("‘perfect’ is better than ‘nothing’ by 1.000, which is hardly chance (p <0.0001).")
    assert "missed" not in words["next"]
    assert "the reference was not made from what it predicts" in words["next"]


def test_systems_that_are_level_are_not_told_apart(tmp_path: Path) -> None:
    for name in ("gold", "systems/a", "systems/b"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = "Pym\tB-PER\nleft\tO\n\nCrewe\tO\n\n" if "gold" in name else "Pym\tB-PER\nleft\tO\n\nCrewe\tB-PER\n\n"
        (tmp_path / f"{name}.conll").write_text(text * 20, encoding="utf-8")
    words = report_payload(str(tmp_path))["systems"][0]["words"]
    assert words["how_much"].startswith("‘a’ is level with 1 of 1 other systems, none is better, and reaches")
    assert words["next"] == "Do not call ‘a’ better than ‘b’: they are level."


def test_what_ranks_and_is_corrected_is_shown_once(tmp_path: Path) -> None:
    """Of 8 items 7 are right; each label is given as often by both but one: chance is 1/2, and 3/4 are left."""
    labels = {"reference": "aaaabbbb", "one": "aaaabbba", "two": "aabbbbba"}
    for name, each in labels.items():
        rows = "".join(f"i{number},{label}\n" for number, label in enumerate(each))
        (tmp_path / f"{name}.csv").write_text(f"item,label\n{rows}", encoding="utf-8")
    files = [str(tmp_path / f"{name}.csv") for name in ("one", "two")]
    payload = report_payload(files, reference=str(tmp_path / "reference.csv"), budget=None)
    page = Page(page_of(payload))
    assert "1. one: accuracy 0.875, corrected for chance 0.750" in page.summary
    (head,) = [line for line in page.table("systems").splitlines() if "beyond chance" in line]
    assert head.split("  ")[-1].strip() == "accuracy beyond chance"
    assert head.count("accuracy") == 2
