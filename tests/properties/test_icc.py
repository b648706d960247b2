"""Intraclass correlations: equal to an analysis of variance, for any distance to the mean distances, and to a peer."""

from __future__ import annotations

import warnings
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import accord
from accord.agreement.result import Undefined
from tests.oracle.intraclass import NAMED, by_pairs, by_variance
from tests.properties.tables import NAMES, columns, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.properties.tables import Table

    Floats = NDArray[Any]

ratings = st.tuples(st.integers(3, 8), st.integers(2, 5)).flatmap(
    lambda shape: arrays.arrays(np.int64, shape, elements=st.integers(0, 9))
)


def measured(data: Any, distance: str) -> dict[str, float | None]:
    found = accord.agree(data, "icc", distance=distance, interval=None)
    return {each.name: None if isinstance(each.value, Undefined) else float(each.value) for each in found}


def said(table: Floats) -> dict[str, list[Any]]:
    return {f"annotator {number}": column for number, column in enumerate(table.T.tolist())}


@given(ratings)
def test_squared_differences_are_an_analysis_of_variance(table: Floats) -> None:
    assume(len(np.unique(table)) > 1)
    expected = by_variance(table.astype(np.float64))
    for name, value in measured(said(table), "interval").items():
        if value is not None:
            assert value == pytest.approx(expected[name], abs=1e-9, rel=1e-9)


@given(tables(labels=NAMES, least=2))
def test_names_with_gaps_are_the_mean_distances(table: Table) -> None:
    assume(sum(sum(label is not None for label in row) > 1 for row in table) > 1)
    expected = by_pairs(table)
    found = measured(columns(table), "nominal")
    for name, value in expected.items():
        if found[name] is None:
            assert np.isnan(value)
        else:
            assert found[name] == pytest.approx(value, abs=1e-9)


def test_the_mean_distances_of_a_small_table() -> None:
    table = [list(row) for row in ("000", "110", "222", "010", "111", "202")]
    found = measured({f"r{who}": [row[who] for row in table] for who in range(3)}, "nominal")
    expected = [0.554455, 0.552239, 0.544118]  # computed apart from accord
    assert [found[name] for name in ("icc-1", "icc-a", "icc-c")] == pytest.approx(expected, abs=1e-6)


@given(arrays.arrays(np.int64, st.tuples(st.integers(2, 9), st.just(2)), elements=st.integers(0, 9)))
def test_weighted_kappa_over_squared_differences_is_the_concordance_of_lin(table: Floats) -> None:
    one, other = table.T.astype(np.float64)
    spread = one.var() + other.var() + (one.mean() - other.mean()) ** 2
    assume(spread > 0)
    found = accord.agree(said(table), "weighted-kappa", distance="interval", interval=None).value
    assert not isinstance(found, Undefined)
    assert float(found) == pytest.approx(2 * np.cov(one, other, ddof=0)[0, 1] / spread, abs=1e-9)


@given(ratings)
def test_concordance_is_weighted_kappa_and_that_of_barnhart(table: Floats) -> None:
    numbers = table.astype(np.float64)
    means, variances = numbers.mean(axis=0), numbers.var(axis=0)
    pairs = list(combinations(range(table.shape[1]), 2))
    together = 2 * sum(np.cov(numbers[:, one], numbers[:, two], ddof=0)[0, 1] for one, two in pairs)
    apart = sum(variances[one] + variances[two] + (means[one] - means[two]) ** 2 for one, two in pairs)
    assume(apart > 1e-9)
    found = accord.agree(said(table), "concordance", distance="interval", interval=None).value
    assert not isinstance(found, Undefined)
    assert float(found) == pytest.approx(together / apart, abs=1e-9)


def test_one_item_has_no_components() -> None:
    found = accord.agree({"ada": ["A"], "bram": ["B"], "chloe": ["A"]}, "icc-a")
    table = next(each for each in found.extra() if each.name == "components")
    assert all(isinstance(cell, Undefined) for row in table.rows for cell in row[1:])


def test_components_of_names_are_those_of_the_mean_distances() -> None:
    table = [list(row) for row in ("000", "110", "222", "010", "111", "202")]
    found = accord.agree({f"r{who}": [row[who] for row in table] for who in range(3)}, "icc", distance="nominal")
    components = next(each for each in found.extra() if each.name == "components")
    expected = [0.205556, -0.005556, 0.172222]  # computed apart from accord
    assert [row[1] for row in components.rows] == pytest.approx(expected, abs=1e-6)
    assert "below 0: none is seen" in components.notes


@pytest.mark.peer
@pytest.mark.parametrize("seed", range(5))
def test_values_of_pingouin(seed: int) -> None:
    pingouin = pytest.importorskip("pingouin", reason="pingouin is not installed")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(20, 1)) + rng.normal(size=5) + rng.normal(size=(20, 5))
    long = pandas.DataFrame(
        [(item, who, table[item, who]) for item in range(20) for who in range(5)], columns=["item", "who", "said"]
    )
    with warnings.catch_warnings(action="ignore"):  # pandas warns of how pingouin calls it
        theirs = pingouin.intraclass_corr(long, targets="item", raters="who", ratings="said")["ICC"].tolist()
    ours = measured(said(table), "interval")
    assert [ours[name] for name in NAMED] == pytest.approx(theirs, abs=1e-10)
