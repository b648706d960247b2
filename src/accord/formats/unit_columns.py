"""Which column of a table of units is what: by the names of the columns, or by what four columns hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.formats.cells import CELLS, number_in
from accord.formats.roles import ROLES, column_number, normalised
from accord.formats.rows import shown
from accord.messages import column_option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.dialect import Dialect

UNIT_ROLES = {
    "start": "start begin onset from tmin xmin",
    "end": "end stop offset to tmax xmax",
    "annotator": ROLES["annotator"],
    "category": "category label type tag class code value entity entity_type annotation",
    "document": f"{ROLES['document']} recording article essay video audio conversation transcript text_id",
}
"""What columns may be called, the likeliest name first; after it may stand what positions are counted in."""
_TEXT = "text"
"""What a column of documents may be called, or one of what units cover."""

_BEHIND = re.compile(r"(?<=.)_?(id|time|offset|position|char|character|token|index|s|sec|seconds)$")
ITEM_NAMES = {"item", "task", "question", "hit", "example", "instance"}
BELONGING = {"annotation", "assignment", "record", "session"}
"""What names something that several units belong to, perhaps an annotator's work."""

_HEADERLESS = ("annotator", "category", "start", "end")
_MOSTLY = 0.8
_RISING = 2 / 3
_NAME_THEM = "name the columns in the first row, like annotator,category,start,end"
NO_COLUMN = "-"
"""What a caller says of a role that no column has."""


@dataclass(frozen=True, slots=True)
class UnitColumns:
    """Which column of a table of units is what, counted from 0."""

    names: tuple[str, ...]
    roles: dict[str, int]
    header: bool
    line: int = 1
    whole: bool = False
    """Whether the caller says that all units of an annotator lie on one continuum."""
    covered: int | None = None
    """The column that says which part of a text a unit covers."""

    def cell(self, role: str, cells: Sequence[str]) -> str | None:
        """What a row says of a role, None where no column does."""
        column = self.roles.get(role)
        return None if column is None else cells[column].strip()

    def describe(self, dialect: Dialect) -> str:
        """One phrase for the reader's note."""
        found = [f"{role} in column {self._name(column)}" for role, column in self.roles.items()]
        unused = [
            self._name(column) + (" (what the units cover)" if column == self.covered else "")
            for column in range(len(self.names))
            if column not in self.roles.values()
        ]
        rest = f"; not used: {', '.join(unused)}" if unused else ""
        return f"units{dialect.division}, {', '.join(found)}{rest}"

    def _name(self, column: int) -> str:
        return repr(self.names[column]) if self.header and self.names[column] else f"number {column}"


def holds_units(rows: Sequence[Sequence[str]], *, asked: bool = False) -> str:
    """Why a table holds units and not labels of items; nothing, if it does not.

    Its first row names start and end, and no item; or it has four columns without names, of which the last two are
    numbers, most of them in rising order, and the first two are not. The second may hold numbers, too, where names in
    the first recur, as those of annotators do, or where units are ``asked`` for.

    >>> holds_units([["ada", "Noun", "3", "16"], ["bram", "Verb", "18", "20"]])
    'it has two columns of texts and two of rising numbers'
    >>> holds_units([["item", "ada", "bram"], ["1", "3", "16"]])
    ''
    """
    if not rows:
        return ""
    if {"start", "end"} <= _named(rows[0]).keys() and ITEM_NAMES.isdisjoint(map(plain_name, rows[0])):
        return "its first row names the columns of start and end"
    pairs = [_numbers_behind_name(row) for row in rows]
    found = list(filter(None, pairs))
    if not pairs[0] or len(found) < _MOSTLY * len(rows):
        return ""
    named = [row for row, pair in zip(rows, pairs, strict=True) if pair and number_in(row[1]) is None]
    alone = len(rows) >= CELLS and len({row[0].strip() for row in rows}) == len(rows)
    if len(named) >= _MOSTLY * len(rows):
        if alone and not asked:  # what never recurs is no annotator, but an item
            return ""
        rising = sum(start <= end for start, end in found) >= _RISING * len(found)
        return "it has two columns of texts and two of rising numbers" if rising else ""
    rising = sum(start < end for start, end in found) >= _MOSTLY * len(found)
    recur = 2 * len({row[0].strip() for row in rows}) <= len(rows)
    if not rising or not (recur or asked):
        return ""
    return "it has names, numbers, and two columns of rising numbers" + ("" if recur else ", and units are asked for")


def _numbers_behind_name(row: Sequence[str]) -> tuple[float, float] | None:
    """The last two cells of a row of four, if they are numbers and the first is none."""
    if len(row) != len(_HEADERLESS) or number_in(row[0]) is not None:
        return None
    start, end = map(number_in, row[2:])
    return None if start is None or end is None else (start, end)


def unit_columns(rows: Sequence[Sequence[str]], line: int, told: Columns, content: Content) -> UnitColumns | None:
    """Detect which column is what, or report why that cannot be known; the first row stands on ``line``."""
    names = tuple(cell.strip() for cell in rows[0])
    found = _named(names)
    sides = {"start": told.start, "end": told.end}
    if any(isinstance(side, str) and side in names for side in sides.values()):
        found = {role: column for role, column in found.items() if role not in sides} | {
            role: column_number(side, role, names, len(names)) if side is not None else found.get(role, -1)
            for role, side in sides.items()
        }
        found = {role: column for role, column in found.items() if column >= 0}
    header = {"start", "end"} <= found.keys()
    if not header and len(names) != len(_HEADERLESS):
        message = f"no columns are named like a start and an end: {', '.join(shown(names))}"
        content.report("unknown-columns", line, message, _NAME_THEM)
        return None
    if not header:
        found = {role: column for column, role in enumerate(_HEADERLESS)}
    whole = told.document == NO_COLUMN
    document = None if whole else told.document
    given = {"annotator": told.annotator, "document": document, "category": (told.labels or (None,))[0]}
    said = {
        role: column_number(column, role, names if header else (), len(names))
        for role, column in given.items()
        if column is not None
    }
    covered: int | None = None
    if header and {"start", "end"} <= found.keys():
        texts = [column for column in range(len(names)) if _may_be_covered(column, names, found, said)]
        covered = next((column for column in texts if _covers(column, rows[1:], found["start"], found["end"])), None)
    if "document" in found and normalised(names[found["document"]]) == _TEXT:
        column = found["document"]
        if column == covered or not _recurs(rows, column):
            del found["document"]
        elif not (said.get("document") == column or whole) and _alike_in_length(column, rows[1:], found):
            message = f"it cannot be told whether the column {names[column]!r} names documents or is what units cover"
            documents, none = column_option("document", names[column]), column_option("document", NO_COLUMN)
            content.report("unknown-columns", line, message, f"say {documents} if it names them, {none} if it does not")
            return None
    if whole:
        found.pop("document", None)
    found = {role: column for role, column in found.items() if column not in said.values()} | said
    found = {role: found[role] for role in ("document", *_HEADERLESS) if role in found}
    unused = {plain_name(name) for column, name in enumerate(names) if column not in found.values()}
    if not {"start", "end"} <= found.keys() or ("annotator" not in found and unused & (ITEM_NAMES | BELONGING)):
        message = f"it cannot be told which column is the annotator: {', '.join(shown(names))}"
        content.report("unknown-columns", line, message, f"say it with {column_option('annotator')}, or {_NAME_THEM}")
        return None
    return UnitColumns(names, found, header, line, whole, covered)


def _may_be_covered(column: int, names: Sequence[str], found: Mapping[str, int], said: Mapping[str, int]) -> bool:
    """Whether a column may hold what units cover: it has no role, or is called a text and taken for a document."""
    if column in said.values() or column not in found.values():
        return column not in said.values()
    return found.get("document") == column and normalised(names[column]) == _TEXT


def _covers(column: int, rows: Sequence[Sequence[str]], start: int, end: int) -> bool:
    """Whether cells are as long as their units are, long ones and short ones, and so are what these cover in a text.

    A text that all units cover from its start may as well be that of a document.
    """
    held = [
        (row[column], begin, close - begin)
        for row in rows
        if len(row) > max(start, end, column) and row[column].strip()
        if (begin := number_in(row[start])) is not None and (close := number_in(row[end])) is not None
    ]
    if not any(begin for _, begin, _ in held):
        return False
    for length_of in _LENGTHS:
        fitting = [length for cell, _, length in held if length_of(cell) == length]
        if len(fitting) >= _MOSTLY * len(held) and len(set(fitting)) > 1:
            return True
    return False


def _alike_in_length(column: int, rows: Sequence[Sequence[str]], found: Mapping[str, int]) -> bool:
    """Whether cells are all as long as their units, so that these may be what is covered."""
    sides = ((row[column].strip(), number_in(row[found["start"]]), number_in(row[found["end"]])) for row in rows)
    held = [(len(cell), close - begin) for cell, begin, close in sides if begin is not None and close is not None]
    return bool(held) and all(length == size for length, size in held)


def _words(text: str) -> int:
    return len(text.split())


def _utf16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _to_last(text: str) -> int:
    """How long a text is where its end is the place of its last character."""
    return len(text) - 1


_LENGTHS = (len, _utf16, _bytes, _words, _to_last)


def _recurs(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether a column names things, rather than showing what each unit covers."""
    held = [row[column] for row in rows[1:] if len(row) > column]
    return 2 * len(set(held)) <= len(held)


def plain_name(name: str) -> str:
    """The name of a column without what positions are counted in, or that it is an id."""
    return _BEHIND.sub("", normalised(name))


def _named(names: Sequence[str]) -> dict[str, int]:
    """Which column is what, by their names."""
    plain = [normalised(name) for name in names]
    found: dict[str, int] = {}
    for role, known in UNIT_ROLES.items():
        for spelled in (plain, [plain_name(name) for name in names]):
            fitting = [spelled.index(word) for word in known.split() if word in spelled]
            free = [column for column in fitting if column not in found.values()]
            if role not in found and free:
                found[role] = free[0]
    if "document" not in found and _TEXT in plain and plain.index(_TEXT) not in found.values():
        found["document"] = plain.index(_TEXT)
    return found
