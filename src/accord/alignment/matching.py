"""The best alignment of two annotators: an assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.alignment.candidates import Candidates
    from accord.study.units import Continuum, Floats, Numbers

_STEPS = 1_000_000
"""After how many edges the kernel returns, so that a user who waits no longer is heard: some hundredths of a second."""


class Matching(NamedTuple):
    """The numbers of the candidates that are chosen, and a price of each unit.

    No candidate costs less than the prices of its units, and those that are chosen cost just as much.
    """

    chosen: Numbers
    prices: Floats


def best_matching(
    continuum: Continuum, candidates: Candidates, worth: float, pause: Callable[[], object] = lambda: None
) -> Matching:
    """The candidates of the least sum of disorder, where each unitary alignment is ``worth`` so much.

    To align two units spares what both cost alone less what they cost together. Pairs that spare something are the
    edges of a graph; one unit of the first annotator after the other is matched along the path that spares most
    (`accord.alignment.paths`). ``pause`` is called now and then, and may raise.

    Jonker, R. & Volgenant, A. (1987). A shortest augmenting path algorithm for dense and sparse linear assignment
    problems.
    """
    from accord.alignment.paths import Graph, Matched, match_rows

    first, second = (int(count) for count in continuum.counts)
    own, other = candidates.members[:, 0], candidates.members[:, 1] - first
    costs = candidates.disorders - worth
    alone = np.empty(first + second)
    single = {0: np.flatnonzero(other < 0), 1: np.flatnonzero(own < 0)}
    alone[own[single[0]]], alone[first + other[single[1]]] = costs[single[0]], costs[single[1]]
    paired = np.flatnonzero((own >= 0) & (other >= 0))
    spared = alone[own[paired]] + alone[first + other[paired]] - costs[paired]
    pays = spared > 0
    paired, spared = paired[pays], spared[pays]
    by_row = np.argsort(own[paired], kind="stable")
    paired, spared = paired[by_row], spared[by_row]
    graph = Graph(np.searchsorted(own[paired], np.arange(first + 1)), other[paired], spared)
    found = Matched(np.full(first, -1), np.full(second, -1), np.zeros(first), np.zeros(second))
    row = 0
    while row < first:
        row = match_rows(row, _STEPS, graph, found)
        pause()
    matched = found.edge_of_row >= 0
    chosen = [
        paired[found.edge_of_row[matched]],
        single[0][~matched[own[single[0]]]],
        single[1][found.row_of_column[other[single[1]]] < 0],
    ]
    return Matching(np.sort(np.concatenate(chosen)), alone - np.concatenate([found.row_spares, found.column_spares]))
