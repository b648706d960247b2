"""How different two units are, in place and in category, and what an unmatched one costs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.distance.position import Sporadic

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from accord.distance.position import Position
    from accord.study.units import Continuum, Floats, Numbers

    Pairs = Callable[[Continuum, Numbers, Numbers], Floats]
    """The dissimilarity of each unit of one array from its counterpart in the other."""


@dataclass(frozen=True)
class Dissimilarity:
    """How different two units are.

        d(u, v) = delta_empty (alpha d_pos(u, v) + beta d_cat(u, v)),

    and a unit differs from the empty one by delta_empty. ``categories`` holds d_cat of any two categories, from 0 to 1;
    ``forbidden``, which of them are never aligned; both have the shape (categories, categories). A
    function ``by`` takes the place of the formula; its values are measured against delta_empty.
    """

    categories: Floats
    position: Position = field(default_factory=Sporadic)
    alpha: float = 1.0
    beta: float = 1.0
    delta_empty: float = 1.0
    forbidden: NDArray[np.bool_] | None = None
    by: Pairs | None = None

    def pairs(self, continuum: Continuum, first: Numbers, second: Numbers) -> Floats:
        """The dissimilarity of each unit of one array from its counterpart in the other; infinite where forbidden."""
        if self.by is not None:
            found = self.by(continuum, first, second)
        else:
            place, category = self.parts(continuum, first, second)
            found = place + category
        if self.forbidden is not None:
            found = np.where(self.forbidden[continuum.category[first], continuum.category[second]], np.inf, found)
        return found

    def parts(self, continuum: Continuum, first: Numbers, second: Numbers) -> tuple[Floats, Floats]:
        """What place and category add to the dissimilarity of each pair."""
        place = self.delta_empty * self.alpha * self.position.pairs(continuum, first, second)
        category = self.delta_empty * self.beta * self.categories[continuum.category[first], continuum.category[second]]
        return place, category

    def reach(self, continuum: Continuum, most: float) -> tuple[Floats, Floats]:
        """An interval around each unit; the intervals of two units meet wherever they are at most so dissimilar."""
        if self.by is not None or self.alpha == 0:
            everywhere = np.full(len(continuum), np.inf)
            return -everywhere, everywhere
        return self.position.reach(continuum, most / (self.delta_empty * self.alpha))
