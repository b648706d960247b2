"""How often a difference of two rounds is as large where items change places, or are dealt to the rounds anew."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.result import Undefined, drawn_p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.uncertainty import Statistic

_ALL_WAYS = 20_000
"""Up to so many ways to exchange items are all counted."""
_TIE = 1e-9
"""Differences closer than this are equal: sums of a million floats are off by some 1e-10 at most."""
_STILL = 1e-12
_CELLS = 4_000_000


def p_of_exchange(
    statistic: Statistic, whole: Floats, moves: Iterator[Floats], difference: float, *, all_ways: bool
) -> float | Undefined:
    """The share of ``moves`` with a difference as large; these are totals of the first round, ``whole`` those of both.

    Of all ways it is their share; of drawn ones, the difference itself counts as a draw.
    """
    reached = defined = 0
    for totals in moves:
        found = statistic(whole - totals) - statistic(totals)
        found = found[~np.isnan(found)]
        defined += len(found)
        reached += int(np.count_nonzero(np.abs(found) >= abs(difference) - _TIE))
    if not defined:
        return Undefined("no exchange has a value")
    return reached / defined if all_ways else drawn_p(reached, defined)


def swaps(first: Any, second: Any, resamples: int, rng: np.random.Generator) -> tuple[Iterator[Floats], bool]:
    """Totals of the first rows where some changed places with the second, and whether these are all ways."""
    totals = _dense(first).sum(axis=0)
    moved, times = _alike(second - first)
    if int(times.sum()) < _ALL_WAYS.bit_length():
        each = np.repeat(moved, times, axis=0)
        ways = np.arange(2 ** len(each))[:, None] >> np.arange(len(each)) & 1
        return iter([totals + ways @ each]), True
    sizes = _sizes(resamples, max(moved.shape))
    return (totals + rng.binomial(times, 0.5, size=(size, len(times))) @ moved for size in sizes), False


def deals(first: Any, second: Any, resamples: int, rng: np.random.Generator) -> tuple[Iterator[Floats], bool]:
    """Totals of the first rows where all are dealt anew, and whether these are all ways."""
    some = first.shape[0]
    rows = np.concatenate([_dense(first), _dense(second)])
    if comb(len(rows), some) <= _ALL_WAYS:
        ways = np.zeros((comb(len(rows), some), len(rows)))
        chosen = np.array(list(combinations(range(len(rows)), some)))
        ways[np.arange(len(ways))[:, None], chosen] = 1
        return iter([ways @ rows]), True
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    sizes = _sizes(resamples, max(kinds.shape))
    drawn = (rng.multivariate_hypergeometric(times, some, size, method="marginals") for size in sizes)
    return (each @ kinds for each in drawn), False


def _alike(rows: Any) -> tuple[Floats, Integers]:
    """The kinds of rows that are not nothing, and how many are of each."""
    dense = _dense(rows)
    dense = dense[np.abs(dense).max(axis=1, initial=0) > _STILL]
    kinds, times = np.unique(dense, axis=0, return_counts=True)
    return kinds, times


def _dense(rows: Any) -> Floats:
    return np.asarray(rows.toarray() if hasattr(rows, "toarray") else rows, dtype=np.float64)


def _sizes(resamples: int, wide: int) -> Iterator[int]:
    """Resamples in batches of some tens of megabytes."""
    size = max(1, _CELLS // max(1, wide))
    while resamples > 0:
        yield min(size, resamples)
        resamples -= size
