"""Bland & Altman (1986), Statistical methods for assessing agreement between two methods of clinical measurement.

Peak flow of 17 people by a large and a mini meter (their Table 1, first measurements). The paper takes 2 standard
deviations for the limits, and the root of 3 / n for their standard error, so that these differ a little.
"""

from __future__ import annotations

from typing import Any

import pytest

import accord

LARGE = (494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
MINI = (512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)


@pytest.fixture(scope="module")
def found() -> accord.Agreement:
    return accord.agree({"large": list(LARGE), "mini": list(MINI)}, "concordance")


def limits(agreement: accord.Agreement) -> tuple[Any, ...]:
    return next(each for each in agreement.extra() if each.name == "limits").rows[0]


def test_bias_and_limits(found: accord.Agreement) -> None:
    first, second, items, bias, of_bias, sd, lower, of_lower, upper, of_upper = limits(found)
    assert (first, second, items) == ("large", "mini", 17)
    assert round(bias, 1) == -2.1
    assert round(sd, 1) == 38.8
    assert (round(of_bias.low, 1), round(of_bias.high, 1)) == (-22.0, 17.8)  # printed -22.1, from rounded numbers
    assert bias - 2 * sd == pytest.approx(-79.7, abs=0.1)
    assert bias + 2 * sd == pytest.approx(75.5, abs=0.15)
    assert (lower, upper) == pytest.approx((bias - 1.96 * sd, bias + 1.96 * sd), abs=0.01)
    assert of_lower[:2] == pytest.approx((-114.3, -45.1), abs=2)
    assert of_upper[:2] == pytest.approx((40.9, 110.1), abs=2)


def test_the_picture_names_and_turns_the_pair(found: accord.Agreement) -> None:
    drawn = found.plot("limits").svg()
    assert "large − mini" in drawn
    assert "bias −2.12" in drawn
    turned = found.plot("limits", pair=("mini", "large")).svg()
    assert "mini − large" in turned
    assert "bias 2.12" in turned
    assert "upper limit 78.10" in turned


def test_names_have_no_limits() -> None:
    found = accord.agree({"ada": list("aabb"), "bram": list("abbb")}, "icc-a", distance="nominal")
    assert [each.name for each in found.extra() if not each.on_request] == ["components"]
    assert "there is nothing to draw" in found.plot("limits").svg().casefold()
