"""Units of different annotators that lie near to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers

_AT_ONCE = 1 << 22
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Pairs:
    """Pairs of units of different annotators, the earlier annotator's first, in order.

    ``key`` is first * units + second, and ``weight`` the dissimilarity less delta_empty; both have the shape (pairs,).
    """

    units: int
    key: Numbers
    weight: Floats

    @property
    def first(self) -> Numbers:
        """The earlier annotator's unit of each pair."""
        return self.key // max(self.units, 1)

    def second(self, pairs: Numbers | slice) -> Numbers:
        """The later annotator's unit of these pairs."""
        return self.key[pairs] % max(self.units, 1)

    def place(self, first: Numbers, second: Numbers | int) -> Numbers:
        """Where a pair stands, or would."""
        return np.searchsorted(self.key, first * self.units + second)

    def between(self, first: Numbers, second: Numbers) -> Floats:
        """The weight of each pair; infinite where it is not among them."""
        key = first * self.units + second
        if not len(self.key):
            return np.full(key.shape, np.inf)
        at = np.minimum(np.searchsorted(self.key, key), len(self.key) - 1)
        return np.where(self.key[at] == key, self.weight[at], np.inf)


def near_pairs(continuum: Continuum, dissimilarity: Dissimilarity, most: float) -> Pairs:
    """All pairs of units of different annotators that are at most so dissimilar, by a sweep from left to right."""
    low, high = dissimilarity.reach(continuum, most)
    order = np.argsort(low, kind="stable")
    follow = np.searchsorted(low[order], high[order], side="right") - np.arange(len(order)) - 1
    keys, weights = [np.empty(0, np.int64)], [np.empty(0)]
    for one, other in _meeting(order, follow):
        first, second = np.minimum(one, other), np.maximum(one, other)
        apart = continuum.owner[first] != continuum.owner[second]
        first, second = first[apart], second[apart]
        found = dissimilarity.pairs(continuum, first, second)
        near = found <= most * (1 + _ROUNDING)
        keys.append(first[near] * len(continuum) + second[near])
        weights.append(found[near] - dissimilarity.delta_empty)
    key, weight = np.concatenate(keys), np.concatenate(weights)
    rising = np.argsort(key)
    return Pairs(len(continuum), key[rising], weight[rising])


def _meeting(order: Numbers, follow: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Each unit with so many that follow it in the order, block by block."""
    total = np.concatenate([[0], np.cumsum(follow)])
    begin = 0
    while begin < len(order):
        end = max(begin + 1, int(np.searchsorted(total, total[begin] + _AT_ONCE, side="right")) - 1)
        one, other = spread_out(np.arange(begin + 1, end + 1), follow[begin:end])
        yield order[begin + one], order[other]
        begin = end


def spread_out(first: Numbers, count: Numbers) -> tuple[Numbers, Numbers]:
    """For ranges that begin at ``first`` and hold ``count`` numbers: the range of each number, and the number.

    >>> [part.tolist() for part in spread_out(np.array([5, 9]), np.array([2, 1]))]
    [[0, 0, 1], [5, 6, 9]]
    """
    range_ = np.repeat(np.arange(len(count)), count)
    begun = np.cumsum(count) - count
    return range_, np.arange(len(range_)) - begun[range_] + first[range_]
