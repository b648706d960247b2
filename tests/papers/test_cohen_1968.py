"""Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit (Cohen 1968).

The table of proportions of 200 cases and the weights of disagreement are those of the R package psych (cohen.kappa),
which says: "cohen reports .492 and .348". Its second set of weights differs in the two directions (Cohen reports .353);
accord takes only distances that do not, and says so.
"""

from __future__ import annotations

import pytest

from accord.errors import UsageError
from accord.verbs.agree import agree
from tests.build import crossed

CASES = crossed("1 2 3", "88 14 18", "10 40 10", "2 6 12")
WEIGHTS = {("1", "2"): 1, ("1", "3"): 3, ("2", "3"): 6}
ONE_WAY = {("1", "2"): 1, ("2", "1"): 1, ("1", "3"): 4, ("3", "1"): 2, ("2", "3"): 6, ("3", "2"): 2}


def test_kappa_and_weighted_kappa() -> None:
    assert agree(CASES, "kappa").result.value == pytest.approx(0.492, abs=5e-4)
    assert agree(CASES, "weighted-kappa", distance=WEIGHTS).result.value == pytest.approx(0.348, abs=5e-4)


def test_kappa_is_weighted_kappa_with_equal_weights() -> None:
    equal = dict.fromkeys(WEIGHTS, 7)
    kappa = agree(CASES, "kappa").result.value
    assert agree(CASES, "weighted-kappa", distance=equal).result.value == pytest.approx(kappa)


def test_weights_that_depend_on_the_direction_are_refused() -> None:
    with pytest.raises(UsageError, match=r"the same in both directions: from '1' to '3' it is 4"):
        agree(CASES, "weighted-kappa", distance=ONE_WAY)
