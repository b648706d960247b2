"""Wilcoxon's rank-sum test between two samples, exact also with ties (Wilcoxon 1945; Mann & Whitney's U)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from math import comb, erfc, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    Numbers = Sequence[Fraction] | Sequence[Fraction | float] | Sequence[int]

_MAX_VALUES = 60
"""To count all ways for more values takes longer than it is worth."""


def exact_p(first: Numbers, second: Numbers) -> float:
    """The two-sided p of a rank sum: twice the share of all ways to deal out the ranks that lie as far out, at most 1.

    Tied values share their mean rank. Above 60 values it is the normal approximation, corrected for ties and
    continuity.

    >>> round(exact_p([4, 5, 6], [1, 2, 3]), 4), round(exact_p([4, 5, 5], [1, 2, 4]), 4)
    (0.1, 0.2)
    """
    if len(first) + len(second) > _MAX_VALUES:
        return _corrected_normal_p(first, second)
    ranks = _doubled_ranks(first, second)
    observed = sum(ranks[: len(first)])
    ways = _ways(ranks, len(first))
    lower = sum(count for total, count in ways.items() if total <= observed)
    upper = sum(count for total, count in ways.items() if total >= observed)
    return min(1.0, 2 * min(lower, upper) / comb(len(ranks), len(first)))


def normal_p(first: Numbers, second: Numbers) -> float:
    """The same by the normal approximation without any correction, which is too small for few values."""
    return _two_sided(_distance(first, second), len(first) * len(second) * (len(first) + len(second) + 1) / 12)


def _doubled_ranks(first: Numbers, second: Numbers) -> list[int]:
    """Twice the rank of each value: whole numbers, also for the mean ranks of ties."""
    ordered = sorted([*first, *second])
    return [bisect_left(ordered, value) + bisect_right(ordered, value) + 1 for value in (*first, *second)]


def _ways(ranks: Sequence[int], size: int) -> Counter[int]:
    """In how many ways so many of the ranks add up to each total."""
    ways = [Counter({0: 1}), *(Counter[int]() for _ in range(size))]
    for rank in ranks:
        for chosen in range(size, 0, -1):
            for total, count in ways[chosen - 1].items():
                ways[chosen][total + rank] += count
    return ways[size]


def _distance(first: Numbers, second: Numbers) -> float:
    """How far the rank sum lies from its mean."""
    ranks = _doubled_ranks(first, second)
    return abs(sum(ranks[: len(first)]) - len(first) * (len(ranks) + 1)) / 2


def _corrected_normal_p(first: Numbers, second: Numbers) -> float:
    size = len(first) + len(second)
    ties = sum(times**3 - times for times in Counter([*first, *second]).values())
    variance = len(first) * len(second) / 12 * (size + 1 - ties / (size * (size - 1)))
    return _two_sided(max(0.0, _distance(first, second) - 0.5), variance)


def _two_sided(distance: float, variance: float) -> float:
    return erfc(distance / sqrt(2 * variance)) if variance > 0 else 1.0
