"""The best alignment of two annotators: an assignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.alignment.paths import Graph, Matched, Reached, compiled_match_rows, match_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from accord.alignment.candidates import Candidates
    from accord.alignment.paths import Matches
    from accord.study.units import Continuum, Floats, Numbers

MAX_INTERPRETED = 500
"""Up to how many edges an assignment is not worth a compiler: half a millisecond, and this one takes 300 to load."""

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
    found = matched(graph, first, second, pause)
    taken = found.edge_of_row >= 0
    chosen = [
        paired[found.edge_of_row[taken]],
        single[0][~taken[own[single[0]]]],
        single[1][found.row_of_column[other[single[1]]] < 0],
    ]
    return Matching(np.sort(np.concatenate(chosen)), alone - np.concatenate([found.row_spares, found.column_spares]))


def matched(graph: Graph, rows: int, columns: int, pause: Callable[[], object]) -> Matched:
    """What rows and columns are matched to so that all together spare most; ``pause`` is called now and then."""
    found = Matched(np.full(rows, -1), np.full(columns, -1), np.zeros(rows), np.zeros(columns))
    reached = Reached.nothing(columns)
    match: Matches = match_rows
    if len(graph.ends) > MAX_INTERPRETED:
        match = compiled_match_rows()
    else:
        graph, found, reached = (Graph(*_listed(graph)), Matched(*_listed(found)), Reached(*_listed(reached)))
    row = 0
    while row < rows:
        row = match(row, _STEPS, graph, found, reached)
        pause()
    return Matched(
        np.asarray(found.edge_of_row, np.int64),
        np.asarray(found.row_of_column, np.int64),
        np.asarray(found.row_spares),
        np.asarray(found.column_spares),
    )


def _listed(arrays: Iterable[Any]) -> list[Any]:
    return [each.tolist() for each in arrays]
