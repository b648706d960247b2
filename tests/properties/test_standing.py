"""Who is behind the others, and which document is harder: against definitions, a peer, and simulated annotators."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean, variance
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t, ttest_1samp

from accord.agreement.annotator_gap import gap_on_same_items
from accord.agreement.document_outliers import harder
from accord.agreement.result import Undefined
from accord.kinds.labels.breakdown import breakdown_of
from accord.verbs.agree import agree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Value

NAMES = ("ann", "bob", "cem", "dot")
rows = st.fixed_dictionaries({name: st.sampled_from(["x", "y", "z", None]) for name in NAMES})


def number(value: Value) -> float:
    assert not isinstance(value, Undefined)
    return float(value)


def differences(items: list[dict[str, str | None]], name: str) -> list[float]:
    """Of each item: the share of the others who gave the same label, less the share of their pairs who gave one."""
    found = []
    for labels in items:
        given = {who: label for who, label in labels.items() if label is not None}
        others = [label for who, label in given.items() if who != name]
        if name in given and len(others) > 1:
            pairs = [one == other for one, other in combinations(others, 2)]
            found.append(fmean(label == given[name] for label in others) - fmean(pairs))
    return found


def on_own_and_elsewhere(items: Sequence[Mapping[str, str | None]], name: str) -> tuple[list[float], list[float]]:
    """The agreement with the others on somebody's items, and that of two others on items that are not theirs."""
    own, elsewhere = [], []
    for labels in items:
        given = {who: label for who, label in labels.items() if label is not None}
        others = [label for who, label in given.items() if who != name]
        if name in given and others:
            own.append(fmean(label == given[name] for label in others))
        elif len(others) > 1:
            elsewhere.append(fmean(one == other for one, other in combinations(others, 2)))
    return own, elsewhere


@given(items=st.lists(rows, min_size=6, max_size=20))
def test_who_is_behind_by_the_definition(items: list[dict[str, str | None]]) -> None:
    if not any(len({label for label in labels.values() if label}) > 1 for labels in items):
        return
    measured = agree({name: [labels[name] for labels in items] for name in NAMES}, "alpha", interval=None)
    outliers = breakdown_of(measured).outliers().annotators
    assert list(outliers) == list(NAMES)
    for name, found in ((name, each.gap) for name, each in outliers.items()):
        expected, (own, elsewhere) = differences(items, name), on_own_and_elsewhere(items, name)
        if len(expected) >= 5:
            assert number(found.value) == pytest.approx(fmean(expected), abs=1e-9)
        elif min(len(own), len(elsewhere)) < 5:
            assert isinstance(found.value, Undefined)
        else:
            assert number(found.value) == pytest.approx(fmean(own) - fmean(elsewhere), abs=1e-9)


@given(items=st.lists(st.permutations(["x", "x", "y", None, None, None]), min_size=12, max_size=30))
def test_where_each_item_has_few_annotators_items_of_others_stand_in(items: list[list[str | None]]) -> None:
    names = [*NAMES, "eve", "fay"]
    labelled = [dict(zip(names, labels, strict=True)) for labels in items]
    pooled = [{name: label for name, label in row.items() if label} for row in labelled]
    for row in pooled:
        del row[next(iter(row))]
    measured = agree({name: [row.get(name) for row in pooled] for name in names}, "alpha", interval=None)
    for name, found in ((name, each.gap) for name, each in breakdown_of(measured).outliers().annotators.items()):
        own, elsewhere = on_own_and_elsewhere(pooled, name)
        if min(len(own), len(elsewhere)) >= 5:
            assert number(found.value) == pytest.approx(fmean(own) - fmean(elsewhere), abs=1e-9)
        else:
            assert isinstance(found.value, Undefined)


@given(
    st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), min_size=5, max_size=20).filter(lambda x: len(set(x)) > 1)
)
def test_of_few_items_the_chance_is_that_of_a_t_test(values: list[float]) -> None:
    found = gap_on_same_items(np.array(values), [0] * len(values), 0.95, "item")
    assert number(found.p) == pytest.approx(float(ttest_1samp(values, 0).pvalue), abs=1e-9)


@given(
    st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=9), min_size=2, max_size=6).filter(
        lambda documents: all(len(set(each)) > 1 for each in documents)
    )
)
def test_a_document_is_harder_by_the_test_of_welch(documents: list[list[float]]) -> None:
    document_of = np.repeat(np.arange(len(documents)), [len(each) for each in documents])
    found = harder(np.array([value for each in documents for value in each]), document_of)
    for index, own in enumerate(documents):
        rest = [value for number, each in enumerate(documents) if number != index for value in each]
        spread = max(variance(own), variance(rest))
        error = (spread / len(own) + variance(rest) / len(rest)) ** 0.5
        expected = float(t.sf((fmean(own) - fmean(rest)) / error, len(own) - 1))
        assert found[index] == pytest.approx(expected, abs=1e-9)


def test_among_short_documents_that_are_alike_hardly_any_is_harder() -> None:
    rng = np.random.default_rng(7)
    found = [harder((rng.random(900) < 0.1).astype(float), np.repeat(np.arange(300), 3)) for _ in range(100)]
    assert sum(np.nanmin(each) * 300 < 0.05 for each in found) <= 8


def test_a_document_of_one_item_is_not_judged() -> None:
    assert np.isnan(harder(np.array([1.0, 0.0, 0.0, 0.5]), np.array([0, 1, 1, 1]))[0])


@pytest.mark.parametrize("scale", [1e-200, 1e-3, 1e200, 1e300])
def test_a_document_is_as_hard_on_any_scale(scale: float) -> None:
    disagreements, documents = np.array([0.0, 0, 0, 1, 1, 1, 0, 1]), np.array([0, 0, 0, 0, 1, 1, 1, 1])
    assert harder(scale * disagreements, documents) == pytest.approx(harder(disagreements, documents))
