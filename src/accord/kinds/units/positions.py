"""Texts as rows of positions, and units as the boundaries between them.

A text of n positions (tokens or characters) has n - 1 places for a boundary, 1 to n - 1, each before the position of
that number. A unit that holds the positions start to end - 1 sets a boundary at its start and one at its end; those at
the very start or end of the text are none, and units that touch share one. What lies between two boundaries is a
segment, whether it was marked or not. Categories play no part, and a unit within another cuts it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable, UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Numbers, UnitStudy


_LARGEST = 2**53
"""Up to here each whole number is another float."""


def refuse_fractions(name: str, study: UnitStudy) -> None:
    """Say where a position is first not a whole number."""
    for continuum in study.continua:
        for column in (continuum.start, continuum.end, np.array([continuum.low, continuum.high])):
            if np.abs(column).max(initial=0.0) > _LARGEST:
                raise NotApplicable(
                    f"{name} counts positions of a text, and {continuum.document} has units beyond {_LARGEST:,}, where "
                    "no two positions can be told apart: subtract the same number from all, or take gamma"
                )
            broken = column[column != np.floor(column)]
            if len(broken):
                raise NotApplicable(
                    f"{name} counts positions of a text, and {continuum.document} has units at {broken[0]:g}: round "
                    "seconds to frames of equal length first, or take gamma or u-alpha"
                )


def boundaries(continuum: Continuum) -> list[Numbers]:
    """Where each annotator's units set a boundary within the text, from its beginning, in rising order."""
    found = []
    for owner in range(len(continuum.annotators)):
        mine = continuum.owner == owner
        places = np.unique(np.concatenate([continuum.start[mine], continuum.end[mine]])) - continuum.low
        found.append(places[(places > 0) & (places < continuum.length)].astype(np.int64))
    return found


def half_a_segment(positions: int, cuts: Numbers) -> int:
    """Half the mean length of the segments, rounded, at least 1.

    >>> half_a_segment(12, np.array([4, 8])), half_a_segment(12, np.array([], dtype=np.int64))
    (2, 6)
    """
    return max(1, int(positions / (2 * (len(cuts) + 1)) + 0.5))


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoByTwo:
    """Annotators compared two at a time: every two, or one of them, the reference, with all others."""

    reference: str | None = None

    def known_reference(self, study: UnitStudy) -> None:
        """Say if there is no such annotator."""
        if self.reference is not None and self.reference not in study.annotators:
            hint = suggestion(self.reference, list(study.annotators))
            raise UsageError(f"there is no annotator {self.reference!r}: {hint}")

    def compares(self, annotators: Sequence[str]) -> bool:
        """Any two, with the reference among them where there is one."""
        return len(annotators) > 1 and (self.reference is None or self.reference in annotators)

    def ordered_pairs(self, continuum: Continuum) -> list[tuple[int, int]]:
        """Who is compared with whom, the reference first: each annotator in turn, or the one that is named."""
        pairs = permutations(range(len(continuum.annotators)), 2)
        return [pair for pair in pairs if self.reference in {None, continuum.annotators[pair[0]]}]

    def unordered_pairs(self, continuum: Continuum) -> list[tuple[int, int]]:
        """Who is compared with whom, where it does not matter who comes first."""
        pairs = combinations(range(len(continuum.annotators)), 2)
        return [
            pair
            for pair in pairs
            if self.reference is None or self.reference in {continuum.annotators[at] for at in pair}
        ]
