"""Spans placed at random over a text: where each would start, and which tokens they would cover.

The model keeps the text's length and the lengths of an annotator's spans, and forgets where they were. In the disjoint
model every placement without overlap is as likely as any other: a random order of the k spans and of the G tokens
between them. Let every one of these N = G + k items come at a time of its own, uniform between 0 and 1. What comes
before a span that comes at time u has the generating function

    (1 - u + u x)^G  prod_{j != i} (1 - u + u x^{a_j}),

whose coefficient of x^(l-1), integrated over u, is the chance that the span i starts at token l. That is a Fourier
transform for each of some hundred times u, whatever the number of spans. Far from the ends every start is as likely as
any other, and that plateau follows from the sum.

Li, Rosé, Yuan & Zhou (2024). Estimating agreement by chance for sequence annotation (who sum over all
2^(k-1) subsets of the spans).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.few_spans import few, mirrored, starts_of_few
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Complexes = NDArray[np.complex128]
    Starts = dict[int, Floats]

_PANEL = 10.0
_NODES = 32
"""The integral over u is taken in panels of so many standard deviations, each by a Gauss-Legendre rule."""
_SIGMAS = 9.0
_FLAT = 1e-13
_CELLS = 300_000
_SENTENCE = 512
_MAX_TOKENS = 20_000_000


def expected_starts(tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0) -> Starts:
    """How many spans of each length start, in expectation, at each token: length to an array of the shape (starts,).

    With ``overlap`` spans know nothing of each other, and every start is as likely. ``gap`` is the least number of
    tokens between two spans.

    >>> {length: starts.round(3).tolist() for length, starts in expected_starts(5, [2, 1]).items()}
    {1: [0.25, 0.167, 0.167, 0.167, 0.25], 2: [0.25, 0.25, 0.25, 0.25]}
    """
    counts = Counter(lengths)
    refuse_lengths(tokens, counts, overlap=overlap, gap=gap)
    if overlap or counts.total() == 1:
        return {length: np.full(tokens - length + 1, times / (tokens - length + 1)) for length, times in counts.items()}
    widened = tuple((length + gap, times) for length, times in sorted(counts.items()))
    disjoint = _disjoint_in_a_sentence if tokens <= _SENTENCE else _disjoint
    starts = disjoint(tokens + gap, widened)
    return {length: counts[length] * starts[length + gap] for length in sorted(counts)}


def refuse_lengths(tokens: int, counts: Mapping[int, int], *, overlap: bool, gap: int = 0) -> None:
    """Refuse spans that no placement can hold, and texts that no memory can."""
    if tokens > _MAX_TOKENS:
        raise UsageError(f"a text of {tokens:,} is too long for random spans: {_MAX_TOKENS:,} is the most, divide it")
    if any(length < 1 for length in counts):
        raise UsageError("a span has at least one token")
    total = sum((length + gap) * times for length, times in counts.items())
    if max(counts, default=0) > tokens or (not overlap and counts and total > tokens + gap):
        taken = sum(length * times for length, times in counts.items())
        apart = f", {gap} apart," if gap else ""
        raise UsageError(f"spans of {taken} tokens{apart} do not fit into a text of {tokens} without overlap")


def coverage(starts: Mapping[int, Floats], tokens: int) -> Floats:
    """How many spans cover each token, in expectation, shape (tokens,); disjoint ones, the chance that one does.

    The spans that cover a token are those that start on it or up to their length before it.

    >>> coverage(expected_starts(5, [2, 1]), 5).round(3).tolist()
    [0.5, 0.667, 0.667, 0.667, 0.5]
    """
    covered = np.zeros(tokens)
    for length, expected in starts.items():
        if length < len(expected):
            covered += np.convolve(expected, np.ones(length))
        else:
            covered += np.convolve(np.ones(length), expected)
    return covered


def _disjoint(tokens: int, lengths: tuple[tuple[int, int], ...]) -> Starts:
    """The chance that one span of each length starts at each token; lengths as (length, times)."""
    counts = dict(lengths)
    if not counts:
        return {}
    if few(tokens, counts):
        return starts_of_few(tokens, counts)
    reach = 2 * max(counts)
    edge = _power_of_two(max(64, 2 * reach))
    while True:
        starts = _near_the_edge(tokens, counts, edge)
        if starts is None:
            return _everywhere(tokens, counts)
        whole = {length: mirrored(chances, tokens - length + 1) for length, chances in starts.items()}
        if all(np.ptp(chances[edge - reach : edge + 1]) <= _FLAT * chances[edge] for chances in whole.values()):
            return whole
        edge *= 2


_disjoint_in_a_sentence = lru_cache(maxsize=4096)(_disjoint)
"""Sentences of a corpus repeat their lengths; a long text does not, and would fill the memory."""


def _near_the_edge(tokens: int, counts: Mapping[int, int], edge: int) -> Starts | None:
    """The chances of the first starts; None where the ends are too near to each other for that.

    At a time when, but for one chance in 10^18, more tokens have come than the edge has, the integral can end; and by
    then, as surely, no more have come than the transform has room for.
    """
    spread = tokens + sum(times * length**2 for length, times in counts.items())
    root = (_SIGMAS * sqrt(spread) + sqrt(_SIGMAS**2 * spread + 4 * tokens * (edge + 40))) / (2 * tokens)
    until = root**2
    if until >= 0.5 or 2 * edge + max(counts) >= tokens:
        return None
    room = tokens * until + (_SIGMAS + 1) * sqrt(spread * until) + edge
    starts = _integrated(tokens, counts, until, _power_of_two(room))
    return {length: chances[:edge] for length, chances in starts.items()}


def _everywhere(tokens: int, counts: Mapping[int, int]) -> Starts:
    """The chances of all starts: the first half of the time, and its mirror image for the second."""
    half = _integrated(tokens, counts, 0.5, _power_of_two(tokens + 1))
    ends = {length: tokens - length + 1 for length in counts}
    return {
        length: np.maximum(chances[: ends[length]] + chances[: ends[length]][::-1], 0)
        for length, chances in half.items()
    }


def _integrated(tokens: int, counts: Mapping[int, int], until: float, size: int) -> Starts:
    """The coefficients of the generating function without one span of each length, integrated over u to a time."""
    gaps = tokens - sum(length * times for length, times in counts.items())
    nodes, weights = _quadrature(until, gaps + sum(counts.values()))
    turns = {length: np.pi * (np.arange(size // 2 + 1) * length % size) / size for length in (1, *counts)}
    steps = {length: (2 * np.sin(turn) ** 2, np.sin(2 * turn)) for length, turn in turns.items()}
    powers = {length: times - 1 for length, times in counts.items()}
    powers[1] = powers.get(1, 0) + gaps
    transforms = {length: np.zeros(size // 2 + 1, dtype=np.complex128) for length in counts}
    first = 0
    while first < len(nodes):
        kept = _audible(nodes[first], steps[1][0], powers[1])
        heard = {length: (away[:kept], aside[:kept]) for length, (away, aside) in steps.items()}
        block = slice(first, first + max(1, _CELLS // (kept * len(counts))))
        u = nodes[block, None]
        shared = np.zeros((len(u), 1), dtype=np.complex128)
        for length, power in powers.items():
            if power:
                shared = shared + power * _log_factor(u, *heard[length])
        factors = [_factor(u, *heard[length]) for length in counts]
        before = list(accumulate(factors[:-1], np.multiply, initial=weights[block, None] * np.exp(shared)))
        behind = np.ones(1, dtype=np.complex128)
        for length, product, factor in zip(reversed(counts), reversed(before), reversed(factors), strict=True):
            transforms[length][:kept] += (product * behind).sum(axis=0)
            behind = behind * factor
        first = block.stop
    return {length: np.fft.irfft(transform, size) for length, transform in transforms.items()}


def _audible(u: float, away: Floats, power: int) -> int:
    """How many frequencies, from the lowest, have a factor of single tokens above e^-50; at later times fewer have."""
    return int(np.count_nonzero(power * np.log1p(-2 * u * (1 - u) * away) >= -100))


def _factor(u: Floats, away: Floats, aside: Floats) -> Complexes:
    """1 - u + u x, from x = 1 - away - i aside, so that no digit is lost where x is near 1."""
    factor = np.empty((len(u), len(away)), dtype=np.complex128)
    factor.real = 1 - u * away
    factor.imag = -u * aside
    return factor


def _log_factor(u: Floats, away: Floats, aside: Floats) -> Complexes:
    logarithm = np.empty((len(u), len(away)), dtype=np.complex128)
    logarithm.real = np.log1p(-2 * u * (1 - u) * away) / 2
    logarithm.imag = -np.arctan2(u * aside, 1 - u * away)
    return logarithm


def _quadrature(until: float, items: int) -> tuple[Floats, Floats]:
    """Nodes and weights of the integral from 0 to a time.

    The time when r items have come is a bump whose width in theta, u = sin(theta)^2, is 1 / (2 sqrt(items)) for any r.
    """
    end = np.arcsin(sqrt(until))
    panels = max(1, int(np.ceil(2 * sqrt(items) * end / _PANEL)))
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    width = end / panels
    theta = (np.arange(panels)[:, None] * width + (nodes + 1) / 2 * width).ravel()
    return np.sin(theta) ** 2, np.tile(weights * width / 2, panels) * np.sin(2 * theta)


def _power_of_two(least: float) -> int:
    return 1 << int(np.ceil(np.log2(least)))
