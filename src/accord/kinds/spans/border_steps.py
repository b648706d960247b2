"""By how much a border of a mark is moved at a time."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PLACES = 3
"""So many decimal places are written by hand; more than that come out of a computation."""


def step_of(marks: Iterable[tuple[float, float]]) -> float:
    """The finest decimal place at which marks start or end, and 1 where all positions are whole.

    Where places are finer than anybody writes, it is thousandths, or such as divide the shortest mark into ten.

    >>> step_of([(4, 14), (20.0, 30.0)]), step_of([(2.0, 6.5)]), step_of([(1.2, 1.26), (1.26, 1.3)])
    (1.0, 0.1, 0.01)
    >>> step_of([(0.8371428571428571, 0.9), (1, 4)])
    0.001
    """
    held = [(Decimal(repr(start)), Decimal(repr(end))) for start, end in marks]
    places = max((_places(position) for mark in held for position in mark), default=0)
    if places > _PLACES:
        shortest = min((end - start for start, end in held if end > start), default=Decimal(1))
        places = min(places, max(_PLACES, 1 - shortest.adjusted()))
    return float(Decimal(1).scaleb(-places))


def _places(position: Decimal) -> int:
    exponent = position.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
