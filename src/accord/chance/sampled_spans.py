"""Spans placed at random over a text, drawn: for what has no formula, and as a witness of what has one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import refuse_lengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

_CELLS = 1_000_000
_DENSE = 8
"""Where there are at most so many items to a span, all are shuffled; else ranks are drawn, since few will meet."""
_MAX_COMPARED = 8
"""So many spans are compared two by two, which is faster than sorting each placement of them."""


def sampled_starts(
    tokens: int,
    lengths: Sequence[int],
    rng: np.random.Generator,
    samples: int,
    *,
    overlap: bool = False,
    gap: int = 0,
) -> Integers:
    """The starts, from 0, of spans of these lengths in random placements, shape (samples, spans).

    Every placement is as likely as any other. The cost is that of the spans, whatever the length of the text.

    >>> sampled_starts(10, [3, 2, 5], np.random.default_rng(1), 2).tolist()
    [[0, 3, 5], [7, 0, 2]]
    """
    counts = Counter(lengths)
    refuse_lengths(tokens, counts, overlap=overlap, gap=gap)
    widths = np.array(lengths, dtype=np.int64)
    if overlap:
        return rng.integers(tokens - widths + 1, size=(samples, len(widths)))
    extra = widths + gap - 1
    items = tokens + gap - int(extra.sum())
    starts = np.empty((samples, len(widths)), dtype=np.int64)
    block = max(1, _CELLS // max(1, min(items, _DENSE * len(widths))))
    for first in range(0, samples, block):
        rows = starts[first : first + block]
        rows[:] = _distinct(rng, len(rows), len(widths), items)
        if len(widths) <= _MAX_COMPARED:
            rows += _before(rows, extra)
            continue
        order = np.argsort(rows, axis=1)
        widened = extra[order]
        before = np.cumsum(widened, axis=1) - widened
        np.put_along_axis(rows, order, np.take_along_axis(rows, order, axis=1) + before, axis=1)
    return starts


def _before(ranks: Integers, extra: Integers) -> Integers:
    """How much wider than their ranks the spans before each span are, of few spans."""
    before = np.zeros_like(ranks)
    for one, other in combinations(range(len(extra)), 2):
        first = ranks[:, one] < ranks[:, other]
        before[:, other] += extra[one] * first
        before[:, one] += extra[other] * ~first
    return before


def _distinct(rng: np.random.Generator, samples: int, spans: int, items: int) -> Integers:
    """A rank of its own for each span, shape (samples, spans), every choice and order as likely as any other.

    Ranks that meet are drawn again until none do. That asks only whether ranks are equal and never which they are, so
    no rank is favoured.
    """
    if items <= _DENSE * spans:
        return rng.permuted(np.tile(np.arange(items), (samples, 1)), axis=1)[:, :spans]
    ranks = rng.integers(items, size=(samples, spans))
    if spans < 2:
        return ranks
    again = np.flatnonzero(_meets(ranks))
    while again.size:
        ranks.flat[again] = rng.integers(items, size=len(again))
        drawn = np.unique(again // spans)
        rows, columns = np.nonzero(_meets(ranks[drawn]))
        again = drawn[rows] * spans + columns
    return ranks


def _meets(ranks: Integers) -> NDArray[np.bool_]:
    """Whether a rank is that of a span before it, too."""
    meets = np.zeros(ranks.shape, dtype=np.bool_)
    if ranks.shape[1] <= _MAX_COMPARED:
        for one, other in combinations(range(ranks.shape[1]), 2):
            meets[:, other] |= ranks[:, one] == ranks[:, other]
        return meets
    order = np.argsort(ranks, axis=1, kind="stable")
    ordered = np.take_along_axis(ranks, order, axis=1)
    np.put_along_axis(meets, order[:, 1:], ordered[:, 1:] == ordered[:, :-1], axis=1)
    return meets


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
