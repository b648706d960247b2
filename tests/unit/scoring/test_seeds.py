"""Several runs of a system: distributions, names, and the test between two systems."""

from __future__ import annotations

from fractions import Fraction
from statistics import stdev

import pytest

from accord.agreement.result import Interval, Undefined
from accord.scoring.counts import Counts
from accord.scoring.seeds import Distribution, RankSum, rank_sum, rank_sums
from tests.build import run_of, scores_of


def test_mean_and_spread_over_runs() -> None:
    values = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 1))
    distribution = Distribution(values)
    assert distribution.mean == Fraction(3, 4)
    assert distribution.sd == pytest.approx(stdev(map(float, values)))
    assert distribution.se == pytest.approx(0.25 / 3**0.5)
    interval = distribution.interval
    assert isinstance(interval, Interval)
    half = 4.302653 * 0.25 / 3**0.5  # Student's t with two degrees of freedom
    assert interval.low == pytest.approx(0.75 - half)
    assert interval.high == 1  # cut: no score is higher


def test_one_run_has_a_mean_and_no_spread() -> None:
    distribution = Distribution((Fraction(1, 3),))
    assert distribution.mean == Fraction(1, 3)
    assert isinstance(distribution.sd, Undefined)
    assert isinstance(distribution.se, Undefined)
    assert isinstance(distribution.interval, Undefined)


def test_runs_that_agree_have_a_spread_of_zero() -> None:
    distribution = Distribution((Fraction(1, 3),) * 4)
    assert (distribution.sd, distribution.se) == (0, 0)


def test_a_type_that_is_missing_from_a_run_counts_as_zero_there() -> None:
    """SeqScore crashes or skips the run, which makes a rare type look better than it is."""
    runs = [
        run_of([Counts(2, 2, 2)], types={"PER": Counts(2, 2, 2)}),
        run_of([Counts(2, 3, 2)], types={"PER": Counts(2, 2, 2), "LOC": Counts(0, 1, 0)}),
        run_of([Counts(2, 0, 0)], types={"PER": Counts(2, 0, 0)}),
    ]
    found = scores_of({"tagger": runs}).over_runs()["tagger"]
    assert [name for name in found if name.startswith("f1:")] == ["f1:LOC", "f1:PER"]
    assert list(found["f1:PER"].values) == [1, 1, 0]
    assert found["precision:PER"].mean == Fraction(2, 3)
    assert found["precision:PER"].counted_as_zero == 1
    assert list(found["f1:LOC"].values) == [0, 0, 0]
    assert found["f1:LOC"].counted_as_zero == 2
    assert found["recall"].mean == Fraction(2, 3)


def systems(*runs: list[int]) -> dict[str, Distribution]:
    """Systems whose runs have these F1, in percent."""
    return {
        f"system {number}": Distribution(tuple(Fraction(f1, 100) for f1 in each)) for number, each in enumerate(runs)
    }


def compared(first: list[int], second: list[int]) -> RankSum:
    [(one, ours), (other, theirs)] = systems(first, second).items()
    return rank_sum(one, ours, other, theirs)


@pytest.mark.parametrize(("first", "second"), [([50], [60, 70]), ([50, 60], [70]), ([50], [60])])
def test_a_rank_sum_test_needs_two_runs_of_each(first: list[int], second: list[int]) -> None:
    assert rank_sums(systems(first, second)) == []


def test_several_rank_sum_tests_are_corrected_by_holm() -> None:
    tests = rank_sums(systems([50, 51, 52], [60, 61, 62], [70, 71, 72]))
    assert [test.p for test in tests] == pytest.approx([0.1] * 3)
    assert [test.p_holm for test in tests] == pytest.approx([0.3] * 3)


def test_runs_that_are_all_the_same_are_no_evidence() -> None:
    test = compared([50, 50, 50], [50, 50, 50])
    assert (test.p, test.p_normal, test.difference) == (1, 1, 0)


def test_three_against_three_runs_can_never_be_significant() -> None:
    """Six runs can be dealt out in 20 ways, so no exact p is below 1/10; the normal approximation pretends 0.0495."""
    test = compared([90, 91, 92], [80, 81, 82])
    assert test.p == test.smallest_p == pytest.approx(0.1)
    assert test.p_normal == pytest.approx(0.0495, abs=1e-4)
    assert test.difference == pytest.approx(0.1)


def test_the_exact_p_holds_where_runs_tie() -> None:
    """First {50, 60, 60}, second {60, 70, 70}: ranks 1, 3, 3 and 3, 5.5, 5.5.

    Of the 20 ways to choose three ranks, the 3 that take rank 1 and two of the 3s give the observed 7 or less.
    """
    test = compared([50, 60, 60], [60, 70, 70])
    assert test.p == pytest.approx(2 * 3 / 20)
