"""The one equation: agreement = 1 - observed disagreement / expected disagreement.

Every coefficient of accord is this quotient; what it compares, by which distance and against which chance is its own.
There is one rule for a denominator of nothing: where chance would not disagree either, nothing could have been found
out, and the value is undefined, also where nothing was observed. What rounding leaves of 0 counts as 0.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NOTHING = 1e-12
"""A disagreement below this share of the largest one is none: it is what rounding leaves of 0."""


class Parts(NamedTuple):
    """A coefficient and what it is made of, each of the shape (resamples,); NaN where undefined.

    Observed and expected are shares of agreement: 1 less the disagreement over the largest distance there is.
    """

    value: Floats
    observed: Floats
    expected: Floats


def agreement(observed: Any, expected: Any, largest: Any = 1.0) -> Floats:
    """1 - observed / expected disagreement, elementwise; NaN where chance would not disagree either.

    ``largest`` is the largest disagreement there can be, the scale on which nothing is nothing.

    >>> agreement(np.array([0.2, 0.0]), np.array([0.5, 0.0])).tolist()
    [0.6, nan]
    """
    observed, expected = np.asarray(observed, dtype=np.float64), np.asarray(expected, dtype=np.float64)
    shape = np.broadcast_shapes(observed.shape, expected.shape)
    defined = np.broadcast_to(expected > NOTHING * np.asarray(largest), shape)
    value: Floats = 1 - np.divide(observed, expected, out=np.full(shape, np.nan), where=defined)
    return value


def lowest(chance: float) -> float:
    """The value where nothing agrees, for the share of agreement that chance reaches; minus infinity if that is all.

    >>> lowest(0.5)
    -1.0
    """
    return -chance / (1 - chance) if chance < 1 else -inf


def parts(observed: Floats, expected: Floats, largest: Floats | float) -> Parts:
    """The value with both disagreements as shares of agreement."""
    return Parts(agreement(observed, expected, largest), share(observed, largest), share(expected, largest))


def share(disagreement: Floats, largest: Floats | float) -> Floats:
    """A disagreement as a share of agreement: 1 less its share of the largest distance there is."""
    return 1 - disagreement / np.where(np.asarray(largest) > 0, largest, 1.0)
