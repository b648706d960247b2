"""Numbers on a circle, where the last is beside the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, differences
from accord.errors import UsageError

if TYPE_CHECKING:
    from accord.study.scale import Scale


def circular(scale: Scale, circumference: float | None = None) -> Matrix:
    """The squared sine of half the angle between two points of a circle, d = sin^2(pi (x - y) / U).

    For hours, months, directions. U is the way round; without a number (``circular:24``) it is taken from the labels as
    highest - lowest + 1.

    Krippendorff, K. (2019). Content Analysis, 4th edition, chapter 12.
    """
    points = scale.points
    span = float(np.ptp(points)) if points.size else 0.0
    way_round = circumference or span + 1
    if span >= way_round:
        raise UsageError(
            f"the labels go from {points.min():g} to {points.max():g}: that is more than once round {way_round:g}"
        )
    return Matrix(np.sin(np.pi * differences(points) / way_round) ** 2)
