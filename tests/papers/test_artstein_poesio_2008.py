"""Inter-coder agreement for computational linguistics (Artstein & Poesio 2008): statements, requests and checks.

The tables of pages 558 and 568, and what each coefficient makes of them, as in dkpro-statistics.
"""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree
from tests.build import crossed

TWO_LABELS = crossed("STAT IREQ", "20 10", "20 50")
THREE_LABELS = crossed("STAT IREQ CHCK", "46 0 0", "6 32 6", "0 0 10")
WEIGHTS = {("STAT", "IREQ"): 1.0, ("STAT", "CHCK"): 0.5, ("IREQ", "CHCK"): 0.5}


@pytest.mark.parametrize(
    ("coefficient", "expected", "value"), [("s", 0.5, 0.4), ("pi", 0.545, 0.341), ("kappa", 0.54, 0.348)]
)
def test_two_labels(coefficient: str, expected: float, value: float) -> None:
    result = agree(TWO_LABELS, coefficient).result
    assert result.observed == pytest.approx(0.7)
    assert result.expected == pytest.approx(expected, abs=5e-4)
    assert result.value == pytest.approx(value, abs=5e-4)


def test_specific_agreement_on_two_labels() -> None:
    """Two annotators' positive and negative agreement: 2 x 20 / (30 + 40), 2 x 50 / (70 + 60)."""
    found = {each.label: each.specific for each in agree(TWO_LABELS, "kappa").labels}
    assert found == pytest.approx({"STAT": 0.571, "IREQ": 0.769}, abs=5e-4)


@pytest.mark.parametrize(
    ("coefficient", "expected", "value"), [("s", 0.333, 0.82), ("pi", 0.4014, 0.7995), ("kappa", 0.396, 0.8013)]
)
def test_three_labels(coefficient: str, expected: float, value: float) -> None:
    result = agree(THREE_LABELS, coefficient).result
    assert result.observed == pytest.approx(0.88)
    assert result.expected == pytest.approx(expected, abs=5e-4)
    assert result.value == pytest.approx(value, abs=5e-5)


@pytest.mark.parametrize(
    ("coefficient", "expected", "value"), [("alpha", 0.4879, 0.8156), ("weighted-kappa", 0.49, 0.8163)]
)
def test_checks_that_are_half_way_between(coefficient: str, expected: float, value: float) -> None:
    result = agree(THREE_LABELS, coefficient, distance=WEIGHTS).result
    assert 1 - float(result.observed or 0) == pytest.approx(0.09)  # type: ignore[arg-type]
    assert 1 - float(result.expected or 0) == pytest.approx(expected, abs=5e-5)  # type: ignore[arg-type]
    assert result.value == pytest.approx(value, abs=5e-5)
