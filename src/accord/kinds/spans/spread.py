"""How much F1 would vary if only chance were at work, and how often it would be as high as it is.

The standard deviation is exact where it can be counted out (see `accord.kinds.spans.variance`), else that of random
draws. Texts that are too dense for that have the variance of some draws of their own, and the others stay exact. p is
the share of draws in which F1 is at least as high as observed; without draws, that of a normal distribution with the
same mean and standard deviation, which holds for many texts only.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined, drawn_p
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.chance.random_spans import Floats


EXACT, PARTLY = "exact", "exact+sampled"
"""How a standard deviation is found: of all texts exactly, or of the densest ones from draws."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The standard deviation of F1 under chance, how often it is at least as high as observed, and how it was found."""

    sd: float
    p: float
    method: str


def spread(
    row: Floats, drawn: tuple[Floats, Floats] | None, variance: float | None, method: str = EXACT
) -> Spread | Undefined:
    """The spread of the F1 of a row of totals.

    ``drawn`` is what matches and the size of both sides in each draw, ``variance`` that of what matches, found by some
    method.
    """
    agreed, expected, size, *_ = row.tolist()
    if not size:
        return Undefined("nothing is marked")
    if drawn is None:
        if variance is None:
            return Undefined("the spread by chance is too costly to compute exactly: ask for draws")
        sd = _root(variance)
        p = erfc((agreed - expected) / (sd * sqrt(2))) / 2 if sd else 1.0
        return Spread(sd / size, p, method)
    matches, sizes = drawn
    f1 = quotient(matches, sizes)
    p = drawn_p(int(np.count_nonzero(f1 >= agreed / size - 1e-9)), len(f1))
    if variance is not None:
        return Spread(_root(variance) / size, p, method)
    if len(f1) < 2:
        return Undefined("one draw says nothing of how much draws vary")
    return Spread(float(f1.std(ddof=1)), p, "sampled")


def _root(variance: float) -> float:
    """The standard deviation; what is left of a difference of equal numbers is none."""
    return sqrt(variance) if variance > 1e-9 else 0.0
