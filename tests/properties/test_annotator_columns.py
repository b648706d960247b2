"""Columns of a wide table that are not taken for annotators, against what is meant by it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from accord.read.annotator_columns import choose_annotators, unlike_others
from tests.oracle.columns import unlike_by_definition

CELLS = st.sampled_from(["", "a", "b", "A", "a;b", "c|d", "x", "y", "z", "1", "2", "3.5"])
TABLES = st.integers(1, 6).flatmap(
    lambda width: st.lists(st.tuples(*[CELLS] * width), max_size=14).map(lambda rows: (width, rows * 3))
)


@given(TABLES)
def test_columns_are_left_out_as_defined(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    assert list(unlike_others(range(width), rows)) == unlike_by_definition(width, rows)


@given(TABLES)
def test_who_shares_a_label_with_another_stays(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    kept, _, _ = choose_annotators(range(width), [f"a{column}" for column in range(width)], rows)
    labels = [{row[column] for row in rows} - {""} for column in range(width)]
    sharing = {one for one in range(width) for other in range(width) if one != other and labels[one] & labels[other]}
    assert sharing <= set(kept)


@given(TABLES)
def test_somebody_is_always_left(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    assert choose_annotators(range(width), ["topic"] * width, rows).annotators
    assert len(choose_annotators(range(width), ["ada"] * width, rows).annotators) >= min(width, 2)
