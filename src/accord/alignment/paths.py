"""Shortest augmenting paths in a sparse graph of two sides: the kernel of the assignment.

The functions take arrays where they are compiled and lists where they are not: to load the compiler takes longer than
some hundred small assignments.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from accord.study.units import Floats, Numbers

    Matches = Callable[[int, int, "Graph", "Matched", "Reached"], int]


class Graph(NamedTuple):
    """The edges of row i are those from begins[i] to begins[i + 1]; edge e, to column ends[e], spares spared[e] > 0."""

    begins: Numbers
    ends: Numbers
    spared: Floats


class Matched(NamedTuple):
    """What rows and columns are matched to, or -1, and what each of them spares; all is changed in place.

    That is at least 0, is 0 for those without a match, and sums up to at least spared[e] over any edge, to just that
    over a matched one: so no other choice spares more.
    """

    edge_of_row: Numbers
    row_of_column: Numbers
    row_spares: Floats
    column_spares: Floats


class Reached(NamedTuple):
    """How far each column is from the row that enters, by which edge and from which row; and whether it is done."""

    length: Floats
    edge: Numbers
    row: Numbers
    closed: NDArray[np.bool_]

    @classmethod
    def nothing(cls, columns: int) -> Reached:
        """No column yet."""
        return cls(np.full(columns, inf), np.full(columns, -1), np.full(columns, -1), np.zeros(columns, dtype=np.bool_))


def nearest(heap: list[tuple[float, int]], reached: Reached) -> tuple[float, int]:
    """The nearest column that is not done, which leaves the heap; -1 if there is none."""
    while len(heap) > 0:
        at, column = heappop(heap)
        if not reached.closed[column] and at == reached.length[column]:
            return at, column
    return 0.0, -1


def shortest_path(row: int, graph: Graph, matched: Matched, reached: Reached, touched: list[int]) -> tuple[int, int]:
    """The column at which the row's best path ends, or -1, and the row that gives up its match for it, or -1.

    A path ends at a free column, at a row that is left alone, or where it begins; what is reached is noted on the way,
    and what everyone spares is changed by what the path loses.
    """
    row_spares, column_spares = matched.row_spares, matched.column_spares
    heap = [(0.0, -1)]
    heap.pop()
    best, last_column, last_row = row_spares[row], -1, row
    current, at = row, 0.0
    while True:
        for edge in range(graph.begins[current], graph.begins[current + 1]):
            column = graph.ends[edge]
            through = at + max(0.0, row_spares[current] + column_spares[column] - graph.spared[edge])
            if not reached.closed[column] and through < reached.length[column] and through < best:
                if reached.length[column] == inf:
                    touched.append(column)
                reached.length[column] = through
                reached.edge[column] = edge
                reached.row[column] = current
                if matched.row_of_column[column] >= 0:
                    heappush(heap, (through, column))
                    continue
                best, last_column, last_row = through, column, -1
                if through <= at:  # nothing is nearer
                    break
        at, column = nearest(heap, reached)
        if column < 0 or at >= best:
            break
        reached.closed[column] = True
        current = matched.row_of_column[column]
        if at + row_spares[current] < best:
            best, last_column, last_row = at + row_spares[current], column, current
    row_spares[row] -= best
    for column in touched:
        if reached.closed[column]:
            owner, lost = matched.row_of_column[column], best - reached.length[column]
            column_spares[column] += lost
            row_spares[owner] = max(0.0, row_spares[owner] - lost)
    return last_column, last_row


def match_rows(row: int, steps: int, graph: Graph, matched: Matched, reached: Reached) -> int:
    """Match rows from this one on, until all are or so many edges were looked at; the row to go on with.

    The rows before this one spare most together. A row enters by the path, along which edges are matched and freed in
    turn, that loses least (Dijkstra's algorithm). Lengths are never negative, so that every column is done once, and
    it ends whatever is equal to what.
    """
    rows = len(matched.edge_of_row)
    seen = 0
    while row < rows and seen < steps:
        matched.row_spares[row] = 0.0
        for edge in range(graph.begins[row], graph.begins[row + 1]):
            spares = graph.spared[edge] - matched.column_spares[graph.ends[edge]]
            matched.row_spares[row] = max(matched.row_spares[row], spares)
        touched = [0]
        touched.pop()
        column, alone = shortest_path(row, graph, matched, reached, touched)
        if alone >= 0:
            matched.edge_of_row[alone] = -1
        while column >= 0:
            owner = reached.row[column]
            freed = matched.edge_of_row[owner]
            matched.edge_of_row[owner] = reached.edge[column]
            matched.row_of_column[column] = owner
            column = graph.ends[freed] if freed >= 0 else -1
        for each in touched:
            seen += graph.begins[reached.row[each] + 1] - graph.begins[reached.row[each]]
            reached.length[each] = inf
            reached.closed[each] = False
        seen += 1
        row += 1
    return row


@cache
def compiled_match_rows() -> Matches:
    """The same over arrays, compiled."""
    from accord.compute.compiled import called_by_compiled, compiled

    called_by_compiled(nearest)
    called_by_compiled(shortest_path)
    return compiled(match_rows)
