"""How different the categories of two units are, from 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance import DISTANCES
from accord.distance.between import differences

if TYPE_CHECKING:
    from accord.distance.between import Floats
    from accord.study.scale import Scale


def between_categories(scale: Scale, name: str) -> Floats:
    """The distances of that name, divided by the largest where that is above 1; shape (categories, categories).

    The ordinal one counts steps of the scale, as categories of units have no frequencies that chance would keep.
    """
    if DISTANCES.name(name) == "ordinal":
        values = differences(scale.ranks.astype(np.float64))
    elif DISTANCES.name(name) == "nominal":
        values = 1 - np.eye(len(scale.labels))
    else:
        values = DISTANCES.get(name)(scale).matrix()
    largest: float = values.max(initial=1.0)
    return values / largest
