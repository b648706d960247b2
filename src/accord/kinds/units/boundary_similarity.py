"""Boundary similarity and segmentation similarity, of Fournier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from accord.agreement.equation import Parts
from accord.errors import UsageError
from accord.kinds.units.positions import TwoByTwo, boundaries, refuse_fractions
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, Numbers, UnitStudy


class Edits(NamedTuple):
    """What two sets of boundaries share, how far apart near misses are, and how many miss altogether."""

    matches: int
    near: tuple[int, ...]
    misses: int

    def cost(self, reach: int) -> float:
        """A miss costs 1, a near miss its distance by ``reach``."""
        return self.misses + sum(self.near) / reach


def edits(one: Numbers, other: Numbers, reach: int) -> Edits:
    """The boundary edit distance: boundaries less than ``reach`` apart are near misses, the nearest and leftmost first.

    >>> edits(np.array([2, 5]), np.array([2, 4]), 2)
    Edits(matches=1, near=(1,), misses=0)
    """
    ours, theirs = set(one.tolist()), set(other.tolist())
    matches = len(ours & theirs)
    ours, theirs = ours - theirs, theirs - ours
    near: list[int] = []
    for apart in range(1, reach):
        for place in sorted(ours | theirs):
            for mine, yours in ((ours, theirs), (theirs, ours)):
                if place in mine and place + apart in yours:
                    mine.remove(place)
                    yours.remove(place + apart)
                    near.append(apart)
    return Edits(matches, tuple(near), len(ours) + len(theirs))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edited(TwoByTwo):
    """What both have in common: how far a near miss may be off."""

    near: int = 2
    name: ClassVar[str]
    undefined: ClassVar[str]
    perfect: ClassVar[float] = 1.0

    def __post_init__(self) -> None:
        if self.near < 1:
            raise UsageError(f"near misses reach over 1 place or more, not {self.near}")

    def choices(self) -> dict[str, object]:
        """The reach of near misses and the reference."""
        return {"near": self.near, "reference": self.reference or "each"}

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        self.known_reference(study)
        refuse_fractions(self.name, study)

    def parts(self, totals: Floats) -> Parts:
        """The share that is not edited."""
        unknown = np.full(len(totals), np.nan)
        return Parts(1 - quotient(totals[:, 0], totals[:, 1]), unknown, unknown)

    def bounds(self, totals: Floats) -> tuple[float, float]:  # noqa: ARG002
        """From all edited to nothing edited."""
        return 0.0, 1.0

    def _edits(self, continuum: Continuum) -> list[Edits]:
        cuts = boundaries(continuum)
        return [edits(cuts[one], cuts[other], self.near) for one, other in self.unordered_pairs(continuum)]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundarySimilarity(_Edited):
    """Boundary similarity B: how many boundaries two annotators share, a near miss counting in part.

        B = 1 - (misses + sum of near / n) / (misses + near misses + matches)

    A boundary that only one of the two has is a miss, or half of a near miss if the other has one of its own less than
    n places away; ``near`` is n, 2 unless said otherwise, so a near miss is one place off and costs 1/2. It is the same
    for both orders. Counts of all pairs and documents add up; with a ``reference`` only its pairs do.

    Assumes a text of positions that is cut into segments: boundaries are the starts and ends of units, their categories
    play no part. How to read it: 1 is perfect, 0 shares no boundary. It is not corrected for chance, and with positions
    as small as characters a near miss is very near: raise n.

    Fournier, C. (2013). Evaluating text segmentation using boundary edit distance. ACL, 1702-1712.
    """

    name: ClassVar[str] = "boundary-similarity"
    undefined: ClassVar[str] = "nobody set a boundary within a text"

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:  # noqa: ARG002
        """What the edits of all pairs cost, and all boundaries of pairs, matched, near or missed."""
        found = self._edits(continuum)
        every = [each.misses + len(each.near) + each.matches for each in found]
        return sum(each.cost(self.near) for each in found), sum(every)


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentationSimilarity(_Edited):
    """Segmentation similarity S: the share of places for a boundary that need no edit.

        S = 1 - (misses + sum of near / n) / places for a boundary

    with the edits of boundary similarity. Where most places have no boundary it is always near 1: boundary similarity
    was made to fix that.

    Assumes a text of positions that is cut into segments: boundaries are the starts and ends of units, their categories
    play no part. How to read it: 1 is perfect; compare values of the same texts only. It is not corrected for chance.

    Fournier, C. & Inkpen, D. (2012). Segmentation similarity and agreement. NAACL, 152-161.
    """

    name: ClassVar[str] = "segmentation-similarity"
    undefined: ClassVar[str] = "no text has a place for a boundary"

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:  # noqa: ARG002
        """What the edits of all pairs cost, and all places for a boundary."""
        found = self._edits(continuum)
        return sum(each.cost(self.near) for each in found), max(0.0, continuum.length - 1) * len(found)
