"""Columns of a wide table that are not taken for annotators, against what is meant by it."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from accord.read.annotator_columns import apart, choose_annotators, counted, unlike_others
from tests.oracle.columns import parts, unlike_by_definition

CELLS = st.sampled_from(["", "a", "b", "A", "a;b", "c|d", "x", "y", "z", "1", "2", "3.5"])
TABLES = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.tuples(*[CELLS] * width), max_size=14).map(lambda rows: (width, rows * 3))
)


@given(TABLES)
def test_columns_are_left_out_as_defined(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    assert list(unlike_others(counted(range(width), rows))) == unlike_by_definition(width, rows)


@given(TABLES)
def test_who_shares_a_label_with_another_stays(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    kept = choose_annotators(range(width), [f"a{column}" for column in range(width)], rows).annotators
    labels = [{row[column] for row in rows} - {""} for column in range(width)]
    sharing = {one for one in range(width) for other in range(width) if one != other and labels[one] & labels[other]}
    assert sharing <= set(kept)


@given(TABLES)
def test_groups_hold_everybody_and_share_nothing(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    groups = apart(counted(range(width), rows))
    assert not groups or sorted(column for group in groups for column in group) == list(range(width))
    values = [{part for column in group for row in rows for part in parts(row[column])} - {""} for group in groups]
    assert all(first.isdisjoint(second) for first, second in combinations(values, 2))


@given(TABLES)
def test_somebody_is_always_left(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    assert choose_annotators(range(width), ["topic"] * width, rows).annotators
    assert len(choose_annotators(range(width), ["ada"] * width, rows).annotators) >= min(width, 2)
