"""Formulas over totals: the same as counts give one by one, undefined where these are, and averages as defined."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.result import Undefined
from accord.scoring.counts import PARTS, Counts
from accord.scoring.counts import macro as macro_of
from accord.scoring.counts import weighted as weighted_of
from accord.scoring.formula import F1, OF_COUNTS, Formula, macro, mean_over_runs, weighted


@st.composite
def counts(draw: st.DrawFn) -> Counts:
    reference, predicted = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    return Counts(reference, predicted, draw(st.integers(0, min(reference, predicted))))


@given(rows=st.lists(counts(), min_size=1, max_size=6))
@pytest.mark.parametrize("part", PARTS)
def test_parts_are_those_of_counts(part: str, rows: list[Counts]) -> None:
    formula = OF_COUNTS[part]
    many = formula(np.array(rows))
    for row, value in zip(rows, many, strict=True):
        exact = getattr(row, part)
        assert formula.value(row) == exact
        if isinstance(exact, Undefined):
            assert np.isnan(value)
        else:
            assert value == pytest.approx(float(exact), abs=1e-12)


@given(rows=st.lists(counts(), min_size=1, max_size=5))
@pytest.mark.parametrize("part", PARTS)
def test_averages_are_those_over_the_labels_that_occur(part: str, rows: list[Counts]) -> None:
    labels = {str(number): row for number, row in enumerate(rows) if row.reference or row.predicted}
    totals = [number for row in rows for number in row]
    for of_totals, of_counts in ((macro, macro_of), (weighted, weighted_of)):
        expected = getattr(of_counts(labels), part)
        found = of_totals(part).value(totals)
        if isinstance(expected, Undefined):
            assert isinstance(found, Undefined)
        else:
            assert found == pytest.approx(float(expected), abs=1e-12)


def test_a_formula_of_some_columns() -> None:
    formula = F1.on((3, 4, 5))
    totals = [9, 9, 9, 4, 2, 1]
    assert formula.value(totals) == Fraction(1, 3)
    assert formula.counts(totals) == Counts(4, 2, 1)
    assert formula(np.array([totals])).tolist() == pytest.approx([1 / 3])


def test_runs_without_a_value_count_as_zero_only_where_the_measure_says_so() -> None:
    values = np.array([[0.5, np.nan], [np.nan, np.nan]])
    assert mean_over_runs(values, F1).tolist() == pytest.approx([0.25, np.nan], nan_ok=True)
    assert np.isnan(mean_over_runs(values, Formula(lambda totals: totals[:, 0] / 2))).all()
