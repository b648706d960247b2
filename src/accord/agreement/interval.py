"""An interval around a value that cannot leave the values there are."""

from __future__ import annotations

from math import exp, log
from statistics import NormalDist

from accord.agreement.result import Interval

LEVEL = 0.95
INTERVALS = ("jackknife", "bootstrap", "anytime", "none")
SAMPLING = "sampling of chance"
"""The method of an interval that says how well chance is known, and nothing of other documents."""


def interval_around(
    value: float,
    error: float,
    bounds: tuple[float, float],
    method: str,
    *,
    level: float = LEVEL,
    quantile: float | None = None,
) -> Interval:
    """The interval of a value with its standard error, symmetric on the logit scale between the bounds.

    It reaches so many standard errors to both sides as ``quantile`` says, without it as many as the normal distribution
    has at this level.

        logit(x) = log((x - low) / (high - x)),  SE of logit(x) = SE (high - low) / ((x - low) (high - x))

    >>> interval = interval_around(0.9, 0.05, (0, 1), "jackknife")
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.752, 0.964)
    """
    low, high = bounds
    centre = log((value - low) / (high - value))
    errors = quantile or NormalDist().inv_cdf((1 + level) / 2)
    spread = errors * error * (high - low) / ((value - low) * (high - value))
    lower, upper = (low + (high - low) * _logistic(x) for x in (centre - spread, centre + spread))
    return Interval(lower, upper, method, level)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
