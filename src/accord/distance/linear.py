"""Numbers whose differences count as they are, not squared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.distance.between import Matrix, differences

if TYPE_CHECKING:
    from accord.study.scale import Scale


def linear(scale: Scale) -> Matrix:
    """The difference of two numbers, d = |x - y|; the linear weights of weighted kappa.

    Words whose order is given count as 1, 2, 3 and so on. Cicchetti, D. V. & Allison, T. (1971). A new procedure for
    assessing reliability of scoring EEG sleep recordings.
    """
    return Matrix(differences(scale.points))
