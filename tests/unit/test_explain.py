"""Every code that a finding can have is explained."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.kinds.kind import KINDS
from accord.verbs.explain import explain, topics

SOURCE = Path(__file__).parents[2] / "src" / "accord"
REPORTERS = {"Finding", "report", "_report", "_finding", "Wrong", "_mismatch"}


@cache
def codes() -> set[str]:
    """The first text argument of every call that makes a finding, and the codes that are returned."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            first = None
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in REPORTERS:
                first = node.args[0] if node.args else None
            elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                first = next(iter(node.value.elts), None)
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and "-" in first.value:
                found.add(first.value)
    return found


def test_every_code_is_explained() -> None:
    assert len(codes()) > 20
    assert codes() <= set(topics()["findings"])


def test_the_page_on_findings_has_the_same_codes() -> None:
    page = (SOURCE.parents[1] / "docs" / "findings.md").read_text(encoding="utf-8")
    headings = [line.removeprefix("### ") for line in page.splitlines() if line.startswith("### ")]
    assert {code for heading in headings for code in heading.split(", ")} == set(topics()["findings"])


@pytest.mark.parametrize("kind", list(KINDS))
def test_kinds_are_explained_with_coefficients_that_are(kind: str) -> None:
    page = explain(kind)
    assert page.startswith(f"{kind}\n\n")
    assert kind in topics()["kinds"]
    names = page.split("Measured by ")[1].split(";")[0].split(", ")
    assert names
    assert all(explain(name) for name in names)


@pytest.mark.parametrize(
    "reference",
    [["a", "b", "a"], ["1", "2", "1"], [{"a"}, {"a", "b"}, {"b"}], [["DT", "NN"]], [[(0, 4, "ORG")]]],
    ids=["labels", "grades", "sets", "tags", "spans"],
)
def test_every_measure_that_score_shows_is_explained(reference: Any) -> None:
    run = accord.score(reference, reference).run
    for name in run.scores:
        assert explain(name)
