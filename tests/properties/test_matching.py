"""The kernel of the assignment against every assignment, and the best alignments of units that are equal in much."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.alignment import matching
from accord.alignment.alignment import EMPTY
from accord.alignment.candidates import Search
from accord.alignment.exact import best_alignment
from accord.alignment.matching import MAX_INTERPRETED
from accord.alignment.paths import Graph
from accord.distance.dissimilarity import Dissimilarity
from tests.oracle.matching import most_spared
from tests.properties.continua import CATEGORIES, NOMINAL, Task, continuum_of

if TYPE_CHECKING:
    from tests.oracle.alignment import Marked

sizes = st.tuples(st.integers(1, 6), st.integers(1, 6))
savings = sizes.flatmap(
    lambda size: st.lists(
        st.lists(st.sampled_from([0.0, 1.0, 2.0, 1 / 3, 0.7]), min_size=size[1], max_size=size[1]),
        min_size=size[0],
        max_size=size[0],
    )
)
units = st.builds(
    lambda start, length, category: (float(start), float(start + length), category),
    st.integers(0, 8),
    st.sampled_from([1, 2, 10, 40]),
    st.sampled_from(CATEGORIES),
)
few = {2: 4, 3: 3, 4: 2}
sides = st.sampled_from([2, 3, 4]).flatmap(
    lambda annotators: st.lists(
        st.lists(units, max_size=few[annotators]), min_size=annotators, max_size=annotators
    ).filter(any)
)


@pytest.mark.parametrize("most", [0, MAX_INTERPRETED], ids=["compiled", "interpreted"])
@given(spared=savings, steps=st.sampled_from([1, 1000]))
def test_what_is_matched_spares_most_and_the_prices_prove_it(most: int, spared: list[list[float]], steps: int) -> None:
    table = np.array(spared)
    row_of, ends = np.nonzero(table)
    rows, columns = table.shape
    graph = Graph(np.searchsorted(row_of, np.arange(rows + 1)), ends, table[row_of, ends])
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(matching, "MAX_INTERPRETED", most)
        changed.setattr(matching, "_STEPS", steps)
        found = matching.matched(graph, rows, columns, lambda: None)
    matched = np.flatnonzero(found.edge_of_row >= 0)
    partner = ends[found.edge_of_row[matched]]
    assert np.array_equal(found.row_of_column[partner], matched)
    assert (found.row_of_column >= 0).sum() == len(matched)
    best = most_spared(spared)
    assert table[matched, partner].sum() == pytest.approx(best)
    assert found.row_spares.sum() + found.column_spares.sum() == pytest.approx(best)
    assert min(found.row_spares.min(), found.column_spares.min()) >= 0
    assert (found.row_spares[:, None] + found.column_spares - table >= -1e-12).all()


@pytest.mark.parametrize("objective", ["sum", "mean"])
@given(sides=sides)
def test_units_that_are_equal_in_much_have_the_best_alignment(objective: str, sides: list[list[Marked]]) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    found = best_alignment(task.continuum, task.dissimilarity, objective)
    assert found.disorder == pytest.approx(task.plain.least(objective), abs=1e-9)
    assert found.proved


@given(
    sides=sides, prices=st.lists(st.floats(0.0, 1.2), min_size=16, max_size=16), most=st.sampled_from([-0.3, 0.0, 0.2])
)
def test_the_kernel_finds_all_that_is_cheap(sides: list[list[Marked]], prices: list[float], most: float) -> None:
    task = Task(continuum_of(sides), Dissimilarity(NOMINAL))
    annotators = len(sides)
    search = Search(task.continuum, task.dissimilarity, annotators * (annotators - 1) // 2)
    priced = np.array(prices[: len(task.continuum)])

    def found(*, falling: bool) -> dict[tuple[int, ...], float]:
        parts = search.cheap(priced, most, falling=falling)
        return {
            tuple(row): cost for part in parts for row, cost in zip(part.members.tolist(), part.disorders, strict=True)
        }

    def above(row: tuple[int, ...], cost: float) -> float:
        return cost - float(sum(priced[unit] for unit in row if unit != EMPTY))

    every, falling = found(falling=False), found(falling=True)
    near = {(one, other) for one, other in zip(search.pairs.first, search.pairs.second(slice(None)), strict=True)}
    cheapest: dict[int, float] = {}
    for row in task.plain.rows():
        units = [unit for unit in row if unit is not None]
        if any(pair not in near for pair in combinations(units, 2)):
            continue
        members = tuple(EMPTY if unit is None else unit for unit in row)
        cost = task.plain.disorder(row)
        if above(members, cost) <= most - 1e-9:
            assert every[members] == pytest.approx(cost)
            cheapest[units[0]] = min(cheapest.get(units[0], np.inf), above(members, cost))
    assert all(above(row, cost) <= most + 1e-9 for row, cost in every.items())
    assert falling.keys() <= every.keys()
    for first, cost in cheapest.items():
        own = [
            above(row, value) for row, value in falling.items() if min(unit for unit in row if unit != EMPTY) == first
        ]
        assert min(own) == pytest.approx(cost, abs=1e-9)
