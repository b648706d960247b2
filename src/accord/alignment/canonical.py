"""One order of annotators for all that is aligned or drawn, whatever their names and however the data come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.alignment import EMPTY

if TYPE_CHECKING:
    from accord.alignment.alignment import Alignment
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers


@dataclass(frozen=True)
class Canonical:
    """A continuum with its annotators in the order of what they marked, and the way back.

    ``annotators`` and ``units`` hold the number that each has in the ``given`` continuum. Annotators who marked the
    same stand as they came, and could change places.
    """

    given: Continuum
    continuum: Continuum
    annotators: Numbers
    units: Numbers

    @classmethod
    def of(cls, given: Continuum) -> Canonical:
        """Order the annotators of a continuum by their units: start, end and category of the first, and so on."""
        annotators = given.by_content()
        continuum, units = given.reordered(annotators)
        return cls(given, continuum, annotators, units)

    def dissimilarity(self, how: Dissimilarity) -> Dissimilarity:
        """The same dissimilarity; a function sees the units as they were given."""
        by = how.by
        if by is None:
            return how

        def of_given(_: Continuum, first: Numbers, second: Numbers) -> Floats:
            return by(self.given, self.units[first], self.units[second])

        return replace(how, by=of_given)

    def members(self, members: Numbers) -> Numbers:
        """Unitary alignments in the numbers of the given continuum."""
        back = np.full(members.shape, EMPTY)
        back[:, self.annotators] = np.append(self.units, EMPTY)[members]
        return back

    def restored(self, found: Alignment) -> Alignment:
        """An alignment of the continuum as it was given."""
        return replace(found, continuum=self.given, members=self.members(found.members))
