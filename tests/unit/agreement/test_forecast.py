"""How many items an interval of a wanted width needs."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from accord.agreement.forecast import MAX, Forecast, forecast
from accord.agreement.interval import interval_around
from accord.agreement.result import Interval, Undefined
from accord.agreement.uncertainty import LeftOut
from accord.errors import UsageError
from accord.verbs.agree import agree

HUNDRED = LeftOut(0.5, np.array([0.505, 0.495]), np.array([50, 50]))
"""100 units, of which half move the value to either side."""


def test_the_error_falls_with_the_root_of_the_number() -> None:
    assert pytest.approx(sqrt(99 / 100 * 100 * 0.005**2)) == HUNDRED.error
    found = forecast(HUNDRED, (0.0, 1.0), 0.02, 0.95)
    assert isinstance(found, Forecast)
    # on the plain scale 2 * 1.96 * SE * sqrt(100 / n) = 0.02
    assert found.needed == pytest.approx(100 * (2 * 1.96 * HUNDRED.error / 0.02) ** 2, rel=0.01)


def test_it_is_the_least_number() -> None:
    found = forecast(HUNDRED, (0.0, 1.0), 0.05, 0.95)
    assert isinstance(found, Forecast)
    assert found.interval.high - found.interval.low <= 0.05
    error = HUNDRED.error * sqrt(100 / (found.needed - 1))
    one_less = interval_around(0.5, error, (0.0, 1.0), "forecast")
    assert one_less.high - one_less.low > 0.0499


@pytest.mark.parametrize("width", [0, -1, 1, 2.5, float("nan")])
def test_widths_that_no_interval_has(width: float) -> None:
    with pytest.raises(UsageError, match="between 0 and 1 wide"):
        forecast(HUNDRED, (0.0, 1.0), width, 0.95)


def test_more_than_there_are() -> None:
    assert forecast(HUNDRED, (0.0, 1.0), 1e-6, 0.95) == Undefined(f"more than {MAX:,} would be needed")


class TestNeeded:
    DATA = np.random.default_rng(4).integers(2, size=(40, 1)) ^ (np.random.default_rng(5).random((40, 2)) < 0.2)

    def test_the_width_at_hand_needs_the_items_at_hand(self) -> None:
        measured = agree(self.DATA, "alpha", distance="nominal")
        assert isinstance(measured.result.interval, Interval)
        found = measured.needed(measured.result.interval.high - measured.result.interval.low + 1e-9)
        assert isinstance(found, Forecast)
        assert found.needed == 40

    def test_half_the_width_needs_about_four_times_as_many(self) -> None:
        measured = agree(self.DATA, "alpha", distance="nominal")
        wide, narrow = (measured.needed(width) for width in (0.2, 0.1))
        assert isinstance(wide, Forecast)
        assert isinstance(narrow, Forecast)
        assert narrow.needed / wide.needed == pytest.approx(4, rel=0.05)

    def test_nothing_to_learn_from(self) -> None:
        one = agree({"ann": ["A"] * 5, "bob": ["A"] * 5}, "kappa")
        assert one.needed(0.1) == one.result.value
        perfect = agree({"ann": list("ABAB"), "bob": list("ABAB")}, "kappa")
        assert perfect.needed(0.1) == Undefined("the value is 1, so nothing varies")
