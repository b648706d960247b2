"""Observed and expected disagreement over trees, kept as sums from which one sentence can be taken away.

    D_o = 1/n  sum over sentences u  1/(m_u - 1)  sum over ordered pairs of trees of u  d^2
    D_e = 1/(n (n - 1))  sum over ordered pairs of all n trees  d^2

where m_u >= 2 trees were drawn over sentence u, and n is the sum of all m_u. A *group* is what intervals are over: a
sentence or a document.

Krippendorff, K. (2004). Content analysis: an introduction to its methodology, chapter 11.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from accord.distance.all_pairs import AllPairs, Floats, Numbers

    Disagreement = Callable[[Numbers, Numbers], Floats]
    """From the numbers of some trees and others, shape (pairs,), to how much they disagree."""

PILOT = 2_000
"""How many pairs are drawn to find out how many are needed."""

_ROWS = 256


@dataclass(frozen=True, slots=True)
class Observed:
    """What each group adds to the observed disagreement, its trees, and the sum over pairs within its sentences."""

    disagreement: Floats
    trees: Floats
    within: Floats

    @property
    def value(self) -> float:
        """D_o."""
        return float(self.disagreement.sum() / self.trees.sum())


@dataclass(frozen=True, slots=True)
class Expected:
    """The sum over pairs of trees, their number, and both for the pairs that touch a group, shape (groups,).

    ``error`` is the standard error of the mean, relative to it, that comes from drawing pairs; 0 where all were taken.
    """

    total: float
    count: float
    touching: Floats
    touching_count: Floats
    largest: float
    error: float = 0.0

    @property
    def value(self) -> float:
        """D_e."""
        return self.total / self.count


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many pairs of trees were drawn, and how far alpha may be from that of all pairs, by the level asked for."""

    pairs: int
    half_width: float


def pairs_within(item: Numbers) -> tuple[Numbers, Numbers]:
    """Every two trees of the same item, by their place, shape (pairs,).

    >>> pairs_within(np.array([0, 1, 0, 2, 2, 2]))
    (array([0, 3, 3, 4]), array([2, 4, 5, 5]))
    """
    order = np.argsort(item, kind="stable")
    starts = np.flatnonzero(np.diff(item[order], prepend=-1))
    counts = np.diff(starts, append=len(item))
    found = [
        starts[counts == count][:, None, None] + np.array(list(combinations(range(count), 2)))
        for count in np.unique(counts).tolist()
        if count >= 2
    ]
    places = np.concatenate([np.zeros((0, 2), dtype=np.int64), *(pairs.reshape(-1, 2) for pairs in found)])
    return order[places[:, 0]], order[places[:, 1]]


def observed(item: Numbers, group: Numbers, one: Numbers, found: Floats) -> Observed:
    """From the item and the group of each tree, shape (trees,), and every two trees of an item, shape (pairs,).

    Of two trees it is enough to know the first, and how much they disagree.
    """
    trees = np.bincount(item)[item[one]]
    groups = int(group.max()) + 1
    return Observed(
        _summed(2 * found / (trees - 1), group[one], groups),
        np.bincount(group).astype(np.float64),
        _summed(found, group[one], groups),
    )


def expected_of_all(pairs: AllPairs, group: Numbers, within: Floats | None = None) -> Expected:
    """Over all pairs of trees, from the group of each tree, shape (trees,).

    ``within`` is the sum over the pairs within each group; it is computed where it is not given.
    """
    present, kind, times = np.unique(pairs.kind_of, return_inverse=True, return_counts=True)
    sums, largest = np.empty(len(present)), 0.0
    for rows in _blocks(len(present)):
        block = pairs.between(present[rows], present)
        sums[rows] = block @ times
        largest = max(largest, float(block.max(initial=0.0)))
    n, counts = len(group), np.bincount(group)
    if within is None:
        within = np.array([sum_of_pairs(pairs.only(np.flatnonzero(group == each))) for each in range(len(counts))])
    return Expected(
        float(times @ sums) / 2,
        n * (n - 1) / 2,
        np.bincount(group, weights=sums[kind]) - within,
        (n * (n - 1) - (n - counts) * (n - counts - 1)) / 2,
        largest,
    )


def sums_between_groups(pairs: AllPairs, group: Numbers) -> Floats:
    """The sums over all ordered pairs of trees by the groups of both, shape (groups, groups)."""
    from scipy.sparse import csc_array

    present, kind = np.unique(pairs.kind_of, return_inverse=True)
    groups = int(group.max()) + 1
    held = csc_array((np.ones(len(kind)), (group, kind)), shape=(groups, len(present)))
    sums = np.zeros((groups, groups))
    for rows in _blocks(len(present)):
        sums += np.asarray(held[:, rows] @ (held @ pairs.between(present, present[rows])).T)
    return sums


def expected_of_sample(
    group: Numbers,
    apart: Disagreement,
    observed_value: float,
    *,
    precision: float,
    level: float,
    most: int,
    rng: np.random.Generator,
) -> tuple[Expected, Sampling]:
    """Over pairs drawn at random, as many as it takes to know alpha to the precision, but at most so many.

        half-width of alpha = z (1 - alpha) CV / sqrt(pairs),

    where CV is the coefficient of variation of the disagreement of two trees. A first few pairs say what it is about.
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    ends, found = np.zeros((2, 0), dtype=np.int64), np.zeros(0)
    needed, half_width, error = PILOT, inf, 0.0
    while half_width > precision and len(found) < most:
        drawn = _drawn_pairs(len(group), min(needed, most) - len(found), rng)
        ends, found = np.concatenate([ends, drawn], axis=1), np.concatenate([found, apart(*drawn)])
        mean = float(found.mean())
        error = float(found.std(ddof=1)) / mean / sqrt(len(found)) if mean else 0.0
        half_width = z * observed_value / mean * error if mean else 0.0
        needed = max(len(found) + PILOT, ceil(1.05 * len(found) * (half_width / precision) ** 2))
    one, other = group[ends]
    groups = int(group.max()) + 1
    touching, touching_count = (
        _summed(each, one, groups) + _summed(np.where(one == other, 0.0, each), other, groups)
        for each in (found, np.ones(len(found)))
    )
    expected = Expected(float(found.sum()), len(found), touching, touching_count, float(found.max(initial=0.0)), error)
    return expected, Sampling(len(found), half_width)


def _summed(numbers: Floats, group: Numbers, groups: int) -> Floats:
    sums: Floats = np.bincount(group, numbers, groups).astype(np.float64)
    return sums


def _drawn_pairs(trees: int, count: int, rng: np.random.Generator) -> Numbers:
    """So many pairs of different trees, shape (2, count)."""
    one, other = rng.integers(trees, size=count), rng.integers(trees - 1, size=count)
    return np.stack([one, other + (other >= one)])


def sum_of_pairs(pairs: AllPairs) -> float:
    """The sum over all unordered pairs of trees."""
    present, times = np.unique(pairs.kind_of, return_counts=True)
    sums = (times[rows] @ pairs.between(present[rows], present) @ times for rows in _blocks(len(present)))
    return float(sum(sums)) / 2


def _blocks(count: int) -> Iterator[slice]:
    return (slice(start, start + _ROWS) for start in range(0, count, _ROWS))
