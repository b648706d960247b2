"""Where each of a few spans would start, from the table of what may come before it.

If m of the other k - 1 spans come before a span, any m of them, and z of the G tokens between spans, then

    p(start at l) = sum_{m, s} P(m, s) w(m, l - 1 - s),

where P(m, s) is the chance that m of the others, drawn at random, have s tokens together, and w(m, z) is 1/k times the
beta-binomial chance of z among G with the parameters m + 1 and k - m. Nothing is subtracted, so that even the smallest
chance has all its digits.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_WORK = 60_000_000
_CALL = 1_000
"""What adding one row costs before its first number, in numbers."""


def edge_of(counts: Mapping[int, int]) -> int:
    """The number of starts, at either end, before all are equally likely (Proposition 3 of Li et al. 2024)."""
    return sum(times * (length - 1) for length, times in counts.items()) - min(counts) + 2


def few(tokens: int, counts: Mapping[int, int]) -> bool:
    """Whether the table is small enough to be the faster way."""
    spans, reach = sum(counts.values()), min(edge_of(counts), tokens // 2 + 1)
    cells = min(1 << min(spans - 1, 60), spans * reach)
    return len(counts) * (cells * (reach + _CALL) + spans**2 * reach) <= _WORK


def starts_of_few(tokens: int, counts: Mapping[int, int]) -> dict[int, Floats]:
    """The chance that one span of each length starts at each token, of spans that do not overlap.

    >>> {length: starts.round(3).tolist() for length, starts in starts_of_few(5, {1: 1, 2: 1}).items()}
    {1: [0.25, 0.167, 0.167, 0.167, 0.25], 2: [0.25, 0.25, 0.25, 0.25]}
    """
    lengths = [length for length, times in counts.items() for _ in range(times)]
    gaps = tokens - sum(lengths)
    reach = min(edge_of(counts), tokens // 2 + 1)
    weights = [_weights(gaps, len(lengths), before, min(reach, gaps + 1)) for before in range(len(lengths))]
    starts = {}
    for length in counts:
        others = lengths.copy()
        others.remove(length)
        edge = np.zeros(reach)
        for subsets, weight in zip(_subsets(others, reach), weights, strict=True):
            for total in np.flatnonzero(subsets):
                room = edge[total : total + len(weight)]
                room += subsets[total] * weight[: len(room)]
        starts[length] = mirrored(edge, tokens - length + 1)
    return starts


def mirrored(edge: Floats, starts: int) -> Floats:
    """The chances at both ends, which mirror each other, and between them what is left of 1, evenly."""
    left = starts - 2 * len(edge)
    if left <= 0:
        return np.concatenate([edge[: (starts + 1) // 2], edge[: starts // 2][::-1]])
    return np.concatenate([edge, np.full(left, (1 - 2 * edge.sum()) / left), edge[::-1]])


def _subsets(lengths: Sequence[int], reach: int) -> Floats:
    """The chance P(m, s) that m spans drawn from these have s tokens together, shape (spans + 1, reach)."""
    table = np.zeros((len(lengths) + 1, reach))
    table[0, 0] = 1
    for drawn_from, length in enumerate(lengths, 1):
        share = np.arange(len(table))[:, None] / drawn_from
        longer = share[1:] * table[:-1, : max(0, reach - length)]
        table *= 1 - share
        table[1:, length:] += longer
    return table


def _weights(gaps: int, spans: int, before: int, reach: int) -> Floats:
    """The chance w(m, z) that m of the other spans, and z = 0, 1, ... of the tokens between, come before a span.

    Ratios of neighbours are multiplied outwards from the largest, whose value is a quotient of integers; a log-gamma
    would cost three digits.
    """
    items = gaps + spans
    z = np.arange(reach - 1)
    ratios = (gaps - z) / (z + 1) * (before + z + 1) / (items - 1 - before - z)
    mode = int(np.count_nonzero(ratios > 1))
    largest = comb(spans - 1, before) * comb(gaps, mode) / (comb(items - 1, before + mode) * items)
    falling = np.cumprod(1 / ratios[:mode][::-1])[::-1]
    return largest * np.concatenate([falling, [1.0], np.cumprod(ratios[mode:])])
