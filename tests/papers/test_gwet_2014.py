"""Handbook of Inter-Rater Reliability, 4th edition (Gwet 2014): the data of its examples.

The values are those that Gwet's own R package irrCAC prints in its README, and, where a distance is named, those in the
tests of irrCAC for Python, rounded to three digits. Items that one rater saw count there for chance: ``singles``.
"""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree
from tests.build import crossed

FOUR_RATERS = {
    name: [None if value == "*" else value for value in values]
    for name, values in {"1": "123321412***", "2": "1233224125**", "3": "*33323422513", "4": "12332441251*"}.items()
}
"""Page 120: Krippendorff's four observers and twelve units."""
ABSTRACTORS = crossed("ectopic AIU NIU", "13 0 0", "0 20 7", "0 4 56")
"""100 pregnant women in an emergency room, by two abstractors of their records."""
PATIENTS = "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 224445"
SIX_RATERS = [list(patient) for patient in PATIENTS.split()]
"""The first 15 patients of Fleiss (1971), a digit a psychiatrist."""


@pytest.mark.parametrize(
    ("coefficient", "expected", "value"),
    [
        ("ac1", 0.1903212, 0.77544),
        ("fleiss", 0.2387153, 0.76117),
        ("multi-kappa", 0.2334252, 0.76282),
        ("randolph", 0.2, 0.77273),
    ],
)
def test_four_raters(coefficient: str, expected: float, value: float) -> None:
    result = agree(FOUR_RATERS, coefficient, distance="nominal", keep_singletons=True).result
    assert result.observed == pytest.approx(0.8181818, abs=5e-8)
    assert result.expected == pytest.approx(expected, abs=5e-8)
    assert result.value == pytest.approx(value, abs=5e-6)


def test_alpha_of_four_raters_is_the_same_with_and_without_the_unit_that_one_of_them_saw() -> None:
    for singles in (True, False):
        result = agree(FOUR_RATERS, "alpha", distance="nominal", keep_singletons=singles).result
        assert result.value == pytest.approx(0.74342, abs=5e-6)


@pytest.mark.parametrize(
    ("distance", "observed", "expected", "value"),
    [
        ("bipolar", 0.968, 0.682, 0.900),
        ("circular", 0.902, 0.426, 0.830),
        ("linear", 0.939, 0.571, 0.859),
        ("ordinal-gwet", 0.968, 0.685, 0.899),
        ("quadratic", 0.975, 0.714, 0.914),
        ("radical", 0.897, 0.430, 0.820),
        ("ratio", 0.954, 0.678, 0.857),
    ],
)
def test_ac2_of_four_raters(distance: str, observed: float, expected: float, value: float) -> None:
    result = agree(FOUR_RATERS, "ac2", distance=distance, keep_singletons=True).result
    assert result.observed == pytest.approx(observed, abs=6e-4)
    assert result.expected == pytest.approx(expected, abs=6e-4)
    assert result.value == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize(
    ("distance", "value"),
    [
        ("bipolar", 0.835),
        ("circular", 0.790),
        ("linear", 0.800),
        ("ordinal-gwet", 0.834),
        ("quadratic", 0.849),
        ("radical", 0.772),
        ("ratio", 0.797),
    ],
)
def test_alpha_of_four_raters_with_a_distance(distance: str, value: float) -> None:
    assert agree(FOUR_RATERS, "alpha", distance=distance).result.value == pytest.approx(value, abs=6e-4)


@pytest.mark.parametrize(
    ("coefficient", "value"),
    [
        ("kappa", 0.7964094),
        ("pi", 0.7962397),
        ("ac1", 0.8493305),
        ("s", 0.835),
        ("alpha", 0.7972585),
        ("observed", 0.89),
    ],
)
def test_two_abstractors(coefficient: str, value: float) -> None:
    assert agree(ABSTRACTORS, coefficient).result.value == pytest.approx(value, abs=5e-8)


@pytest.mark.parametrize(
    ("coefficient", "value"),
    [("ac1", 0.4448007), ("fleiss", 0.4139265), ("alpha", 0.4204384), ("randolph", 0.4388889)],
)
def test_six_raters(coefficient: str, value: float) -> None:
    assert agree(SIX_RATERS, coefficient, distance="nominal", rows="items").result.value == pytest.approx(
        value, abs=5e-8
    )
