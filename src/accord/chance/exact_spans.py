"""Spans placed at random over a text, in exact fractions: the witness of the fast way, and good for some fifty spans.

Of all perm(N, k) placements of k spans among N = G + k items, those in which a span starts at token l are

    sum_{m, s} c(m, s) perm(m + z, m) perm(N - 1 - m - z, k - 1 - m),    z = l - 1 - s,

where c(m, s) is the number of ways to choose m of the other spans with s tokens together. Proposition 2 of Li et al.
(2024) sums over the chosen spans themselves, of which there are 2^(k-1).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import comb, perm
from typing import TYPE_CHECKING

from accord.chance.few_spans import edge_of
from accord.chance.random_spans import refuse_lengths

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def exact_starts(
    tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0
) -> dict[int, list[Fraction]]:
    """How many spans of each length start, in expectation, at each token.

    >>> [str(chance) for chance in exact_starts(5, [2, 1])[1]]
    ['1/4', '1/6', '1/6', '1/6', '1/4']
    """
    counts = Counter(lengths)
    refuse_lengths(tokens, counts, overlap=overlap, gap=gap)
    if overlap:
        ends = {length: tokens - length + 1 for length in counts}
        return {length: [Fraction(counts[length], ends[length])] * ends[length] for length in sorted(counts)}
    widened = {length + gap: times for length, times in sorted(counts.items())}
    return {length - gap: _disjoint(tokens + gap, widened, length) for length in widened}


def exact_coverage(tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0) -> list[Fraction]:
    """How many spans cover each token, in expectation; disjoint ones, the chance that one does.

    >>> [str(chance) for chance in exact_coverage(5, [2, 1])]
    ['1/2', '2/3', '2/3', '2/3', '1/2']
    """
    steps = [Fraction(0)] * (tokens + 1)
    for length, starts in exact_starts(tokens, lengths, overlap=overlap, gap=gap).items():
        for start, expected in enumerate(starts):
            steps[start] += expected
            steps[start + length] -= expected
    return list(accumulate(steps[:tokens]))


def _disjoint(tokens: int, counts: Mapping[int, int], length: int) -> list[Fraction]:
    """How many spans of one length start at each token: the edge, the plateau, and the edge mirrored."""
    spans, starts = sum(counts.values()), tokens - length + 1
    gaps = tokens - sum(each * times for each, times in counts.items())
    reach = min(edge_of(counts), (starts + 1) // 2)
    others = {each: times - (each == length) for each, times in counts.items()}
    placements = [0] * reach
    for before, totals in enumerate(_subsets(others, reach)):
        weights = [
            perm(before + z, before) * perm(gaps + spans - 1 - before - z, spans - 1 - before)
            for z in range(min(reach, gaps + 1))
        ]
        for total, ways in totals.items():
            for z, weight in enumerate(weights[: reach - total]):
                placements[total + z] += ways * weight
    edge = [Fraction(counts[length] * number, perm(gaps + spans, spans)) for number in placements]
    if 2 * reach >= starts:
        return edge + edge[: starts // 2][::-1]
    return edge + edge[-1:] * (starts - 2 * reach) + edge[::-1]


def _subsets(counts: Mapping[int, int], reach: int) -> list[dict[int, int]]:
    """For each number of spans, how many choices of them have each total below the reach."""
    table: list[dict[int, int]] = [{0: 1}] + [{} for _ in range(sum(counts.values()))]
    for length, times in counts.items():
        for size in reversed(range(len(table))):
            for total, ways in list(table[size].items()):
                for more in range(1, times + 1):
                    longer = total + more * length
                    if longer < reach:
                        row = table[size + more]
                        row[longer] = row.get(longer, 0) + ways * comb(times, more)
    return table
