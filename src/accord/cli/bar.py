"""``--fail-under``: a bar that a value must reach, for pipelines."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import click

from accord.agreement.result import Interval, Undefined
from accord.messages import decimal

if TYPE_CHECKING:
    from accord.agreement.result import Result, Value

_DIGITS = 4
"""The decimals that tables have."""
_ROUNDING = Fraction(1, 10**12)
"""What a value that was computed in floating point may lack of the bar."""


BARS = ("value", "these-annotators", "annotators-like-these")
"""What may have to reach a bar: a value, or the low end of one of its intervals."""


class Bar(click.ParamType[Fraction]):
    """A number between two others, kept as it was typed."""

    name = "value"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: str | Fraction, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The number as an exact fraction."""
        from accord.formats.numbers import finite_number

        try:
            if isinstance(value, str) and "/" not in value and finite_number(value) is None:
                raise ValueError(value)  # 1e999999999 would be computed digit by digit
            bar = Fraction(value)
        except (ValueError, ZeroDivisionError):
            self.fail(f"{value!r:.60} is no number", param, ctx)
        if not self.low <= bar <= self.high:
            self.fail(f"{value} is not between {self.low} and {self.high}", param, ctx)
        return bar


def barred(result: Result, what: str | None) -> tuple[str, Value]:
    """What of a result must reach a bar, and what it is called."""
    if what in {None, BARS[0]}:
        return result.name, result.value
    these = what == BARS[1]
    interval = result.interval if these else result.other_annotators
    whose = "these annotators" if these else "annotators like these"
    if not isinstance(interval, Interval):
        reasons = (each for each in (result.value, interval) if isinstance(each, Undefined))
        return f"the interval of {result.name}, {whose},", next(reasons, Undefined("it was not measured"))
    return f"the low end of the interval of {result.name}, {whose},", interval.low


def missed(name: str, value: Value, bar: Fraction | None) -> bool:
    """Whether a value stays under a bar; if so, say what was reached, rounded as in tables, and never up to the bar."""
    if bar is None:
        return False
    if isinstance(value, Undefined):
        reached = f"undefined ({value.reason})"
    else:
        exact = Fraction(value) + (_ROUNDING if isinstance(value, float) else 0)
        if exact >= bar:
            return False
        reached = decimal(value, _DIGITS)
        if Fraction(reached) >= bar:
            reached = decimal(Fraction(floor(exact * 10**_DIGITS), 10**_DIGITS), _DIGITS)
    click.echo(f"accord: {name} is {reached}, --fail-under asks for {float(bar):g}", err=True)
    return True
