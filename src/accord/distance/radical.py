"""Numbers whose small differences count much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, differences

if TYPE_CHECKING:
    from accord.study.scale import Scale


def radical(scale: Scale) -> Matrix:
    """The square root of the difference of two numbers, d = |x - y|^(1/2); Gwet's radical weights.

    Gwet, K. L. (2014). Handbook of Inter-Rater Reliability, 4th edition, chapter 3.
    """
    return Matrix(np.sqrt(differences(scale.points)))
