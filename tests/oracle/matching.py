"""The assignment of two sides that spares most, by trying all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def most_spared(spared: Sequence[Sequence[float]]) -> float:
    """The most that rows and columns spare together, where each is matched once at most."""

    @cache
    def of(row: int, free: int) -> float:
        if row == len(spared):
            return 0.0
        matched = [
            spares + of(row + 1, free & ~(1 << column))
            for column, spares in enumerate(spared[row])
            if free >> column & 1
        ]
        return max([of(row + 1, free), *matched])

    return of(0, (1 << len(spared[0])) - 1) if spared else 0.0
