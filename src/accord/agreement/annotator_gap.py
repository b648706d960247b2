"""How much less an annotator agrees with the others than these agree among themselves.

On each item that the annotator and two others looked at, it is the mean agreement with the others less the mean
agreement of the others, and over all of them the mean of that. Both are of the same items, so that it does not matter
how hard these are. Items that stand together are alike, so the standard error is the jackknife's over the same groups
as that of a drift, and the interval reaches as far as Student's t says.

Where there are hardly any such items, as where two annotators of many do each item, the agreement on the annotator's
items is compared with that on items of others, which may be harder or easier, with Welch's standard error and as many
degrees of freedom as the fewer of them have items, less one.

Negative is behind: of several annotators whose errors are alike some are always behind, so ``p`` is to be corrected by
how many are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.item_groups import Moments, groups_of, jackknife_error, two_sided
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.distance.between import Floats

_LEAST_ITEMS = 5


@dataclass(frozen=True, slots=True)
class AnnotatorGap:
    """The mean difference, with its interval, and how often chance makes one as large."""

    value: Value
    interval: Interval | Undefined
    p: Value


def annotator_gap(
    difference: Floats,
    document_of: Sequence[int] | NDArray[np.integer],
    own_and_elsewhere: tuple[Moments, Moments],
    level: float,
    unit: str,
) -> AnnotatorGap:
    """How far somebody is behind on the same items or, where there are hardly any, on their own and others'."""
    if len(difference) < _LEAST_ITEMS:
        return _gap_elsewhere(*own_and_elsewhere, level, unit)
    return gap_on_same_items(difference, document_of, level, unit)


def gap_on_same_items(
    difference: Floats, document_of: Sequence[int] | NDArray[np.integer], level: float, unit: str
) -> AnnotatorGap:
    """How far differences of the shape (items,), whose items are in order and of these documents, are from 0.

    >>> gap_on_same_items(np.array([-0.5, -0.5, -0.25, -0.25, 0.0]), [0] * 5, 0.95, "item").value
    -0.3
    """
    count = len(difference)
    if count < _LEAST_ITEMS:
        return _too_few(count, unit)
    mean = float(difference.mean())
    group_of, groups = groups_of(np.asarray(document_of))
    sums, sizes = np.bincount(group_of, difference), np.bincount(group_of)
    without = (difference.sum() - sums) / (count - sizes)
    return _tested(mean, jackknife_error(without), len(without) - 1, f"jackknife over {groups}", level)


def _gap_elsewhere(own: Moments, elsewhere: Moments, level: float, unit: str) -> AnnotatorGap:
    """How much less is agreed on somebody's items than on those that others did without them."""
    fewer = int(min(own.count, elsewhere.count))
    if fewer < _LEAST_ITEMS:
        return _too_few(fewer, unit)
    error = sqrt(own.variance_of_mean + elsewhere.variance_of_mean)
    return _tested(own.mean - elsewhere.mean, error, fewer - 1, f"Welch over other {unit}s", level)


def _too_few(count: int, unit: str) -> AnnotatorGap:
    few = Undefined(f"{_LEAST_ITEMS} {unit}s are needed that two others looked at, too, and there are {count}")
    return AnnotatorGap(few, few, few)


def _tested(mean: float, error: float, freedom: int, method: str, level: float) -> AnnotatorGap:
    if error < 1e-12:
        fixed = Undefined("the difference is the same on all items, so nothing varies")
        return AnnotatorGap(mean, fixed, fixed)
    reach = t_quantile(level, freedom) * error
    return AnnotatorGap(mean, Interval(mean - reach, mean + reach, method, level), two_sided(mean / error, freedom))
