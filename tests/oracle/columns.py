"""Which columns of a wide table have values that no other has, cell by cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def unlike_by_definition(width: int, rows: Sequence[Sequence[str]]) -> list[int]:
    """Columns of ten cells or more that share nothing with another, if more than half of the other cells do."""
    columns = [[row[column] for row in rows if row[column]] for column in range(width)]

    def is_of_numbers(column: int) -> bool:
        return sum(cell[0].isdigit() for cell in columns[column]) > len(columns[column]) / 2

    def shares(column: int, cell: str) -> bool:
        for other in range(width):
            if other != column and is_of_numbers(column) and is_of_numbers(other):
                return True
            for another in columns[other] if other != column else ():
                if parts(cell) & parts(another):
                    return True
        return False

    unlike = [
        column
        for column in range(width)
        if len(columns[column]) >= 10 and not any(shares(column, cell) for cell in columns[column])
    ]
    others = [(column, cell) for column in range(width) if column not in unlike for cell in columns[column]]
    shared = sum(shares(column, cell) for column, cell in others)
    return unlike if shared > len(others) / 2 else []


def parts(cell: str) -> set[str]:
    """A label and its members, in small letters."""
    return {cell.lower(), *re.split("[;|]", cell.lower())}
