"""How far two units lie from each other on a continuum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from accord.study.units import Continuum, Floats, Numbers


class Position(Protocol):
    """A dissimilarity of places, where 1 is as bad as no unit at all."""

    def pairs(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        """The dissimilarity of each unit of one array from its counterpart in the other."""
        ...

    def reach(self, continuum: Continuum, most: float) -> tuple[Floats, Floats]:
        """An interval around each unit; the intervals of two units meet wherever they are at most so dissimilar."""
        ...


@dataclass(frozen=True)
class Sporadic:
    """The borders' displacement in relation to the lengths, squared: for units that are few and far between.

        d(u, v) = ((|start_u - start_v| + |end_u - end_v|) / (length_u + length_v))^2,

    so that two units of one length that just touch are 1 apart. It changes neither with a shift nor with the scale.

    Mathet, Y. & Widlöcher, A. (2011), equation 1, divided by the 4 that they take for the empty unit.
    """

    def pairs(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        """The dissimilarity of each unit of one array from its counterpart in the other."""
        start, end = continuum.start, continuum.end
        moved = np.abs(start[first] - start[second]) + np.abs(end[first] - end[second])
        lengths = end - start
        squared: Floats = (moved / (lengths[first] + lengths[second])) ** 2
        return squared

    def reach(self, continuum: Continuum, most: float) -> tuple[Floats, Floats]:
        """Half a length times the root of the limit around each middle, as borders move twice as far as the middle."""
        middle = (continuum.start + continuum.end) / 2
        around = np.sqrt(most) * (continuum.end - continuum.start) / 2
        return middle - around, middle + around


@dataclass(frozen=True)
class Hamming:
    """The distance of the ends in relation to the mean length of all units: for segments that follow each other.

        d(u, v) = |end_u - end_v| / (2 k), where k is the mean length,

    which emulates the generalised Hamming distance of segmentations. Two units of different length that end together
    are not told apart.

    Mathet, Y. & Widlöcher, A. (2011), equation 2, divided by the 4 that they take for the empty unit.
    """

    def pairs(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        """The dissimilarity of each unit of one array from its counterpart in the other."""
        moved: Floats = np.abs(continuum.end[first] - continuum.end[second]) / (2 * continuum.mean_length)
        return moved

    def reach(self, continuum: Continuum, most: float) -> tuple[Floats, Floats]:
        """As far around each end as half of what the limit allows."""
        around = most * continuum.mean_length
        return continuum.end - around, continuum.end + around
