"""What stands in the columns of a table, how often, and how much of it stands in others, too."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from unicodedata import normalize

from accord.formats.numbers import finite_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Cells = dict[int, Counter[str]]
    """By column: how often what stands there."""

CELLS = 10
"""In fewer cells somebody may well have given only labels of their own."""
_DIFFERENT_CELLS = 5
"""From so many on, cells that are all different are no labels beside some that repeat."""
_RECURRING = 3
"""How often labels are given on average, at least."""
_SCALE = 11
"""How many values a scale has at most, as from 0 to 10; what is measured or counted has more."""
_MEMBERS = re.compile(r"[,;|]")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)


def counted(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> Cells:
    """How often what stands in each column, in small letters and in one form of Unicode; 3.0 is 3."""
    cells: Cells = {column: Counter() for column in columns}
    for row in rows:
        for column in columns:
            if len(row) > column and (cell := row[column].strip()):
                plain = cell.casefold() if cell.isascii() else normalize("NFC", cell.casefold())
                cells[column][plain.removesuffix(".0") if plain.endswith(".0") and holds_number(plain) else plain] += 1
    return cells


def recur(cells: Counter[str]) -> bool:
    """Whether there are enough cells, and what stands in them recurs, as labels do and ids and texts do not."""
    return cells.total() >= CELLS and _RECURRING * len(cells) <= cells.total()


def holds_number(cell: str) -> bool:
    """Whether a cell is a number."""
    return _NUMBER.fullmatch(cell) is not None


def values_in(cells: Iterable[str]) -> set[str]:
    """What stands in cells, and the members of what stands there with commas, semicolons or bars between."""
    return {part.strip() for cell in cells for part in (cell, *_MEMBERS.split(cell)) if part.strip()}


def times_held(cells: Cells) -> Counter[str]:
    """In how many columns a value stands."""
    return Counter(value for column in cells for value in values_in(cells[column]))


def held_alone(cells: Mapping[str, int], elsewhere: Mapping[str, int]) -> int:
    """How many cells hold what no other column does."""
    return sum(count for cell, count in cells.items() if all(elsewhere[value] == 1 for value in values_in([cell])))


def is_alone(cells: Counter[str], elsewhere: Mapping[str, int]) -> bool:
    """Whether three in four cells hold what no other column does, and there are enough of them to say so."""
    known = cells.total() >= CELLS or _are_different(cells)
    return known and 4 * held_alone(cells, elsewhere) >= 3 * cells.total()


def has_many(cells: Counter[str]) -> bool:
    """Whether there are more values than a scale has, or all are different."""
    return len(cells) > _SCALE or _are_different(cells)


def _are_different(cells: Counter[str]) -> bool:
    return len(cells) == cells.total() >= _DIFFERENT_CELLS


def holds_numbers(cells: Counter[str]) -> bool:
    """Whether most cells hold a number."""
    return 2 * sum(count for cell, count in cells.items() if holds_number(cell)) > cells.total()


def number_in(cell: str) -> float | None:
    """The number in a cell, with a point or a comma; None where there is none.

    >>> number_in(" 0,5"), number_in("-3e2"), number_in("3 m"), number_in("1e999")
    (0.5, -300.0, None, None)
    """
    return finite_number(cell.replace(",", ".")) if _NUMBER.fullmatch(cell.strip()) else None


def off_scale(cells: Cells) -> list[int]:
    """The columns of many different numbers that mostly nobody else has, where two or more others share a scale."""
    numbers = of_numbers(cells)
    many = [column for column in numbers if has_many(cells[column])]
    scale = sharing({column: cells[column] for column in numbers if column not in many})
    others = {column: cells[column] for column in cells if column not in many}
    return [column for column in many if len(scale) > 1 and not is_within(cells[column], others)]


def of_numbers(cells: Cells) -> list[int]:
    """The columns of numbers, if there are two or more."""
    numbers = [column for column in cells if holds_numbers(cells[column])]
    return numbers if len(numbers) > 1 else []


def sharing(cells: Cells) -> Cells:
    """The columns that hold mostly what another one does."""
    elsewhere = times_held(cells)
    return {column: each for column, each in cells.items() if 2 * held_alone(each, elsewhere) < each.total()}


def is_within(cells: Counter[str], others: Cells) -> bool:
    """Whether most cells hold what others do."""
    values = set(times_held(others))
    return 2 * sum(count for cell, count in cells.items() if values & values_in([cell])) > cells.total()
