"""Soft measures of random shares against scipy, and what must hold of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.distance import cityblock, cosine, jensenshannon
from scipy.stats import entropy, pearsonr

from accord.agreement.result import Undefined
from accord.scoring.soft import CLIP, MEASURES, columns_of
from accord.verbs.soft import score_soft

sizes = st.tuples(st.integers(1, 8), st.integers(1, 5))


@st.composite
def shares(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Two distributions for each of some items; now and then a label has no share."""
    size = draw(sizes)
    counts = [draw(arrays(np.float64, size, elements=st.integers(0, 5).map(float))) for _ in range(2)]
    for table in counts:
        table[:, 0] += table.sum(axis=1) == 0
    reference, predicted = (table / table.sum(axis=1, keepdims=True) for table in counts)
    return reference, predicted


@given(shares())
def test_scipy_gives_the_same(both: tuple[np.ndarray, np.ndarray]) -> None:
    reference, predicted = both
    found = columns_of(reference, predicted)
    for row, (q, p) in enumerate(zip(reference, predicted, strict=True)):
        clipped = np.maximum(p, CLIP)
        assert found.cross_entropy[row] == pytest.approx(-np.dot(q, np.log(clipped)))
        assert found.kl[row] == pytest.approx(-np.dot(q, np.log(clipped)) - entropy(q), abs=1e-12)
        if (p[q > 0] > 0).all():
            assert found.kl[row] == pytest.approx(entropy(q, p), abs=1e-9)
        assert found.jsd[row] == pytest.approx(np.nan_to_num(jensenshannon(q, p, base=2)) ** 2, abs=1e-9)
        assert found.manhattan[row] == pytest.approx(cityblock(q, p))


@given(shares())
def test_entropies_are_compared_as_scipy_compares_them(both: tuple[np.ndarray, np.ndarray]) -> None:
    reference, predicted = both
    scores = score_soft(reference, predicted, interval=None)
    asked, told = entropy(reference, axis=1), entropy(predicted, axis=1)
    correlation, similarity = scores["entropy-correlation"], scores["entropy-similarity"]
    if np.ptp(asked) > 1e-6 and np.ptp(told) > 1e-6:
        assert correlation == pytest.approx(pearsonr(asked, told).statistic, abs=1e-6)
    elif np.ptp(asked) < 1e-12 or np.ptp(told) < 1e-12:
        assert isinstance(correlation, Undefined)
    if asked.any() and told.any():
        assert similarity == pytest.approx(1 - cosine(asked, told))
    else:
        assert isinstance(similarity, Undefined)


@given(shares())
def test_ranges_and_what_is_the_same_has_no_distance(both: tuple[np.ndarray, np.ndarray]) -> None:
    reference, predicted = both
    scores = score_soft(reference, predicted, interval=None)
    for measure in MEASURES:
        value = scores[measure.name]
        if not isinstance(value, Undefined):
            highest = -np.log(CLIP) if measure.highest is None else measure.highest
            assert measure.lowest - 1e-9 <= float(value) <= highest + 1e-9
    same = score_soft(reference, reference, interval=None)
    assert [float(same[name]) for name in ("kl", "jsd", "manhattan")] == pytest.approx([0, 0, 0], abs=1e-9)  # type: ignore[arg-type]
    assert same["cross-entropy"] == pytest.approx(entropy(reference, axis=1).mean())


@given(shares())
def test_the_order_of_items_and_labels_does_not_matter(both: tuple[np.ndarray, np.ndarray]) -> None:
    rng = np.random.default_rng(1)
    items, labels = rng.permutation(len(both[0])), rng.permutation(both[0].shape[1])
    turned = [table[items][:, labels] for table in both]
    one, other = score_soft(*both, interval=None), score_soft(*turned, interval=None)
    for measure in MEASURES:
        first, second = one[measure.name], other[measure.name]
        assert isinstance(first, Undefined) == isinstance(second, Undefined)
        if not isinstance(first, Undefined):
            assert first == pytest.approx(second, abs=1e-6)


@given(shares())
def test_intervals_hold_their_value(both: tuple[np.ndarray, np.ndarray]) -> None:
    for how in ("jackknife", "bootstrap"):
        for result in score_soft(*both, interval=how, resamples=100).results:
            if not isinstance(result.interval, Undefined) and how == "jackknife":
                assert result.interval.low <= float(result.value) <= result.interval.high  # type: ignore[arg-type]
