"""Groups of items that stand together, for the jackknife of a mean or slope over items in their order.

Documents where there are ten or more, else up to twenty consecutive stretches.

Efron, B. (1982). The jackknife, the bootstrap and other resampling plans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Floats

_LEAST_DOCUMENTS = 10
_MAX_STRETCHES = 20


class Moments(NamedTuple):
    """How many values there are, their sum and the sum of their squares; numbers, or an array of each."""

    count: Any
    total: Any
    squares: Any

    @classmethod
    def of(cls, values: Floats) -> Moments:
        """Those of some values."""
        return cls(len(values), float(values.sum()), float((values**2).sum()))

    def less(self, others: Moments) -> Moments:
        """Those of the values that are left without others."""
        return Moments(*(mine - theirs for mine, theirs in zip(self, others, strict=True)))

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total / self.count

    @property
    def variance_of_mean(self) -> Any:
        """The squared standard error of the mean.

        >>> float(Moments.of(np.array([1.0, 2.0, 3.0])).variance_of_mean)
        0.3333333333333333
        """
        return np.maximum(self.squares - self.total**2 / self.count, 0) / (self.count - 1) / self.count


def groups_of(document_of: NDArray[np.integer]) -> tuple[NDArray[np.int64], str]:
    """Which group each item is of, from 0, and what groups are called.

    >>> groups_of(np.zeros(4, int))
    (array([0, 1, 2, 3]), '4 stretches')
    """
    documents, group_of = np.unique(document_of, return_inverse=True)
    if len(documents) >= _LEAST_DOCUMENTS:
        return group_of.astype(np.int64), "documents"
    stretches = min(_MAX_STRETCHES, len(document_of))
    return np.arange(len(document_of)) * stretches // len(document_of), f"{stretches} stretches"


def jackknife_error(without: Floats) -> float:
    """The standard error of the delete-one jackknife, from the values without each group.

    SE^2 = (G - 1) / G  sum_g (value_g - mean value)^2
    """
    groups = len(without)
    return float(np.sqrt((groups - 1) / groups * ((without - without.mean()) ** 2).sum()))


def two_sided(t: float, freedom: int) -> float:
    """How often Student's t lies as far from 0, on either side."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))
