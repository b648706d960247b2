"""How an annotator's agreement with the rest changes from the first item to the last.

The agreement of one item is 1 less the mean distance of the annotator's label from the item's other labels, as a share
of the largest distance. Its least-squares slope on the order of the annotator's items says how fast agreement rises or
falls. Items that stand together are alike, so the standard error is the jackknife's over groups of them: documents
where there are ten or more, else twenty consecutive batches,

    SE^2 = (G - 1) / G  sum_g (slope_g - mean slope)^2,

where slope_g is the slope without group g, and the interval reaches as far as Student's t with G - 1 degrees of
freedom says. It is a tendency, and no cause: where the texts become harder, all annotators fall together.

Efron, B. (1982). The jackknife, the bootstrap and other resampling plans.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.item_groups import groups_of, jackknife_error, two_sided
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.distance.between import Floats

    Numbers = NDArray[np.int64]

PER = 100
"""Over how many items a slope is."""

_LEAST_ITEMS = 20
_MAX_WINDOWS = 20
_LEAST_OF_A_WINDOW = 5


@dataclass(frozen=True, slots=True)
class Window:
    """The mean agreement of consecutive items of one annotator, the first and the last counted from 1."""

    first: int
    last: int
    value: float


@dataclass(frozen=True, slots=True)
class Drift:
    """Agreement with the rest in windows, and its slope per hundred items with an interval.

    ``p`` is how often a slope as steep comes about where there is none; of many annotators some seem to drift, so it
    is to be corrected by how many are looked at (`accord.agreement.resample.holm`).
    """

    windows: tuple[Window, ...]
    slope: Value
    interval: Interval | Undefined
    p: Value


def drift(agreement: Floats, document_of: Sequence[int] | NDArray[np.integer], level: float, unit: str) -> Drift:
    """The drift of an agreement of the shape (items,), whose items are in order and of these documents."""
    count = len(agreement)
    windows = [
        Window(first + 1, last, float(agreement[first:last].mean()))
        for first, last in _batches(count, min(_MAX_WINDOWS, max(1, count // _LEAST_OF_A_WINDOW)))
    ]
    if count < _LEAST_ITEMS:
        few = Undefined(f"a slope needs {_LEAST_ITEMS} {unit}s that others looked at too, and there are {count}")
        return Drift(tuple(windows), few, few, few)
    group_of, groups = groups_of(np.asarray(document_of))
    slope, without = _slopes(agreement, group_of)
    error = PER * jackknife_error(without)
    if error < 1e-12:
        fixed = Undefined("agreement is the same on all items, so nothing varies")
        return Drift(tuple(windows), PER * slope, fixed, fixed)
    reach = t_quantile(level, len(without) - 1) * error
    interval = Interval(PER * slope - reach, PER * slope + reach, f"jackknife over {groups}", level)
    return Drift(tuple(windows), PER * slope, interval, two_sided(PER * slope / error, len(without) - 1))


def _batches(count: int, parts: int) -> list[tuple[int, int]]:
    """So many items in parts that are as large as each other, or nearly."""
    ends = [number * count // parts for number in range(parts + 1)]
    return list(pairwise(ends)) if count else []


def _slopes(agreement: Floats, group_of: Numbers) -> tuple[float, Floats]:
    """The slope of all items, and without each group."""
    x = np.arange(len(agreement)) - (len(agreement) - 1) / 2
    y = agreement - agreement.mean()
    ones = np.ones(len(x))
    sums = np.stack([np.bincount(group_of, column) for column in (ones, x, y, x * x, x * y)], axis=1)
    total = sums.sum(axis=0)
    return float(_slope(total[None, :])[0]), _slope(total - sums)


def _slope(sums: Floats) -> Floats:
    """(n sum xy - sum x sum y) / (n sum xx - (sum x)^2), for rows of sums."""
    n, x, y, xx, xy = sums.T
    slope: Floats = (n * xy - x * y) / (n * xx - x * x)
    return slope
