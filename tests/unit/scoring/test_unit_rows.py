"""Rows of numbers that add up, held by kind: the same as the rows one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.errors import UsageError
from accord.scoring.unit_rows import UnitRows, side_by_side

if TYPE_CHECKING:
    from collections.abc import Sequence

row = st.tuples(st.integers(0, 3), st.integers(0, 3))
rows = st.lists(row, min_size=1, max_size=12)


@given(rows=rows)
def test_units_keep_their_numbers_and_add_up(rows: Sequence[tuple[int, int]]) -> None:
    held = UnitRows.of(rows)
    assert held.each().tolist() == [list(each) for each in rows]
    assert held.totals == tuple(map(sum, zip(*rows, strict=True)))
    assert len(held) == len(rows) == held.resampled.count


@given(rows=rows, data=st.data())
def test_groups_add_up_to_the_whole(rows: Sequence[tuple[int, int]], data: st.DataObject) -> None:
    groups = data.draw(st.lists(st.sampled_from("abc"), min_size=len(rows), max_size=len(rows)))
    held = UnitRows.of(rows)
    parts = held.grouped(groups)
    assert list(parts) == list(dict.fromkeys(groups))
    for group, part in parts.items():
        members = [each for each, name in zip(rows, groups, strict=True) if name == group]
        assert part.each().tolist() == [list(each) for each in members]
    assert held.summed(groups).totals == held.totals
    assert len(held.summed(groups)) == len(parts)


@given(pairs=st.lists(st.tuples(row, row, row), min_size=1, max_size=12))
def test_runs_stand_beside_each_other_unit_by_unit(pairs: Sequence[tuple[tuple[int, int], ...]]) -> None:
    runs = [UnitRows.of([pair[index] for pair in pairs]) for index in range(3)]
    joined = side_by_side(runs)
    wanted = np.array([[number for part in pair for number in part] for pair in pairs])
    kinds, times = np.unique(wanted, axis=0, return_counts=True)
    assert joined.rows.tolist() == kinds.tolist()
    assert joined.times.tolist() == times.tolist()


def test_runs_on_other_units_are_refused() -> None:
    with pytest.raises(UsageError, match="not scored on the same sentences"):
        side_by_side([UnitRows.of([(1, 1)]), UnitRows.of([(1, 1), (2, 2)])])


def test_nothing_at_all_has_totals() -> None:
    assert UnitRows.of([]).totals == (0, 0, 0)


@given(
    rows=st.lists(st.tuples(st.floats(0.01, 50), st.integers(0, 3)), min_size=1, max_size=12),
    moved=st.lists(st.sampled_from([-np.inf, np.inf, 0]), min_size=12, max_size=12),
)
def test_rounding_errors_of_another_processor_change_no_random_number(
    rows: Sequence[tuple[float, int]], moved: Sequence[float]
) -> None:
    here = np.array([(round(value, 6), count) for value, count in rows])
    there = here.copy()
    there[:, 0] = [np.nextafter(value, to) if to else value for value, to in zip(here[:, 0], moved, strict=False)]
    one, other = UnitRows.of(here), UnitRows.of(there)
    assert one.digest == other.digest
    assert one.kind_of.tolist() == other.kind_of.tolist()
    assert one.on([0]).kind_of.tolist() == other.on([0]).kind_of.tolist()
    assert one.resampled_on([0]).times.tolist() == other.resampled_on([0]).times.tolist()
    assert one.totals == pytest.approx(other.totals)
