"""Agreement along a text, cell by cell."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.kinds.page.strip import CELLS, strip, strip_of_marks

Marks = list[tuple[int, int, str]]


@given(length=st.integers(1, 300), data=st.data())
def test_cells_hold_the_mean_of_their_items(length: int, data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, length - 1), unique=True).map(sorted))
    agreed = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=len(places), max_size=len(places)))
    found = strip(np.array(agreed), np.array(places, dtype=np.int64), length)
    cells: list[list[float]] = [[] for _ in range(min(CELLS, length))]
    for place, value in zip(places, agreed, strict=True):
        cells[place * len(cells) // length].append(value)
    assert found == [pytest.approx(sum(cell) / len(cell), abs=1e-4) if cell else None for cell in cells]


def test_no_text_has_no_cells() -> None:
    assert strip(np.zeros(0), np.zeros(0, dtype=np.int64), 0) == []
    assert strip_of_marks({"ada": [], "bram": []}, 0) == []


def marks(length: int) -> st.SearchStrategy[Marks]:
    ends = st.lists(st.integers(0, length), min_size=2, max_size=2, unique=True).map(sorted)
    mark = st.tuples(ends, st.sampled_from("AB")).map(lambda drawn: (drawn[0][0], drawn[0][1], drawn[1]))
    return st.lists(mark, max_size=4)


@given(length=st.integers(1, 150), typed=st.booleans(), data=st.data())
def test_marks_are_compared_position_by_position(length: int, typed: bool, data: st.DataObject) -> None:
    marked = {name: data.draw(marks(length)) for name in ("ada", "bram", "chloe")}

    def at(position: int, found: Marks) -> frozenset[str]:
        return frozenset(kind if typed else "" for start, end, kind in found if start <= position < end)

    agreed = [
        np.mean([at(position, one) == at(position, other) for one, other in combinations(marked.values(), 2)])
        for position in range(length)
    ]
    cells = min(CELLS, length)
    fine = np.repeat(agreed, cells).reshape(cells, length).mean(axis=1)  # every position cut into as many as cells
    assert strip_of_marks(marked, length, typed=typed) == [pytest.approx(each, abs=1e-3) for each in fine]


def test_one_annotator_agrees_with_nobody() -> None:
    assert strip_of_marks({"ada": [(0, 2, "A")]}, 3) == [None, None, None]


def test_seconds_fill_all_cells() -> None:
    assert len(strip_of_marks({"ada": [(0.2, 0.9, "A")], "bram": []}, 1.5, whole=False)) == CELLS
