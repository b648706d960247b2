"""Numbers as people read them, rounded exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined, UpperBound, number
from accord.messages import decimal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.agreement.result import Interval, Value
    from accord.scoring.formula import Formula

UNDEFINED = "–"


def rounded(value: Value | None, digits: int) -> str:
    """A number with so many decimals, half rounded up, exact for a ratio of counts.

    >>> rounded(Fraction(300, 160), 2), rounded(Fraction(100, 32), 2), rounded(Fraction(-1, 8), 2)
    ('1.88', '3.13', '-0.13')
    """
    return UNDEFINED if value is None or isinstance(value, Undefined) else decimal(value, digits)


def signed(number: str) -> str:
    """A number with the sign of print.

    >>> signed("-0.25")
    '−0.25'
    """
    return number.replace("-", "−")


def percent(value: Value | None, digits: int = 2) -> str:
    """A ratio in percent.

    >>> percent(Fraction(3, 160)), percent(Undefined("nothing was predicted"))
    ('1.88', '–')
    """
    return UNDEFINED if value is None or isinstance(value, Undefined) else rounded(Fraction(value) * 100, digits)


def percent_interval(interval: Interval | Undefined) -> str:
    """An interval in percent."""
    if isinstance(interval, Undefined):
        return UNDEFINED
    return f"[{percent(interval.low)}, {percent(interval.high)}]"


def measured(value: Value | None, formula: Formula) -> str:
    """A value as its measure is shown: in percent, or a coefficient or an error with four decimals."""
    return percent(value) if formula.in_percent else four_digits(value)


def measured_interval(interval: Interval | Undefined, formula: Formula) -> str:
    """An interval in the same way."""
    return percent_interval(interval) if formula.in_percent else ends(interval)


def exact(value: Value | None) -> str:
    """A ratio from 0 to 1 with all digits, for programs; empty where it is undefined or not asked for.

    >>> exact(Fraction(1, 3)), exact(Undefined("nothing was predicted"))
    ('0.3333333333333333', '')
    """
    return "" if number(value) is None else repr(number(value))


def exact_interval(interval: Interval | Undefined) -> tuple[str, str]:
    """The ends of an interval with all digits."""
    return ("", "") if isinstance(interval, Undefined) else (exact(interval.low), exact(interval.high))


def four_digits(value: Value | None) -> str:
    """A value of agreement with four decimals."""
    return rounded(value, 4)


def three_digits(value: Value | None) -> str:
    """A score as the tables and pictures of the page have it.

    >>> three_digits(0.80196)
    '0.802'
    """
    return rounded(value, 3)


def digits(value: float) -> str:
    """A value with two decimals, and with more where two would make it look like 0 or 1.

    >>> digits(0.8780), digits(0.9996), digits(1.0), digits(-0.001), digits(-1e-15)
    ('0.88', '0.9996', '1.00', '-0.001', '0.00')
    """
    value = exactly(value)
    for places in (2, 3, 4):
        text = rounded(value, places)
        if abs(float(text)) not in {0.0, 1.0} or float(text) == value:
            return text
    return four_digits(value)


def low_and_high(low: float, high: float) -> tuple[str, str]:
    """Two ends in the same way, with more decimals where two would make them look alike.

    >>> low_and_high(0.9858, 0.9941), low_and_high(0.2, 0.35), low_and_high(0.5, 0.5)
    (('0.986', '0.994'), ('0.20', '0.35'), ('0.50', '0.50'))
    """
    ends = digits(low), digits(high)
    for places in (3, 4):
        if ends[0] != ends[1] or exactly(low) == exactly(high):
            break
        ends = rounded(exactly(low), places), rounded(exactly(high), places)
    return ends


def exactly(value: float) -> float:
    """A value without what arithmetic on a computer adds to it.

    >>> exactly(-1.8e-15), exactly(0.1 + 0.2), exactly(1 - 1e-16)
    (0.0, 0.3, 1.0)
    """
    return round(value, 9) + 0.0


def ends(interval: Interval | Undefined | None) -> str:
    """The ends of an interval with four decimals."""
    if interval is None or isinstance(interval, Undefined):
        return UNDEFINED
    return f"[{four_digits(interval.low)}, {four_digits(interval.high)}]"


def interval_name(level: float) -> str:
    """What a column of intervals is called.

    >>> interval_name(0.95)
    '95% interval'
    """
    return f"{100 * level:g}% interval"


def reasons(values: Iterable[object]) -> Iterator[str]:
    """Why some values are undefined, each reason once.

    >>> list(reasons([0.5, Undefined("nothing was predicted"), Undefined("nothing was predicted")]))
    ['undefined: nothing was predicted']
    """
    yield from dict.fromkeys(f"undefined: {value.reason}" for value in values if isinstance(value, Undefined))


def p_value(value: Value | None) -> str:
    """A p value with the digits that matter; a bound where no draw reached what was observed.

    >>> p_value(0.05), p_value(UpperBound(0.001)), p_value(0.00001)
    ('0.0500', '<0.0010', '<0.0001')
    """
    if value is None or isinstance(value, Undefined):
        return UNDEFINED
    if value < 0.0001:
        return "<0.0001"
    return f"{'<' * isinstance(value, UpperBound)}{rounded(value, 4)}"


def thousands(count: int) -> str:
    """A count with commas.

    >>> thousands(41653)
    '41,653'
    """
    return f"{count:,}"
