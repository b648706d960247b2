"""Alignments that are equally good, and which of them is taken.

Where several alignments leave the least disorder, the one is taken whose pairs differ least in category; then the one
whose pairs overlap most; then the one whose pairs lie furthest left. None of that depends on the order or the names of
annotators. All of them are held as a tree: units fall into parts that can be chosen for themselves, a part has several
options, and an option takes some candidates and leaves smaller parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.alignment.candidates import Candidates
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers

MAX_STEPS = 200_000
"""How many candidates are looked at for the options of one continuum: some tenths of a second."""

_EQUAL = 1e-10
"""What sums may differ by and be equal, as a share of the largest of what is summed up."""


class Option(NamedTuple):
    """Candidates that are taken together, and the parts that they leave."""

    taken: tuple[int, ...]
    parts: tuple[Part, ...]


Part = tuple[Option, ...]


@dataclass(frozen=True)
class Ties:
    """Equally good choices among ``candidates``, in ``parts`` of their own; those that are ``taken`` now.

    ``complete`` is false where there are too many of them to be listed.
    """

    candidates: Candidates
    parts: tuple[Part, ...] = ()
    taken: tuple[int, ...] = ()
    complete: bool = True

    def cheapest(self, costs: Floats) -> list[int]:
        """The numbers of the candidates of least cost, in all parts, where each costs so much."""
        scaled = costs[:, None] / max(float(np.abs(costs).max(initial=0.0)), 1e-300)
        return [number for part in self.parts for number in _best(part, scaled)[1]]

    @property
    def count(self) -> int:
        """How many choices there are."""
        return prod(map(_count, self.parts))

    def others(self, most: int) -> Iterator[tuple[int, ...]]:
        """The choices beside the one that is taken, at most so many, each by the numbers of its candidates."""
        taken = set(self.taken)
        some = (sum(each, ()) for each in product(*(_choices(part, most + 1) for part in self.parts)))
        return islice((each for each in some if set(each) != taken), most)


def criteria(continuum: Continuum, dissimilarity: Dissimilarity, candidates: Candidates) -> Floats:
    """What decides between equals, the least first, shape (candidates, 3).

    Over pairs of units: how their categories differ, their overlap with a minus, and where they start and end.
    """
    found = np.zeros((len(candidates), 3))
    first, second = np.triu_indices(candidates.members.shape[1], 1)
    row, pair = np.nonzero((candidates.members[:, first] != EMPTY) & (candidates.members[:, second] != EMPTY))
    one, other = candidates.members[row, first[pair]], candidates.members[row, second[pair]]
    start, end = continuum.start, continuum.end
    differ = (
        dissimilarity.categories[continuum.category[one], continuum.category[other]]
        if dissimilarity.by is None
        else np.zeros(len(row))
    )
    overlap = np.maximum(np.minimum(end[one], end[other]) - np.maximum(start[one], start[other]), 0.0)
    for column, value in enumerate((differ, -overlap, start[one] + end[one] + start[other] + end[other])):
        found[:, column] = np.bincount(row, value, len(candidates))
    return found


def break_ties(
    candidates: Candidates, above: Floats, deciding: Floats, twin: Numbers, most: float
) -> tuple[Numbers, Ties]:
    """The candidates of the least cost that hold every unit once and are preferred; and all that are as good.

    ``above``, shape (candidates,), is what each costs above the prices of its units, which no choice can do without;
    the best is ``most`` above them all. ``deciding`` has the shape (candidates, criteria). ``twin`` is, for each unit,
    the one before it that its annotator marked alike, or -1.
    """
    forced, open_ = (found.tolist() for found in _forced(candidates.members, len(twin)))
    search = _Covers(candidates, above, twin, open_)
    try:
        option = search.option(frozenset(unit for units in search.held.values() for unit in units), open_, most)
    except _TooManyTies:
        option = None
    if option is None:
        return np.empty(0, np.int64), Ties(candidates[:0], complete=False)
    scaled = deciding / np.maximum(np.abs(deciding).max(axis=0, initial=0.0), 1e-300)
    preferred = [number for part in option.parts for number in _best(part, scaled)[1]]
    taken = np.array(sorted([*forced, *option.taken, *preferred]), dtype=np.int64)
    return taken, Ties(candidates, option.parts, tuple(preferred))


def _forced(members: Numbers, units: int) -> tuple[Numbers, Numbers]:
    """The candidates that alone hold some unit, once those are gone that share a unit with one; and what is left."""
    shifted = members - EMPTY  # so that nobody's place is 0
    number = np.arange(len(members))
    found: list[Numbers] = []
    while True:
        times = np.bincount(shifted.ravel(), minlength=units + 1)
        times[0] = 0
        forced = (times[shifted] == 1).any(axis=1)
        if not forced.any():
            return np.sort(np.concatenate([number[:0], *found])), number
        found.append(number[forced])
        gone = np.zeros(units + 1, dtype=bool)
        gone[shifted[forced]] = True
        gone[0] = False
        left = ~gone[shifted].any(axis=1)
        shifted, number = shifted[left], number[left]


def _count(part: Part) -> int:
    """How many choices a part leaves."""
    return sum(prod(map(_count, option.parts)) for option in part)


def _choices(part: Part, most: int) -> list[tuple[int, ...]]:
    """The first of them."""
    found = (
        sum(inner, option.taken)
        for option in part
        for inner in product(*(_choices(each, most) for each in option.parts))
    )
    return list(islice(found, most))


def _best(part: Part, costs: Floats) -> tuple[list[float], list[int]]:
    """The option of the least costs, the first column first: the costs, and the candidates."""
    best: tuple[list[float], list[int]] | None = None
    for option in part:
        total = costs[list(option.taken)].sum(axis=0) if option.taken else np.zeros(costs.shape[1])
        taken = list(option.taken)
        for inner in option.parts:
            inner_total, inner_taken = _best(inner, costs)
            total = total + inner_total
            taken += inner_taken
        if best is None or _less(total.tolist(), best[0]):
            best = total.tolist(), taken
    assert best is not None
    return best


def _less(one: Sequence[float], other: Sequence[float]) -> bool:
    for left, right in zip(one, other, strict=True):
        if abs(left - right) > _EQUAL:
            return left < right
    return False


class _TooManyTies(Exception):
    """There are too many choices to be listed."""


class _Covers:
    """The search for all choices of the least cost."""

    def __init__(self, candidates: Candidates, above: Floats, twin: Numbers, open_: list[int]) -> None:
        rows = zip(open_, candidates.members[open_].tolist(), strict=True)
        self.held = {number: tuple(unit for unit in row if unit != EMPTY) for number, row in rows}
        self.above: list[float] = above.tolist()
        self.equal = _EQUAL * float(candidates.disorders.max(initial=0.0))
        self.twin = twin.tolist()
        self.steps = 0

    def option(self, units: frozenset[int], candidates: list[int], most: float) -> Option | None:
        """What must be taken to hold all these units, and what can be chosen then; None where it costs too much."""
        taken: list[int] = []
        while True:
            by_unit = self._by_unit(units, candidates)
            if any(not found for found in by_unit.values()):
                return None
            forced = {found[0] for found in by_unit.values() if len(found) == 1}
            if not forced:
                break
            held = [unit for number in forced for unit in self.held[number]]
            most -= sum(self.above[number] for number in forced)
            if len(held) != len(set(held)) or most < -self.equal:
                return None
            taken += sorted(forced)
            units = units.difference(held)
            candidates = self._within(units, candidates, most)
        parts: list[Part] = []
        for inner_units, inner in self._apart(units, by_unit):
            part = self.part(inner_units, inner, most)
            if not part:
                return None
            most -= max(0.0, self._cost(part[0]))
            if len(part) == 1:
                taken += part[0].taken
                parts += part[0].parts
            else:
                parts.append(part)
        return Option(tuple(taken), tuple(parts)) if most >= -self.equal else None

    def part(self, units: frozenset[int], candidates: list[int], most: float) -> Part:
        """The options of the least cost to hold all these units."""
        by_unit = self._by_unit(units, candidates)
        first = min(
            (unit for unit in units if self.twin[unit] not in units), key=lambda unit: (len(by_unit[unit]), unit)
        )
        found: list[tuple[float, Option]] = []
        for number in by_unit[first]:
            if any(self.twin[unit] in units for unit in self.held[number]):
                continue  # the same with the twin in its place is looked at
            rest, left = units.difference(self.held[number]), most - self.above[number]
            option = self.option(rest, self._within(rest, candidates, left), left)
            if option is not None:
                whole = Option((number, *option.taken), option.parts)
                found.append((self._cost(whole), whole))
                most = min(most, found[-1][0] + self.equal)
        least = min((cost for cost, _ in found), default=0.0)
        return tuple(option for cost, option in found if cost <= least + self.equal)

    def _within(self, units: frozenset[int], candidates: list[int], most: float) -> list[int]:
        """Those that hold none but these units and cost no more."""
        limit = most + self.equal
        return [each for each in candidates if self.above[each] <= limit and units.issuperset(self.held[each])]

    def _by_unit(self, units: frozenset[int], candidates: list[int]) -> dict[int, list[int]]:
        self.steps += len(candidates) + 1
        if self.steps > MAX_STEPS:
            raise _TooManyTies
        by_unit: dict[int, list[int]] = {unit: [] for unit in sorted(units)}
        for number in candidates:
            for unit in self.held[number]:
                by_unit[unit].append(number)
        return by_unit

    def _apart(self, units: frozenset[int], by_unit: dict[int, list[int]]) -> list[tuple[frozenset[int], list[int]]]:
        """Units that candidates link, and these candidates, part by part."""
        left, parts = set(units), []
        for unit in by_unit:
            if unit not in left:
                continue
            linked, found, waiting = {unit}, set(), [unit]
            while waiting:
                for number in by_unit[waiting.pop()]:
                    if number not in found:
                        found.add(number)
                        new = set(self.held[number]) - linked
                        linked |= new
                        waiting += new
            left -= linked
            parts.append((frozenset(linked), sorted(found)))
        return parts

    def _cost(self, option: Option) -> float:
        """The cost of an option; all options of an inner part cost the same."""
        own = float(sum(self.above[number] for number in option.taken))
        return own + sum(self._cost(part[0]) for part in option.parts)
