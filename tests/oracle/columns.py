"""Which columns of a wide table have values that no other has, cell by cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def unlike_by_definition(width: int, rows: Sequence[Sequence[str]]) -> list[int]:
    """Columns that share at most a quarter of their cells with another, if two others share more than half of theirs.

    Columns of numbers are unlike if they hold many and mostly none of the others, where two of these share a scale.
    """
    columns = [[row[column] for row in rows if row[column]] for column in range(width)]

    def is_of_numbers(column: int) -> bool:
        return sum(cell[0].isdigit() for cell in columns[column]) > len(columns[column]) / 2

    def stands_in(others: Sequence[int], column: int) -> int:
        """How many cells of a column hold what stands in another one."""
        elsewhere = [parts(cell) for other in others if other != column for cell in columns[other]]
        return sum(any(parts(cell) & another for another in elsewhere) for cell in columns[column])

    def is_different(column: int) -> bool:
        return len({cell.lower() for cell in columns[column]}) == len(columns[column]) >= 5

    def has_many(column: int) -> bool:
        return len({cell.lower() for cell in columns[column]}) > 11 or is_different(column)

    everybody = list(range(width))
    numbers = [column for column in everybody if is_of_numbers(column)]
    numbers = numbers if len(numbers) > 1 else []
    few = [column for column in numbers if not has_many(column)]
    others = [column for column in everybody if column not in numbers or column in few]
    scale = [column for column in few if stands_in(few, column) > len(columns[column]) / 2]

    def is_unlike(column: int) -> bool:
        size = len(columns[column])
        if column in numbers:
            return len(scale) > 1 and has_many(column) and stands_in(others, column) <= size / 2
        return (size >= 10 or is_different(column)) and stands_in(everybody, column) <= size / 4

    unlike = list(filter(is_unlike, everybody))
    kept = [column for column in everybody if column not in unlike]
    shared = sum(len(columns[column]) if column in numbers else stands_in(kept, column) for column in kept)
    return unlike if len(kept) > 1 and shared > sum(len(columns[column]) for column in kept) / 2 else []


def parts(cell: str) -> set[str]:
    """A label and its members, in small letters."""
    return {cell.lower(), *re.split("[;|]", cell.lower())}
