"""Spans laid at random over a text: where each would start, and which tokens they would cover.

The model keeps the text's length and the lengths of an annotator's spans, and forgets where they lay. In the disjoint
model every placement without overlap is as likely as any other: a random order of the k spans and of the G tokens
between them. Let every one of these N = G + k items come at a time of its own, uniform between 0 and 1. What comes
before a span that comes at time u has the generating function

    (1 - u + u x)^G  prod_{j != i} (1 - u + u x^{a_j}),

whose coefficient of x^(l-1), integrated over u, is the chance that the span i starts at token l. That is a Fourier
transform for each of some hundred times u, whatever the number of spans. Far from the ends every start is as likely as
any other, and that plateau follows from the sum.

Li, H., Rosé, C., Yuan, Q. & Zhou, X. (2024). Estimating agreement by chance for sequence annotation (who sum over all
2^(k-1) subsets of the spans).
"""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Starts = dict[int, Floats]

_PANEL = 48
_NODES = 32
"""The integral over u is taken in panels of so many expected items, each by a Gauss-Legendre rule of so many nodes."""
_SIGMAS = 9.0
_FLAT = 1e-13
_CELLS = 1_000_000


def expected_starts(tokens: int, lengths: Iterable[int], *, overlap: bool = False, gap: int = 0) -> Starts:
    """How many spans of each length start, in expectation, at each token: length to an array of the shape (starts,).

    With ``overlap`` spans know nothing of each other, and every start is as likely. ``gap`` is the least number of
    tokens between two spans.

    >>> {length: starts.round(3).tolist() for length, starts in expected_starts(5, [2, 1]).items()}
    {1: [0.25, 0.167, 0.167, 0.167, 0.25], 2: [0.333, 0.167, 0.167, 0.333]}
    """
    counts = Counter(lengths)
    refuse_lengths(tokens, counts, overlap=overlap, gap=gap)
    if overlap or counts.total() == 1:
        return {length: np.full(tokens - length + 1, times / (tokens - length + 1)) for length, times in counts.items()}
    widened = {length + gap: times for length, times in sorted(counts.items())}
    starts = _disjoint(tokens + gap, widened) if counts else {}
    return {length - gap: widened[length] * chances for length, chances in starts.items()}


def refuse_lengths(tokens: int, counts: Mapping[int, int], *, overlap: bool, gap: int = 0) -> None:
    """Refuse spans that no placement can hold."""
    if any(length < 1 for length in counts):
        raise UsageError("a span has at least one token")
    total = sum((length + gap) * times for length, times in counts.items())
    if max(counts, default=0) > tokens or (not overlap and counts and total > tokens + gap):
        raise UsageError(f"spans of {total} tokens do not fit into a text of {tokens} without overlap")


def coverage(starts: Mapping[int, Floats], tokens: int) -> Floats:
    """How many spans cover each token, in expectation, shape (tokens,); disjoint ones, the chance that one does.

    The spans that cover a token are those that start on it or up to their length before it.

    >>> coverage(expected_starts(5, [2, 1]), 5).round(3).tolist()
    [0.583, 0.667, 0.5, 0.667, 0.583]
    """
    covered = np.zeros(tokens)
    for length, expected in starts.items():
        if length < len(expected):
            covered += np.convolve(expected, np.ones(length))
        else:
            covered += np.convolve(np.ones(length), expected)
    return covered


def _disjoint(tokens: int, counts: Mapping[int, int]) -> Starts:
    """The chance that one span of each length starts at each token."""
    edge = 64
    while True:
        starts = _near_the_edge(tokens, counts, edge)
        if starts is None:
            return _everywhere(tokens, counts)
        whole = {length: _with_plateau(chances, tokens - length + 1) for length, chances in starts.items()}
        reach = 2 * max(counts)
        if all(np.ptp(chances[edge - reach : edge + 1]) <= _FLAT * chances[edge] for chances in whole.values()):
            return whole
        edge *= 2


def _with_plateau(edge: Floats, starts: int) -> Floats:
    """The chances at both ends, which mirror each other, and between them what is left of 1, evenly."""
    flat = (1 - 2 * edge.sum()) / (starts - 2 * len(edge))
    return np.concatenate([edge, np.full(starts - 2 * len(edge), flat), edge[::-1]])


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
    times, weights = _quadrature(until, gaps + sum(counts.values()))
    frequencies = np.arange(size // 2 + 1)
    transforms = {length: np.zeros(len(frequencies), dtype=np.complex128) for length in counts}
    block = max(1, _CELLS // len(frequencies))
    for first in range(0, len(times), block):
        u, weight = times[first : first + block, None], weights[first : first + block]
        factors = {length: _log_factor(u, frequencies * length % size, size) for length in counts}
        whole = gaps * _log_factor(u, frequencies, size)
        for length, many in counts.items():
            whole += many * factors[length]
        for length, factor in factors.items():
            transforms[length] += weight @ np.exp(whole - factor)
    return {length: np.fft.irfft(transform, size) for length, transform in transforms.items()}


def _log_factor(u: Floats, turns: NDArray[np.int64], size: int) -> NDArray[np.complex128]:
    """log(1 - u + u x) at x = exp(-2 pi i turns / size), from 1 - x, so that no digit is lost where x is near 1."""
    away, aside = 2 * np.sin(np.pi * turns / size) ** 2, np.sin(2 * np.pi * turns / size)
    logarithm = np.empty((len(u), len(turns)), dtype=np.complex128)
    logarithm.real = np.log1p(-2 * u * (1 - u) * away) / 2
    logarithm.imag = -np.arctan2(u * aside, 1 - u * away)
    return logarithm


def _quadrature(until: float, items: int) -> tuple[Floats, Floats]:
    """Nodes and weights of the integral from 0 to a time."""
    panels = max(1, int(np.ceil(items * until / _PANEL)))
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    width = until / panels
    starts = np.arange(panels)[:, None] * width
    return (starts + (nodes + 1) / 2 * width).ravel(), np.tile(weights * width / 2, panels)


def _power_of_two(least: float) -> int:
    return 1 << int(np.ceil(np.log2(least)))
