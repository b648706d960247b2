"""The labels of a study, as a distance looks at them: as points of a scale, or as sets."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable
from accord.formats.numbers import finite_number
from accord.messages import option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LARGEST = 1e100
_LEADING = re.compile(r"([+-]?\d{1,15}(?:\.\d{1,15})?)\s*(?:%|[^\w\s.,;|]*\s*[^\W\d].*)", re.DOTALL)
"""A number and a sign of percent, or a number and words after it."""
_BETWEEN_MEMBERS = re.compile(r"[,;|]")


@dataclass(frozen=True)
class Scale:
    """All labels that there are; ``ordered`` says that the caller gave their order, lowest first."""

    labels: tuple[str, ...]
    ordered: bool = False

    @cached_property
    def points(self) -> NDArray[np.float64]:
        """The labels as numbers; where they are words in a given order, their ranks."""
        numbers = [number_in(label) for label in self.labels]
        words = [label for label, number in zip(self.labels, numbers, strict=True) if number is None]
        if not words:
            points = np.array(numbers, dtype=np.float64)
            _refuse_unfit(points, self.labels)
            return points
        if not self.ordered:
            leading = leading_numbers(self.labels)
            if leading is not None:
                return np.array(leading, dtype=np.float64)
            order = f"{option('labels')} says the order of all labels, lowest first"
            raise NotApplicable(f"{words[0]!r} is no number: {order}")
        return np.arange(1.0, len(self.labels) + 1)

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """The position of each label on the scale, from 0: numbers by their value, words as their order is given."""
        in_order = np.argsort(self.points, kind="stable")
        ranks: NDArray[np.int64] = np.argsort(in_order, kind="stable")
        return ranks

    @cached_property
    def sets(self) -> list[frozenset[str]]:
        """The labels as sets of members, which are divided by a comma, a semicolon or a bar."""
        return [members_of(label) for label in self.labels]


def _refuse_unfit(points: NDArray[np.float64], labels: Sequence[str]) -> None:
    """Refuse numbers that floating point cannot tell apart, or whose squares it cannot hold."""
    if np.abs(points).max(initial=0.0) > LARGEST:
        raise NotApplicable(f"the labels are too large to be measured as numbers: none may be above {LARGEST:g}")
    first: dict[float, str] = {}
    for point, label in zip(points.tolist(), labels, strict=True):
        other = first.setdefault(point, label)
        if other != label and Decimal(other.strip()) != Decimal(label.strip()):
            raise NotApplicable(f"{other} and {label} are too large, and too near to each other, to be told apart")


def number_in(label: str) -> float | None:
    """The number that a label is, or None.

    >>> number_in("3"), number_in("-0.5"), number_in("NOUN"), number_in("nan")
    (3.0, -0.5, None, None)
    """
    return finite_number(label)


def leading_numbers(labels: Sequence[str]) -> list[float] | None:
    """The numbers with which labels begin, if each begins with one of its own and goes on with words or with "%".

    >>> leading_numbers(["1 - never", "2 - now and then", "3 (often)"]), leading_numbers(["20%", "40%"])
    ([1.0, 2.0, 3.0], [20.0, 40.0])
    >>> leading_numbers(["1 - never", "1 - once"]), leading_numbers(["2 or more", "none"])
    (None, None)
    """
    found = [_LEADING.fullmatch(label.strip()) for label in labels]
    numbers = [float(match[1]) for match in found if match]
    return numbers if len(labels) == len(numbers) == len(set(numbers)) else None


def members_of(label: str) -> frozenset[str]:
    """The members of a set-valued label; the empty label is the empty set.

    >>> sorted(members_of("joy, anger"))
    ['anger', 'joy']
    """
    return frozenset(member.strip() for member in _BETWEEN_MEMBERS.split(label) if member.strip())


def in_natural_order(labels: Sequence[str]) -> list[str]:
    """Numbers by their value, anything else by the alphabet.

    >>> in_natural_order(["10", "9", "1"]), in_natural_order(["b", "a", "10", "9"])
    (['1', '9', '10'], ['10', '9', 'a', 'b'])
    """
    numbers = {label: number_in(label) for label in labels}
    if None in numbers.values():
        return sorted(labels)
    return sorted(labels, key=lambda label: (numbers[label], label))
