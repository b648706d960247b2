"""Two spans at once: where both of two spans placed at random would start, which the variance of any score needs.

Let K be the lengths of all spans, with repeats. The spans and the tokens between them lie in random order, so that of
all placements the share with a span of length a at token s and another of length b after it at token t is

    1 / F_K(n)  sum_{L + M + R = K - {a, b}}  F_L(s) F_M(t - s - a) F_R(n - t - b),

where L, M and R are the spans before, between and after the two, and F_X(m) = (g + x)! / (g! prod_i x_i!) is in how
many ways the x spans of X, x_i of each length, and g tokens between them can lie on m tokens.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import refuse_lengths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Times = tuple[int, ...]
    """How many spans of each length, in the order of the lengths."""

TOO_MUCH = 10**18
_HIGHEST = 10**300
_SENTENCE = 64


def work(tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0) -> int:
    """About how many products two spans at once take; ``TOO_MUCH`` where the numbers grow too large."""
    counts = Counter(lengths)
    starts = sum(tokens - length + 1 for length in counts) ** 2
    if overlap or counts.total() < 2:
        return starts
    refuse_lengths(tokens, counts, overlap=overlap, gap=gap)
    items = tokens + gap - sum((length + gap - 1) * times for length, times in counts.items())
    if comb(items, counts.total()) * factorial(counts.total()) > _HIGHEST:
        return TOO_MUCH
    return starts * prod(comb(times + 2, 2) for times in counts.values())


def pairs_of_starts(
    tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0
) -> dict[tuple[int, int], Floats]:
    """How many spans of one length start, in expectation, at each token while another of the other length does.

    From two lengths to an array of the shape (starts of the first, starts of the second); a span is no other to itself.

    >>> pairs_of_starts(4, [2, 1])[1, 2].round(3).tolist()
    [[0.0, 0.167, 0.167], [0.0, 0.0, 0.167], [0.167, 0.0, 0.0], [0.167, 0.167, 0.0]]
    """
    counts = Counter(lengths)
    if overlap:
        return {
            (one, other): np.full(
                (tokens - one + 1, tokens - other + 1),
                counts[one] * (counts[other] - (one == other)) / ((tokens - one + 1) * (tokens - other + 1)),
            )
            for one, other in product(counts, repeat=2)
        }
    widened = tuple((length + gap, times) for length, times in sorted(counts.items()))
    disjoint = _disjoint_in_a_sentence if tokens <= _SENTENCE else _disjoint
    return {(one - gap, other - gap): found for (one, other), found in disjoint(tokens + gap, widened).items()}


def _disjoint(tokens: int, lengths: tuple[tuple[int, int], ...]) -> dict[tuple[int, int], Floats]:
    sizes, times = [length for length, _ in lengths], tuple(times for _, times in lengths)
    ways = {part: _ways(part, sizes, tokens) for part in product(*(range(each + 1) for each in times))}
    found = {}
    for first, one in enumerate(sizes):
        for second, other in enumerate(sizes):
            others = tuple(each - (place == first) - (place == second) for place, each in enumerate(times))
            pairs = np.zeros((tokens - one + 1, tokens - other + 1))
            if min(others) >= 0:
                ordered = _in_order(ways, others, tokens - one - other) / ways[times][tokens]
                for start, behind in enumerate(ordered):
                    pairs[start, start + one :] = behind[: len(behind) - start]
            found[one, other] = pairs
    return {(one, other): pairs + found[other, one].T for (one, other), pairs in found.items()}


_disjoint_in_a_sentence = lru_cache(maxsize=512)(_disjoint)
"""Sentences of a corpus repeat their lengths."""


def _ways(part: Times, sizes: Sequence[int], tokens: int) -> Floats:
    """In how many ways these spans can be placed on 0, 1, 2, ... tokens, shape (tokens + 1,)."""
    spans, total = sum(part), sum(each * size for each, size in zip(part, sizes, strict=True))
    ways = np.zeros(tokens + 1)
    gaps = np.arange(1, tokens - total + 1)
    orders = factorial(spans) // prod(map(factorial, part))
    ways[total:] = orders * np.cumprod(np.concatenate([[1.0], (gaps + spans) / gaps]))
    return ways


def _in_order(ways: dict[Times, Floats], others: Times, free: int) -> Floats:
    """Ways to place the others with so many tokens before the first and between both, shape (free + 1, free + 1)."""
    found = np.zeros((free + 1, free + 1))
    before, between = np.indices(found.shape)
    behind = np.maximum(free - before - between, 0)
    for left in product(*(range(each + 1) for each in others)):
        rest = tuple(each - taken for each, taken in zip(others, left, strict=True))
        middles = list(product(*(range(each + 1) for each in rest)))
        ends = [tuple(each - taken for each, taken in zip(rest, middle, strict=True)) for middle in middles]
        inner = np.array([ways[middle][: free + 1] for middle in middles])
        outer = np.array([ways[end][: free + 1] for end in ends])
        found += ways[left][: free + 1, None] * (inner.T @ outer)[between, behind]
    return np.where(before + between <= free, found, 0.0)
