"""Quotients and means of arrays in which something may be undefined; undefined is NaN here, and a reason outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def quotient(numerator: Floats, denominator: Floats) -> Floats:
    """One array by another, NaN where the divisor is not above 0.

    >>> quotient(np.array([1.0, 1.0]), np.array([4.0, 0.0]))
    array([0.25,  nan])
    """
    shape = np.broadcast_shapes(np.shape(numerator), np.shape(denominator))
    result: Floats = np.divide(numerator, denominator, out=np.full(shape, np.nan), where=denominator > 0)
    return result


def mean_defined(values: Floats) -> Floats:
    """The mean along the last axis of what is not NaN; NaN where nothing is left.

    >>> mean_defined(np.array([[1.0, np.nan, 2.0], [np.nan, np.nan, np.nan]]))
    array([1.5, nan])
    """
    defined = ~np.isnan(values)
    return quotient(np.where(defined, values, 0.0).sum(-1), defined.sum(-1))
