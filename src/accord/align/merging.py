"""An alignment by merging, for continua of too many annotators to be searched; and a bound for all alignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.align.candidates import Candidates
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from accord.align.candidates import Search
    from accord.study.units import Floats

MOST_MERGED = 5_000
"""How many units are merged at most, which takes the square of their number in memory."""


def merged(search: Search) -> Candidates:
    """Begin with every unit alone, and merge what takes away most disorder, until nothing does.

    Two unitary alignments without a common annotator are one of less disorder if the sum of w across is below
    C delta_empty. It need not lead to the best alignment.
    """
    continuum, empty = search.continuum, search.dissimilarity.delta_empty
    if len(continuum) > MOST_MERGED:
        raise NotApplicable(
            f"{continuum.document}: {len(continuum):,} units of {search.annotators} annotators are too many to be "
            f"aligned, {MOST_MERGED:,} can be: divide the document"
        )
    across = _weights(search)
    np.fill_diagonal(across, np.inf)
    across[continuum.owner[:, None] == continuum.owner[None, :]] = np.inf
    members = search.alone().members
    order = np.argsort(members.max(axis=1))
    members = members[order]
    total = np.zeros(len(members))
    while len(members) > 1 and np.isfinite(least := across.min()) and least < search.pairs_of * empty:
        one, other = sorted(divmod(int(across.argmin()), len(members)))
        total[one] += total[other] + across[one, other]
        members[one] = np.maximum(members[one], members[other])
        across[one] += across[other]
        across[:, one] = across[one]
        across[one, one] = np.inf
        rest = np.arange(len(members)) != other
        members, total, across = members[rest], total[rest], across[np.ix_(rest, rest)]
    return Candidates(members, empty + total / max(search.pairs_of, 1))


def least_sum(search: Search) -> float:
    """A sum of disorder that no alignment is below: every unit has its best fellow of each annotator, where it helps.

    There are at least as many unitary alignments as anybody has units, each of delta_empty; and of all w below 0, a
    unit has at most one with each other annotator.
    """
    continuum = search.continuum
    if not len(continuum):
        return 0.0
    best = np.zeros((len(continuum), search.annotators))
    first, second = search.pairs.first, search.pairs.second(slice(None))
    for one, other in ((first, second), (second, first)):
        np.minimum.at(best, (one, continuum.owner[other]), search.pairs.weight)
    alone = search.dissimilarity.delta_empty * int(continuum.counts.max())
    return max(0.0, alone + float(best.sum()) / 2 / max(search.pairs_of, 1))


def _weights(search: Search) -> Floats:
    """The dissimilarity of any two units less delta_empty, shape (units, units)."""
    count = len(search.continuum)
    first, second = np.triu_indices(count, 1)
    weights = np.zeros((count, count))
    weights[first, second] = (
        search.dissimilarity.pairs(search.continuum, first, second) - search.dissimilarity.delta_empty
    )
    return weights + weights.T
