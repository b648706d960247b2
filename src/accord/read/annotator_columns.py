"""Which columns of a wide table are annotators: those that give the same labels, and are not called something else."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.read.roles import normalised

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_ABOUT_ITEMS = frozenset(
    (
        *("confidence", "certainty", "topic", "domain", "genre", "split", "fold", "subset", "source", "origin"),
        *("platform", "gender", "sex", "batch", "round", "length", "language", "locale", "duration", "datetime"),
        *("year", "month", "metadata", "created_at", "updated_at", "word_count", "token_count", "char_count"),
        *("n_words", "n_tokens", "num_words", "num_tokens"),
    )
)
"""What columns are called that say something of an item or of the work on it, and that nobody is called."""
_ABOUT_WORK = frozenset({"confidence", "certainty", "duration", "timestamp", "time", "seconds"})
"""The same where the name of an annotator may stand beside it, as in ada_confidence."""
_CELLS = 10
"""In fewer cells somebody may well have given only labels of their own."""
_ANY_NUMBER = ""
"""What columns of numbers have in common; no value is empty."""
_MEMBERS = re.compile(r"[,;|]")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)


class Chosen(NamedTuple):
    """Columns that are annotators, and those that are none, by their names or by their values.

    ``apart`` are groups of annotators who share no value with those of another group.
    """

    annotators: tuple[int, ...]
    by_name: tuple[int, ...] = ()
    by_values: tuple[int, ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()


def choose_annotators(candidates: Sequence[int], names: Sequence[str], rows: Sequence[Sequence[str]]) -> Chosen:
    """Tell annotators from what else stands in a row; names say nothing where all are called like something else."""
    called = tuple(column for column in candidates if _is_about_items(names[column]))
    if len(called) == len(candidates):
        called = ()
    left = [column for column in candidates if column not in called]
    unlike = unlike_others(left, rows)
    annotators = tuple(column for column in left if column not in unlike)
    return Chosen(annotators, called, unlike, apart(annotators, rows))


def _is_about_items(name: str) -> bool:
    """Whether a name says that a column holds no labels.

    >>> list(filter(_is_about_items, ["Confidence", "ada_confidence", "ada", "lang", "topic_ada"]))
    ['Confidence', 'ada_confidence']
    """
    plain = normalised(name)
    parts = plain.split("_")
    return bool({plain, plain.removesuffix("s")} & _ABOUT_ITEMS or {parts[0], parts[-1]} & _ABOUT_WORK)


def unlike_others(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> tuple[int, ...]:
    """The columns none of whose values stands in another one, where most values of the others do.

    Numbers that are measured are rarely the same, so columns of numbers count as alike.
    """
    cells = _cells(columns, rows)
    of_numbers = {column for column in columns if _holds_numbers(cells[column])}
    of_numbers = of_numbers if len(of_numbers) > 1 else set()
    elsewhere = Counter(value for column in columns for value in _values(cells[column]))
    unlike = tuple(
        column
        for column in columns
        if column not in of_numbers
        and cells[column].total() >= _CELLS
        and _alone(cells[column], elsewhere) == cells[column].total()
    )
    kept = [column for column in columns if column not in unlike]
    alone = sum(_alone(cells[column], elsewhere) for column in kept if column not in of_numbers)
    return unlike if 2 * alone < sum(cells[column].total() for column in kept) else ()


def apart(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    """Columns in groups of two or more that share no value with each other, where there are several groups.

    >>> apart([0, 1, 2, 3], [["yes", "no", "12", "70"]] * 6 + [["no", "no", "9", "52"]] * 6)
    ((0, 1), (2, 3))
    """
    cells = _cells(columns, rows)
    numbers = {column: {_ANY_NUMBER} if _holds_numbers(cells[column]) else set() for column in columns}
    values = {column: _values(cells[column]) | numbers[column] for column in columns}
    groups: list[list[int]] = []
    for column in columns:
        alike = [group for group in groups if any(values[column] & values[other] for other in group)]
        groups = [group for group in groups if group not in alike]
        groups.append([*(each for group in alike for each in group), column])
    known = all(len(group) > 1 and all(cells[column].total() >= _CELLS for column in group) for group in groups)
    return tuple(sorted(tuple(sorted(group)) for group in groups)) if known and len(groups) > 1 else ()


def _cells(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> dict[int, Counter[str]]:
    """How often what stands in each column, in small letters."""
    cells: dict[int, Counter[str]] = {column: Counter() for column in columns}
    for row in rows:
        for column in columns:
            if len(row) > column and (cell := row[column].strip()):
                cells[column][cell.casefold()] += 1
    return cells


def _values(cells: Iterable[str]) -> set[str]:
    """What stands in cells, and the members of what stands there with commas, semicolons or bars between."""
    return {part.strip() for cell in cells for part in (cell, *_MEMBERS.split(cell)) if part.strip()}


def _alone(cells: Mapping[str, int], elsewhere: Mapping[str, int]) -> int:
    """How many cells hold what no other column does."""
    return sum(count for cell, count in cells.items() if all(elsewhere[value] == 1 for value in _values([cell])))


def _holds_numbers(cells: Counter[str]) -> bool:
    return 2 * sum(count for cell, count in cells.items() if _NUMBER.fullmatch(cell)) > cells.total()
