"""Groups of items that stand together, for the jackknife of a mean or slope over items in their order.

Documents where there are ten or more, else twenty consecutive stretches.

Efron, B. (1982). The jackknife, the bootstrap and other resampling plans.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Floats

_LEAST_DOCUMENTS = 10
STRETCHES = 20


def groups_of(document_of: NDArray[np.integer]) -> tuple[NDArray[np.int64], str]:
    """Which group each item is of, from 0, and what groups are called.

    >>> groups_of(np.zeros(4, int))
    (array([0, 1, 2, 3]), '4 stretches')
    """
    documents, group_of = np.unique(document_of, return_inverse=True)
    if len(documents) >= _LEAST_DOCUMENTS:
        return group_of.astype(np.int64), "documents"
    stretches = min(STRETCHES, len(document_of))
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
