"""How many marks of two sides can be paired at most, each with one: a largest matching of a bipartite graph.

Most marks that overlap anything overlap one other, and a mark with a single choice is paired with it in some largest
matching (Karp & Sipser 1981), so such pairs are taken first, again and again. What is left goes round in circles; there
is little of it in texts.

Hopcroft, J. E. & Karp, R. M. (1973). An n^5/2 algorithm for maximum matchings in bipartite graphs.
Karp, R. M. & Sipser, M. (1981). Maximum matching in sparse random graphs.
Kuhn, H. W. (1955). The Hungarian method for the assignment problem.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

_ROUNDS = 50
"""A chain of overlaps is taken from its ends, one pair a round: a very long one is better left to what is general."""
_MAX_PATHS = 50_000
"""Up to so many pairs paths are looked for here, which spares loading SciPy."""


def largest_matching(one: Integers, other: Integers, ones: int, others: int) -> Integers:
    """Which of ``ones`` marks have a partner in a largest matching of pairs, by number and in order.

    >>> largest_matching(np.array([0, 0, 1]), np.array([0, 1, 0]), 2, 2).tolist()
    [0, 1]
    """
    has_partner = np.zeros(ones, dtype=bool)
    for _ in range(_ROUNDS):
        single = (np.bincount(one, minlength=ones)[one] == 1) | (np.bincount(other, minlength=others)[other] == 1)
        if not single.any():
            break
        mine, theirs = _each_once(one[single], other[single], ones, others)
        has_partner[mine] = True
        taken = np.zeros(others, dtype=bool)
        taken[theirs] = True
        left = ~(has_partner[one] | taken[other])
        one, other = one[left], other[left]
    if len(one):
        has_partner[_by_paths(one, other) if len(one) <= _MAX_PATHS else _by_scipy(one, other)] = True
    return np.flatnonzero(has_partner)


def _each_once(one: Integers, other: Integers, ones: int, others: int) -> tuple[Integers, Integers]:
    """The pairs that come first for both of their marks."""
    place = np.arange(len(one))
    first, their_first = np.zeros(ones, dtype=np.int64), np.zeros(others, dtype=np.int64)
    first[one[::-1]] = place[::-1]
    their_first[other[::-1]] = place[::-1]
    chosen = (first[one] == place) & (their_first[other] == place)
    return one[chosen], other[chosen]


def _by_paths(one: Integers, other: Integers) -> list[int]:
    """A largest matching by paths to what is free, one after the other (Kuhn 1955)."""
    choices: defaultdict[int, list[int]] = defaultdict(list)
    for mine, theirs in zip(one.tolist(), other.tolist(), strict=True):
        choices[mine].append(theirs)
    owner: dict[int, int] = {}
    done: set[int] = set()  # what was reached in vain leads to nothing free later, either
    for start in choices:
        came: dict[int, int] = {}  # from which of ours each of theirs was reached
        waiting = [start]
        end = None
        while waiting and end is None:
            mine = waiting.pop()
            for theirs in choices[mine]:
                if theirs not in came and theirs not in done:
                    came[theirs] = mine
                    if theirs not in owner:
                        end = theirs
                        break
                    waiting.append(owner[theirs])
        if end is None:
            done.update(came)
        while end is not None:
            mine = came[end]
            before = next((theirs for theirs in choices[mine] if owner.get(theirs) == mine), None)
            owner[end] = mine
            end = before
    return list(owner.values())


def _by_scipy(one: Integers, other: Integers) -> Integers:
    """The same by all shortest paths at once (Hopcroft & Karp 1973)."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    rows, row = np.unique(one, return_inverse=True)
    columns, column = np.unique(other, return_inverse=True)
    graph = csr_matrix((np.ones(len(row), dtype=np.int8), (row, column)), shape=(len(rows), len(columns)))
    found: Integers = rows[maximum_bipartite_matching(graph, perm_type="column") >= 0]
    return found
