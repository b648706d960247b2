"""The slot error rate, of Makhoul, Kubala, Schwartz and Weischedel."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.agreement.equation import Parts
from accord.compute.background_task import interruptible
from accord.kinds.units.positions import TwoByTwo
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.study.units import Continuum, Floats, UnitStudy

    Slot = tuple[float, float, int]
    """Start, end and category."""

_LARGE = 1 << 20
"""From so many pairs on, an assignment may take longer than a user waits to be heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotErrorRate(TwoByTwo):
    """Slot error rate: what one annotator missed, added and got wrong, by the units of the reference.

        SER = (deletions + insertions + substitutions) / units of the reference

    Units that are equal are correct. Of the others, units that overlap may be aligned, one to one, so that
    the errors are fewest: a substitution has another category, another extent or both. With ``half`` a substitution of
    the category alone or of the extent alone counts 1/2. Every annotator is the reference in turn, or the one that is
    named as ``reference``; errors and units of all pairs and documents add up.

    Assumes nothing about units; they may overlap, and positions may be seconds. How to read it: an error, 0 is perfect;
    it can pass 1 where much is added. All differences of extent weigh alike, and it is not corrected for chance.

    Makhoul, J., Kubala, F., Schwartz, R. & Weischedel, R. (1999). Performance measures for information extraction.
    DARPA Broadcast News Workshop, 249-252.
    """

    half: bool = False
    name: ClassVar[str] = "slot-error-rate"
    perfect: ClassVar[float] = 0.0
    undefined: ClassVar[str] = "the reference has no units"

    def choices(self) -> dict[str, object]:
        """The weights and the reference."""
        return {"weights": "half" if self.half else "plain", "reference": self.reference or "each"}

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        self.known_reference(study)

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:  # noqa: ARG002
        """Errors, units of the references, and units of the others."""
        columns = (continuum.start.tolist(), continuum.end.tolist(), continuum.category.tolist())
        slots = list(zip(*columns, strict=True))
        at = continuum.offsets
        sides = [slots[at[owner] : at[owner + 1]] for owner in range(len(continuum.annotators))]
        total = np.zeros(3)
        for one, other in self.unordered_pairs(continuum):
            row = np.array([errors(sides[one], sides[other], half=self.half), len(sides[one]), len(sides[other])])
            swapped = row[[0, 2, 1]]
            if self.reference is None:
                total += row + swapped
            else:
                total += row if continuum.annotators[one] == self.reference else swapped
        found: list[float] = total.tolist()
        return found

    def parts(self, totals: Floats) -> Parts:
        """Errors by units of the reference."""
        unknown = np.full(len(totals), np.nan)
        return Parts(quotient(totals[:, 0], totals[:, 1]), unknown, unknown)

    def bounds(self, totals: Floats) -> tuple[float, float]:
        """From no error to all units of both in error."""
        return 0.0, float(np.nan_to_num(quotient(totals[:, 1] + totals[:, 2], totals[:, 1]), nan=1.0)[0])


def errors(reference: Sequence[Slot], other: Sequence[Slot], *, half: bool = False) -> float:
    """Deletions, insertions and substitutions, paired so that they are fewest; the same in both orders.

    >>> errors([(0, 2, 0), (4, 6, 1)], [(0, 2, 0), (4, 5, 1), (8, 9, 0)])
    2.0
    >>> errors([(0, 2, 0), (4, 6, 1)], [(0, 2, 0), (4, 5, 1), (8, 9, 0)], half=True)
    1.5
    """
    from scipy.optimize import linear_sum_assignment

    ours, theirs = Counter(reference), Counter(other)
    found = 0.0
    for mine, yours in _clusters(list((ours - theirs).elements()), list((theirs - ours).elements())):
        found += len(mine) + len(yours)
        if len(mine) and len(yours):
            spared = _spared(mine, yours, half=half)
            assign = partial(linear_sum_assignment, spared, maximize=True)
            found -= float(spared[interruptible(assign) if spared.size > _LARGE else assign()].sum())
    return found


def _clusters(reference: Sequence[Slot], other: Sequence[Slot]) -> Iterator[tuple[Floats, Floats]]:
    """Slots of both sides, parted wherever none reaches across."""
    slots = np.array([*reference, *other], dtype=np.float64).reshape(-1, 3)
    ours = np.arange(len(slots)) < len(reference)
    order = np.argsort(slots[:, 0], kind="stable")
    slots, ours = slots[order], ours[order]
    reach = np.maximum.accumulate(slots[:, 1])
    for cluster in np.split(np.arange(len(slots)), np.flatnonzero(slots[1:, 0] >= reach[:-1]) + 1):
        yield slots[cluster[ours[cluster]]], slots[cluster[~ours[cluster]]]


def _spared(mine: Floats, yours: Floats, *, half: bool) -> Floats:
    """How much less it is to substitute one slot for another than to delete and insert, shape (mine, yours)."""
    (start, end, category), (their_start, their_end, their_category) = mine.T[:, :, None], yours.T[:, None, :]
    overlap = (start < their_end) & (their_start < end)
    extent = (start == their_start) & (end == their_end)
    partly = half & (extent | (category == their_category))
    spared: Floats = np.where(overlap, np.where(partly, 1.5, 1.0), 0.0)
    return spared
