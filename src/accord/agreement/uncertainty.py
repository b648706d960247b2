"""How sure a value is that follows from sums over units: the jackknife and the bootstrap of any such statistic.

A statistic takes totals of the shape (resamples, columns) and gives values of the shape (resamples,), NaN where it is
undefined. Both methods know nothing else of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.anytime import ANYTIME, anytime_interval
from accord.agreement.interval import INTERVALS, LEVEL, interval_around
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from accord.agreement.resample import Floats, ResampleRows

    Statistic = Callable[[NDArray[Any]], Floats]


_LEAST_TAIL = 2.0
"""How many resamples must lie outside the interval, for its ends to mean anything."""
DEFINED = 0.95
"""The least share of draws that must have a value, for an interval to mean anything."""


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """How intervals and p values are made: by which method, over items or over documents, with which seed."""

    interval: str = "jackknife"
    level: float = LEVEL
    by_document: bool = False
    resamples: int = 1_000
    permutations: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.interval not in INTERVALS:
            raise UsageError(f"unknown interval {self.interval!r}: choose from {', '.join(INTERVALS)}")
        if not 0 < self.level < 1:
            raise UsageError(f"the level of confidence lies between 0 and 1, {self.level:g} does not")
        if self.interval == "bootstrap" and self.resamples * (1 - self.level) < _LEAST_TAIL:
            least = ceil(_LEAST_TAIL / (1 - self.level))
            raise UsageError(
                f"an interval of level {self.level:g} needs {least:,} resamples or more, not {self.resamples}"
            )

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        made: dict[str, object] = {"ci": self.interval}
        if self.interval != "none":
            made |= {"level": f"{self.level:g}", "over": "documents" if self.by_document else "items"}
        if self.interval == "bootstrap":
            made["boot"] = self.resamples
        if self.permutations:
            made["perm"] = self.permutations
        return made | ({"seed": self.seed} if self.interval == "bootstrap" or self.permutations else {})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The value of a statistic, and what is left of it without one unit of each kind, shape (kinds,)."""

    value: float
    without: Floats
    times: NDArray[np.int64]

    @property
    def error(self) -> float:
        """The standard error of the delete-one jackknife, SE^2 = (n - 1) / n sum_i (theta_i - mean theta)^2."""
        count = int(self.times.sum())
        return sqrt((count - 1) / count * float(self.times @ self._apart**2))

    def interval(self, bounds: tuple[float, float], unit: str, level: float) -> Interval:
        """The interval of the jackknife."""
        t = t_quantile(level, int(self.times.sum()) - 1)
        return interval_around(self.value, self.error, bounds, f"jackknife over {unit}s", level=level, quantile=t)

    def anytime(self, bounds: tuple[float, float], unit: str, level: float) -> Interval | Undefined:
        """The interval that holds however often one looks."""
        return anytime_interval(self.value, self.error, int(self.times.sum()), bounds, unit=unit, level=level)

    @property
    def acceleration(self) -> float:
        """How fast the standard error changes with the value, by the skewness of the influence of the units."""
        squares = float(self.times @ self._apart**2)
        cubes = float(self.times @ self._apart**3)
        return -cubes / (6 * sqrt(squares) ** 3)

    @property
    def _apart(self) -> Floats:
        apart: Floats = self.without - self.times @ self.without / self.times.sum()
        return apart


def leave_one_out(
    units: ResampleRows, statistic: Statistic, bounds: tuple[float, float], unit: str
) -> LeftOut | Undefined:
    """The statistic without each unit in turn, or why nothing can be learnt from that."""
    if units.count < 2:
        return Undefined(f"an interval over {unit}s needs two of them")
    value = float(statistic(units.totals()[None, :])[0])
    fixed = why_fixed(value, bounds)
    if fixed is not None:
        return fixed
    return left_out_of(value, np.concatenate([statistic(totals) for totals in units.left_out()]), units.times, unit)


def why_fixed(value: float, bounds: tuple[float, float]) -> Undefined | None:
    """Why a value has no interval, whatever it is without one unit; None where it may have one."""
    low, high = bounds
    if np.isnan(value):
        return Undefined("without a value there is no interval")
    if value < low - 1e-12:
        return Undefined(f"the value is {value:g}, and an interval reaches from {low:g} to {high:g} at most")
    if not low + 1e-12 < value < high - 1e-12:
        return Undefined(f"the value is {value:g}, so nothing varies")
    return None


def left_out_of(value: float, without: Floats, times: NDArray[np.int64], unit: str) -> LeftOut | Undefined:
    """What is left without one unit of each kind, or why nothing can be learnt from that."""
    if np.isnan(without).any():
        return Undefined(f"without one of the {unit}s there is no value")
    if np.ptp(without) < 1e-12:
        return Undefined(f"no {unit} makes a difference, so nothing varies")
    return LeftOut(value, without, times)


def jackknife_interval(
    units: ResampleRows, statistic: Statistic, bounds: tuple[float, float], unit: str, level: float = LEVEL
) -> Interval | Undefined:
    """An interval from the standard error of the delete-one jackknife, symmetric on the logit scale of the bounds.

    It reaches as many standard errors to both sides as Student's t with one degree of freedom less than there are
    units, stays within the bounds, and takes as long as one look at each kind of unit. How to read it: of the
    intervals of many studies of this kind and size, so many hold the true value (bench/coverage.py).
    """
    left = leave_one_out(units, statistic, bounds, unit)
    return left if isinstance(left, Undefined) else left.interval(bounds, unit, level)


def bootstrap_interval(
    units: ResampleRows,
    statistic: Statistic,
    bounds: tuple[float, float],
    unit: str,
    level: float = LEVEL,
    *,
    resamples: int,
    rng: np.random.Generator,
) -> Interval | Undefined:
    """An interval from resamples of the units, corrected for bias and skewness (BCa).

    Resamples in which the statistic is undefined are left out; where that is more than one of twenty, there is no
    interval.

    Efron, B. (1987). Better bootstrap confidence intervals.
    """
    left = leave_one_out(units, statistic, bounds, unit)
    if isinstance(left, Undefined):
        return left
    drawn = np.concatenate([statistic(totals) for totals in units.bootstrap(resamples, rng)])
    return interval_of_resamples(left, drawn, unit, level)


def interval_of_resamples(left: LeftOut, drawn: Floats, unit: str, level: float = LEVEL) -> Interval | Undefined:
    """An interval from the values of resamples, corrected by what is left without one unit."""
    defined = _enough(drawn, level, "resample")
    if isinstance(defined, Undefined):
        return defined
    resamples = len(drawn)
    normal = NormalDist()
    below = (np.count_nonzero(defined < left.value) + np.count_nonzero(defined == left.value) / 2) / len(defined)
    bias = normal.inv_cdf(min(max(below, 0.5 / resamples), 1 - 0.5 / resamples))

    def corrected(share: float) -> float:
        z = bias + normal.inv_cdf(share)
        return normal.cdf(bias + z / (1 - left.acceleration * z))

    low, high = np.quantile(defined, [corrected((1 - level) / 2), corrected((1 + level) / 2)])
    return Interval(float(low), float(high), f"bootstrap over {unit}s", level)


def between_quantiles(drawn: Floats, level: float, method: str) -> Interval | Undefined:
    """The interval that holds so much of what was drawn, shape (draws,)."""
    defined = _enough(drawn, level, "draw")
    if isinstance(defined, Undefined):
        return defined
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), method, level)


def _enough(drawn: Floats, level: float, called: str) -> Floats | Undefined:
    """The values that were drawn and are defined, if these are nearly all and enough for both tails."""
    defined = drawn[~np.isnan(drawn)]
    if len(defined) < DEFINED * len(drawn):
        return Undefined(f"{len(drawn) - len(defined):,} of {len(drawn):,} {called}s have no value")
    if len(defined) < (needed := draws_for(level)):
        return Undefined(f"an interval of {100 * level:g} % needs {needed:,} {called}s or more")
    return defined


def draws_for(level: float) -> int:
    """How many draws n there must be so that one is expected below and one above: (n + 1) (1 - level) / 2 >= 1.

    >>> draws_for(0.95), draws_for(0.9)
    (39, 19)
    """
    rounding = 1e-9  # 1 - 0.9 is a little less than 0.1
    return ceil(2 / (1 - level) - rounding) - 1


def interval_of(
    units: ResampleRows, statistic: Statistic, bounds: tuple[float, float], unit: str, uncertainty: Uncertainty
) -> Interval | Undefined:
    """The interval that is asked for."""
    if uncertainty.interval == "none":
        return Undefined("no interval was asked for")
    if uncertainty.interval == "jackknife":
        return jackknife_interval(units, statistic, bounds, unit, uncertainty.level)
    if uncertainty.interval == ANYTIME:
        left = leave_one_out(units, statistic, bounds, unit)
        return left if isinstance(left, Undefined) else left.anytime(bounds, unit, uncertainty.level)
    rng = np.random.default_rng(uncertainty.seed)
    return bootstrap_interval(
        units, statistic, bounds, unit, uncertainty.level, resamples=uncertainty.resamples, rng=rng
    )
