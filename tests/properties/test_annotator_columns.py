"""Columns of a wide table that are not taken for annotators, against what is meant by it."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from accord.formats.annotator_columns import apart, choose_annotators, unlike_others
from accord.formats.cells import counted
from tests.oracle.columns import parts, unlike_by_definition

CELLS = st.sampled_from(["", "a", "b", "A", "a;b", "c|d", "x", "y", "z", "1", "2", "3.5"])
COLUMNS = st.sampled_from(
    [
        CELLS,
        st.sampled_from(["yes", "no"]),
        st.sampled_from("12345"),
        st.integers(6, 70).map(str),
        st.sampled_from(["en", "de", "no"]),
        st.integers().map(lambda number: f"s{number}"),
    ]
)
ROWS = st.lists(COLUMNS, min_size=1, max_size=6).flatmap(
    lambda columns: st.lists(st.tuples(*columns), max_size=20).map(lambda rows: (len(columns), rows))
)
TABLES = st.tuples(ROWS, st.sampled_from([1, 3])).map(lambda drawn: (drawn[0][0], drawn[0][1] * drawn[1]))


@given(TABLES)
def test_columns_are_left_out_as_defined(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    assert list(unlike_others(counted(range(width), rows))) == unlike_by_definition(width, rows)


@given(TABLES)
def test_who_gives_mostly_labels_of_annotators_is_one(table: tuple[int, list[tuple[str, ...]]]) -> None:
    width, rows = table
    kept = choose_annotators(range(width), [f"a{column}" for column in range(width)], rows).annotators
    labels = [[row[column] for row in rows if row[column]] for column in range(width)]
    few = [column for column in kept if len(set(labels[column])) < min(12, len(labels[column]))]
    others = {label for column in few for label in labels[column]}
    for column in set(range(width)).difference(kept):
        assert 2 * sum(label in others for label in labels[column]) <= len(labels[column])


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
