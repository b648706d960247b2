"""Spans against a reference as one would count them by hand: sets of positions, and every choice of pairs tried."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Worth = Callable[["Mark", "Mark"], tuple[int, ...] | None]


class Mark(NamedTuple):
    """The parts of a span, from left to right, and its type."""

    parts: tuple[tuple[int, int], ...]
    type: str

    @property
    def positions(self) -> frozenset[int]:
        return frozenset(position for start, end in self.parts for position in range(start, end))


def best(
    ours: Sequence[Mark], theirs: Sequence[Mark], worth: Callable[[Mark, Mark], tuple[int, ...] | None]
) -> tuple[int, ...]:
    """The most that pairs are worth together, one to one; None for what is no pair."""

    @cache
    def of(row: int, free: int) -> tuple[int, ...]:
        if row == len(ours):
            return (0, 0)
        found = [of(row + 1, free)]
        for column, other in enumerate(theirs):
            here = worth(ours[row], other)
            if free >> column & 1 and here is not None:
                rest = of(row + 1, free & ~(1 << column))
                found.append(tuple(map(sum, zip(here, rest, strict=True))))
        return max(found)

    return of(0, (1 << len(theirs)) - 1)


def exact(one: Mark, other: Mark) -> tuple[int, int] | None:
    return (1, 0) if one == other else None


def boundary(one: Mark, other: Mark) -> tuple[int, int] | None:
    return (1, 0) if one.parts == other.parts else None


def overlap(one: Mark, other: Mark) -> tuple[int, int] | None:
    shared = len(one.positions & other.positions)
    return (1, shared) if shared and one.type == other.type else None


def partial(one: Mark, other: Mark) -> tuple[int, int] | None:
    """Half points: two for the same borders, one for any overlap."""
    return (2, 0) if one.parts == other.parts else (1, 0) if one.positions & other.positions else None


def iou(limit: float) -> Callable[[Mark, Mark], tuple[int, int] | None]:
    def worth(one: Mark, other: Mark) -> tuple[int, int] | None:
        shared = len(one.positions & other.positions)
        near = shared > limit * len(one.positions | other.positions)
        return (1, shared) if near and shared and one.type == other.type else None

    return worth


def near(limit: int) -> Callable[[Mark, Mark], tuple[int, int] | None]:
    def worth(one: Mark, other: Mark) -> tuple[int, int] | None:
        if one.type != other.type or len(one.parts) != len(other.parts):
            return None
        borders = zip(sum(one.parts, ()), sum(other.parts, ()), strict=True)
        apart = max(abs(here - there) for here, there in borders)
        return (1, limit - apart) if apart <= limit else None

    return worth


def tokens(ours: Sequence[Mark], theirs: Sequence[Mark], *, once: bool) -> tuple[int, int, int]:
    """Covered by the reference, by the prediction, and by both, type by type."""
    total = [0, 0, 0]
    for type_ in {mark.type for mark in (*ours, *theirs)}:
        sides = [[mark.positions for mark in side if mark.type == type_] for side in (ours, theirs)]
        for position in frozenset().union(*sides[0], *sides[1]):
            one, other = (sum(position in positions for positions in side) for side in sides)
            if once:
                one, other = min(one, 1), min(other, 1)
            total[0] += one
            total[1] += other
            total[2] += min(one, other)
    return total[0], total[1], total[2]


def taken_for(ours: Sequence[Mark], theirs: Sequence[Mark]) -> list[tuple[Mark | None, Mark | None]]:
    """What is taken for what: the pair of the largest overlap first, then the nearest borders, then of one type."""

    def key(one: Mark, other: Mark) -> tuple[object, ...]:
        apart = abs(one.parts[0][0] - other.parts[0][0]) + abs(one.parts[-1][1] - other.parts[-1][1])
        return (
            -len(one.positions & other.positions),
            apart,
            one.type != other.type,
            one.parts != other.parts,
            one,
            other,
        )

    pairs = sorted(
        ((one, other) for one in ours for other in theirs if one.positions & other.positions),
        key=lambda both: key(*both),
    )
    mine, yours = list(ours), list(theirs)
    found: list[tuple[Mark | None, Mark | None]] = []
    for one, other in pairs:
        if one in mine and other in yours:
            mine.remove(one)
            yours.remove(other)
            found.append((one, other))
    return [*found, *((one, None) for one in mine), *((None, other) for other in yours)]
