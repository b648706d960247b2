"""Between which values the best possible system lies."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.agreement.ceiling import MAX_LABELS, Ceiling, halves, shares, too_many, why_not_half
from accord.agreement.result import Interval, Result, Undefined
from accord.agreement.signature import Signature
from accord.distance.tree_variants import TreeEdit
from accord.kinds.trees.flatten import forest_of
from tests.trees import dependencies

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
TREES = ["0:r 1:a 1:b", "0:r 1:a 2:b", "2:a 0:r 2:b", "0:r 1:b", "0:r 1:a 1:a 3:b", "3:a 3:b 0:r"]


def result(value: float) -> Result:
    interval = Interval(value - 0.1, value + 0.1, "jackknife over items")
    return Result("observed", value, interval, Signature("observed", {}))


def test_the_worked_example() -> None:
    """Four items whose labels are given by (1, 0), (.9, .1), (.6, .4) and (.5, .5) of all annotators."""
    given = np.array([[1, 0], [0.9, 0.1], [0.6, 0.4], [0.5, 0.5]])
    agreement = float((given**2).sum(axis=1).mean())
    found = shares("same label", result(agreement))
    assert isinstance(found, Ceiling)
    assert found.low == pytest.approx(0.71)
    assert found.high == pytest.approx(0.8426149773, abs=1e-10)
    assert given.max(axis=1).mean() == pytest.approx(0.75)
    assert isinstance(found.interval, Interval)
    assert found.interval[:2] == pytest.approx((0.61, 0.9))


def test_a_distance_lies_between_its_half_and_itself() -> None:
    found = halves("distance", 0.4, Interval(0.3, 0.5, "jackknife over items"))
    assert isinstance(found, Ceiling)
    assert (found.low, found.high) == (0.2, 0.4)
    assert isinstance(found.interval, Interval)
    assert found.interval[:2] == (0.15, 0.5)


def random_metric(rng: np.random.Generator, answers: int) -> np.ndarray:
    points = rng.normal(size=(answers, 2))
    apart: np.ndarray = np.abs(points[:, None] - points[None]).sum(axis=2)
    return apart


def jaccard(answers: int) -> np.ndarray:
    sets = [{place for place in range(6) if number >> place & 1} for number in range(answers)]
    return np.array([[1 - len(a & b) / len(a | b) if a | b else 0.0 for b in sets] for a in sets])


def tree_edits() -> np.ndarray:
    forest = forest_of([dependencies(each) for each in TREES])
    some, others = np.indices((len(TREES), len(TREES))).reshape(2, -1)
    found: np.ndarray = TreeEdit().pairs(forest, some, others).reshape(len(TREES), len(TREES))
    return found


@pytest.mark.parametrize("kind", ["metric", "spans", "trees", "squares"])
def test_no_population_leaves_the_ends(kind: str) -> None:
    """Random populations whose best answer is found by trying them all; bench/ceilings.py has 100,000 of each."""
    rng = np.random.default_rng(5)
    for _ in range(300):
        if kind == "squares":
            points = rng.normal(size=8)
            matrix = (points[:, None] - points) ** 2
        else:
            matrix = random_metric(rng, 7) if kind == "metric" else TABLES[kind]
        given = rng.dirichlet(np.full(len(matrix), rng.choice([0.1, 1.0])))
        found = halves("", float(given @ matrix @ given), Undefined(""))
        assert isinstance(found, Ceiling)
        assert found.low - 1e-9 <= (given @ matrix).min() <= found.high + 1e-9
        assert why_not_half(matrix) is None


TABLES = {"spans": jaccard(64), "trees": tree_edits()}


def test_labels_never_leave_the_ends() -> None:
    rng = np.random.default_rng(6)
    for _ in range(300):
        given = rng.dirichlet(np.full(rng.integers(2, 8), 0.5), size=20)
        found = shares("", result(float((given**2).sum(axis=1).mean())))
        assert isinstance(found, Ceiling)
        assert found.low <= given.max(axis=1).mean() <= found.high


def test_a_distance_that_is_neither_metric_nor_squared_is_refused() -> None:
    assert why_not_half(np.array([[0, 1, 9], [1, 0, 1], [9, 1, 0.0]])) is not None
    assert too_many(MAX_LABELS) is None
    assert too_many(MAX_LABELS + 1) == Undefined("it is known of 200 labels at most, and there are 201")
    far = {("a", "b"): 1.0, ("b", "c"): 1.0, ("a", "c"): 9.0}
    rows = [["a", "b"], ["b", "c"], ["c", "a"], ["a", "a"]]
    found = accord.agree(rows, "alpha", rows="items", distance=far).ceilings
    assert isinstance(found, tuple)
    assert [each.of for each in found] == ["same label"]


def test_every_kind_says_it_or_why_not() -> None:
    labels = accord.agree(HARBOUR / "urgency.csv", ["alpha", "observed"])
    assert isinstance(labels.ceilings, tuple)
    (same,) = labels.ceilings
    assert same.value == same.low == labels["observed"].value
    others = labels["observed"].other_annotators
    assert isinstance(others, Interval)
    assert isinstance(same.interval, Interval)
    assert same.interval[:2] == pytest.approx((others.low, sqrt(others.high)))
    trees = accord.agree(HARBOUR / "trees")
    assert isinstance(trees.ceilings, tuple)
    assert [each.of for each in trees.ceilings] == ["LAS", "UAS", "tree edit distance"]
    assert trees.ceilings[0].high == pytest.approx(sqrt(float(trees["las"].value)))  # type: ignore[arg-type]
    spans = accord.agree(HARBOUR / "annotators", repair="begin")
    assert isinstance(spans.ceilings, tuple)
    assert [(each.of, each.is_distance) for each in spans.ceilings] == [("Jaccard distance of spans", True)]
    relations = accord.agree(HARBOUR.parent / "relations")
    assert isinstance(relations.ceilings, Undefined)
    units = accord.agree(HARBOUR / "radio.csv", "gamma", samples=10)
    assert isinstance(units.ceilings, Undefined)
    assert "no distance from one answer" in units.ceilings.reason
    numbers = accord.agree([[1, 2], [3, 3], [4, 2], [2, 2]], "alpha", rows="items", distance="linear").ceilings
    assert isinstance(numbers, tuple)
    assert (numbers[1].low, numbers[1].high) == (0.375, 0.75)
