"""Labels as points of a scale, for measures that ask how far two of them lie apart."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from accord.formats.numbers import finite_number
from accord.study.scale import LARGEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_MAX_STEPS = 1 << 20
"""Points are counted in whole steps where the scale has no more of them, so that the squares of many add up exactly."""


def _fraction(label: str) -> Fraction:
    """A number as it is written; of one with an exponent, which could have a million digits, what a computer holds."""
    return Fraction(finite_number(label) or 0) if "e" in label.casefold() else Fraction(label.strip())


@dataclass(frozen=True)
class LabelScale:
    """The place of each label in steps, shape (labels,), of which so many make one; whole numbers if they can be."""

    points: NDArray[np.number]
    per_step: float

    @classmethod
    def of(cls, labels: Sequence[str], *, ordered: bool) -> LabelScale | None:
        """Numbers by their value; words by their rank if they are in order, else there is no scale.

        >>> LabelScale.of(["1", "2.5"], ordered=False).width, LabelScale.of(["low", "high"], ordered=False)
        (1.5, None)
        """
        numbers = [finite_number(label) for label in labels]
        if None in numbers:
            return cls(np.arange(len(labels)), 1.0) if ordered else None
        if any(abs(number) > LARGEST for number in numbers if number is not None):
            return None
        exact = [_fraction(label) for label in labels]
        lowest = min(exact, default=Fraction(0))
        per_step = lcm(*(each.denominator for each in exact)) if exact else 1
        steps = [(each - lowest) * per_step for each in exact]
        if max(steps, default=0) <= _MAX_STEPS:
            return cls(np.array([int(each) for each in steps], dtype=np.int64), float(per_step))
        return cls(np.array([float(each - lowest) for each in exact]), 1.0)

    @property
    def width(self) -> float:
        """How far the two ends are apart."""
        return float(np.ptp(self.points)) / self.per_step if len(self.points) else 0.0

    def steps(self, ours: NDArray[np.integer], theirs: NDArray[np.integer], *, squared: bool) -> NDArray[np.number]:
        """How many steps labels lie apart, or the square of that, by their codes."""
        apart: NDArray[np.number] = np.abs(self.points[ours] - self.points[theirs])
        return apart**2 if squared else apart

    def matrix(self, *, squared: bool) -> NDArray[np.float64]:
        """The same for all pairs of labels, shape (labels, labels)."""
        apart: NDArray[np.float64] = np.abs(np.subtract.outer(self.points, self.points)).astype(float)
        return apart**2 if squared else apart
