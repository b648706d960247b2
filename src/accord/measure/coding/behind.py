"""How much less an annotator agrees with the others than these agree among themselves.

On each item that the annotator and two others looked at, it is the mean agreement with the others less the mean
agreement of the others, and over all of them the mean of that. Both are of the same items, so that it does not matter
how hard these are. Items that stand together are alike, so the standard error is the jackknife's over the same groups
as that of a drift, and the interval reaches as far as Student's t says. Negative is behind: of several annotators
whose errors are alike some are always behind, so ``p`` is to be corrected by how many are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.measure.coding.against_rest import distances_from_rest
from accord.measure.coding.groups import groups_of, jackknife_error, two_sided
from accord.measure.result import Interval, Undefined
from accord.measure.student import t_quantile
from accord.study.kinds import in_rising_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.distance.between import Between, Floats
    from accord.measure.result import Value
    from accord.study.coding import Coding

_LEAST_ITEMS = 5


@dataclass(frozen=True, slots=True)
class Behind:
    """The mean difference, with its interval, and how often chance makes one as large."""

    value: Value
    interval: Interval | Undefined
    p: Value


def all_behind(coding: Coding, between: Between, disagreements: Floats, level: float) -> list[Behind]:
    """How far each annotator is behind, where ``disagreements`` are the mean distances of two labels of each item."""
    in_order = in_rising_order(coding.codes, len(coding.labels))
    largest = float(np.max(between.largest)) or 1.0
    found = []
    for annotator in range(len(coding.annotators)):
        items, distance = distances_from_rest(coding, between, in_order, annotator)
        others = coding.per_item[items] - 1
        several = others >= 2
        items, distance, others = items[several], distance[several], others[several]
        pairs = others * (others - 1) / 2
        among = (disagreements[items] * (pairs + others) - distance * others) / pairs
        found.append(behind((among - distance) / largest, coding.document_of[items], level, coding.unit))
    return found


def behind(difference: Floats, document_of: Sequence[int] | NDArray[np.integer], level: float, unit: str) -> Behind:
    """How far differences of the shape (items,), whose items are in order and of these documents, are from 0.

    >>> behind(np.array([-0.5, -0.5, -0.25, -0.25, 0.0]), [0] * 5, 0.95, "item").value
    -0.3
    """
    count = len(difference)
    if count < _LEAST_ITEMS:
        few = Undefined(f"{_LEAST_ITEMS} {unit}s are needed that two others looked at too, and there are {count}")
        return Behind(few, few, few)
    mean = float(difference.mean())
    group_of, groups = groups_of(np.asarray(document_of))
    sums, sizes = np.bincount(group_of, difference), np.bincount(group_of)
    without = (difference.sum() - sums) / (count - sizes)
    error = jackknife_error(without)
    if error < 1e-12:
        fixed = Undefined("the difference is the same on all items, so nothing varies")
        return Behind(mean, fixed, fixed)
    reach = t_quantile(level, len(without) - 1) * error
    interval = Interval(mean - reach, mean + reach, f"jackknife over {groups}", level)
    return Behind(mean, interval, two_sided(mean / error, len(without) - 1))
