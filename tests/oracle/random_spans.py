"""Spans on a text by laying them down one after the other in every way, and the paper's own sum over subsets."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Placement = tuple[int, ...]
"""Where each span starts, from 0, in the order of their lengths."""


def placements(
    tokens: int, lengths: Sequence[int], *, overlap: bool = False, gap: int = 0, placed: Placement = ()
) -> Iterator[Placement]:
    """Every way to lay the spans, each for itself, also where they have the same length."""
    if len(placed) == len(lengths):
        yield placed
        return
    length = lengths[len(placed)]
    for start in range(tokens - length + 1):
        apart = (
            start + length + gap <= other or other + lengths[span] + gap <= start for span, other in enumerate(placed)
        )
        if overlap or all(apart):
            yield from placements(tokens, lengths, overlap=overlap, gap=gap, placed=(*placed, start))


def starts(tokens: int, lengths: Sequence[int], placed: Sequence[Placement]) -> dict[int, list[Fraction]]:
    """How many spans of each length start at each token, on average over these placements."""
    times = {length: [0] * (tokens - length + 1) for length in lengths}
    for placement in placed:
        for length, start in zip(lengths, placement, strict=True):
            times[length][start] += 1
    return {length: [Fraction(number, len(placed)) for number in row] for length, row in times.items()}


def coverage(tokens: int, lengths: Sequence[int], placed: Sequence[Placement]) -> list[Fraction]:
    """How many spans cover each token, on average over these placements."""
    times = [0] * tokens
    for placement in placed:
        for length, start in zip(lengths, placement, strict=True):
            for token in range(start, start + length):
                times[token] += 1
    return [Fraction(number, len(placed)) for number in times]


def pairs_of_starts(
    tokens: int, lengths: Sequence[int], placed: Sequence[Placement]
) -> dict[tuple[int, int], list[list[Fraction]]]:
    """How many spans of one length start at one token, and another of the other length at another, on average."""
    times = {
        (one, other): [[0] * (tokens - other + 1) for _ in range(tokens - one + 1)]
        for one in lengths
        for other in lengths
    }
    for placement in placed:
        for first, second in permutations(range(len(lengths)), 2):
            times[lengths[first], lengths[second]][placement[first]][placement[second]] += 1
    return {pair: [[Fraction(number, len(placed)) for number in row] for row in rows] for pair, rows in times.items()}


def chance_of_start(tokens: int, lengths: Sequence[int], span: int, start: int) -> Fraction:
    """Proposition 2 of Li et al. (2024): the sum over every subset of the other spans that may come before one."""
    others = [length for other, length in enumerate(lengths) if other != span]
    gaps = tokens - sum(lengths)
    ways = 0
    for number in range(len(others) + 1):
        for chosen in combinations(others, number):
            free = start - sum(chosen)
            if 0 <= free <= gaps:
                behind = len(others) - number
                ways += perm(free + number, number) * perm(gaps - free + behind, behind)
    return Fraction(ways, perm(gaps + len(lengths), len(lengths)))


def first_starts(tokens: int, lengths: Sequence[int], length: int, many: int) -> list[Fraction]:
    """The chance that one span starts at each of the first tokens of a long text, where only few others fit before it.

    1/N sum_{m, s} c(m, s) C(G, z) / C(N - 1, m + z), z = l - 1 - s.
    """
    others = list(lengths)
    others.remove(length)
    table = [[int(number == total == 0) for total in range(many)] for number in range(many)]
    for other in others:
        for number in reversed(range(1, many)):
            for total in range(other, many):
                table[number][total] += table[number - 1][total - other]
    # A row is read above before it changes: number falls, and the row below it still lacks this span.
    gaps = tokens - sum(lengths)
    items = gaps + len(lengths)
    return [
        sum(
            (
                Fraction(table[number][total] * comb(gaps, start - total), comb(items - 1, number + start - total))
                for number in range(many)
                for total in range(start + 1)
                if table[number][total]
            ),
            Fraction(0),
        )
        / items
        for start in range(many)
    ]
