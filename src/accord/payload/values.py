"""Values as the page holds them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from accord.agreement.result import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainValue:
    """A number, or why there is none."""

    value: Annotated[float | None, "the number; null where it is undefined"]
    undefined: Annotated[str | None, "why there is no number"]

    @property
    def number(self) -> float:
        """The number, of what is known to have one."""
        assert self.value is not None
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(PlainValue):
    """A number with its interval."""

    interval: Annotated[Interval | None, "where it lies"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestedEstimate(Estimate):
    """A number with its interval, and a test of whether it is 0."""

    p: Annotated[float | None, "corrected by how many annotators there are"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeSentences:
    """What the page says first."""

    how_much: Annotated[str, "the value, and how to read it"]
    where: Annotated[str, "what stands out"]
    next: Annotated[str, "one thing to do"]
    intervals: Annotated[str, "which question each interval answers; empty where there is none, and of systems"] = ""
    situation: Annotated[str, "the name of what that is for, of those in docs/report.md; empty of systems"] = ""
    examples: Annotated[Sequence[str], "ids of items that show it"] = ()


def interval_in(found: Mapping[str, Any] | None) -> Interval | None:
    """An interval of what a command prints as JSON."""
    return None if found is None else Interval(**found)
