"""Content Analysis, first edition (Krippendorff 1980): three coders on page 139, as in dkpro-statistics."""

from __future__ import annotations

import pytest

from accord.distance.ordinal import Ordinal
from accord.study.scale import Scale
from accord.verbs.agree import agree

UNITS = "111 122 222 444 144 222 123 333 222"
TABLE = [list(unit) for unit in UNITS.split()]


@pytest.mark.parametrize(("distance", "alpha"), [("nominal", 0.642), ("interval", 0.547), ("ratio", 0.483)])
def test_alpha_by_level_of_measurement(distance: str, alpha: float) -> None:
    assert agree(TABLE, "alpha", distance=distance, rows="items").result.value == pytest.approx(alpha, abs=1e-3)


def test_alpha_of_each_category_against_the_others() -> None:
    found = {each.label: each.measured.value for each in agree(TABLE, "alpha", distance="nominal", rows="items").labels}
    assert found == pytest.approx({"1": 0.381, "2": 0.711, "3": 0.717, "4": 0.764}, abs=1e-3)


def test_the_ordinal_distances_of_values_given_2_2_4_8_2_2_times() -> None:
    import numpy as np

    scale = Scale(("1", "2", "3", "4", "5", "10"))
    between = Ordinal(scale).given(np.array([2.0, 2.0, 4.0, 8.0, 2.0, 2.0]))
    assert np.sqrt(between.matrix()).tolist() == [
        [0, 2, 5, 11, 16, 18],
        [2, 0, 3, 9, 14, 16],
        [5, 3, 0, 6, 11, 13],
        [11, 9, 6, 0, 5, 7],
        [16, 14, 11, 5, 0, 2],
        [18, 16, 13, 7, 2, 0],
    ]
