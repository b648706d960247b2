"""Which units of a continuum are aligned with each other, and how much disorder that leaves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.alignment.ties import Ties
    from accord.study.units import Continuum, Floats, Numbers

EMPTY = -1
"""The place of an annotator who has no unit in a unitary alignment."""

PROVED = 1e-9
"""The largest gap that is due to rounding."""


@dataclass(frozen=True)
class Alignment:
    """Unitary alignments that together hold every unit of a continuum once; a soft one, once or more.

    ``members`` has the shape (unitary alignments, annotators): the number of a unit in the continuum, or EMPTY.
    ``disorders``, shape (unitary alignments,), is the mean dissimilarity of the pairs within each. No alignment has a
    disorder below ``bound``. Where others are as good, ``ties`` holds them.
    """

    continuum: Continuum
    members: Numbers
    disorders: Floats
    objective: str
    method: str
    bound: float
    candidates: int = 0
    ties: Ties | None = None
    timed_out: bool = False
    """Whether the clock ended the search, so that another run may find another one."""
    prefer: Callable[[], Alignment] | None = field(default=None, repr=False, compare=False)
    """What finds the preferred one of those that are equally good, where this is any of them."""

    @property
    def preferred(self) -> Alignment:
        """Of those that are equally good, the one that is taken wherever more than the disorder is looked at."""
        return self if self.prefer is None else self.prefer()

    @property
    def equally_good(self) -> int | None:
        """How many alignments leave as little disorder, this one among them; None where that is not known."""
        if self.ties is None:
            return 1 if self.proved and self.method == "exact" else None
        return self.ties.count if self.ties.complete else None

    def others_as_good(self, most: int = 10) -> Iterator[Alignment]:
        """Alignments beside this one that leave as little disorder, at most so many, where they are known.

        Mathet, Y. & Widlöcher, A. (2011), section 4.5: several can be ideal.
        """
        if self.ties is None or not self.ties.complete:
            return
        candidates, taken = self.ties.candidates, list(self.ties.taken)
        tied = set(map(tuple, candidates.members[taken].tolist()))
        same = np.array([tuple(row) not in tied for row in self.members.tolist()], dtype=bool)
        for chosen in map(list, self.ties.others(most)):
            yield replace(
                self,
                members=np.concatenate([self.members[same], candidates.members[chosen]]),
                disorders=np.concatenate([self.disorders[same], candidates.disorders[chosen]]),
                ties=None,
            )

    @property
    def size(self) -> int:
        """How many unitary alignments there are."""
        return len(self.members)

    @cached_property
    def sum(self) -> float:
        """The disorder of all unitary alignments together."""
        return float(self.disorders.sum())

    @cached_property
    def disorder(self) -> float:
        """The sum for each unitary alignment (mean), or for each unit of an average annotator (sum)."""
        return self.sum / self.per if self.per else 0.0

    @property
    def per(self) -> float:
        """What the sum is divided by."""
        return self.size if self.objective == "mean" else len(self.continuum) / len(self.continuum.annotators)

    @property
    def gap(self) -> float:
        """How far the disorder may be above the least there is, as a share of it."""
        return max(0.0, (self.disorder - self.bound) / self.disorder) if self.disorder else 0.0

    @property
    def proved(self) -> bool:
        """Whether no alignment has less disorder, up to rounding."""
        return self.gap <= PROVED

    @cached_property
    def worst_first(self) -> Numbers:
        """The numbers of the unitary alignments, those of most disorder first, then from left to right."""
        return np.lexsort([self.continuum.leftmost(self.members), -self.disorders])

    @cached_property
    def worst_members(self) -> list[list[int | None]]:
        """The units of every unitary alignment, the worst first; None for an annotator who has none."""
        rows = self.members[self.worst_first].tolist()
        return [[None if member == EMPTY else member for member in row] for row in rows]
