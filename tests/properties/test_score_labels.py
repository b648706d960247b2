"""Scores of labels of items against the definitions, and what must always be true of them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import accord
from accord.agreement.result import Undefined, number
from tests.oracle import item_scores as oracle

if TYPE_CHECKING:
    from accord.scoring.counted_scores import CountedRun

LABELS = st.sampled_from(["a", "b", "c", "d"])
ANSWERS = st.sampled_from(["a", "b", "c", "d", ""])
PAIRS = st.lists(st.tuples(LABELS, ANSWERS), min_size=1, max_size=12)
NUMBERS = st.sampled_from(["1", "2", "3.5", "-1", "10"])
SETS = st.frozensets(LABELS, max_size=4)


def scored(reference: Any, predicted: Any, **options: Any) -> CountedRun:
    run: CountedRun = accord.score(reference, predicted, **options).run
    return run


def value(run: CountedRun, name: str) -> float | None:
    return number(run.measure(name).value)


@given(PAIRS)
def test_measures_are_those_of_the_definitions(pairs: list[tuple[str, str]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    run = scored(ours, theirs)
    assert run.headline.value == oracle.accuracy(ours, theirs)
    found = {
        "balanced-accuracy": oracle.balanced_accuracy,
        "macro-f1": oracle.macro_f1,
        "kappa": oracle.kappa,
        "mcc": oracle.mcc,
    }
    for name, by_definition in found.items():
        expected = by_definition(ours, theirs)
        assert value(run, name) == (None if expected is None else pytest.approx(float(expected))), name
    for label in {*ours, *theirs} - {""}:
        assert run.measure(f"f1:{label}").value == oracle.f1(label, ours, theirs)
    answered = [(x, y) for x, y in pairs if y]
    if len(answered) < len(pairs):
        assert run.scores["coverage"].value == Fraction(len(answered), len(pairs))
        right = run.scores["answered-accuracy"].value
        expected = oracle.accuracy(*map(list, zip(*answered, strict=True))) if answered else None
        assert (None if isinstance(right, Undefined) else right) == expected


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=12))
def test_numbers_are_on_a_scale(pairs: list[tuple[str, str]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    first, second = ([Fraction(label) for label in side] for side in (ours, theirs))
    assume(not {*ours, *theirs} <= {"1"})
    run = scored(ours, theirs)
    for name, power in (("linear", 1), ("quadratic", 2)):
        expected = oracle.weighted_kappa(first, second, power)
        got = value(run, f"weighted-kappa-{name}")
        assert got == (None if expected is None else pytest.approx(float(expected), abs=1e-12))
    for name, power in (("mae", 1), ("rmse", 2)):
        assert value(run, name) == pytest.approx(oracle.mean_error(first, second, power))


@given(st.lists(st.tuples(SETS, SETS), min_size=1, max_size=8))
def test_sets_are_scored_as_defined(pairs: list[tuple[frozenset[str], frozenset[str]]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    run = scored(ours, theirs)
    assert run.headline.value == Fraction(sum(x == y for x, y in pairs), len(pairs))
    assert value(run, "jaccard") == pytest.approx(float(oracle.jaccard(ours, theirs)))
    loss = oracle.hamming_loss(ours, theirs)
    assert value(run, "hamming-loss") == (None if loss is None else pytest.approx(float(loss)))
    for label in frozenset().union(*ours, *theirs):
        sides = [[label if label in each else "" for each in side] for side in (ours, theirs)]
        assert run.measure(f"f1:{label}").value == oracle.f1(label, *sides)


@given(PAIRS, st.randoms(use_true_random=False))
def test_the_order_of_items_makes_no_difference(pairs: list[tuple[str, str]], rng: Any) -> None:
    ours = {f"item {number}": label for number, (label, _) in enumerate(pairs)}
    theirs = [(f"item {number}", label) for number, (_, label) in enumerate(pairs)]
    run = scored(ours, dict(theirs))
    rng.shuffle(theirs)
    other = scored(ours, dict(theirs))
    assert {name: each.value for name, each in run.scores.items()} == {
        name: each.value for name, each in other.scores.items()
    }
    assert run.confused == other.confused


@given(PAIRS)
def test_recall_of_one_side_is_precision_of_the_other(pairs: list[tuple[str, str]]) -> None:
    ours, theirs = map(list, zip(*((x, y or "a") for x, y in pairs), strict=True))
    one, other = scored(ours, theirs), scored(theirs, ours)
    assert {label: number(counts.recall) for label, counts in one.labels.items()} == {
        label: number(counts.precision) for label, counts in other.labels.items()
    }
    assert number(one.scores["mcc"].value) == pytest.approx(number(other.scores["mcc"].value))


@given(PAIRS)
def test_instances_add_up_to_the_headline(pairs: list[tuple[str, str]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    run = scored(ours, theirs)
    assert run.instances is not None
    assert run.errors is not None
    found = list(run.instances())
    assert run.headline.counts == tuple(map(sum, zip(*(each.counts for each in found), strict=True)))
    assert len(list(run.errors())) == sum(not each.is_right for each in found)


@given(PAIRS)
def test_intervals_hold_the_value(pairs: list[tuple[str, str]]) -> None:
    ours, theirs = map(list, zip(*pairs, strict=True))
    for each in scored(ours, theirs).scores.values():
        if not isinstance(each.interval, Undefined):
            assert each.interval.low <= float(each.value) <= each.interval.high  # type: ignore[arg-type]
