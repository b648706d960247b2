"""The unitary alignments that may be part of a best alignment.

Written with w(u, v) = d(u, v) - delta_empty, the disorder of a unitary alignment T of n annotators is

    e(T) = delta_empty + 1/C sum of w(u, v) over the pairs of its units,    C = n (n - 1) / 2.

To split T in two adds delta_empty to the sum and takes away 1/C times what lies between the parts: T is worth keeping
only if, however its units are split in two, the sum of w across is at most C delta_empty. Two units of such a T are
never more than (C + n - 1) delta_empty apart, so that a sweep over the continuum finds all pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.alignment.effort import TooMany
from accord.alignment.pairs import near_pairs, spread_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from accord.alignment.pairs import Pairs
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers

    Kept = NDArray[np.bool_]

MAX_HELD = 2_000_000
"""How many pairs of annotators all candidates may have to be held; more are looked through part by part."""

MAX_FROM_ONE = 50_000_000
"""How many those may have that begin with one unit; where there are more, nobody looks through them."""

MAX_IN_TABLE = 2_000
"""Up to how many units the weights of all pairs are held in a table."""

_ALL_SPLITS = 8
"""Up to how many annotators every split in two is looked at; for more, those that split off one or two of them."""

_ROUNDING = 1e-12
_AT_ONCE = 1 << 16
_STEPS = 20_000_000
"""After how many steps the kernel returns, so that a user who waits no longer is heard: some hundredths of a second."""
_PER_LOOK = 20
"""What it counts to look up a pair of units."""


def _for_nothing(work: int) -> None:
    """Count no work."""


@dataclass(frozen=True)
class Candidates:
    """Unitary alignments: their units or EMPTY, shape (candidates, annotators), and the disorder of each."""

    members: Numbers
    disorders: Floats

    def __len__(self) -> int:
        return len(self.disorders)

    def __getitem__(self, chosen: Numbers | Kept | slice) -> Candidates:
        return Candidates(self.members[chosen], self.disorders[chosen])

    def reduced(self, prices: Floats) -> Floats:
        """What the disorder of each is above the prices of its units."""
        reduced: Floats = self.disorders - np.append(prices, 0.0)[self.members].sum(axis=1)
        return reduced


def joined(parts: list[Candidates]) -> Candidates:
    """Several lots of candidates as one."""
    return Candidates(
        np.concatenate([part.members for part in parts]), np.concatenate([part.disorders for part in parts])
    )


def in_turn(candidates: Candidates, order: Numbers) -> Numbers:
    """The numbers of those that are chosen if each is in its turn whose units are all free."""
    free = np.ones(int(candidates.members.max(initial=EMPTY)) + 2, dtype=bool)  # the last, EMPTY's, stays so
    chosen = []
    for number, units in zip(order.tolist(), candidates.members[order], strict=True):
        if free[units].all():
            free[units] = False
            free[EMPTY] = True
            chosen.append(number)
    return np.array(chosen, dtype=np.int64)


class _Asked(NamedTuple):
    """How far candidates may be above the prices of their units; and the most that a counterpart adds to a price."""

    prices: Floats
    best: Floats
    most: float


@dataclass(frozen=True)
class _Begun:
    """Unitary alignments of the first few annotators, shape (begun, seen), with the weights of their pairs."""

    members: Numbers
    weights: Floats

    def __len__(self) -> int:
        return len(self.members)

    def of(self, kept: Kept) -> _Begun:
        return _Begun(self.members[kept], self.weights[:, kept])

    def without_the_next(self) -> _Begun:
        rows, seen = self.members.shape
        members = np.column_stack([self.members, np.full(rows, EMPTY)])
        return _Begun(members, np.concatenate([self.weights, np.zeros((seen, rows))]))


def _alone(units: Numbers, annotator: int) -> _Begun:
    members = np.full((len(units), annotator + 1), EMPTY)
    members[:, annotator] = units
    return _Begun(members, np.zeros((annotator * (annotator + 1) // 2, len(units))))


@dataclass(frozen=True)
class Search:
    """The search for candidates on one continuum: annotator by annotator, from every unit that may come first.

    ``pairs_of`` is how many pairs of annotators there are, C, with those who marked nothing and are left out here.
    ``spend`` is told of work that is to be done, and may raise.
    """

    continuum: Continuum
    dissimilarity: Dissimilarity
    pairs_of: int
    spend: Callable[[int], object] = _for_nothing

    @property
    def annotators(self) -> int:
        """How many annotators there are."""
        return len(self.continuum.annotators)

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs of units that are near enough to be part of a candidate."""
        most = (self.pairs_of + self.annotators - 1) * self.dissimilarity.delta_empty
        return near_pairs(self.continuum, self.dissimilarity, most)

    def all(self) -> Candidates | None:
        """All candidates, or None if there are too many to be held."""
        return self._from(np.arange(len(self.continuum)), None)

    def alone(self) -> Candidates:
        """Every unit alone."""
        units = np.arange(len(self.continuum))
        members = np.full((len(units), self.annotators), EMPTY)
        members[units, self.continuum.owner] = units
        return Candidates(members, np.full(len(units), self.dissimilarity.delta_empty))

    def in_pairs(self) -> Candidates:
        """Every two units that are near to each other."""
        first, second = self.pairs.first, self.pairs.second(slice(None))
        members = np.full((len(first), self.annotators), EMPTY)
        for units in (first, second):
            members[np.arange(len(first)), self.continuum.owner[units]] = units
        return Candidates(members, self._disorders(self.pairs.weight[None, :]))

    def cheap(self, prices: Floats, most: float, *, falling: bool = False) -> Iterator[Candidates]:
        """Part by part, the candidates whose disorder is at most so far above the prices of their units.

        Where the weights of all pairs can be held in a table, some that a split betters are among them; and ``falling``
        leaves out those that cost no less than one before of the same first unit.
        """
        if len(self.continuum) > MAX_IN_TABLE:
            for found in self.in_parts(_Asked(prices, self._best_counterparts(prices), most)):
                yield found[found.reduced(prices) <= most]
            return
        from accord.alignment.pricing import Given, look, start

        alone = float(self.dissimilarity.delta_empty)
        given = Given(self.table, self.continuum.owner, prices, alone, float(most), falling)
        place = start(len(self.continuum), self.annotators)
        while place.now[0] < len(self.continuum):
            members = np.empty((_AT_ONCE, self.annotators), np.int64)
            disorders = np.empty(_AT_ONCE)
            count, steps = look(given, place, _STEPS, members, disorders)
            self.spend(steps + _PER_LOOK * count * self.annotators)
            yield Candidates(members[:count], disorders[:count])

    @cached_property
    def table(self) -> Floats:
        """The weight of every two units over C, infinite where they are too far apart, shape (units, units)."""
        weights = np.full((len(self.continuum), len(self.continuum)), np.inf)
        first, second = self.pairs.first, self.pairs.second(slice(None))
        weights[first, second] = weights[second, first] = self.pairs.weight / max(self.pairs_of, 1)
        return weights

    def in_parts(self, asked: _Asked | None = None) -> Iterator[Candidates]:
        """All candidates, or those that are asked for, part by part where they are many."""
        waiting = [np.arange(len(self.continuum))]
        while waiting:
            first = waiting.pop()
            found = self._from(first, asked)
            if found is None:
                half = len(first) // 2
                waiting += [first[half:], first[:half]]
            else:
                yield found

    def _from(self, first: Numbers, asked: _Asked | None) -> Candidates | None:
        """The candidates whose first unit is one of these; None if there are too many to be held."""
        begun = _Begun(np.empty((0, 0), np.int64), np.empty((0, 0)))
        for annotator in range(self.annotators):
            own = first[self.continuum.owner[first] == annotator]
            parts = [self._asked_for(_alone(own, annotator), asked), self._kept(begun.without_the_next(), asked)]
            for part in self._extended(begun, annotator):
                parts.append(self._kept(part, asked))
                reached = sum(map(len, parts)) * max(len(_pairs_of(self.annotators)), 1)
                if reached > MAX_HELD and len(first) > 1:
                    return None
                if reached > MAX_FROM_ONE:
                    raise TooMany
            begun = _Begun(
                np.concatenate([part.members for part in parts]),
                np.concatenate([part.weights for part in parts], axis=1),
            )
        return Candidates(begun.members, self._disorders(begun.weights))

    def _disorders(self, weights: Floats) -> Floats:
        empty = self.dissimilarity.delta_empty
        disorders: Floats = empty + weights.sum(axis=0) / max(self.pairs_of, 1)
        return disorders

    def _extended(self, begun: _Begun, annotator: int) -> Iterator[_Begun]:
        """Those with each unit of this annotator that is near to all of theirs, block by block."""
        if not len(begun):
            return
        begin, end = self.continuum.offsets[annotator : annotator + 2]
        last = begun.members.max(axis=1, initial=EMPTY)
        first = self.pairs.place(last, begin)
        count = self.pairs.place(last, end) - first
        for rows in _in_blocks(count):
            old, at = spread_out(first[rows], count[rows])
            self.spend(_PER_LOOK * len(old) * (annotator + 1))
            old, new = rows[old], self.pairs.second(at)
            there = begun.members[old]
            found = np.where(there == EMPTY, 0.0, self.pairs.between(there, new[:, None])).T
            near = np.isfinite(found).all(axis=0)
            old, new, found = old[near], new[near], found[:, near]
            yield _Begun(np.column_stack([begun.members[old], new]), np.concatenate([begun.weights[:, old], found]))

    def _kept(self, begun: _Begun, asked: _Asked | None) -> _Begun:
        """Those that may become candidates, and such as are asked for."""
        found = self._asked_for(begun, asked)
        return found.of(self._worth_keeping(found.members, found.weights))

    def _asked_for(self, begun: _Begun, asked: _Asked | None) -> _Begun:
        return begun if asked is None else begun.of(self._within(begun.members, begun.weights, asked))

    def _worth_keeping(self, members: Numbers, weights: Floats) -> Kept:
        """Whether no split in two is better, even if everyone to come adds a unit that fits one part perfectly."""
        seen = members.shape[1]
        to_come = self.annotators - seen
        filled = members != EMPTY
        units = filled.sum(axis=1)
        worth = np.ones(len(members), dtype=bool)
        limit = self.pairs_of * self.dissimilarity.delta_empty * (1 + _ROUNDING)
        for side, across in _splits(seen):
            self.spend(len(members) * len(across))
            between = weights[across].sum(axis=0)
            if to_come:
                on_side = filled[:, side].sum(axis=1)
                between -= to_come * np.minimum(on_side, units - on_side) * self.dissimilarity.delta_empty
            worth &= between <= limit
        return worth

    def _best_counterparts(self, prices: Floats) -> Floats:
        """The most that a near unit of each annotator can add to the prices of a unit, shape (units, annotators)."""
        best = np.full((len(self.continuum) + 1, self.annotators), -np.inf)  # one more row, for EMPTY
        best[EMPTY] = np.inf
        first, second = self.pairs.first, self.pairs.second(slice(None))
        gain = -self.pairs.weight / self.pairs_of
        np.maximum.at(best, (first, self.continuum.owner[second]), prices[second] + gain)
        return best

    def _within(self, members: Numbers, weights: Floats, asked: _Asked) -> Kept:
        """Whether the units of those to come can bring the disorder as near to the prices as is asked."""
        seen = members.shape[1]
        to_come = self.annotators - seen
        units = (members != EMPTY).sum(axis=1)
        most_each = self.dissimilarity.delta_empty / self.pairs_of * (units - 1 + max(to_come - 1, 0) / 2)
        reduced = Candidates(members, self._disorders(weights)).reduced(asked.prices)
        for annotator in range(seen, self.annotators):
            reduced -= np.maximum(asked.best[members, annotator].min(axis=1) + most_each, 0.0)
        return reduced <= asked.most + _ROUNDING * self.dissimilarity.delta_empty


def _in_blocks(count: Numbers) -> list[Numbers]:
    """The numbers of rows that have so many counterparts each, in blocks that can be looked at at once."""
    done = np.cumsum(count) // _AT_ONCE
    rows = np.arange(len(count))
    return np.split(rows, np.flatnonzero(np.diff(done)) + 1) if done[-1] else [rows]


@cache
def _pairs_of(annotators: int) -> list[tuple[int, int]]:
    """The pairs of so many annotators, those of the first few first."""
    return [(one, other) for other in range(annotators) for one in range(other)]


@cache
def _splits(annotators: int) -> list[tuple[Kept, list[int]]]:
    """Ways to split annotators in two, as who is on one side, each with the pairs that it parts."""
    most = annotators // 2 if annotators <= _ALL_SPLITS else 2
    on_side = (side for size in range(1, most + 1) for side in combinations(range(annotators), size))
    sides = [np.isin(np.arange(annotators), side) for side in on_side]
    pairs = list(enumerate(_pairs_of(annotators)))
    return [
        (side, [number for number, (one, other) in pairs if side[one] != side[other]])
        for side in sides
        if 2 * side.sum() < annotators or side[0]
    ]
