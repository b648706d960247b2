"""Where a value would lie for other annotators like these, on other items.

The usual interval leaves out items: it says what these annotators would agree to on other items. This one leaves out
annotators, too. With theta without an item (-u), without an annotator (-r) and without what one annotator said of one
item (-ur), each centred on its own mean,

    V_items       = (n - 1) / n sum_u   (theta_(-u)  - mean)^2
    V_annotators  = (R - 1) / R sum_r   (theta_(-r)  - mean)^2
    V_labels      = (N - 1) / N sum_ur  (theta_(-ur) - mean)^2
    V             = max(V_items, V_items + V_annotators - V_labels)

for V_items holds the noise of single labels once and V_annotators holds it again. It reaches as many standard errors to
both sides as Student's t with max(1, R' - 1) degrees of freedom, where R' = (sum_r m_r)^2 / sum_r m_r^2 is how many
annotators those with m_r labels each amount to (Kish), or with as many as there are documents, if these are fewer.

With two annotators it does not exist: without one of them nobody is left to agree with.

Cameron, A. C., Gelbach, J. B. & Miller, D. L. (2011). Robust inference with multiway clustering. Journal of Business &
Economic Statistics, 29(2), 238-249.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.agreement.anytime import ANYTIME, NOT_FOR_OTHERS
from accord.agreement.interval import interval_around
from accord.agreement.resample import dense_batches
from accord.agreement.result import IntervalOfOthers, Undefined
from accord.agreement.student import t_quantile
from accord.agreement.uncertainty import leave_one_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.agreement.resample import Floats, Integers, ResampleRows
    from accord.agreement.result import Interval
    from accord.agreement.uncertainty import LeftOut, Statistic, Uncertainty

FEWEST = 3
"""How many annotators it takes to see how much annotators differ."""
_TOO_FEW = Undefined("two annotators do not show how much annotators differ: have some items annotated by a third")


@dataclass(frozen=True, slots=True)
class Changed:
    """How the rows of units change without one annotator: the kinds of change, and how many units each befalls.

    ``rows`` has the shape (kinds, columns), dense or sparse; ``given`` is how many labels the annotator gave.
    """

    rows: Any
    times: Integers
    given: int


class Variances(NamedTuple):
    """The variances of the jackknife over units, over annotators, and over what one annotator said of one unit."""

    items: float
    annotators: float
    labels: float

    @property
    def total(self) -> float:
        """The variance for other annotators and other items."""
        return max(self.items, self.items + self.annotators - self.labels)


@dataclass(frozen=True, slots=True)
class WithoutAnnotators:
    """A value without each annotator, and without what each said of each unit, by kinds of these."""

    annotators: Floats
    labels: Floats
    times: Integers
    given: Integers

    @classmethod
    def of(cls, totals: Floats, statistic: Statistic, changes: Iterable[Changed]) -> WithoutAnnotators:
        """From how the rows, which add up to ``totals``, change without each annotator in turn."""
        annotators, labels, times, given = [], [], [], []
        for change in changes:
            if not change.given:
                continue
            labels += [statistic(totals + batch) for batch in dense_batches(change.rows)]
            annotators.append(statistic((totals + change.times @ change.rows)[None, :]))
            times.append(change.times)
            given.append(change.given)
        nothing = np.zeros(0)
        return cls(
            np.concatenate([*annotators, nothing]),
            np.concatenate([*labels, nothing]),
            np.concatenate([*times, np.zeros(0, dtype=np.int64)]),
            np.array(given, dtype=np.int64),
        )

    @property
    def effective(self) -> float:
        """How many annotators these amount to, if all did equally much."""
        return effective(self.given)

    def variances(self, left: LeftOut) -> Variances | Undefined:
        """The variances over units, annotators and labels, or why these are not known."""
        if np.isnan(self.annotators).any():
            return Undefined("without one of the annotators there is no value")
        if np.isnan(self.labels).any():
            return Undefined("without one label of an annotator there is no value")
        return Variances(
            left.error**2, jackknife_variance(self.annotators), jackknife_variance(self.labels, self.times)
        )


def without_pairs(
    unit_of: Integers, compared: Sequence[tuple[str, ...]], numbers: Floats, looked: Mapping[str, Integers]
) -> Iterator[Changed]:
    """How sums over pairs of annotators change without each of them: every pair that one is in goes.

    ``unit_of`` (cells,) says to which unit each row of ``numbers`` (cells, columns) is added, ``compared`` which pair
    it is of, and ``looked`` at which units, in any order, each annotator looked how often.
    """
    place = {name: number for number, name in enumerate(looked)}
    both = np.array([[place[name] for name in pair] for pair in compared], dtype=np.int64).reshape(-1, 2)
    order = np.argsort(both.ravel(), kind="stable")
    cells, starts = order // 2, np.searchsorted(both.ravel()[order], np.arange(len(looked) + 1))
    for number, units in enumerate(looked.values()):
        own = cells[starts[number] : starts[number + 1]]
        touched, of_touched = np.unique(unit_of[own], return_inverse=True)
        rows = np.zeros((len(touched) + 1, numbers.shape[1]))  # the last for units in which nothing changes
        np.add.at(rows, of_touched, -numbers[own])
        unchanged = len(np.unique(units)) - len(touched)
        yield Changed(rows, np.append(np.ones(len(touched), dtype=np.int64), unchanged), len(units))


def effective(given: Integers) -> float:
    """How many annotators these amount to by how much each did, if all did equally much (Kish)."""
    return float(given.sum() ** 2 / (given.astype(np.float64) ** 2).sum())


def jackknife_variance(without: Floats, times: Integers | None = None) -> float:
    """(n - 1) / n sum_i (theta_i - mean theta)^2 of values of which each stands for one, or for so many."""
    times = np.ones(len(without), dtype=np.int64) if times is None else times
    count = int(times.sum())
    mean = float(times @ without) / count
    return (count - 1) / count * float(times @ (without - mean) ** 2)


def why_not(uncertainty: Uncertainty, annotators: int) -> Undefined | None:
    """Why there is no interval for other annotators, where that needs no measurement."""
    if uncertainty.interval == "none":
        return Undefined("no interval was asked for")
    if uncertainty.interval == ANYTIME:
        return NOT_FOR_OTHERS
    return _TOO_FEW if annotators < FEWEST else None


def other_annotators(
    units: ResampleRows,
    statistic: Statistic,
    bounds: tuple[float, float],
    unit: str,
    uncertainty: Uncertainty,
    *,
    changes: Iterable[Changed],
    annotators: int,
) -> Interval | Undefined:
    """The interval of a statistic of rows that add up, from how these change without each of the annotators."""
    reason = why_not(uncertainty, annotators)
    if reason is not None:
        return reason
    left = leave_one_out(units, statistic, bounds, unit)
    without = WithoutAnnotators.of(units.totals(), statistic, changes)
    return interval_without(left, without, bounds, unit, uncertainty.level)


def interval_without(
    left: LeftOut | Undefined, without: WithoutAnnotators, bounds: tuple[float, float], unit: str, level: float
) -> Interval | Undefined:
    """The interval of a value, from what is left of it without each unit and without each annotator."""
    if len(without.given) < FEWEST:
        return _TOO_FEW
    if isinstance(left, Undefined):
        return left
    found = without.variances(left)
    if isinstance(found, Undefined):
        return found
    alike = without.effective if unit != "document" else min(without.effective, float(left.times.sum()))
    t = t_quantile(level, max(1.0, alike - 1))
    method = f"jackknife over {unit}s and annotators"
    error = sqrt(found.total)
    interval = IntervalOfOthers(*interval_around(left.value, error, bounds, method, level=level, quantile=t))
    interval.annotators = without.effective
    return interval
