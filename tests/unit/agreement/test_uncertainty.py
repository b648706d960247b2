"""Jackknife and bootstrap of a mean, of which everything is known."""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import LeftOut, bootstrap_interval, jackknife_interval, leave_one_out

BOUNDS = (0.0, 1.0)


def mean(totals: np.ndarray) -> np.ndarray:
    """The mean of units that are rows (value, 1)."""
    with np.errstate(invalid="ignore"):
        return np.asarray(totals[:, 0] / totals[:, 1])


def units_of(values: np.ndarray) -> ResampleRows:
    rows, times = np.unique(np.stack([values, np.ones(len(values))], axis=1), axis=0, return_counts=True)
    return ResampleRows(rows, times)


def drawn(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).beta(2, 5, size=count).round(2)


def test_the_jackknife_error_of_a_mean_is_its_standard_error() -> None:
    values = drawn(80)
    left = leave_one_out(units_of(values), mean, BOUNDS, "item")
    assert isinstance(left, LeftOut)
    assert left.value == pytest.approx(values.mean())
    assert left.error == pytest.approx(values.std(ddof=1) / sqrt(80))


def test_the_acceleration_of_a_mean_is_a_sixth_of_the_skewness_of_its_influence() -> None:
    values = drawn(80)
    left = leave_one_out(units_of(values), mean, BOUNDS, "item")
    assert isinstance(left, LeftOut)
    assert left.acceleration == pytest.approx(stats.skew(values) / 6 / sqrt(80))


def test_the_interval_of_a_mean_is_students_on_the_logit_scale() -> None:
    values = drawn(25)
    interval = jackknife_interval(units_of(values), mean, BOUNDS, "item")
    centre = values.mean()
    half = stats.t.ppf(0.975, 24) * values.std(ddof=1) / 5 / (centre * (1 - centre))
    ends = [1 / (1 + exp(-(log(centre / (1 - centre)) + side * half))) for side in (-1, 1)]
    assert isinstance(interval, Interval)
    assert interval[:2] == pytest.approx(ends)
    assert interval.method == "jackknife over items"


def test_bca_is_scipys() -> None:
    values = drawn(60)
    rng = np.random.default_rng(5)
    interval = bootstrap_interval(units_of(values), mean, BOUNDS, "item", resamples=20_000, rng=rng)
    other = stats.bootstrap((values,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(6))
    assert isinstance(interval, Interval)
    width = interval.high - interval.low
    assert interval[:2] == pytest.approx(tuple(other.confidence_interval), abs=0.03 * width)


@pytest.mark.parametrize("method", ["jackknife", "bootstrap"])
def test_nine_of_ten_intervals_of_a_share_hold_the_true_one(method: str) -> None:
    """400 samples of 60 with a true share of .8, at a level of .9: five standard errors are .075."""
    held = 0
    rng = np.random.default_rng(13)
    for _ in range(400):
        units = units_of((rng.random(60) < 0.8).astype(float))
        interval = (
            jackknife_interval(units, mean, BOUNDS, "item", 0.9)
            if method == "jackknife"
            else bootstrap_interval(units, mean, BOUNDS, "item", 0.9, resamples=400, rng=rng)
        )
        assert isinstance(interval, Interval)
        held += interval.low <= 0.8 <= interval.high
    assert held / 400 == pytest.approx(0.9, abs=0.075)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([0.5], "an interval over items needs two of them"),
        ([0.0, 0.0], "the value is 0, so nothing varies"),
        ([1.0, 1.0, 1.0], "the value is 1, so nothing varies"),
        ([0.5, 0.5], "no item makes a difference, so nothing varies"),
        ([-4.0, 1.0], "the value is -1.5, and an interval reaches from 0 to 1 at most"),
    ],
)
def test_no_interval_and_why(values: list[float], reason: str) -> None:
    units = units_of(np.array(values))
    rng = np.random.default_rng(1)
    assert leave_one_out(units, mean, BOUNDS, "item") == Undefined(reason)
    assert jackknife_interval(units, mean, BOUNDS, "item") == Undefined(reason)
    assert bootstrap_interval(units, mean, BOUNDS, "item", resamples=60, rng=rng) == Undefined(reason)


def test_no_value_without_one_of_the_units() -> None:
    units = ResampleRows(np.array([[0.5, 1.0], [0.0, 0.0]]), np.array([1, 1]))
    assert leave_one_out(units, mean, BOUNDS, "document") == Undefined("without one of the documents there is no value")
    assert leave_one_out(ResampleRows(units.rows, np.array([0, 2])), mean, BOUNDS, "document") == Undefined(
        "without a value there is no interval"
    )


def test_resamples_without_a_value_are_left_out_unless_they_are_many() -> None:
    """Of four units two count: both are missing from one of 16 resamples, which is more than one of twenty."""
    rows = np.array([[0.2, 1.0], [0.8, 1.0], [0.0, 0.0]])
    options: dict[str, Any] = {"resamples": 4_000, "rng": np.random.default_rng(3)}
    few = bootstrap_interval(ResampleRows(rows, np.array([1, 1, 2])), mean, BOUNDS, "item", **options)
    assert isinstance(few, Undefined)
    assert few.reason.endswith("of 4,000 resamples have no value")
    assert isinstance(
        bootstrap_interval(ResampleRows(rows, np.array([2, 2, 2])), mean, BOUNDS, "item", **options), Interval
    )
