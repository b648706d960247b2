"""How much more annotators differ on the items of a document than on those of all the others.

It is the mean disagreement of its items less that of the others, with Welch's standard error and Student's t of as many
degrees of freedom as it has items, less one. A coefficient of few items says little where nearly all labels are one:
what chance gives is then as small as what is seen, and one slip makes it 0.

Welch, B. L. (1947). The generalization of "Student's" problem when several different population variances are involved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Floats


def harder(disagreements: Floats, document_of: NDArray[np.integer]) -> Floats:
    """How often each document, by its number, would seem so much harder by chance; nan where that cannot be told.

    >>> harder(np.array([0, 0, 0, 1, 1, 1, 0, 1]), np.array([0, 0, 0, 0, 1, 1, 1, 1])).round(3).tolist()
    [0.874, 0.126]
    """
    from scipy.special import stdtr

    sums = np.stack([np.bincount(document_of, disagreements**power) for power in range(3)])
    rest = sums.sum(axis=1, keepdims=True) - sums
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = sums[1] / sums[0] - rest[1] / rest[0]
        error = np.sqrt(_variance_of_mean(*sums) + _variance_of_mean(*rest))
        chance: Floats = stdtr(sums[0] - 1, -apart / error)
    return chance


def _variance_of_mean(count: Floats, total: Floats, squares: Floats) -> Floats:
    """The squared standard error of a mean."""
    spread: Floats = np.maximum(squares - total**2 / count, 0) / (count - 1)
    return spread / count
