"""What a measure gives: a value, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple

from accord.messages import decimal
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.signature import Signature


@dataclass(frozen=True, slots=True)
class Undefined:
    """No value, and why; false in a condition, null in JSON, never 0, 1 or NaN.

    >>> bool(Undefined("chance would not disagree either"))
    False
    """

    reason: str

    def __bool__(self) -> bool:
        return False


Value = Fraction | float | Undefined


class Interval(NamedTuple):
    """Where the value lies with the given level of confidence, and by which method."""

    low: Annotated[float, "its low end"]
    high: Annotated[float, "its high end"]
    method: Annotated[str, "how it was made, and over what"]
    level: Annotated[float, "of confidence"] = 0.95


class IntervalOfOthers(Interval):
    """The same for other annotators, with how many annotators it rests on, counted as if all did equally much."""

    annotators: float


class AboveChance:
    """Something observed, what chance would give, and how far that scatters."""

    __slots__ = ()
    observed: Value | None
    expected: Value | None
    sd: Value | None

    @property
    def z(self) -> Value | None:
        """How many standard deviations what is observed lies above chance."""
        seen, by_chance, sd = map(number, (self.observed, self.expected, self.sd))
        if sd is None:
            return self.sd
        if not sd or seen is None or by_chance is None:
            return Undefined("chance does not vary")
        return (seen - by_chance) / sd


@dataclass(frozen=True, slots=True)
class Measured(AboveChance):
    """A value with what it was made of and how sure it is, for a study or a part of it."""

    value: Value
    observed: Value
    expected: Value
    interval: Interval | Undefined
    count: int
    """How many items or texts it is of."""
    sd: Value | None = None
    """The standard deviation of what is observed, where only chance is at work."""
    p: Value | None = None
    """How often chance gives at least this value."""


@dataclass(frozen=True, slots=True, repr=False)
class Result(AboveChance, ResultExport):
    """A value with what is needed to judge it and to compute it again.

    >>> from accord import agree
    >>> result = agree({"ada": ["A", "A", "B", "B"], "ben": ["A", "A", "B", "A"]}, "kappa")["kappa"]
    >>> result.name, result.value
    ('kappa', 0.5)
    """

    name: str
    value: Value
    interval: Interval | Undefined
    signature: Signature
    observed: Value | None = None
    expected: Value | None = None
    p: Value | None = None
    """How often chance gives at least this value."""
    sd: Value | None = None
    """The standard deviation of what is observed, where only chance is at work."""
    other_annotators: Interval | Undefined | None = None
    """Where it would lie for other annotators like these and other items; None where that is not asked of it."""
    used: Mapping[str, int] = field(default_factory=dict)
    excluded: Mapping[str, int] = field(default_factory=dict)
    title: str = ""
    """What it is called in tables to read, where that is not its name."""

    @property
    def rests_on(self) -> float | None:
        """How many annotators the interval for others rests on, counted as if all did equally much."""
        return self.other_annotators.annotators if isinstance(self.other_annotators, IntervalOfOthers) else None

    @property
    def other_signature(self) -> Signature | None:
        """What is needed to compute the interval for other annotators again."""
        if not isinstance(self.other_annotators, Interval):
            return None
        over = f"{self.signature.choices.get('over', 'items')}+annotators"
        choices = {name: choice for name, choice in self.signature.choices.items() if name != "boot"}
        return replace(self.signature, choices=choices | {"ci": "jackknife2", "over": over})

    def __repr__(self) -> str:
        ends = self.interval
        between = "" if isinstance(ends, Undefined) else f" [{decimal(ends.low, 4)}, {decimal(ends.high, 4)}]"
        return f"<Result {self.name} {shown(self.value)}{between}>"


class UpperBound(float):
    """A p that is as small as the draws behind it can give: the true one may be smaller, however many were drawn."""


def drawn_p(reached: int, draws: int) -> float:
    """How often chance reaches as much as was observed, which itself counts as a draw.

    >>> drawn_p(4, 99), isinstance(drawn_p(0, 999), UpperBound)
    (0.05, True)
    """
    p = (1 + reached) / (1 + draws)
    return p if reached else UpperBound(p)


def ratio(numerator: int, denominator: int, reason: str) -> Fraction | Undefined:
    """A quotient of counts, exact, or undefined for the given reason.

    >>> ratio(3, 160, "no predictions"), ratio(0, 0, "no predictions")
    (Fraction(3, 160), Undefined(reason='no predictions'))
    """
    return Fraction(numerator, denominator) if denominator else Undefined(reason)


def number(value: Value | None) -> float | None:
    """A value as JSON holds it."""
    return None if value is None or isinstance(value, Undefined) else float(value)


def shown(value: Value) -> str:
    """A value with four decimals, or why there is none."""
    return f"undefined ({value.reason})" if isinstance(value, Undefined) else decimal(value, 4)
