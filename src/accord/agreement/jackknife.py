"""Intervals by leaving out one sentence at a time.

Sentences with the same counts are interchangeable, so it is enough to leave out one of each kind.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL, interval_around
from accord.agreement.result import Interval, Undefined, Value
from accord.agreement.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Row = tuple[int, ...]
    Statistic = Callable[[Row], Value]


def jackknife(kinds: Mapping[Row, int], statistic: Statistic, *, student: bool = False) -> Interval | Undefined:
    """A 95 % interval for a statistic of summed counts that lies between 0 and 1.

    ``kinds`` says how many sentences have which counts. The standard error is the delete-one jackknife's,

        SE^2 = (n - 1) / n  sum_i (theta_i - mean theta)^2,

    where theta_i is the statistic without sentence i, and the interval is symmetric on the logit scale, so that it
    stays between 0 and 1. How to read it: on other test sets of this kind and size, 95 of 100 such intervals hold the
    system's true value (bench/intervals.py). It is undefined where a value left out is, and where the value is 0 or 1,
    for then nothing varies. It is as wide as the normal distribution says, or Student's t (``student``).
    """
    count = sum(kinds.values())
    if count < 2:
        return Undefined("an interval over sentences needs two of them")
    totals = tuple(sum(row[column] * times for row, times in kinds.items()) for column in range(_width(kinds)))
    value = statistic(totals)
    if isinstance(value, Undefined):
        return value
    if not 0 < value < 1:
        return Undefined(f"the value is {value}, so nothing varies")
    without: list[tuple[float, int]] = []
    for row, times in kinds.items():
        left = statistic(tuple(total - part for total, part in zip(totals, row, strict=True)))
        if isinstance(left, Undefined):
            return Undefined("without one of the sentences there is no value")
        without.append((float(left), times))
    if len({left for left, _ in without}) == 1:
        return Undefined("no sentence makes a difference, so nothing varies")
    mean = sum(left * times for left, times in without) / count
    error = sqrt((count - 1) / count * sum(times * (left - mean) ** 2 for left, times in without))
    quantile = t_quantile(LEVEL, count - 1) if student else None
    return interval_around(float(value), error, (0, 1), "jackknife over sentences", quantile=quantile)


def _width(kinds: Mapping[Row, int]) -> int:
    return len(next(iter(kinds), ()))
