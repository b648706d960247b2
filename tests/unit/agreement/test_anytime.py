"""The interval that holds however often one looks."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

import accord
from accord.agreement.anytime import anytime_interval, width
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import leave_one_out
from accord.errors import UsageError


def answers(items: int, seed: int = 3) -> dict[str, list[str]]:
    rng = np.random.default_rng(seed)
    truth = rng.choice(list("AAB"), items)
    return {name: np.where(rng.random(items) < 0.8, truth, "A").tolist() for name in "xyz"}


@pytest.mark.parametrize(
    ("count", "expected"), [(50, 0.532204816374), (100, 0.331571281452), (500, 0.135749289699), (2000, 0.070182588148)]
)
def test_the_width_of_waudby_smith_et_al(count: int, expected: float) -> None:
    """Half the asymptotic confidence sequence of a mean (2024), tuned for 500 items, level .95, deviation 1."""
    assert width(count, 0.95) == pytest.approx(expected, abs=1e-12)


def test_it_is_wider_than_the_usual_one_and_stays_within_the_bounds() -> None:
    found = anytime_interval(0.9, 0.05, 60, (-1, 1), unit="item", level=0.95)
    assert isinstance(found, Interval)
    assert found.low == pytest.approx(0.9 - 0.05 * sqrt(60) * width(60, 0.95))
    assert found.high == 1
    assert found.method == "anytime over items"
    wide = anytime_interval(0.0, 0.05, 500, (-inf, inf), unit="item", level=0.95)
    assert isinstance(wide, Interval)
    assert wide.high / (1.96 * 0.05) == pytest.approx(1.55, abs=0.01)


def test_the_standard_error_is_that_of_the_jackknife_which_is_that_of_the_influence() -> None:
    """Influence of an item on nominal alpha of R labels an item, p shares of all labels, d = (R^2 - sum c^2)/(R - 1):

    psi = -(d/R - D_o)/D_e + (D_o/D_e^2) 2 (sum p^2 - sum p c/R)
    """
    data = answers(400)
    found = accord.agree(data, "alpha", anytime=True)
    assert isinstance(found.interval, Interval)
    table = np.array([data[name] for name in "xyz"]).T
    counts = np.stack([(table == label).sum(axis=1) for label in "AB"], axis=1)
    apart = (9 - (counts**2).sum(axis=1)) / 2 / 3
    shares = counts.sum(axis=0) / counts.sum()
    observed, expected = apart.mean(), 1 - (shares**2).sum()
    psi = -(apart - observed) / expected
    psi += observed / expected**2 * 2 * ((shares**2).sum() - counts @ shares / 3)
    assert abs(psi.mean()) < 1e-12
    reach = psi.std() * width(400, 0.95)
    assert found.interval.high - found.interval.low == pytest.approx(2 * reach, rel=0.02)


def test_it_starts_at_fifty_and_is_of_these_annotators() -> None:
    few = accord.agree(answers(49), "alpha", anytime=True)
    assert isinstance(few.interval, Undefined)
    assert few.interval.reason == "an interval that holds however often one looks needs 50 items, and there are 49"
    enough = accord.agree(answers(50), "alpha", anytime=True).result
    assert isinstance(enough.interval, Interval)
    assert isinstance(enough.other_annotators, Undefined)
    assert "ci:anytime" in str(enough.signature)


def test_it_is_an_interval_of_its_own() -> None:
    with pytest.raises(UsageError, match="interval of its own"):
        accord.agree(answers(60), "alpha", anytime=True, interval="bootstrap")
    with pytest.raises(UsageError, match="leave it out"):
        accord.compare_agreement(answers(60), answers(60, 4), anytime=True)
    assert isinstance(accord.agree(answers(60), "alpha", anytime=True).needed(0.1), Undefined)


def test_parts_have_it_too() -> None:
    found = accord.agree(answers(80), "alpha", anytime=True)
    usual = accord.agree(answers(80), "alpha")
    for ours, theirs in (*zip(found.labels, usual.labels, strict=True), *zip(found.pairs, usual.pairs, strict=True)):
        assert isinstance(ours.interval, Interval)
        assert isinstance(theirs.interval, Interval)
        assert ours.interval.high - ours.interval.low > theirs.interval.high - theirs.interval.low
    assert all(isinstance(each.interval, Interval) for each in found.annotators)


def test_in_a_campaign_at_the_bar_it_seldom_leaves_the_bar_out_at_any_look() -> None:
    """80 campaigns at alpha .667, a look every 40 items up to 600; bench/anytime.py looks at more of them."""
    rng = np.random.default_rng(11)
    usual = anytime = 0
    for _ in range(80):
        truth = rng.choice(2, p=[0.7, 0.3], size=(600, 1))
        said = np.where(rng.random((600, 3)) < sqrt(0.667), truth, rng.choice(2, p=[0.7, 0.3], size=(600, 3)))
        units = {count: ResampleRows.of(_rows(said[:count])) for count in range(50, 601, 40)}
        left = {count: leave_one_out(each, _alpha, (-1, 1), "item") for count, each in units.items()}
        looks = [(count, each) for count, each in left.items() if not isinstance(each, Undefined)]
        usual += any(_out(each.interval((-1, 1), "item", 0.95)) for _, each in looks)
        anytime += any(_out(each.anytime((-1, 1), "item", 0.95)) for _, each in looks)
    assert usual > 8
    assert anytime <= 4


def _rows(said: np.ndarray) -> np.ndarray:
    """Of each item how many pairs of three annotators differ, and how many said yes."""
    yes = said.sum(axis=1)
    return np.stack([yes * (3 - yes), yes, np.ones(len(said), dtype=int)], axis=1)


def _alpha(totals: np.ndarray) -> np.ndarray:
    """Nominal alpha of two labels: 1 - D_o / D_e."""
    differing, yes, items = totals.astype(float).T
    count = 3 * items
    value: np.ndarray = 1 - (differing / items / 3) / (2 * yes * (count - yes) / (count * (count - 1)))
    return value


def _out(interval: Interval | Undefined) -> bool:
    return isinstance(interval, Interval) and not interval.low <= 0.667 <= interval.high
