"""Intervals and tests by doing what their definition says, sentence by sentence, permutation by permutation."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import exp, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Sentence = tuple[int, tuple[int, int], tuple[int, int]]
"""Mentions in the reference, then (predicted, correct) of one system and of the other."""


def f1_difference(sentences: Sequence[Sentence]) -> Fraction:
    """F1 of the first system less that of the second; both must be defined."""
    reference = sum(marked for marked, _, _ in sentences)

    def f1(outputs: Sequence[tuple[int, int]]) -> Fraction:
        predicted, correct = (sum(column) for column in zip(*outputs, strict=True))
        return Fraction(2 * correct, reference + predicted)

    return f1([first for _, first, _ in sentences]) - f1([second for _, _, second in sentences])


def exchange_p(sentences: Sequence[Sentence]) -> Fraction:
    """The share of all 2^n exchanges of the two outputs whose difference is at least as large as the observed one."""
    observed = abs(f1_difference(sentences))
    extreme = 0
    for swaps in product([False, True], repeat=len(sentences)):
        exchanged = [(ref, b, a) if swap else (ref, a, b) for swap, (ref, a, b) in zip(swaps, sentences, strict=True)]
        extreme += abs(f1_difference(exchanged)) >= observed
    return Fraction(extreme, 2 ** len(sentences))


def jackknife_f1(sentences: Sequence[tuple[int, int, int]]) -> tuple[float, float]:
    """A 95 % interval of F1, symmetric in log(F1 / (1 - F1)), from leaving out each sentence in turn."""

    def f1(rows: Sequence[tuple[int, int, int]]) -> float:
        return 2 * sum(row[2] for row in rows) / sum(row[0] + row[1] for row in rows)

    without = [f1([row for other, row in enumerate(sentences) if other != left]) for left in range(len(sentences))]
    mean = sum(without) / len(without)
    variance = (len(without) - 1) / len(without) * sum((value - mean) ** 2 for value in without)
    value = f1(sentences)
    slope = 1 / (value * (1 - value))
    half = NormalDist().inv_cdf(0.975) * sqrt(variance) * slope
    low, high = (log(value / (1 - value)) + side * half for side in (-1, 1))
    return 1 / (1 + exp(-low)), 1 / (1 + exp(-high))


def rank_sum_p(first: Sequence[float], second: Sequence[float]) -> Fraction:
    """The exact two-sided p of Wilcoxon's rank-sum test: twice the share of the smaller tail; ties share ranks."""
    ranks = _ranks(first, second)
    observed = sum(ranks[: len(first)])
    sums = [sum(chosen) for chosen in combinations(ranks, len(first))]
    lower, upper = (sum(total <= observed for total in sums), sum(total >= observed for total in sums))
    return min(Fraction(1), Fraction(2 * min(lower, upper), len(sums)))


def _ranks(first: Sequence[float], second: Sequence[float]) -> list[float]:
    pooled = sorted([*first, *second])
    return [pooled.index(value) + (pooled.count(value) + 1) / 2 for value in (*first, *second)]


def rank_sum_p_normal(first: Sequence[float], second: Sequence[float]) -> float:
    """The same by the normal approximation, without correction."""
    total = sum(_ranks(first, second)[: len(first)])
    n, m = len(first), len(second)
    z = (total - n * (n + m + 1) / 2) / sqrt(n * m * (n + m + 1) / 12)
    return 2 * (1 - NormalDist().cdf(abs(z)))
