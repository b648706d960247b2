"""Accuracy beyond chance against every exchange of labels there is, and against scikit-learn's kappa."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined

LABELS = "ABC"
pairs = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=2, max_size=6)


def sides(both: list[tuple[str, str]]) -> tuple[list[list[str]], list[list[str]]]:
    """Both sides as sentences of one and of all other tokens."""
    ours, theirs = map(list, zip(*both, strict=True))
    return [ours[:1], ours[1:]], [theirs[:1], theirs[1:]]


@settings(max_examples=60)
@given(both=pairs)
def test_chance_sd_and_p_are_those_of_every_exchange(both: list[tuple[str, str]]) -> None:
    found = accord.score_beyond_chance(*sides(both), encoding="none").parts[0].runs[0]
    ours, theirs = zip(*both, strict=True)
    shares = [
        sum(one == other for one, other in zip(ours, order, strict=True)) / len(both) for order in permutations(theirs)
    ]
    observed = sum(one == other for one, other in both) / len(both)
    measured = found.measured
    assert measured.observed == pytest.approx(observed)
    assert measured.expected == pytest.approx(fmean(shares))
    assert measured.sd == pytest.approx(pstdev(shares), abs=1e-7)
    p = sum(share >= observed - 1e-9 for share in shares) / len(shares)
    assert measured.p == pytest.approx(p, abs=4 * (p * (1 - p) / 9_999) ** 0.5 + 2e-4)
    if fmean(shares) < 1 - 1e-9:
        assert measured.value == pytest.approx((observed - fmean(shares)) / (1 - fmean(shares)))
    else:
        assert isinstance(measured.value, Undefined)


@settings(max_examples=60)
@given(both=pairs, label=st.sampled_from(LABELS))
def test_so_it_is_of_each_label(both: list[tuple[str, str]], label: str) -> None:
    by_label = accord.score_beyond_chance(*sides(both), encoding="none").parts[0].runs[0].corrected.by_label()
    size = sum(each.count(label) for each in both)
    if not size:
        assert label not in by_label
        return
    ours, theirs = zip(*both, strict=True)
    f1 = [
        2 * sum(one == other == label for one, other in zip(ours, order, strict=True)) / size
        for order in permutations(theirs)
    ]
    observed = 2 * both.count((label, label)) / size
    measured = by_label[label]
    assert (measured.observed, measured.expected) == pytest.approx((observed, fmean(f1)))
    assert measured.sd == pytest.approx(pstdev(f1), abs=1e-7)
    assert measured.p == pytest.approx(sum(each >= observed - 1e-9 for each in f1) / len(f1))


@pytest.mark.peer
@settings(max_examples=60)
@given(both=st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=2, max_size=40))
def test_corrected_accuracy_is_the_kappa_of_scikit_learn(both: list[tuple[str, str]]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    ours, theirs = zip(*both, strict=True)
    run = accord.score_beyond_chance(*sides(both), encoding="none", draws=0).parts[0].runs[0]
    value = run.measured.value
    if isinstance(value, Undefined):
        return
    assert value == pytest.approx(sklearn.cohen_kappa_score(ours, theirs))
    for label, measured in run.corrected.by_label().items():
        if not isinstance(measured.value, Undefined):
            binary = ([each == label for each in side] for side in (ours, theirs))
            assert measured.value == pytest.approx(sklearn.cohen_kappa_score(*binary))
