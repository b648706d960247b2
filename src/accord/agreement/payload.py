"""Values, intervals and results as JSON holds them, and in which order parts of an agreement are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from accord.agreement.result import Undefined, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.agreement.breakdown import Confusion
    from accord.agreement.result import Interval, Result, Value

TOP = 10
"""How many rows of each part a payload holds unless told otherwise."""
MAX_CELLS = 250_000
"""The most cells of a matrix of labels that are written out."""


class Valued(Protocol):
    """Anything that was measured."""

    @property
    def value(self) -> Value:
        """Its value."""
        ...

    @property
    def interval(self) -> Interval | Undefined:
        """Where the value lies."""
        ...


def value_payload(value: Value) -> dict[str, Any]:
    """A value as JSON holds it, and why there is none."""
    return {"value": number(value), "undefined": value.reason if isinstance(value, Undefined) else None}


def interval_payload(interval: Interval | Undefined | None) -> dict[str, Any] | None:
    """An interval as JSON holds it."""
    return None if interval is None or isinstance(interval, Undefined) else interval._asdict()


def part_payload(part: Valued, *more: str) -> dict[str, Any]:
    """A value with what it is made of as JSON holds it; ``more`` names other numbers it has."""
    named = ("observed", "expected", *more)
    return {
        **value_payload(part.value),
        **{name: number(getattr(part, name)) for name in named},
        "interval": interval_payload(part.interval),
    }


def result_payload(result: Result, *more: str) -> dict[str, Any]:
    """A result as JSON holds it, under the name of its coefficient."""
    others = result.other_annotators
    return {
        "coefficient": result.name,
        **part_payload(result, *more),
        "other_annotators": interval_payload(result.other_annotators),
        "other_annotators_rest_on": result.rests_on,
        "other_annotators_undefined": others.reason if isinstance(others, Undefined) else None,
        "other_annotators_signature": str(result.other_signature) if result.other_signature else None,
        "used": dict(result.used),
        "excluded": dict(result.excluded),
        "signature": str(result.signature),
    }


def confusion_payload(each: Confusion, examples: Iterable[str] | None = None) -> dict[str, Any]:
    """Two labels that meet as JSON holds them, with other examples where some are given."""
    return {
        "first": each.first,
        "second": each.second,
        "pairs": each.pairs,
        "share": each.share,
        "merged": value_payload(each.merged),
        "items": each.items,
        "examples": list(each.examples if examples is None else examples),
    }


def lowest_first(value: Value) -> tuple[bool, float]:
    """What to sort by: the value, and undefined ones last."""
    return isinstance(value, Undefined), number(value) or 0.0
