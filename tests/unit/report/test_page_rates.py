"""How often the sentences of a page name somebody, a document or two labels, in campaigns drawn by known rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.report.page_confusion import worst_confusion
from accord.report.page_where import far_annotator, where
from accord.verbs.report import report_payload

if TYPE_CHECKING:
    from pathlib import Path

CAMPAIGNS = 40


@dataclass(frozen=True)
class Rules:
    """Everybody errs as often, and then takes any other label; but one may be careless, and one document hard."""

    items: int = 200
    annotators: str = "abcd"
    labels: str = "ABC"
    weights: tuple[int, ...] | None = None
    error: float = 0.12
    documents: int = 1
    careless: float | None = None
    hard: float | None = None

    def rows(self, seed: int) -> list[str]:
        """A campaign; the careless annotator is b, the hard document 1."""
        random = Random(seed)
        rows = ["item,annotator,label,document"]
        for item in range(self.items):
            truth, document = random.choices(self.labels, self.weights)[0], item * self.documents // self.items
            for annotator in self.annotators:
                error = self.careless if self.careless and annotator == "b" else self.error
                error = self.hard if self.hard and document == 1 else error
                slips = random.random() < error
                label = random.choice([each for each in self.labels if each != truth]) if slips else truth
                rows.append(f"{item},{annotator},{label},d{document}")
        return rows


def named(rules: Rules, folder: Path) -> Counter[str]:
    """Who and what is named, in how many of forty campaigns."""
    found: Counter[str] = Counter()
    for seed in range(CAMPAIGNS):
        file = folder / "votes.csv"
        file.write_text("\n".join(rules.rows(seed)), encoding="utf-8")
        (layer,) = report_payload(str(file), budget=0)["layers"]
        if far := far_annotator(layer):
            found[far["annotator"]] += 1
        if worst_confusion(layer):
            found["two labels"] += 1
        found.update(f"d{number}" for number in range(rules.documents) if f"document ‘d{number}’" in where(layer))
    return found


@pytest.mark.parametrize(
    "rules",
    [
        Rules(labels="yn", weights=(1, 9), error=0.05, documents=10),
        Rules(weights=(8, 1, 1), documents=10),
        Rules(items=20, annotators="abcde", labels="ABCD", error=0.2),
        Rules(labels="ABCD", weights=(20, 3, 1, 1), error=0.1),
    ],
    ids=["a rare label in documents", "rare labels in documents", "few items", "rare labels"],
)
def test_where_all_err_alike_hardly_anything_is_named(rules: Rules, tmp_path: Path) -> None:
    assert sum(named(rules, tmp_path).values()) <= 3


@pytest.mark.parametrize(
    ("rules", "name", "least"),
    [
        (Rules(items=60, annotators="abc", careless=0.5), "b", 34),
        (Rules(labels="yn", weights=(1, 9), error=0.05, documents=10, hard=0.35), "d1", 30),
    ],
    ids=["a careless annotator", "a hard document"],
)
def test_what_is_otherwise_is_named(rules: Rules, name: str, least: int, tmp_path: Path) -> None:
    found = named(rules, tmp_path)
    assert found[name] >= least
    assert found.total() - found[name] <= 3
