"""Which columns of a wide table are annotators: those that give the same labels, and are not called something else."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from accord.read.roles import normalised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Cells = dict[int, Counter[str]]
    """By column: how often what stands there."""

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

    @property
    def aside(self) -> tuple[int, ...]:
        """The columns that are no annotators."""
        return self.by_name + self.by_values

    @property
    def is_open(self) -> bool:
        """Whether more rows can change who is an annotator, or what is said of them."""
        return bool(self.by_values or self.apart)

    def settled(self, rows: Iterable[Sequence[str]]) -> Chosen:
        """The same after a look at all rows: what has values of others somewhere is an annotator after all."""
        candidates = sorted(self.annotators + self.by_values)
        cells = counted(candidates, rows)
        still = {*unlike_others(cells)}.intersection(self.by_values)
        annotators = tuple(column for column in candidates if column not in still)
        groups = apart({column: cells[column] for column in annotators})
        return Chosen(annotators, self.by_name, tuple(sorted(still)), groups)

    def describe(self, name: Callable[[int], str]) -> Iterator[str]:
        """A phrase for the columns that are none by their names, and one for those by their values."""
        if self.by_name:
            yield f"not used, by {_its(self.by_name)} name: {', '.join(map(name, self.by_name))}"
        if self.by_values:
            yield f"not used: {', '.join(map(name, self.by_values))}, whose values no other column has"

    def doubts(self, name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        """Which columns could be annotators and are none, or are perhaps not all: a code and a sentence for each."""
        by_values = f"for no other column has {_its(self.by_values)} values"
        for why, columns in ((f"by {_its(self.by_name)} name", self.by_name), (by_values, self.by_values)):
            named = ", ".join(map(name, columns))
            if len(columns) > 1:
                yield "unused-column", f"the columns {named} are not taken for annotators, {why}"
            elif columns:
                yield "unused-column", f"the column {named} is not taken for an annotator, {why}"
        if self.apart:
            named = " and ".join(", ".join(map(name, group)) for group in self.apart)
            yield "unlike-columns", f"the columns {named} have no value in common, and all are taken for annotators"


def _its(columns: Sequence[int]) -> str:
    return "its" if len(columns) == 1 else "their"


def choose_annotators(candidates: Sequence[int], names: Sequence[str], rows: Iterable[Sequence[str]]) -> Chosen:
    """Tell annotators from what else stands in a row; names say nothing where all are called like something else."""
    called = tuple(column for column in candidates if _is_about_items(names[column]))
    if len(called) == len(candidates):
        called = ()
    cells = counted([column for column in candidates if column not in called], rows)
    unlike = unlike_others(cells)
    kept = {column: cells[column] for column in cells if column not in unlike}
    return Chosen(tuple(kept), called, unlike, apart(kept))


def _is_about_items(name: str) -> bool:
    """Whether a name says that a column holds no labels.

    >>> list(filter(_is_about_items, ["Confidence", "ada_confidence", "ada", "lang", "topic_ada"]))
    ['Confidence', 'ada_confidence']
    """
    plain = normalised(name)
    parts = plain.split("_")
    return bool({plain, plain.removesuffix("s")} & _ABOUT_ITEMS or {parts[0], parts[-1]} & _ABOUT_WORK)


def unlike_others(cells: Cells) -> tuple[int, ...]:
    """The columns none of whose values stands in another one, where most values of the others do.

    Numbers that are measured are rarely the same, so columns of numbers count as alike.
    """
    of_numbers = {column for column in cells if _holds_numbers(cells[column])}
    of_numbers = of_numbers if len(of_numbers) > 1 else set()
    elsewhere = Counter(value for column in cells for value in _values(cells[column]))
    unlike = tuple(
        column
        for column in cells
        if column not in of_numbers
        and cells[column].total() >= _CELLS
        and _alone(cells[column], elsewhere) == cells[column].total()
    )
    kept = [column for column in cells if column not in unlike]
    alone = sum(_alone(cells[column], elsewhere) for column in kept if column not in of_numbers)
    return unlike if 2 * alone < sum(cells[column].total() for column in kept) else ()


def apart(cells: Cells) -> tuple[tuple[int, ...], ...]:
    """Columns in groups of two or more that share no value with each other, where there are several groups.

    >>> apart(counted([0, 1, 2, 3], [["yes", "no", "12", "70"]] * 6 + [["no", "no", "9", "52"]] * 6))
    ((0, 1), (2, 3))
    """
    numbers = {column: {_ANY_NUMBER} if _holds_numbers(cells[column]) else set() for column in cells}
    values = {column: _values(cells[column]) | numbers[column] for column in cells}
    groups: list[list[int]] = []
    for column in cells:
        alike = [group for group in groups if any(values[column] & values[other] for other in group)]
        groups = [group for group in groups if group not in alike]
        groups.append([*(each for group in alike for each in group), column])
    known = all(len(group) > 1 and all(cells[column].total() >= _CELLS for column in group) for group in groups)
    return tuple(sorted(tuple(sorted(group)) for group in groups)) if known and len(groups) > 1 else ()


def counted(columns: Sequence[int], rows: Iterable[Sequence[str]]) -> Cells:
    """How often what stands in each column, in small letters."""
    cells: Cells = {column: Counter() for column in columns}
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
