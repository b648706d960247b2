"""Limits of agreement: between which differences of two annotators 95 of 100 lie, in the units of the numbers.

    bias +- z sd,    SE(bias) = sd / sqrt(n),    SE(limit) = sd sqrt(1/n + z^2 / (2 (n - 1)))

with the mean (bias) and the standard deviation of the differences of n items, and z = 1.96 at a level of 95 %; the
intervals have Student's t with n - 1 degrees of freedom. They assume that differences are about normal, and as large
for small numbers as for large ones: look at the picture (accord plot limits).

Bland, J. M. & Altman, D. G. (1986). Statistical methods for assessing agreement between two methods of clinical
measurement. Lancet, 327, 307-310. (1999). Measuring agreement in method comparison studies. Statistical Methods in
Medical Research, 8(2), 135-160.
"""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS, Extra
from accord.agreement.payload import MAX_CELLS
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.study.coding import MISSING
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.distance.between import Floats
    from accord.study.coding import Coding

_METHOD = "normal differences"
_COLUMNS = ("first", "second", "items", "bias", "interval", "sd", "lower limit", "interval", "upper limit", "interval")


def limits_tables(coding: Coding, level: float) -> Iterator[Extra]:
    """The limits of every two annotators, and on request what the picture of them shows."""
    if not 2 <= len(coding.annotators) <= MAX_ANNOTATORS:
        return
    pairs = list(_differences(coding))
    rows = tuple((*names, *_limits(differences, level)) for names, _, differences in pairs)
    note = f"differences: first - second; {100 * level:g} % of them lie between the limits, if they are normal"
    yield Extra("limits", "Limits of agreement", _COLUMNS, rows, (note,))
    if 4 * sum(len(differences) for *_, differences in pairs) <= MAX_CELLS:
        points = tuple(
            (*names, mean, difference)
            for names, means, differences in pairs
            for mean, difference in zip(means.tolist(), differences.tolist(), strict=True)
        )
        columns = ("first", "second", "mean", "difference")
        yield Extra("limit_points", "Means and differences", columns, points, on_request=True)


def _differences(coding: Coding) -> Iterator[tuple[tuple[str, str], Floats, Floats]]:
    """Of every two annotators the means and the differences of their numbers, item by item."""
    points = Scale(coding.labels, coding.ordered).points
    for first, second in combinations(range(len(coding.annotators)), 2):
        ours, theirs = coding.column(first), coding.column(second)
        both = (ours != MISSING) & (theirs != MISSING)
        one, other = points[ours[both]], points[theirs[both]]
        yield (coding.annotators[first], coding.annotators[second]), (one + other) / 2, one - other


def _limits(differences: Floats, level: float) -> tuple[Any, ...]:
    count = len(differences)
    if count < 2:
        few = Undefined("two items are needed")
        return (count, few, few, few, few, few, few, few)
    bias, sd = float(differences.mean()), float(np.std(differences, ddof=1))
    z, t = NormalDist().inv_cdf((1 + level) / 2), t_quantile(level, count - 1)
    of_bias, of_limit = sd / sqrt(count), sd * sqrt(1 / count + z**2 / (2 * (count - 1)))

    def around(value: float, error: float) -> Interval:
        return Interval(value - t * error, value + t * error, _METHOD, level)

    low, high = bias - z * sd, bias + z * sd
    return count, bias, around(bias, of_bias), sd, low, around(low, of_limit), high, around(high, of_limit)
