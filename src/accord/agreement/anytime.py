"""An interval that holds however often one looks: a confidence sequence, for a campaign that goes on.

    theta +- s sqrt(2 (n r + 1) / (n^2 r) log(sqrt(n r + 1) / delta)),  r = (-2 log delta + log(-2 log delta) + 1) / 500

n is the number of items (or documents) so far, s / sqrt(n) the standard error of the jackknife, and delta 1 less the
level. It is narrowest, beside what is possible, near 500 items: 1.9, 1.7 and 1.5 times as wide as the usual interval at
50, 100 and 500 items. It starts at 50, and ends where the values do.

The usual interval holds the truth in 95 of 100 studies if one looks once. Who looks after every batch, and stops or
changes something when the interval lies below a bar, sees it there by chance sooner or later: in one campaign of three,
with a look every 25 items up to 2,000. This one lies below a bar that is reached, at any look, in fewer than 5 of 100
campaigns.

How to read it: as the usual interval of these annotators, at every look. It needs items in random order and the same
annotators throughout: begin anew where topics come one after the other, or where annotators change. Several bars or
several coefficients share delta. For other annotators like these no such interval is known.

Waudby-Smith, I., Arbour, D., Sinha, R., Kennedy, E. H. & Ramdas, A. (2024). Time-uniform central limit theory and
asymptotic confidence sequences. Annals of Statistics, 52(6).
"""

from __future__ import annotations

from math import log, sqrt

from accord.agreement.result import Interval, Undefined

ANYTIME = "anytime"
"""What this interval is called, where the way to make intervals is chosen."""
BEST_AT = 500
"""Near how many items it is narrowest, beside what is possible."""
LEAST = 50
"""From how many items on it holds."""
NOT_FOR_OTHERS = Undefined("no interval for other annotators is known that holds however often one looks")


def is_anytime(interval: Interval) -> bool:
    """Whether an interval holds however often one looks."""
    return interval.method.startswith(f"{ANYTIME} ")


def width(count: int, level: float) -> float:
    """Half of the interval after so many items, for a standard deviation of 1.

    >>> round(width(500, 0.95), 6)
    0.13575
    """
    delta = 1 - level
    rho = (-2 * log(delta) + log(-2 * log(delta)) + 1) / BEST_AT
    grown = count * rho + 1
    return sqrt(2 * grown / (count**2 * rho) * log(sqrt(grown) / delta))


def too_few(count: int, unit: str) -> Undefined:
    """Why there is no interval of so few."""
    there = f"there is {count}" if count == 1 else f"there are {count}"
    return Undefined(f"an interval that holds however often one looks needs {LEAST} {unit}s, and {there}")


def anytime_interval(
    value: float, error: float, count: int, bounds: tuple[float, float], *, unit: str, level: float
) -> Interval | Undefined:
    """The interval of a value with its standard error after so many units; within the bounds."""
    if count < LEAST:
        return too_few(count, unit)
    reach = error * sqrt(count) * width(count, level)
    low, high = bounds
    return Interval(max(low, value - reach), min(high, value + reach), f"{ANYTIME} over {unit}s", level)
