"""Numbers between two poles, near which differences count more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, differences

if TYPE_CHECKING:
    from accord.study.scale import Scale


def bipolar(scale: Scale) -> Matrix:
    """The squared difference over the distances from both poles, for scales like strongly against ... strongly for.

        d = (x - y)^2 / ((x + y - 2 lowest) (2 highest - x - y))

    The poles are the lowest and the highest label there is: give them all where the poles were never used (--labels).

    Krippendorff, K. (2019). Content Analysis, 4th edition, chapter 12.
    """
    points = scale.points
    apart = differences(points)
    sums = points[:, None] + points[None, :]
    lowest, highest = (points.min(), points.max()) if points.size else (0.0, 0.0)
    room = (sums - 2 * lowest) * (2 * highest - sums)
    return Matrix(np.divide(apart**2, room, out=np.zeros_like(sums), where=room > 0))
