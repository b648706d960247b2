"""How many items and annotators a study needs, so that its interval for annotators like these is as narrow as wanted.

From the variances of a pilot of n items and R annotators (`accord explain other-annotators`), for n' items and R'
annotators

    V(n', R') = (V_items - V_labels)+ n / n' + (V_annotators - V_labels)+ R / R' + V_labels n R / (n' R')

where every annotator labels every item; where each item goes to a few of them it goes to as many as before, and the
last part is V_labels n / n'. However many items there are, the middle part stays: then only more annotators help. Of
all designs that are narrow enough the cheapest is taken, at a cost of each item, label and annotator. It is a forecast,
right on average; from a pilot of ten annotators the width can be 40 % less or 30 % more in single cases.

Brennan, R. L. (2001). Generalizability Theory.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, isfinite, sqrt
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.forecast import MAX
from accord.agreement.interval import interval_around
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.errors import UsageError
from accord.messages import option

if TYPE_CHECKING:
    from accord.agreement.other_annotators import Variances

_FEWEST, _MOST = 3, 500
"""From how many to how many annotators are looked at."""
_LEAST_UNITS = 20
"""Fewer units than these are not planned: the formula is for more."""


class Costs(NamedTuple):
    """What each item, each label and each annotator costs, in any currency."""

    item: float = 0.0
    label: float = 1.0
    annotator: float = 50.0


class Design(NamedTuple):
    """How many units and annotators are needed for an interval of this width, what they cost, and the interval then.

    ``alone`` is how many units the annotators of the pilot would need, or why no number of units is enough.
    """

    width: float
    units: int
    annotators: int
    labels: int
    cost: float
    interval: Interval
    alone: int | Undefined


@dataclass(frozen=True, slots=True)
class Pilot:
    """A study from which another one is planned: its value and variances, and how many units, annotators and labels.

    ``effective`` is how many annotators of equal work there are; ``bounds`` are the lowest and the highest value.
    """

    value: float
    variances: Variances
    units: int
    annotators: int
    effective: float
    labels: int
    bounds: tuple[float, float]
    unit: str
    level: float

    @property
    def crossed(self) -> bool:
        """Whether nearly every annotator labelled nearly every unit."""
        return self.labels >= 0.8 * self.units * self.annotators

    def variance(self, units: float, annotators: float) -> float:
        """The variance of the value in a study of so many units and annotators."""
        items, people, labels = self.variances
        of_units, of_people = self.units / units, self.annotators / annotators
        of_labels = of_units * of_people if self.crossed else of_units
        return max(0.0, items - labels) * of_units + max(0.0, people - labels) * of_people + labels * of_labels

    def interval(self, units: float, annotators: int) -> Interval:
        """The interval that such a study is expected to have."""
        t = t_quantile(self.level, max(1.0, annotators * self.effective / self.annotators - 1))
        error = sqrt(self.variance(units, annotators))
        return interval_around(self.value, error, self.bounds, "forecast", level=self.level, quantile=t)

    def units_for(self, width: float, annotators: int) -> int | Undefined:
        """The least number of units whose interval is so narrow, or how wide it stays."""
        narrowest = _width(self.interval(float(MAX), annotators))
        if narrowest > width:
            return Undefined(
                f"with {annotators} annotators no number of {self.unit}s makes it narrower than {narrowest:.3f}: "
                f"adding {self.unit}s will not help, add annotators"
            )
        low, high = _LEAST_UNITS - 1, MAX
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _width(self.interval(middle, annotators)) <= width else (middle, high)
        return high

    def labels_of(self, units: int, annotators: int) -> int:
        """How many labels such a study has."""
        return units * annotators if self.crossed else ceil(self.labels / self.units * units)

    def design(self, width: float, costs: Costs | None = None) -> Design | Undefined:
        """The cheapest study whose interval is at most so wide."""
        costs = costs or Costs()
        if not all(isfinite(each) and each >= 0 for each in costs):
            raise UsageError(f"{option('cost')}: three numbers from 0 are needed")
        if not 0 < width < self.bounds[1] - self.bounds[0]:
            wide = self.bounds[1] - self.bounds[0]
            raise UsageError(f"an interval of this coefficient is between 0 and {wide:g} wide, not {width}")
        best: Design | None = None
        alone = self.units_for(width, self.annotators)
        for annotators in range(_FEWEST, _MOST + 1):
            units = self.units_for(width, annotators)
            if isinstance(units, Undefined):
                continue
            labels = self.labels_of(units, annotators)
            cost = costs.item * units + costs.label * labels + costs.annotator * annotators
            if best is None or cost < best.cost:
                best = Design(width, units, annotators, labels, cost, self.interval(units, annotators), alone)
        return best or Undefined(f"more than {_MOST} annotators would be needed")


def _width(interval: Interval) -> float:
    return interval.high - interval.low
