"""Quantities with a true zero, whose differences count in proportion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, differences
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from accord.study.scale import Scale


def ratio(scale: Scale) -> Matrix:
    """The squared difference in proportion to the sum, d = ((x - y) / (x + y))^2, and 0 between two zeros.

    For counts, lengths, durations: 1 and 2 are as far apart as 50 and 100. No number may be negative.

    Krippendorff, K. (2019). Content Analysis, 4th edition, chapter 12.
    """
    points = scale.points
    if (points < 0).any():
        raise NotApplicable(f"the ratio distance is for quantities from 0 up, and {points.min():g} is below")
    apart = differences(points)
    sums = points[:, None] + points[None, :]
    return Matrix(np.divide(apart, sums, out=np.zeros_like(sums), where=sums > 0) ** 2)
