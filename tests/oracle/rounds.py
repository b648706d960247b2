"""Two rounds of labels compared by their definitions: whatever is left out or swapped, all is measured anew."""

from __future__ import annotations

from itertools import combinations, product
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tests.oracle.agreement import jackknife_error, measured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Row = tuple[str | None, ...]
    Rounds = tuple[list[Row], list[Row]]


class Difference(NamedTuple):
    """The difference of the second round and the first, both standard errors with their t, and p by exchange."""

    value: float
    error: float
    freedom: float
    error_others: float
    freedom_others: float
    p_exchange: float


def alpha(table: Sequence[Row], labels: Sequence[str]) -> float | None:
    """Nominal alpha, None where it is undefined."""
    found = measured("alpha", table, labels, "nominal")
    return None if found is None else float(found)


def compared(first: list[Row], second: list[Row], labels: Sequence[str], *, paired: bool) -> Difference | None:
    """Annotators are the same in both rounds, one a column; None where something left out leaves no value."""

    def difference(one: list[Row], other: list[Row]) -> float:
        before, after = alpha(one, labels), alpha(other, labels)
        if before is None or after is None:
            raise ZeroDivisionError
        return after - before

    try:
        return _compared(first, second, difference, paired=paired)
    except ZeroDivisionError:
        return None


def _compared(
    first: list[Row], second: list[Row], difference: Callable[[list[Row], list[Row]], float], *, paired: bool
) -> Difference:
    value, everybody = difference(first, second), range(len(first[0]))
    annotators = jackknife_error([difference(_silent(first, who), _silent(second, who)) for who in everybody]) ** 2
    cells = [(place, who) for who in everybody for place in range(len(first))]
    if paired:
        without = [difference(_left(first, place), _left(second, place)) for place in range(len(first))]
        items, freedom = jackknife_error(without) ** 2, len(first) - 1.0
        labels = (
            jackknife_error([difference(_silent(first, who, at), _silent(second, who, at)) for at, who in cells]) ** 2
        )
        ways = [_swapped(first, second, way) for way in product((False, True), repeat=len(first))]
    else:
        one = jackknife_error([difference(_left(first, place), second) for place in range(len(first))]) ** 2
        other = jackknife_error([difference(first, _left(second, place)) for place in range(len(second))]) ** 2
        items = one + other
        freedom = items**2 / (one**2 / (len(first) - 1) + other**2 / (len(second) - 1)) if items else 1.0
        in_second = [(place, who) for who in everybody for place in range(len(second))]
        labels = jackknife_error([difference(_silent(first, who, at), second) for at, who in cells]) ** 2
        labels += jackknife_error([difference(first, _silent(second, who, at)) for at, who in in_second]) ** 2
        ways = list(_deals([*first, *second], len(first)))
    reached = total = 0
    for one_way in ways:
        try:
            found = difference(*one_way)
        except ZeroDivisionError:
            continue
        total += 1
        reached += abs(found) >= abs(value) - 1e-9
    variance = max(items, items + annotators - labels)
    return Difference(value, sqrt(items), freedom, sqrt(variance), len(everybody) - 1.0, reached / total)


def _left(table: list[Row], place: int) -> list[Row]:
    return table[:place] + table[place + 1 :]


def _silent(table: list[Row], who: int, place: int | None = None) -> list[Row]:
    """Without what somebody said, of everything or of one item."""
    return [
        tuple(None if column == who and place in {None, at} else label for column, label in enumerate(row))
        for at, row in enumerate(table)
    ]


def _swapped(first: list[Row], second: list[Row], way: Sequence[bool]) -> Rounds:
    pairs = [
        (after, before) if swap else (before, after) for before, after, swap in zip(first, second, way, strict=True)
    ]
    return [before for before, _ in pairs], [after for _, after in pairs]


def _deals(rows: list[Row], size: int) -> list[Rounds]:
    everything = range(len(rows))
    return [
        ([rows[at] for at in chosen], [rows[at] for at in everything if at not in chosen])
        for chosen in map(set, combinations(everything, size))
    ]
