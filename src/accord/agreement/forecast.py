"""How many items a study needs, so that its interval is as narrow as wanted.

The standard error falls with the root of the number of units, SE(n) = SE(n0) sqrt(n0 / n); everything else stays as it
is in the sample at hand, the share of difficult items above all. So this is a forecast, the better the larger the
sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from accord.agreement.interval import interval_around
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.errors import UsageError

if TYPE_CHECKING:
    from accord.agreement.uncertainty import LeftOut

MAX = 10**9


@dataclass(frozen=True, slots=True)
class Forecast:
    """How many units (items or documents) are needed for an interval of this width, and what it would then be."""

    width: float
    have: int
    needed: int
    interval: Interval


def forecast(left: LeftOut, bounds: tuple[float, float], width: float, level: float) -> Forecast | Undefined:
    """The least number of units whose interval is at most so wide, searched by halving."""
    if not 0 < width < bounds[1] - bounds[0]:
        raise UsageError(
            f"an interval of this coefficient is between 0 and {bounds[1] - bounds[0]:g} wide, not {width}"
        )
    have = int(left.times.sum())

    def at(count: int) -> Interval:
        t = t_quantile(level, count - 1)
        return interval_around(left.value, left.error * sqrt(have / count), bounds, "forecast", level=level, quantile=t)

    low, high = 1, MAX
    if at(high).high - at(high).low > width:
        return Undefined(f"more than {MAX:,} would be needed")
    while high - low > 1:
        middle = (low + high) // 2
        narrow = at(middle).high - at(middle).low <= width
        low, high = (low, middle) if narrow else (middle, high)
    return Forecast(width, have, high, at(high))
