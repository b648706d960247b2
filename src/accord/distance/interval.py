"""Numbers whose differences mean the same anywhere on the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.distance.between import Squares

if TYPE_CHECKING:
    from accord.study.scale import Scale


def interval(scale: Scale) -> Squares:
    """The squared difference of two numbers, d = (x - y)^2.

    For quantities whose zero is arbitrary: ratings of 0 to 100, dates, degrees. With it, weighted kappa is Cohen's
    with quadratic weights. Words whose order is given count as 1, 2, 3 and so on.
    """
    return Squares(scale.points)
