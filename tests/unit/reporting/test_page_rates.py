"""How often the sentences of a page name somebody, a document or two labels, in campaigns drawn by known rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from accord.campaign.report import report_payload
from accord.reporting.page_annotators import far_annotators
from accord.reporting.page_confusion import worst_confusion
from accord.reporting.page_where import where
from tests.payloads import layer_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

CAMPAIGNS = 40


@dataclass(frozen=True)
class Rules:
    """Everybody errs as often, and then takes any other label; but some may be careless, and one document hard."""

    items: int = 200
    annotators: str = "abcd"
    labels: str = "ABC"
    weights: tuple[int, ...] | None = None
    error: float = 0.12
    documents: int = 1
    careless: dict[str, float] = field(default_factory=dict)
    hard: float | None = None
    each: int | None = None
    """How many of the annotators do each item; all, if that is not said."""

    def rows(self, seed: int) -> list[str]:
        """A campaign; the hard document is 1."""
        random = Random(seed)
        rows = ["item,annotator,label,document"]
        for item in range(self.items):
            truth, document = random.choices(self.labels, self.weights)[0], item * self.documents // self.items
            for annotator in random.sample(self.annotators, self.each) if self.each else self.annotators:
                error = self.hard if self.hard and document == 1 else self.careless.get(annotator, self.error)
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
        (held,) = report_payload(str(file), budget=0)["layers"]
        layer = layer_of(held)
        found.update(row.annotator for row in far_annotators(layer))
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
        (Rules(items=60, annotators="abc", careless={"b": 0.5}), "b", 34),
        (Rules(labels="yn", weights=(1, 9), error=0.05, documents=10, hard=0.35), "d1", 30),
    ],
    ids=["a careless annotator", "a hard document"],
)
def test_what_is_otherwise_is_named(rules: Rules, name: str, least: int, tmp_path: Path) -> None:
    found = named(rules, tmp_path)
    assert found[name] >= least
    assert found.total() - found[name] <= 3


def test_two_careless_annotators_are_both_named(tmp_path: Path) -> None:
    careless = {"b": 0.6, "d": 0.6}
    found = named(Rules(items=150, annotators="abcde", labels="ABCD", error=0.1, careless=careless), tmp_path)
    assert set(found) == {"b", "d"}
    assert min(found.values()) >= 38


def test_a_short_document_hides_no_hard_one(tmp_path: Path) -> None:
    rows = Rules(items=240, documents=6, hard=0.5).rows(3)
    short = ["x,a,A,short", "x,b,B,short", "y,a,B,short", "y,b,A,short"]
    (tmp_path / "votes.csv").write_text("\n".join([*rows, *short]), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "votes.csv"), budget=0)["layers"]
    assert layer["documents"][0]["document"] == "short"
    assert "document ‘d1’ is clearly below the rest" in where(layer_of(layer))


def test_among_many_documents_a_hard_one_is_named(tmp_path: Path) -> None:
    rows = Rules(items=1200, documents=60, hard=0.6).rows(5)
    (tmp_path / "votes.csv").write_text("\n".join(rows), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "votes.csv"), budget=0)["layers"]
    assert "document ‘d1’ is clearly below the rest" in where(layer_of(layer))


def test_two_who_never_differ_though_others_do_are_an_alert(tmp_path: Path) -> None:
    rows = Rules(items=100, annotators="acd").rows(1)
    copied = [row.replace(",a,", ",b,") for row in rows if ",a," in row]
    (tmp_path / "votes.csv").write_text("\n".join([*rows, *copied]), encoding="utf-8")
    page = report_payload(str(tmp_path / "votes.csv"), budget=0)
    (told,) = [each["text"] for each in page["alerts"] if "never differ" in each["text"]]
    assert told.startswith(
        "votes: a and b never differ in 100 items, as the others do: they are surer than the others, or"
    )


def test_the_good_are_not_accused_beside_somebody_careless(tmp_path: Path) -> None:
    accused = 0
    for seed in range(CAMPAIGNS):
        rows = Rules(items=100, annotators="abcde", error=0.01, careless={"b": 0.3}).rows(seed)
        (tmp_path / "votes.csv").write_text("\n".join(rows), encoding="utf-8")
        page = report_payload(str(tmp_path / "votes.csv"), budget=0)
        accused += any("never differ" in each["text"] for each in page["alerts"])
    assert accused <= 3


def test_of_two_annotators_an_item_a_careless_one_is_named(tmp_path: Path) -> None:
    pooled = Rules(items=400, annotators="abcdef", labels="ABCD", each=2, careless={"b": 0.6})
    found = named(pooled, tmp_path)
    assert found["b"] >= 38
    assert found.total() - found["b"] <= 3
    assert sum(named(replace(pooled, careless={}), tmp_path).values()) <= 3


def test_a_document_on_which_all_differ_everywhere_is_named(tmp_path: Path) -> None:
    rows = [row for row in Rules(annotators="ab", labels="yn", error=0.05, documents=10).rows(2) if ",d1" not in row]
    rows += [f"x{item},{who},{'yn'[(item + (who == 'b')) % 2]},d1" for item in range(20) for who in "ab"]
    (tmp_path / "votes.csv").write_text("\n".join(rows), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "votes.csv"), budget=0)["layers"]
    assert "document ‘d1’ is clearly below the rest" in where(layer_of(layer))


def test_where_not_all_do_all_items_drift_is_not_laid_on_one(tmp_path: Path) -> None:
    random = Random(3)
    rows = ["item,annotator,label"]
    for item in range(400):
        worse = random.random() < 0.05 + 0.6 * item / 400
        rows += [f"{item},a,{random.choice('XYZ') if worse else 'W'}", f"{item},{'bcde'[item % 4]},W"]
    (tmp_path / "votes.csv").write_text("\n".join(rows), encoding="utf-8")
    page = report_payload(str(tmp_path / "votes.csv"), budget=0)
    (told,) = [each["text"] for each in page["alerts"] if "towards the end" in each["text"]]
    assert "of 5 annotators agree less" in told


def test_of_two_annotators_a_text_the_one_who_marks_otherwise_is_behind(tmp_path: Path) -> None:
    random = Random(4)
    rows = ["document,annotator,category,start,end"]
    for document in range(40):
        for who in random.sample("abcd", 2):
            starts = [start + random.randrange(2) + (4 if who == "b" else 0) for start in range(0, 60, 15)]
            rows += [f"d{document},{who},call,{start},{start + 5}" for start in starts]
    (tmp_path / "calls.csv").write_text("\n".join(rows), encoding="utf-8")
    (layer,) = report_payload(str(tmp_path / "calls.csv"), budget=20)["layers"]
    behind = {row["annotator"]: row["behind"] for row in layer["annotators_table"]}
    assert behind["b"]["value"] < 0
    assert behind["b"]["p"] < 0.05
    assert all(behind[name]["value"] > behind["b"]["value"] for name in "acd")
