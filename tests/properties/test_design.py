"""Studies of items and annotators: the formula, the cheapest by brute force, and what simulated studies reach."""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

import accord
from accord.agreement.design import Costs, Design, Pilot
from accord.agreement.other_annotators import Variances
from accord.agreement.result import Interval, Undefined
from accord.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARES = np.array([0.6, 0.3, 0.1])
SIMULATED = {(50, 5): 0.1082, (100, 20): 0.0475, (400, 10): 0.0628, (400, 5): 0.0908, (1000, 20): 0.0444}
"""Standard errors of alpha in studies of so many items and annotators, simulated apart from accord."""


def pilot(**changed: object) -> Pilot:
    known = {"value": 0.5, "variances": Variances(0.004, 0.003, 0.001), "units": 100, "annotators": 10, "labels": 1000}
    rest = {"effective": 10.0, "bounds": (-1.0, 1.0), "unit": "item", "level": 0.95}
    return Pilot(**{**known, **rest, **changed})  # type: ignore[arg-type]


def test_the_formula() -> None:
    found = pilot()
    assert found.variance(100, 10) == pytest.approx(0.004 + 0.003 - 0.001)
    assert found.variance(400, 5) == pytest.approx(0.003 / 4 + 0.002 * 2 + 0.001 * 100 * 10 / (400 * 5))
    sparse = pilot(labels=200, annotators=30, effective=20.0)
    assert sparse.variance(400, 15) == pytest.approx(0.003 / 4 + 0.002 * 2 + 0.001 / 4)
    assert sparse.labels_of(300, 60) == 600


def test_none_is_cheaper() -> None:
    found, costs = pilot(), Costs(item=2.0, label=1.0, annotator=300.0)
    best = found.design(0.2, costs)
    assert isinstance(best, Design)
    assert best.interval.high - best.interval.low <= 0.2
    enough = (
        2.0 * units + units * annotators + 300 * annotators
        for units, annotators in product(range(20, 2_000), range(3, 40))
        if (at := found.interval(units, annotators)).high - at.low <= 0.2
    )
    assert best.cost == pytest.approx(min(enough))
    assert best.cost == 2 * best.units + best.labels + 300 * best.annotators


def test_more_items_do_not_help_where_annotators_differ() -> None:
    found = pilot(variances=Variances(0.002, 0.02, 0.001)).design(0.1, Costs())
    assert isinstance(found, Design)
    assert isinstance(found.alone, Undefined)
    assert "adding items will not help, add annotators" in found.alone.reason
    narrowest = float(found.alone.reason.split("narrower than ")[1].split(":")[0])
    at = pilot(variances=Variances(0.002, 0.02, 0.001)).interval(1e9, 10)
    assert narrowest == pytest.approx(at.high - at.low, abs=5e-4)


def drawn(rng: np.random.Generator, items: int, annotators: int) -> NDArray[np.float64]:
    """What annotators of different ability and different habits say of items."""
    ability = rng.beta(8, 3, annotators)
    habits = rng.dirichlet(4 * SHARES, annotators).cumsum(axis=1)
    guesses = (rng.random((items, annotators))[..., None] > habits[None]).sum(axis=-1).clip(max=2)
    truth = rng.choice(3, p=SHARES, size=(items, 1))
    return np.where(rng.random((items, annotators)) < ability, truth, guesses) + 1.0


def test_what_is_forecast_is_what_simulated_studies_reach() -> None:
    rng = np.random.default_rng(11)
    pilots = []
    for _ in range(120):
        found = accord.agree(drawn(rng, 100, 10), "alpha", distance="nominal", rows="items")
        assert found.pilot is not None
        one = found.pilot()
        assert isinstance(one, Pilot)
        pilots.append(one)
    for (items, annotators), error in SIMULATED.items():
        forecast = sqrt(np.mean([each.variance(items, annotators) for each in pilots]))
        assert forecast == pytest.approx(error, rel=0.10)


def test_from_a_study_and_why_not_from_two_annotators() -> None:
    table = drawn(np.random.default_rng(3), 80, 5)
    agreement = accord.agree(table, "alpha", distance="nominal", rows="items")
    found = agreement.design(0.3)
    assert isinstance(found, Design)
    assert found.interval.high - found.interval.low <= 0.3
    assert isinstance(agreement.result.other_annotators, Interval)
    two = accord.agree(table[:, :2], "alpha", distance="nominal", rows="items").design(0.3)
    assert isinstance(two, Undefined)
    assert "by a third" in two.reason


@pytest.mark.parametrize("item", [float("nan"), float("inf"), -1.0])
def test_what_costs_no_number_is_refused(item: float) -> None:
    with pytest.raises(UsageError, match="three numbers from 0 are needed"):
        pilot().design(0.2, Costs(item=item))
