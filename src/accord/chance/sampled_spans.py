"""Spans laid at random over a text, drawn or counted out one placement after the other."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import refuse_lengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Positions = NDArray[np.int64]

_CELLS = 4_000_000


def sampled_starts(
    tokens: int,
    lengths: Sequence[int],
    rng: np.random.Generator,
    samples: int,
    *,
    overlap: bool = False,
    gap: int = 0,
) -> Positions:
    """Where each span starts, from 0, in so many independent uniform placements; shape (samples, spans)."""
    refuse_lengths(tokens, {length: list(lengths).count(length) for length in set(lengths)}, overlap=overlap, gap=gap)
    sizes = np.array(lengths, dtype=np.int64).reshape(-1)
    if overlap or len(sizes) <= 1:
        return rng.integers(tokens - sizes + 1, size=(samples, len(sizes)))
    sizes = sizes + gap
    items = tokens + gap - int(sizes.sum()) + len(sizes)
    ranks = _chosen(items, len(sizes), samples, rng)
    order = rng.permuted(np.tile(np.arange(len(sizes)), (samples, 1)), axis=1)
    return _placed(ranks, order, sizes)


def _placed(ranks: Positions, order: Positions, sizes: Positions) -> Positions:
    """The starts of spans that stand at these ranks among all items, in this order; shape (samples, spans)."""
    in_order = sizes[order]
    before = np.cumsum(in_order, axis=1) - in_order
    starts = np.empty_like(ranks)
    np.put_along_axis(starts, order, ranks - np.arange(len(sizes)) + before, axis=1)
    return starts


def _chosen(items: int, count: int, samples: int, rng: np.random.Generator) -> Positions:
    """So many different ranks among all items, in rising order; shape (samples, count)."""
    if items * samples <= _CELLS:
        keys = rng.random((samples, items))
        return np.sort(np.argpartition(keys, count - 1, axis=1)[:, :count], axis=1)
    return np.sort(np.array([rng.choice(items, count, replace=False) for _ in range(samples)]), axis=1)


def all_placements(tokens: int, lengths: Sequence[int]) -> Positions:
    """The starts of the spans in every disjoint placement, shape (placements, spans).

    >>> all_placements(3, [1, 1]).tolist()
    [[0, 1], [0, 2], [1, 2], [1, 0], [2, 0], [2, 1]]
    """
    sizes = np.array(lengths, dtype=np.int64)
    items = tokens - int(sizes.sum()) + len(sizes)
    ranks = np.array(list(combinations(range(items), len(sizes))), dtype=np.int64).reshape(-1, len(sizes))
    orders = np.array(list(permutations(range(len(sizes)))), dtype=np.int64).reshape(-1, len(sizes))
    return np.concatenate([_placed(ranks, np.tile(order, (len(ranks), 1)), sizes) for order in orders])
