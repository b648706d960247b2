"""Krippendorff's first coefficient for unitising."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.agreement.equation import Parts
from accord.kinds.units.disjoint import refuse_overlaps
from accord.kinds.units.positions import refuse_fractions
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, UnitStudy

    Side = tuple[Floats, Floats]
    """Starts and ends, from the beginning of the continuum."""


@dataclass(frozen=True, slots=True)
class AlphaU1995:
    """Krippendorff's alpha_U of 1995: how far units of one category that overlap are apart, against chance.

        alpha_U = 1 - sum_c D_o(c) / sum_c D_e(c)

    Two units of one category that overlap differ by (start - start)^2 + (end - end)^2, a unit that lies in a gap by its
    squared length. D_o(c) is the sum over all ordered pairs of annotators, divided by m (m - 1) L^2; D_e(c) the same
    where units and gaps of all annotators may lie anywhere, in the closed form of 2004. Documents add up their
    disagreements, each document as much as any other: that is ours, the sources have one continuum.

    Assumes that an annotator's units of one category do not overlap, and that positions are whole numbers. Each
    category is unitised for itself: calling the same place differently is two misses. How to read it: as alpha. For
    more than two annotators its authors found it unfit and replaced it: see u-alpha.

    Krippendorff, K. (1995). On the reliability of unitizing continuous data. Sociological Methodology 25, 47-76.
    Krippendorff, K. (2004). Content Analysis, 2nd edition, chapter 11.
    """

    name: ClassVar[str] = "alpha-u-1995"
    perfect: ClassVar[float] = 1.0
    undefined: ClassVar[str] = "nobody marked a unit, or there is no other place for one"

    def choices(self) -> dict[str, object]:
        """None."""
        return {}

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        refuse_fractions(self.name, study)
        refuse_overlaps(self.name, study, within_category=True)

    def compares(self, annotators: Sequence[str]) -> bool:
        """Any two."""
        return len(annotators) > 1

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:
        """Observed and expected disagreement, summed over categories."""
        both = np.zeros(2)
        for category in range(len(study.categories)):
            chosen = continuum.category == category
            sides = [
                (continuum.start[mine] - continuum.low, continuum.end[mine] - continuum.low)
                for mine in (chosen & (continuum.owner == owner) for owner in range(len(continuum.annotators)))
            ]
            if chosen.any():
                both += observed(sides, continuum.length), expected(sides, continuum.length)
        row: list[float] = both.tolist()
        return row

    def parts(self, totals: Floats) -> Parts:
        """One less observed by expected disagreement."""
        unknown = np.full(len(totals), np.nan)
        return Parts(1 - quotient(totals[:, 0], totals[:, 1]), unknown, unknown)

    def bounds(self, totals: Floats) -> tuple[float, float]:  # noqa: ARG002
        """The same as of other alphas."""
        return -1.0, 1.0


def observed(sides: Sequence[Side], length: float) -> float:
    """D_o of one category: what every annotator's units differ from every other's."""
    count = len(sides)
    apart = sum(_apart(one, other) for one, other in combinations(sides, 2))
    return 2 * apart / (count * (count - 1) * length**2)


def _apart(one: Side, other: Side) -> float:
    (start, end), (their_start, their_end) = one, other
    overlap = (start[:, None] < their_end) & (their_start < end[:, None])
    moved = (start[:, None] - their_start) ** 2 + (end[:, None] - their_end) ** 2
    alone = ((end - start) ** 2)[~overlap.any(axis=1)].sum() + ((their_end - their_start) ** 2)[
        ~overlap.any(axis=0)
    ].sum()
    return float(moved[overlap].sum() + alone)


def expected(sides: Sequence[Side], length: float) -> float:
    """D_e of one category: any unit upon any other, and any unit in any gap that has room for it."""
    lengths = np.concatenate([end - start for start, end in sides])
    gaps = np.concatenate([np.append(start, length) - np.append(0.0, end) for start, end in sides])
    room = np.maximum(gaps - lengths[:, None] + 1, 0).sum(axis=1, where=gaps > 0)
    cubes = (len(lengths) - 1) / 3 * (2 * lengths**3 - 3 * lengths**2 + lengths)
    positions = len(sides) * length
    places = positions * (positions - 1) - (lengths * (lengths - 1)).sum()
    return float(2 / length * (cubes + lengths**2 * room).sum() / places) if places > 0 else 0.0
