"""Every placement of some spans on a short text, one by one: what no formula over single tokens can tell."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import refuse_lengths

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

MOST = 20_000
"""More placements than this are not enumerated."""


def all_placements(tokens: int, lengths: Sequence[int], *, gap: int = 0) -> Integers | None:
    """The starts, from 0, of the spans in every placement without overlap, shape (placements, spans).

    Spans of the same length are not exchanged, so every placement is there once, and all are equally likely. None where
    there are more than ``MOST``.

    >>> all_placements(4, [2, 1]).tolist()
    [[0, 2], [0, 3], [1, 3], [1, 0], [2, 0], [2, 1]]
    """
    counts = Counter(lengths)
    refuse_lengths(tokens, counts, overlap=False, gap=gap)
    items = tokens + gap - sum(length + gap - 1 for length in lengths)
    orders = factorial(len(lengths)) // prod(map(factorial, counts.values()))
    if comb(items, len(lengths)) * orders > MOST:
        return None
    ranks = np.array(list(combinations(range(items), len(lengths))), dtype=np.int64)
    where = {length: [span for span, other in enumerate(lengths) if other == length] for length in counts}
    return np.concatenate([_placed(ranks, order, where, gap) for order in _orders(counts, len(lengths))])


def joint_coverage(tokens: int, lengths: Sequence[int], *, gap: int = 0) -> NDArray[np.float64] | None:
    """The chance that two tokens are both covered, shape (tokens, tokens); None where placements are too many.

    >>> joint_coverage(3, [2]).tolist()
    [[0.5, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 0.5]]
    """
    starts = all_placements(tokens, lengths, gap=gap)
    if starts is None:
        return None
    covered = covered_tokens(starts, lengths, tokens).astype(np.float64)
    both: NDArray[np.float64] = covered.T @ covered / len(covered)
    return both


def covered_tokens(starts: Integers, lengths: Sequence[int], tokens: int) -> NDArray[np.bool_]:
    """Which tokens some span covers in each placement, shape (placements, tokens).

    >>> covered_tokens(np.array([[0, 3]]), [2, 1], 5).tolist()
    [[True, True, False, True, False]]
    """
    steps = np.zeros((len(starts), tokens + 1), dtype=np.int32)
    rows = np.arange(len(starts))[:, None]
    np.add.at(steps, (rows, starts), 1)
    np.subtract.at(steps, (rows, starts + np.asarray(lengths, dtype=np.int64)), 1)
    return np.cumsum(steps[:, :tokens], axis=1) > 0


def _orders(counts: Mapping[int, int], spans: int) -> Iterator[tuple[int, ...]]:
    """Every order of the lengths, each once."""
    if not spans:
        yield ()
    for length, times in counts.items():
        if times:
            for rest in _orders({**counts, length: times - 1}, spans - 1):
                yield (length, *rest)


def _placed(ranks: Integers, order: tuple[int, ...], where: Mapping[int, list[int]], gap: int) -> Integers:
    """The starts of spans that follow each other in this order, at these ranks among spans and tokens between."""
    widths = np.array(order, dtype=np.int64) + gap - 1
    starts = np.empty_like(ranks)
    waiting = {length: iter(spans) for length, spans in where.items()}
    starts[:, [next(waiting[length]) for length in order]] = ranks + np.cumsum(widths) - widths
    return starts
