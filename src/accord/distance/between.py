"""The distances between all labels of a study, and what is computed from them.

Whatever the distance, a measure asks three things: how far two labels are from each other, the sum of p_c q_k d_ck
over all labels c and k for two rows p and q of frequencies, and the largest distance there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from accord.errors import NotApplicable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.int32]

MAX_LABELS = 5_000
"""The most labels whose distances are held as a matrix, which then takes 200 MB."""


class Between(Protocol):
    """The distances between the labels of one scale; zero from a label to itself, the same in both directions."""

    @property
    def largest(self) -> Floats | float:
        """The largest distance between two labels, shape (...)."""
        ...

    def pairs(self, first: Codes, second: Codes) -> Floats:
        """The distance of each label of one array from its counterpart in the other."""
        ...

    def expected(self, p: Floats, q: Floats) -> Floats:
        """The sum of p_c q_k d_ck over the labels, for rows of frequencies of the shape (..., labels)."""
        ...

    def matrix(self) -> Floats:
        """All distances, shape (..., labels, labels)."""
        ...


@dataclass(frozen=True)
class Matrix:
    """Distances held one by one, shape (labels, labels)."""

    values: Floats

    @cached_property
    def largest(self) -> float:
        """The largest distance between two labels."""
        return float(self.values.max(initial=0.0))

    def pairs(self, first: Codes, second: Codes) -> Floats:
        """The distance of each label of one array from its counterpart in the other."""
        return self.values[first, second]

    def expected(self, p: Floats, q: Floats) -> Floats:
        """The sum of p_c q_k d_ck."""
        total: Floats = ((p @ self.values) * q).sum(axis=-1)
        return total

    def matrix(self) -> Floats:
        """All distances."""
        return self.values


@dataclass(frozen=True)
class Squares:
    """Squared differences of points, shape (..., labels), which need no matrix: E (x - y)^2 follows from moments."""

    points: Floats

    @cached_property
    def centred(self) -> Floats:
        """The points around their middle, so that squares lose no digits."""
        centred: Floats = self.points - (self.points.max(-1, keepdims=True) + self.points.min(-1, keepdims=True)) / 2
        return centred

    @cached_property
    def largest(self) -> Floats:
        """The largest distance between two labels, shape (...)."""
        largest: Floats = np.ptp(self.points, axis=-1) ** 2
        return largest

    def pairs(self, first: Codes, second: Codes) -> Floats:
        """The distance of each label of one array from its counterpart in the other."""
        squares: Floats = (self.points[first] - self.points[second]) ** 2
        return squares

    def expected(self, p: Floats, q: Floats) -> Floats:
        """The sum of p_c q_k (x_c - x_k)^2."""
        x = self.centred
        p_mean, q_mean = (p * x).sum(-1), (q * x).sum(-1)
        p_square, q_square = (p * x**2).sum(-1), (q * x**2).sum(-1)
        total: Floats = np.maximum(p_square * q.sum(-1) - 2 * p_mean * q_mean + p.sum(-1) * q_square, 0.0)
        return total

    def matrix(self) -> Floats:
        """All distances."""
        squares: Floats = (self.points[..., :, None] - self.points[..., None, :]) ** 2
        return squares


def refuse_many(labels: int) -> None:
    """Refuse more labels than a matrix can hold."""
    if labels > MAX_LABELS:
        raise NotApplicable(
            f"there are {labels:,} different labels, and this distance is made for {MAX_LABELS:,} at most: "
            "round or group them, or, for numbers, take the interval distance"
        )


def differences(points: Floats) -> Floats:
    """The difference of any two points, shape (labels, labels)."""
    refuse_many(len(points))
    return np.abs(points[:, None] - points[None, :])
