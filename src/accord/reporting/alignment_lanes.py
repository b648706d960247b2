"""What every picture of an alignment shows in its lanes: which unit lies where, by which number, and below which."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def position(border: float) -> str:
    """A border for people, with up to three decimals or, below 1, three digits.

    >>> position(1204.0), position(61.50625), position(0.000125)
    ('1204', '61.506', '0.000125')
    """
    if abs(border) >= 1e15:
        return f"{border:.6g}"
    return f"{border:.3g}" if abs(border) < 1 else f"{border:.3f}".rstrip("0").removesuffix(".")


def stacked(starts: Sequence[float], ends: Sequence[float]) -> list[int]:
    """The lowest lane that is free for each interval; the longest of those that start together comes first.

    >>> stacked([0, 2, 5, 0], [5, 3, 6, 9])
    [1, 2, 1, 0]
    """
    lanes = [0] * len(starts)
    free: list[float] = []
    for number in sorted(range(len(starts)), key=lambda each: (starts[each], -ends[each])):
        lane = next((lane for lane, end in enumerate(free) if end <= starts[number]), len(free))
        free[lane : lane + 1] = [ends[number]]
        lanes[number] = lane
    return lanes


def numbers_of(rows: Sequence[Sequence[int | None]], units: int) -> tuple[list[tuple[int, ...]], list[bool]]:
    """The unitary alignments of each of so many units, counted from the first, and whether it is unmatched in all."""
    numbers: list[tuple[int, ...]] = [()] * units
    alone = [True] * units
    for number, row in enumerate(rows, 1):
        members = [member for member in row if member is not None]
        for member in members:
            numbers[member] = (*numbers[member], number)
            alone[member] &= len(members) == 1
    return numbers, alone
