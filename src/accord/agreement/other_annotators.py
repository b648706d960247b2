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
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.interval import interval_around
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.uncertainty import LeftOut

FEWEST = 3
"""How many annotators it takes to see how much annotators differ."""
_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Changed:
    """How the rows of units change without one annotator: the kinds of change, and how many units each befalls.

    ``rows`` has the shape (kinds, columns), dense or sparse; ``given`` is how many labels the annotator gave.
    """

    rows: Any
    times: Integers
    given: int


@dataclass(frozen=True, slots=True)
class WithoutAnnotators:
    """A value without each annotator, and without what each said of each unit, by kinds of these."""

    annotators: Floats
    labels: Floats
    times: Integers
    given: Integers

    @classmethod
    def of(cls, totals: Floats, statistic: Callable[[Floats], Floats], changes: Iterable[Changed]) -> WithoutAnnotators:
        """From how the rows, which add up to ``totals``, change without each annotator in turn."""
        annotators, labels, times, given = [], [], [], []
        for change in changes:
            if not change.given:
                continue
            size = max(1, _CELLS // max(1, len(totals)))
            for start in range(0, len(change.times), size):
                batch = change.rows[start : start + size]
                labels.append(statistic(totals + (batch if isinstance(batch, np.ndarray) else batch.toarray())))
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
        return float(self.given.sum() ** 2 / (self.given.astype(np.float64) ** 2).sum())

    def components(self, left: LeftOut) -> Components | Undefined:
        """What items, annotators and single labels add to the variance of the value, or why that is not known."""
        if len(self.given) < FEWEST:
            return Undefined(TOO_FEW)
        if np.isnan(self.annotators).any():
            return Undefined("without one of the annotators there is no value")
        if np.isnan(self.labels).any():
            return Undefined("without one label of an annotator there is no value")
        one_each = np.ones(len(self.annotators), dtype=np.int64)
        return Components(
            left.error**2, _jackknife(self.annotators, one_each), _jackknife(self.labels, self.times), self.effective
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


TOO_FEW = "two annotators do not show how much annotators differ: it takes three"


def _jackknife(without: Floats, times: Integers) -> float:
    """(n - 1) / n sum_i (theta_i - mean theta)^2 of values of which each stands for so many."""
    count = int(times.sum())
    mean = float(times @ without) / count
    return (count - 1) / count * float(times @ (without - mean) ** 2)


@dataclass(frozen=True, slots=True)
class Components:
    """What leaving out items, annotators and single labels says of the variance of a value."""

    items: float
    annotators: float
    labels: float
    effective: float
    """How many annotators there would be, had all done equally much."""

    @property
    def variance(self) -> float:
        """For other annotators like these and other items; never less than for these annotators."""
        return max(self.items, self.items + self.annotators - self.labels)


def other_annotators(
    left: LeftOut | Undefined,
    without: WithoutAnnotators | Undefined,
    bounds: tuple[float, float],
    unit: str,
    level: float,
) -> Interval | Undefined:
    """Where the value would lie for annotators like these and other units."""
    if isinstance(without, Undefined):
        return without
    if len(without.given) < FEWEST:
        return Undefined(TOO_FEW)
    if isinstance(left, Undefined):
        return left
    found = without.components(left)
    if isinstance(found, Undefined):
        return found
    amount_to = found.effective if unit != "document" else min(found.effective, float(left.times.sum()))
    t = t_quantile(level, max(1.0, amount_to - 1))
    method = f"jackknife over {unit}s and annotators"
    return interval_around(left.value, sqrt(found.variance), bounds, method, level=level, quantile=t)
