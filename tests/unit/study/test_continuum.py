from __future__ import annotations

import numpy as np

from accord.model import Unit
from accord.study.units import study_of

MARKED = {"a": [Unit(0, 4, "X")], "b": [], "c": [Unit(2, 5, "Y"), Unit(1, 2, "X")]}
(CONTINUUM,) = study_of([("d", 10.0, MARKED)], "abc").continua


def test_what_some_annotators_marked() -> None:
    some = CONTINUUM.of({"c", "b", "nobody"})
    assert some.annotators == ("b", "c")
    assert (some.owner.tolist(), some.start.tolist(), some.category.tolist()) == ([1, 1], [1, 2], [0, 1])
    assert (some.low, some.high) == (0, 10)
    assert len(CONTINUUM.of(())) == 0


def test_other_units_are_in_order_and_none_is_without_length() -> None:
    start, end = np.array([8.0, 3.0, -1.0]), np.array([12.0, 3.0, 1.0])
    other = CONTINUUM.with_units(np.array([2, 1, 0]), start, end, np.array([0, 0, 1]))
    assert (other.owner.tolist(), other.start.tolist(), other.category.tolist()) == ([0, 2], [-1, 8], [1, 0])
    assert (other.low, other.high) == (-1, 12)


def test_where_the_first_unit_of_each_row_starts() -> None:
    members = np.array([[0, -1, 1], [-1, -1, 2], [-1, -1, -1]])
    assert CONTINUUM.leftmost(members).tolist() == [0, 2, np.inf]
    assert CONTINUUM.of(()).leftmost(members[2:]).tolist() == [np.inf]
