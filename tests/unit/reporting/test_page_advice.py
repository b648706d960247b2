"""The page tells situations apart, and says what to do in each, in campaigns drawn by known rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from accord.campaign.report import report_payload
from accord.reporting.page_advice import SITUATIONS
from tests.unit.reporting.advised import DRAWN

pytestmark = pytest.mark.slow

NEUTRAL = {"spread", "too few items"}
"""What accuses nobody and nothing."""


def told(name: str, seed: int, folder: Path) -> dict[str, Any]:
    """What the page says of a campaign."""
    rows = DRAWN[name](Random(seed))
    if rows[0].startswith("item"):
        (folder / "votes.csv").write_text("\n".join(rows) + "\n", "utf-8")
        page = report_payload(str(folder / "votes.csv"), budget=0)
    else:
        page = report_payload(as_sentences(rows), budget=0)
    (layer,) = page["layers"]
    return layer  # type: ignore[no-any-return]


def as_sentences(rows: list[str]) -> dict[str, list[list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows[1:]:
        name, _, sentence, _, label = row.split(",")
        found.setdefault(name, {}).setdefault(sentence, []).append(label)
    return {name: list(sentences.values()) for name, sentences in found.items()}


def situations(name: str, campaigns: int, folder: Path) -> Counter[str]:
    """How often each situation is told of campaigns that are all in one."""
    return Counter(told(name, seed, folder)["words"]["situation"] for seed in range(campaigns))


def test_the_docs_have_every_situation_in_its_order() -> None:
    text = (Path(__file__).parents[3] / "docs" / "report.md").read_text("utf-8")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in text.splitlines() if line.startswith("| ")]
    known = {situation.name for situation in SITUATIONS}
    assert [row for row in rows if row in known] == [situation.name for situation in SITUATIONS]
    assert set(DRAWN) < known


@pytest.mark.parametrize("name", ["two labels", "two schools", "one annotator", "one document", "borders"])
def test_examples_are_items_of_the_page(name: str, tmp_path: Path) -> None:
    layer = told(name, 1, tmp_path)
    assert len(layer["words"]["examples"]) == 3
    assert set(layer["words"]["examples"]) <= {item["id"] for item in layer["items"]["shown"]}


@pytest.mark.parametrize("name", DRAWN)
def test_the_situation_is_told(name: str, tmp_path: Path) -> None:
    found = situations(name, 12, tmp_path)
    assert found[name] >= 10, found


@pytest.mark.thorough
@pytest.mark.parametrize("name", DRAWN)
def test_the_situation_is_told_nine_times_of_ten(name: str, tmp_path: Path) -> None:
    found = situations(name, 100, tmp_path)
    assert found[name] >= 90, found
    assert sum(times for other, times in found.items() if other not in {name, *NEUTRAL}) <= 5, found
