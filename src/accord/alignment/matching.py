"""The best alignment of two annotators: an assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.alignment.candidates import Candidates
    from accord.study.units import Continuum, Numbers


def best_matching(continuum: Continuum, candidates: Candidates, worth: float) -> Numbers:
    """The numbers of the candidates of the least sum of disorder, where each unitary alignment is ``worth`` so much.

    Every unit has a stand-in on the other side, which takes it if no other unit does; where two units are matched, so
    are their stand-ins, at no cost. Then all are matched, and the cheapest such matching of a sparse graph is found.

    Jonker, R. & Volgenant, A. (1987). A shortest augmenting path algorithm for dense and sparse linear assignment
    problems.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    if not len(continuum):
        return np.empty(0, np.int64)
    first, second = continuum.counts
    own, other = candidates.members[:, 0], candidates.members[:, 1] - first
    lonely = np.flatnonzero(own < 0), np.flatnonzero(other < 0)
    paired = np.flatnonzero((own >= 0) & (other >= 0))
    costs = candidates.disorders - worth
    rows = np.concatenate([own[paired], own[lonely[1]], first + other[lonely[0]], first + other[paired]])
    columns = np.concatenate([other[paired], second + own[lonely[1]], other[lonely[0]], second + own[paired]])
    weights = np.concatenate([costs[paired], costs[lonely[1]], costs[lonely[0]], np.zeros(len(paired))])
    numbers = np.concatenate([paired, lonely[1], lonely[0], np.full(len(paired), len(candidates))])
    size = first + second
    above_zero = weights - weights.min() + 1.0  # an edge of weight zero would be no edge; all matchings gain the same
    graph = coo_array((above_zero, (rows, columns)), shape=(size, size)).tocsr()
    taken_rows, taken_columns = min_weight_full_bipartite_matching(graph)
    number_of = coo_array((numbers + 1, (rows, columns)), shape=(size, size)).tocsr()
    taken = np.asarray(number_of[taken_rows, taken_columns]).ravel() - 1
    return np.sort(taken[taken < len(candidates)])
