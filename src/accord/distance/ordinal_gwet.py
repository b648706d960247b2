"""Labels in an order, whose steps count by how many pairs of labels lie between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, differences

if TYPE_CHECKING:
    from accord.study.scale import Scale


def ordinal_gwet(scale: Scale) -> Matrix:
    """The number of pairs of labels from one point of the scale to the other, d = s (s + 1) / 2 for s steps.

    Gwet's ordinal weights, which know the order of the labels but, unlike ``ordinal``, not how often they are used.

    Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, 4th edition, chapter 3.
    """
    steps = differences(scale.ranks.astype(np.float64))
    return Matrix(steps * (steps + 1) / 2)
