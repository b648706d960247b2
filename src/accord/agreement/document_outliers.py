"""How much more annotators differ on the items of a document than on those of all the others.

It is the mean disagreement of its items less that of the others, with Welch's standard error and Student's t of as many
degrees of freedom as it has items, less one. The items of a document are taken to vary no less than those of the
others, for two that are alike by chance do not vary at all. A coefficient of few items says little where nearly all
labels are one: what chance gives is then as small as what is seen, and one slip makes it 0.

Welch, B. L. (1947). The generalization of "Student's" problem when several different population variances are involved.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.item_groups import Moments
from accord.agreement.resample import holm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.distance.between import Floats


def harder(disagreements: Floats, document_of: NDArray[np.integer]) -> Floats:
    """How often each document, by its number, would seem so much harder by chance; nan where that cannot be told.

    >>> harder(np.array([0, 0, 0, 1, 1, 1, 0, 1]), np.array([0, 0, 0, 0, 1, 1, 1, 1])).round(3).tolist()
    [0.874, 0.126]
    """
    from scipy.special import stdtr

    size = np.frexp(disagreements.max(initial=0.0))[1]  # what is large has no square, and the scale plays no part
    scaled = np.ldexp(disagreements.astype(np.float64), -size)
    own = Moments(*(np.bincount(document_of, scaled**power) for power in range(3)))
    rest = Moments(*(each.sum() for each in own)).less(own)
    with np.errstate(divide="ignore", invalid="ignore"):
        as_the_rest = rest.variance_of_mean * rest.count / own.count
        error = np.sqrt(np.maximum(own.variance_of_mean, as_the_rest) + rest.variance_of_mean)
        chance: Floats = stdtr(own.count - 1, (rest.mean - own.mean) / error)
    return chance


def document_outliers(documents: Sequence[str], disagreements: Floats) -> dict[str, float]:
    """The same by name, from the document of each item, and corrected by how many documents there are.

    >>> document_outliers(["d1"] * 4 + ["d2"] * 4, np.array([0, 0, 0, 1, 1, 1, 0, 1]))["d2"]
    0.252...
    """
    number: dict[str, int] = {}
    document_of = np.array([number.setdefault(document, len(number)) for document in documents], dtype=np.int64)
    chances = harder(disagreements, document_of).tolist()
    known = {name: p for name, p in zip(number, chances, strict=True) if not isnan(p)}
    return dict(zip(known, holm(list(known.values())), strict=True))
