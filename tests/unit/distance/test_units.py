"""How far units lie apart, and how different their categories are, against the formulas."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.distance.categories import between_categories
from accord.distance.dissimilarity import Dissimilarity
from accord.distance.position import Hamming, Sporadic
from accord.study.scale import Scale
from tests.oracle import alignment as oracle
from tests.properties.continua import CATEGORIES, continuum_of

units = st.tuples(st.integers(-50, 50), st.integers(1, 40), st.sampled_from(CATEGORIES)).map(
    lambda unit: (float(unit[0]), float(unit[0] + unit[1]), unit[2])
)
positions = st.one_of(st.just(Sporadic()), st.just(Hamming()))
words = st.text("abcé", max_size=6)


@given(one=units, other=units)
def test_places(one: oracle.Marked, other: oracle.Marked) -> None:
    made = continuum_of([[one], [other]])
    here, there = np.array([0]), np.array([1])
    mean = (one[1] - one[0] + other[1] - other[0]) / 2
    assert Sporadic().pairs(made, here, there) == pytest.approx(oracle.sporadic(one, other))
    assert Hamming().pairs(made, here, there) == pytest.approx(oracle.hamming(one, other, mean))
    for position in (Sporadic(), Hamming()):
        assert position.pairs(made, there, here) == position.pairs(made, here, there)


@given(
    one=units,
    other=units,
    position=st.one_of(st.just(Sporadic()), st.just(Hamming())),
    alpha=st.sampled_from([0, 0.5, 3]),
)
def test_what_is_near_is_within_reach(
    one: oracle.Marked, other: oracle.Marked, position: Sporadic, alpha: float
) -> None:
    made = continuum_of([[one], [other]])
    how = Dissimilarity(np.zeros((3, 3)), position, alpha, delta_empty=2.0)
    apart = float(how.pairs(made, np.array([0]), np.array([1]))[0])
    low, high = how.reach(made, apart * (1 + 1e-12) + 1e-12)
    assert low.max() <= high.min()


@given(labels=st.lists(words, min_size=1, max_size=5, unique=True))
def test_levenshtein(labels: list[str]) -> None:
    found = between_categories(Scale(tuple(labels)), "levenshtein")
    expected = [[oracle.levenshtein(one, other) for other in labels] for one in labels]
    assert found == pytest.approx(np.array(expected))


@pytest.mark.parametrize(
    ("name", "labels", "first_row"),
    [
        ("nominal", ("a", "b", "c"), [0, 1, 1]),
        ("absolute", ("a", "b", "c"), [0, 1, 1]),
        ("ordinal", ("1", "2", "9"), [0, 0.5, 1]),
        ("numerical", ("1", "2", "9"), [0, 1 / 8, 1]),
        ("numerical", ("0.1", "0.2", "0.4"), [0, 0.1, 0.3]),
        ("jaccard", ("a", "a,b", "c"), [0, 0.5, 1]),
    ],
)
def test_categories_differ_from_0_to_1(name: str, labels: tuple[str, ...], first_row: list[float]) -> None:
    found = between_categories(Scale(labels), name)
    assert found[0].tolist() == pytest.approx(first_row)
    assert found.max() <= 1
