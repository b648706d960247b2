"""Drift: against its definition, a peer, and what simulated annotators do who drift or do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.agreement.annotator_gap import gap_on_same_items
from accord.agreement.breakdown import AnnotatorOutlier
from accord.agreement.drift import drift
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.page.with_rest import with_rest_payloads
from accord.verbs.agree import agree
from tests.oracle import drift as oracle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.agreement.result import Value


def number(value: Value) -> float:
    assert not isinstance(value, Undefined)
    return float(value)


shares = st.sampled_from([0.0, 0.25, 0.5, 1.0])


@given(agreement=st.lists(shares, min_size=20, max_size=90), documents=st.integers(1, 15))
def test_the_slope_and_its_interval_are_those_of_the_definition(agreement: list[float], documents: int) -> None:
    count = len(agreement)
    document_of = [number * documents // count for number in range(count)]
    groups = document_of if documents >= 10 else [number * 20 // count for number in range(count)]
    found = drift(np.array(agreement), document_of, 0.95, "item")
    slope, error = oracle.slope_and_error(agreement, groups)
    assert found.slope == pytest.approx(slope, abs=1e-9)
    if isinstance(found.interval, Undefined):
        assert error == pytest.approx(0, abs=1e-9)
    else:
        reach = t_quantile(0.95, len(set(groups)) - 1) * error
        assert found.interval[:2] == pytest.approx((slope - reach, slope + reach), abs=1e-9)


@given(agreement=st.lists(shares, min_size=0, max_size=250))
def test_windows_hold_every_item_once_in_order(agreement: list[float]) -> None:
    windows = drift(np.array(agreement), [0] * len(agreement), 0.95, "item").windows
    assert len(windows) <= 20
    assert [number for each in windows for number in range(each.first, each.last + 1)] == list(
        range(1, len(agreement) + 1)
    )
    for each in windows:
        assert each.value == pytest.approx(np.mean(agreement[each.first - 1 : each.last]))
    if len(agreement) >= 5:
        assert min(each.last - each.first + 1 for each in windows) >= 5


def test_the_slope_is_that_of_scipy() -> None:
    from scipy.stats import linregress

    agreement = np.random.default_rng(3).random(200)
    slope = drift(agreement, [0] * 200, 0.95, "item").slope
    assert slope == pytest.approx(100 * linregress(np.arange(200), agreement).slope)


label = st.sampled_from("AB") | st.none()


@given(table=st.lists(st.tuples(label, label, label), max_size=60))
def test_agreement_with_the_rest_is_counted_over_the_items_that_others_labelled(
    table: list[tuple[str | None, ...]],
) -> None:
    names = ("ann", "bob", "cem")
    rows = [{name: given for name, given in zip(names, row, strict=True) if given} for row in table]
    measured = agree({name: [row.get(name) for row in rows] for name in names}, "alpha", interval=None)
    found = [each.drift for each in breakdown_of(measured).outliers().annotators.values()]
    for name, each in zip(names, found, strict=True):
        expected = oracle.with_rest(rows, name)
        assert sum(window.last - window.first + 1 for window in each.windows) == len(expected)
        total = sum(window.value * (window.last - window.first + 1) for window in each.windows)
        assert total == pytest.approx(sum(expected))


def test_few_items_have_windows_but_no_slope() -> None:
    found = drift(np.ones(19), [0] * 19, 0.95, "token")
    assert found.slope == Undefined("a slope needs 20 tokens that others looked at too, and there are 19")
    assert [(each.first, each.last) for each in found.windows] == [(1, 6), (7, 12), (13, 19)]


def test_annotators_who_always_agree_do_not_drift() -> None:
    found = drift(np.ones(40), [0] * 40, 0.95, "item")
    assert found.slope == 0
    assert isinstance(found.interval, Undefined)


def test_order_in_reverse_turns_the_slope_round() -> None:
    agreement = np.random.default_rng(5).random(100)
    there, back = (drift(each, [0] * 100, 0.95, "item") for each in (agreement, agreement[::-1]))
    assert isinstance(there.interval, Interval)
    assert isinstance(back.interval, Interval)
    assert there.slope == pytest.approx(-number(back.slope))
    assert there.interval[:2] == pytest.approx((-back.interval.high, -back.interval.low))


def independent(rng: np.random.Generator) -> tuple[NDArray[np.float64], list[int]]:
    return (rng.random(200) < 0.8).astype(float), [0] * 200


def alike_within_documents(rng: np.random.Generator) -> tuple[NDArray[np.float64], list[int]]:
    document_of = np.repeat(np.arange(30), 12)
    hardness = rng.choice([0.5, 0.95], size=30)
    return (rng.random(360) < hardness[document_of]).astype(float), document_of.tolist()


def alike_within_sentences(rng: np.random.Generator) -> tuple[NDArray[np.float64], list[int]]:
    hardness = np.repeat(rng.choice([0.5, 0.95], size=60), 8)
    return (rng.random(480) < hardness).astype(float), [0] * 480


@pytest.mark.parametrize("study", [independent, alike_within_documents, alike_within_sentences])
@pytest.mark.parametrize("per_item", [0.0, -0.0005])
def test_intervals_hold_the_true_slope_as_often_as_they_say(study: object, per_item: float) -> None:
    """Of 600 studies of annotators who drift by so much, or not at all, 95 of 100 intervals should hold the slope."""
    assert callable(study)
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(600):
        agreement, document_of = study(rng)
        found = drift(agreement + per_item * np.arange(len(agreement)), document_of, 0.95, "item")
        assert isinstance(found.interval, Interval)
        held += found.interval.low <= 100 * per_item <= found.interval.high
    assert 0.925 <= held / 600 <= 0.985


def test_an_annotator_who_grows_careless_is_found() -> None:
    rng = np.random.default_rng(1)
    truth = rng.choice(list("ABC"), size=400).tolist()
    careless = [rng.choice(list("ABC")) if rng.random() < turn / 400 else label for turn, label in enumerate(truth)]
    measured = agree({"careless": careless, "ann": truth, "bob": truth}, "alpha", interval=None)
    falls, *steady = (each.drift for each in breakdown_of(measured).outliers().annotators.values())
    assert isinstance(falls.interval, Interval)
    assert falls.interval.high < 0
    assert all(number(each.slope) > number(falls.slope) for each in steady)


def test_p_and_the_interval_say_the_same() -> None:
    from scipy.stats import t

    rng = np.random.default_rng(2)
    for _ in range(50):
        agreement = (rng.random(100) < np.linspace(0.9, 0.7, 100)).astype(float)
        found = drift(agreement, [0] * 100, 0.95, "item")
        assert isinstance(found.interval, Interval)
        assert (number(found.p) < 0.05) == (found.interval.high < 0 or found.interval.low > 0)
        slope, error = oracle.slope_and_error(agreement.tolist(), [item * 20 // 100 for item in range(100)])
        assert number(found.p) == pytest.approx(2 * t.sf(abs(slope / error), 19))


def test_of_many_annotators_who_do_not_drift_few_seem_to() -> None:
    rng = np.random.default_rng(4)
    drifts = {str(name): drift((rng.random(60) < 0.8).astype(float), [0] * 60, 0.95, "item") for name in range(300)}
    steep = [each for each in drifts.values() if number(each.p) < 0.05]
    assert 5 <= len(steep) <= 27
    unknown = gap_on_same_items(np.array([]), [], 0.95, "item")
    rows = with_rest_payloads({name: AnnotatorOutlier(each, unknown) for name, each in drifts.items()})
    assert not [row for row in rows.values() if row.slope.p is not None and row.slope.p < 0.05]
