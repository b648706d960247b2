"""Whole candidates, chosen part by part where a linear program takes some of them in part.

The prices of the program say what each unit costs at least; a candidate is so much above the prices of its units. Units
that no candidate near the prices links fall into parts, and each part is chosen from for itself. A candidate further
above the prices than the reach holds units of at most n parts, so it cannot pay unless the n parts that end up furthest
above their prices are further above them, together, than the reach. How far it must reach hence does not grow with the
continuum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.alignment.candidates import Candidates, joined
from accord.alignment.program import Program

if TYPE_CHECKING:
    from accord.alignment.effort import Effort
    from accord.study.units import Floats, Numbers


class Whole(NamedTuple):
    """A choice of whole candidates, how far each part of it is above its prices, and how far it must be."""

    chosen: Candidates
    above: Floats
    at_least: Floats

    def furthest(self, annotators: int) -> float:
        """How far the parts that one candidate may link are above their prices together, at most."""
        return float(np.sort(self.above)[-annotators:].sum())

    def bound(self, annotators: int, reach: float) -> float:
        """How far any choice is above the prices at least.

        With k candidates beyond the reach it is k times that, and what the parts must be that these do not link, of
        which there are n each at most. So in blocks of n parts, furthest first, each is a block or a reach, whichever
        is less.

        >>> Whole(Candidates(np.empty((0, 2)), np.empty(0)), np.empty(0), np.array([4.0, 0.5, 0.5])).bound(2, 1.0)
        1.5
        """
        falling = -np.sort(-self.at_least)
        blocks = np.add.reduceat(falling, np.arange(0, len(falling), annotators))
        return float(np.minimum(blocks, reach).sum())


def whole_choice(
    near: Candidates,
    known: Candidates,
    prices: Floats,
    *,
    worth: float,
    negligible: float,
    cover: bool,
    effort: Effort,
) -> Whole:
    """The cheapest choice of whole candidates near the prices, each costing its disorder less what it is worth.

    Where a part of the choice that is known is at the prices, it stays; so does one for which nothing more may be done.
    """
    candidates = joined([near, known])
    part_of, parts = linked(candidates.members, len(prices))
    part_of_known = part_of[_a_unit(known)]
    least: Floats = np.bincount(part_of, prices, minlength=parts).astype(np.float64)
    above: Floats = np.bincount(part_of_known, known.disorders - worth, minlength=parts).astype(np.float64) - least
    at_least = np.zeros(parts)
    units_of, columns_of, known_of = map(_ByPart.of, (part_of, part_of[_a_unit(candidates)], part_of_known))
    number = np.full(len(prices) + 1, EMPTY)
    number[units_of.numbers] = np.arange(len(prices)) - np.repeat(units_of.begins[:-1], np.diff(units_of.begins))
    decided = above <= negligible
    chosen = [known[decided[part_of_known]]]
    for part in sorted(np.flatnonzero(~decided).tolist(), key=columns_of.size):
        columns = candidates[columns_of.of_part(part)]
        program = Program(units_of.size(part), cover=cover)
        program.add(number[columns.members], columns.disorders - worth)
        solution, bound = program.solve_whole(effort)
        better = solution.cost - least[part] < above[part]
        chosen.append(columns[solution.taken > 0.5] if better else known[known_of.of_part(part)])
        above[part] = min(above[part], solution.cost - least[part])
        at_least[part] = min(above[part], max(0.0, bound - least[part]))
    return Whole(joined(chosen), above, at_least)


def _a_unit(candidates: Candidates) -> Numbers:
    """A unit of each candidate."""
    units: Numbers = candidates.members.max(axis=1)
    return units


def linked(members: Numbers, units: int) -> tuple[Numbers, int]:
    """In which part each unit is, and how many parts there are, where candidates link all their units.

    Every unit learns the least number among those linked to it, and then what that one has learnt; to import SciPy
    for it would take longer than most alignments.
    """
    least = np.arange(units + 1)
    while True:
        before = least.copy()
        np.minimum.at(least, members, before[members].min(axis=1)[:, None])
        least[EMPTY] = units
        least = least[least]
        if (least == before).all():
            parts, part_of = np.unique(least[:EMPTY], return_inverse=True)
            return part_of, len(parts)


class _ByPart(NamedTuple):
    """The numbers of what is in each part, those of one part after those of the other, and where each begins."""

    numbers: Numbers
    begins: Numbers

    @classmethod
    def of(cls, part_of: Numbers) -> _ByPart:
        numbers = np.argsort(part_of, kind="stable")
        return cls(numbers, np.concatenate([[0], np.cumsum(np.bincount(part_of))]))

    def of_part(self, part: int) -> Numbers:
        return self.numbers[self.begins[part] : self.begins[part + 1]]

    def size(self, part: int) -> int:
        return int(self.begins[part + 1] - self.begins[part])
