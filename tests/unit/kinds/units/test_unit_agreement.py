"""Gamma and its kin: what is pooled, how sure it is, and where there is no value."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from accord import agree
from accord.agreement.result import Interval, Undefined
from accord.errors import NotApplicable, UsageError
from accord.kinds.units import UNIT_COEFFICIENTS
from accord.kinds.units.breakdown import UnitBreakdown
from accord.kinds.units.measure import NOTHING
from accord.model import Unit
from tests.build import corpus_of_units, noisy_units

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.agreement.result import Result, Value
    from accord.kinds.units.measure import UnitMeasure
    from accord.model import Corpus

ALL = list(UNIT_COEFFICIENTS)
ONE = corpus_of_units({"d": noisy_units(1)})
SEVERAL = corpus_of_units({f"d{seed}": noisy_units(seed, units=6 + seed) for seed in range(5)})
SAME = corpus_of_units({f"d{seed}": dict.fromkeys("abc", noisy_units(seed)["a"]) for seed in range(3)})
A, B = [Unit(0, 10, "A"), Unit(30, 40, "B")], [Unit(1, 10, "A"), Unit(30, 44, "B")]


def number(value: Value | None) -> float:
    assert value is not None
    assert not isinstance(value, Undefined)
    return float(value)


def held(interval: Interval | Undefined | None) -> Interval:
    assert isinstance(interval, Interval)
    return interval


def measure_of(agreement: Agreement) -> UnitMeasure:
    assert isinstance(agreement.breakdown, UnitBreakdown)
    return agreement.breakdown.measure


def result(data: Corpus, coefficient: str = "gamma", **choices: object) -> Result:
    return agree(data, coefficient, **choices).result  # type: ignore[arg-type]


@pytest.mark.parametrize("sampler", ["statistical", "shuffle"])
def test_annotators_who_mark_the_same_agree_wholly(sampler: str) -> None:
    for each in agree(SAME, ALL, sampler=sampler, samples=10).results:
        assert (each.value, each.observed) == (1.0, 0.0), each.name
        assert number(each.expected) > 0


def test_the_equation() -> None:
    for each in agree(SEVERAL, ALL, samples=10).results:
        assert number(each.value) == pytest.approx(1 - number(each.observed) / number(each.expected)), each.name


@pytest.mark.parametrize("weights", ["units", "documents"])
@pytest.mark.parametrize("coefficient", ["gamma", "accord-2011"])
def test_documents_are_pooled_with_their_weights(weights: str, coefficient: str) -> None:
    found = agree(SEVERAL, coefficient, samples=10, weights=weights)
    parts = measure_of(found).documents(coefficient)
    units = [len(each) / 3 for each in measure_of(found).study.continua]
    by = np.array(units if weights == "units" else [1.0] * len(units))
    observed = np.array([number(part.observed) for part in parts.values()])
    expected = np.array([number(part.expected) for part in parts.values()])
    assert number(found.result.observed) == pytest.approx(by @ observed / by.sum())
    assert number(found.result.expected) == pytest.approx(by @ expected / by.sum())
    assert number(found.result.value) == pytest.approx(1 - by @ observed / (by @ expected))
    for part in parts.values():
        assert number(part.value) == pytest.approx(1 - number(part.observed) / number(part.expected))


def test_a_document_has_the_same_value_alone() -> None:
    """The first one, whose samples then have the same seeds."""
    alone = corpus_of_units({"d0": noisy_units(0, units=6)})
    parts = agree(SEVERAL, "gamma", samples=10).documents
    assert result(alone, samples=10).value == parts["d0"].value


@pytest.mark.parametrize("data", [ONE, SEVERAL], ids=["one", "several"])
@pytest.mark.parametrize("interval", ["jackknife", "bootstrap"])
def test_intervals_hold_their_value(data: Corpus, interval: str) -> None:
    for each in agree(data, ALL[:-1], samples=20, interval=interval, resamples=200).results:
        assert held(each.interval).low <= number(each.value) <= held(each.interval).high, each.name
        made = "sampling of chance" if data is ONE else f"{interval} over documents"
        assert held(each.interval).method == made, each.name


def test_an_interval_of_one_document_is_narrower_with_more_samples() -> None:
    few, many = (held(result(ONE, samples=samples).interval) for samples in (10, 160))
    assert many.high - many.low < (few.high - few.low) / 2


def test_precision() -> None:
    """As many samples as make 1.96 standard errors a share of the mean, by the spread of the first 30."""
    first = agree(ONE, "gamma", samples=30)
    disorder = measure_of(first).measured["sum"].drawn["statistical"].disorder[0]
    needed = ceil((1.96 * disorder.std(ddof=1) / (0.01 * disorder.mean())) ** 2)
    assert needed > 30
    more = agree(ONE, "gamma", samples=30, precision=0.01)
    found = measure_of(more).measured["sum"].drawn["statistical"].disorder
    assert found.shape == (1, needed)
    assert found[0, :30].tolist() == disorder.tolist()
    rough = agree(ONE, "gamma", samples=30, precision=0.5)
    assert measure_of(rough).measured["sum"].drawn["statistical"].disorder.shape == (1, 30)


def test_the_same_for_any_number_of_workers() -> None:
    names = ["gamma", "gamma-cat", "gamma-k", "accord-2011"]
    one, two = (agree(SEVERAL, names, samples=4, workers=workers) for workers in (1, 2))
    assert [(each.name, each.value, each.interval) for each in one.results] == [
        (each.name, each.value, each.interval) for each in two.results
    ]


def steps(data: Corpus, coefficients: str | list[str], **choices: Any) -> tuple[Agreement, list[tuple[int, int]]]:
    told: list[tuple[int, int]] = []
    return agree(data, coefficients, progress=lambda *step: told.append(step), **choices), told


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_of_observed_and_drawn_documents(workers: int) -> None:
    _, told = steps(SEVERAL, "gamma", samples=3, workers=workers)
    assert (told[0], told[-1]) == ((0, 5 + 15), (20, 20))


def test_progress_is_of_all_objectives_and_random_processes() -> None:
    _, told = steps(SEVERAL, ["gamma", "gamma-cat", "accord-2011"], samples=3)
    assert (told[0], told[-1]) == ((0, 5 + 15 + 5 + 2 * 15), (55, 55))


def test_progress_is_without_a_process_that_is_left_out() -> None:
    _, told = steps(ONE, "accord-2011", samples=3)
    assert (told[0], told[-1]) == ((0, 1 + 2 * 3), (4, 4))


def test_progress_is_of_more_samples_if_a_precision_needs_them() -> None:
    found, told = steps(ONE, "gamma", samples=3, precision=0.05)
    drawn = measure_of(found).measured["sum"].drawn["statistical"].disorder.size
    assert drawn > 3
    assert (told[0], told[-1]) == ((0, 4), (1 + drawn, 1 + drawn))


def test_the_agreement_of_2011_is_against_the_process_of_less_disorder() -> None:
    found = agree(SEVERAL, "accord-2011", samples=20)
    drawn = measure_of(found).measured["mean"].drawn
    means = {name: float(process.disorder.mean()) for name, process in drawn.items()}
    assert set(means) == {"random1", "random2"}
    assert number(found.result.expected) == pytest.approx(min(means.values()))
    assert len({number(part.expected) for part in measure_of(found).documents("accord-2011").values()}) == 1


def test_without_enough_documents_the_agreement_of_2011_leaves_random2_out_and_says_so() -> None:
    found = agree(ONE, "accord-2011", samples=5)
    (note,) = measure_of(found).notes
    assert note.startswith("random2 is left out: random2 overlays 3 documents, one for each annotator, and")
    assert note.endswith("there is only 1 with units")
    assert "chance:random1|" in str(found.result.signature)


def test_random2_alone_says_what_it_lacks() -> None:
    with pytest.raises(NotApplicable, match="random2 overlays 3 documents"):
        agree(ONE, "gamma", sampler="random2")


def test_one_annotator_as_ground_truth() -> None:
    for sampler in ("statistical", "shuffle", "random1", "random2"):
        data = SEVERAL if sampler == "random2" else ONE
        assert number(result(data, sampler=sampler, ground_truth="b", samples=5).value) < 1
    with pytest.raises(UsageError, match="there is no annotator 'z'"):
        result(ONE, ground_truth="z")


class TestNoValue:
    def test_nobody_marked_anything(self) -> None:
        for each in agree(corpus_of_units({"d": {"a": [], "b": []}}), ALL).results:
            assert each.value == Undefined(NOTHING)

    def test_one_annotator(self) -> None:
        with pytest.raises(NotApplicable, match="agreement needs two annotators, and a is"):
            result(corpus_of_units({"d": {"a": A}}))

    @pytest.mark.parametrize("sampler", ["statistical", "shuffle", "random1"])
    def test_one_annotator_marked_nothing(self, sampler: str) -> None:
        """There is an agreement on units, about none, and none on categories."""
        data = corpus_of_units({"d": {"a": A, "b": []}})
        gamma, cat, *ks = agree(data, ["gamma", "gamma-cat", "gamma-k"], sampler=sampler, samples=20).results
        assert gamma.observed == 2.0
        assert number(gamma.value) <= 0
        for each in (cat, *ks):
            assert each.value == Undefined("no two units are aligned")
        assert len(ks) == 2

    def test_one_category(self) -> None:
        marked = {name: [unit._replace(category="A") for unit in units] for name, units in noisy_units(1).items()}
        gamma, cat, k = agree(corpus_of_units({"d": marked}), ["gamma", "gamma-cat", "gamma-k"]).results
        assert number(gamma.value) > 0
        for each in (cat, k):
            assert each.value == Undefined("chance leaves no disorder")
            assert isinstance(each.interval, Undefined)

    def test_units_without_length_are_left_out(self) -> None:
        data = corpus_of_units({"d": {"a": [*A, Unit(50, 50, "A")], "b": B}})
        found = result(data, samples=5)
        assert found.excluded == {"units without length": 1}
        assert found.used == {"documents": 1, "units": 4}

    def test_a_document_in_which_nobody_marked_anything_is_left_out(self) -> None:
        data = corpus_of_units({"d": {"a": A, "b": B}, "e": {"a": [], "b": []}})
        found = result(data, samples=5)
        assert found.excluded == {"documents in which nobody marked anything": 1}
        assert found.value == result(corpus_of_units({"d": {"a": A, "b": B}}), samples=5).value
