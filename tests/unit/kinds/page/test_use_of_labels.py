"""Labels that an annotator uses more or less than the rest, of every kind, and how often chance seems to do it."""

from __future__ import annotations

from random import Random

import pytest

import accord
from accord.campaign.report import report_payload

LABELS = "ABC"


def campaign(seed: int, *, shifted: bool) -> list[tuple[str, str, str]]:
    """Four annotators of 200 items; the first says A for most of the B, if shifted."""
    random, rows = Random(seed), []
    for item in range(200):
        true = random.choice(LABELS)
        for who in ("ada", "bram", "chloe", "dan"):
            label = true if random.random() < 0.8 else random.choice(LABELS)
            shift = shifted and who == "ada" and label == "B" and random.random() < 0.8
            rows.append((who, f"i{item}", "A" if shift else label))
    return rows


def uses(rows: list[tuple[str, str, str]]) -> dict[str, set[tuple[str, bool]]]:
    """What each annotator uses so much more or less that chance would hardly do it."""
    records = [{"annotator": who, "item": item, "label": label} for who, item, label in rows]
    (layer,) = report_payload(accord.read(records), budget=0.0)["layers"]
    return {
        row["annotator"]: {(use["label"], use["own"] > use["rest"]) for use in row["uses"] if (use["p"] or 1.0) < 0.05}
        for row in layer["annotators_table"]
    }


@pytest.mark.parametrize("seed", range(5))
def test_what_is_used_for_another_is_named_and_nothing_else(seed: int) -> None:
    found = uses(campaign(seed, shifted=True))
    assert {("A", True), ("B", False)} == found.pop("ada")
    for others in found.values():  # of whose rest the first is a part
        assert others <= {("A", False), ("B", True)}


def test_chance_seldom_seems_to_use_labels_otherwise() -> None:
    named = sum(any(uses(campaign(seed, shifted=False)).values()) for seed in range(20))
    assert named <= 2
