"""A largest matching has as many pairs as SciPy's, and its pairs can be taken together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

from accord.kinds.spans import largest_matching as module
from accord.kinds.spans.largest_matching import largest_matching

SIZE = 9
EDGES = st.sets(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), max_size=40)


def _peer(edges: set[tuple[int, int]]) -> int:
    graph = np.zeros((SIZE, SIZE), dtype=np.int8)
    for one, other in edges:
        graph[one, other] = 1
    return int((maximum_bipartite_matching(csr_matrix(graph)) >= 0).sum())


def _found(edges: set[tuple[int, int]]) -> list[int]:
    table = np.array(sorted(edges), dtype=np.int64).reshape(-1, 2)
    found: list[int] = largest_matching(table[:, 0], table[:, 1], SIZE, SIZE).tolist()
    return found


def _largest(edges: set[tuple[int, int]], matched: list[int]) -> None:
    assert len(matched) == len(set(matched)) == _peer(edges)
    assert _peer({edge for edge in edges if edge[0] in matched}) == len(matched), "they can all have a partner at once"


@given(EDGES)
def test_as_many_have_a_partner_as_can(edges: set[tuple[int, int]]) -> None:
    _largest(edges, _found(edges))


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("few", [0, 50_000])
def test_so_it_is_whatever_finds_them(rounds: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ROUNDS", rounds)
    monkeypatch.setattr(module, "_MAX_PATHS", few)
    drawn = np.random.default_rng(19)
    for _ in range(100):
        edges = {(int(one), int(other)) for one, other in drawn.integers(0, SIZE, (drawn.integers(0, 40), 2))}
        _largest(edges, _found(edges))


def test_a_long_chain_is_paired_whole() -> None:
    number = np.arange(20_000)
    one, other = np.concatenate([number, number[1:]]), np.concatenate([number, number[:-1]])
    order = np.lexsort((other, one))
    assert len(largest_matching(one[order], other[order], 20_000, 20_000)) == 20_000
