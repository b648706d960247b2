"""Where a jackknife interval exists, and where there is none."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING

import pytest

from accord.agreement.jackknife import jackknife
from accord.agreement.result import Interval, Undefined
from accord.scoring.counts import Counts

if TYPE_CHECKING:
    from accord.agreement.result import Value


def f1(row: tuple[int, ...]) -> Value:
    return Counts(*row).f1


@pytest.mark.parametrize(
    "sentences",
    [
        pytest.param([], id="no sentence"),
        pytest.param([(2, 2, 1)], id="one sentence"),
        pytest.param([(2, 2, 2), (1, 1, 1)], id="all right: F1 is 1"),
        pytest.param([(2, 2, 0), (1, 1, 0)], id="all wrong: F1 is 0"),
        pytest.param([(0, 0, 0), (0, 0, 0)], id="nothing marked: F1 is undefined"),
        pytest.param([(2, 2, 1), (0, 0, 0)], id="undefined without the first"),
    ],
)
def test_there_is_no_interval(sentences: list[tuple[int, ...]]) -> None:
    assert isinstance(jackknife(Counter(sentences), f1), Undefined)


def test_an_interval_by_hand() -> None:
    """F1 is 1/2; without either sentence it is 0 or 1: SE = 1/2, and the logit of 1/2 is 0 with slope 4."""
    interval = jackknife(Counter([(1, 1, 1), (1, 1, 0)]), f1)
    assert isinstance(interval, Interval)
    assert interval.low == pytest.approx(1 / (1 + exp(1.959964 * 4 / 2)), abs=1e-6)
    assert interval.low + interval.high == pytest.approx(1)
    assert interval.level == 0.95


def test_more_of_the_same_sentences_narrow_the_interval_by_the_root_of_their_number() -> None:
    def width(times: int) -> float:
        interval = jackknife({(10, 10, 5): times, (10, 10, 6): times}, f1)
        assert isinstance(interval, Interval)
        return interval.high - interval.low

    assert width(100) / width(10_000) == pytest.approx(10, rel=0.01)


def test_sentences_that_are_all_alike_have_no_interval() -> None:
    assert isinstance(jackknife({(3, 2, 2): 5}, f1), Undefined)
