"""An alignment by merging, for continua that are too large to be searched; and a bound for all alignments."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.candidates import Candidates
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from accord.alignment.candidates import Search
    from accord.study.units import Floats

MAX_MERGED = 5_000
"""How many units are merged at most, which takes the square of their number in memory."""


def merged(search: Search, until: float = inf) -> Candidates:
    """Begin with every unit alone, and merge what takes away most disorder, until nothing does or the time is up.

    Two unitary alignments without a common annotator are one of less disorder if the sum of w across is below
    C delta_empty. It need not lead to the best alignment.
    """
    across = _weights(search)
    members, total = search.alone().members, np.zeros(len(across))
    nearest, least = across.argmin(axis=1) if len(across) else np.empty(0, np.int64), across.min(axis=1, initial=inf)
    limit = search.pairs_of * search.dissimilarity.delta_empty
    while least.min(initial=inf) < limit and monotonic() < until:
        one = int(least.argmin())
        other = int(nearest[one])
        total[one] += total[other] + across[one, other]
        members[one] = np.maximum(members[one], members[other])
        across[one] += across[other]
        across[one, one] = inf
        across[:, one] = across[one]
        across[other] = across[:, other] = inf
        nearer = across[:, one] < least
        nearest[nearer], least[nearer] = one, across[nearer, one]
        stale = np.flatnonzero(((nearest == one) | (nearest == other)) & ~nearer)
        stale = np.union1d(stale, [one, other])
        nearest[stale], least[stale] = across[stale].argmin(axis=1), across[stale].min(axis=1)
        total[other] = inf
    kept = total < inf
    return Candidates(members[kept], search.dissimilarity.delta_empty + total[kept] / max(search.pairs_of, 1))


def least_sum(search: Search, *, cover: bool = False) -> float:
    """A sum of disorder that no alignment, and no cover, is below.

    A unit with k counterparts bears 1 / (k + 1) of delta_empty and half of the w to each, over C: no less than if they
    were the k nearest units of different annotators, for the best k. In a partition there are besides at least as many
    unitary alignments as anybody has units, each of delta_empty, and a unit has one counterpart of an annotator at
    most.
    """
    continuum, empty = search.continuum, search.dissimilarity.delta_empty
    if not len(continuum):
        return 0.0
    best = np.full((len(continuum), search.annotators), inf)
    first, second = search.pairs.first, search.pairs.second(slice(None))
    for one, other in ((first, second), (second, first)):
        np.minimum.at(best, (one, continuum.owner[other]), search.pairs.weight)
    halves = np.cumsum(np.sort(best, axis=1), axis=1)[:, :-1] / (2 * max(search.pairs_of, 1))
    counterparts = np.arange(1, search.annotators)
    shares = np.minimum(empty, (empty / (counterparts + 1) + halves).min(axis=1, initial=inf))
    if cover:
        return max(0.0, float(shares.sum()))
    alone = empty * int(continuum.counts.max())
    return max(0.0, float(shares.sum()), alone + float(np.minimum(best, 0.0).sum()) / (2 * max(search.pairs_of, 1)))


def _weights(search: Search) -> Floats:
    """The dissimilarity of any two units less delta_empty, infinite for those of one annotator, (units, units)."""
    continuum = search.continuum
    if len(continuum) > MAX_MERGED:
        raise NotApplicable(
            f"{continuum.document}: {len(continuum):,} units of {search.annotators} annotators are too many to be "
            f"aligned, {MAX_MERGED:,} can be: divide the document"
        )
    weights = np.full((len(continuum), len(continuum)), inf)
    first, second = np.nonzero(continuum.owner[:, None] < continuum.owner[None, :])
    weights[first, second] = search.dissimilarity.pairs(continuum, first, second) - search.dissimilarity.delta_empty
    weights[second, first] = weights[first, second]
    return weights
