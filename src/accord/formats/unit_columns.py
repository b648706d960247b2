"""Which column of a table of units is what: by the names of the columns, or by what four columns hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.formats.annotator_columns import is_about_items
from accord.formats.cells import CELLS, number_in
from accord.formats.roles import ROLES, column_number, normalised
from accord.formats.rows import shown
from accord.messages import column_option

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.dialect import Dialect

_ROLES = {
    "start": "start begin onset from tmin xmin",
    "end": "end stop offset to tmax xmax",
    "annotator": ROLES["annotator"],
    "category": "category label type tag class code value annotation",
    "document": f"{ROLES['document']} recording article essay video audio conversation transcript text",
}
"""What columns may be called, the likeliest name first; behind it may stand what positions are counted in."""

_BEHIND = re.compile(r"(?<=.)_?(id|time|offset|position|char|character|token|index|s|sec|seconds)$")
_ITEMS = {"item", "task", "question", "hit", "example", "instance"}
_BELONGING = {"annotation", "assignment", "record", "session"}
"""What names something that several units belong to, perhaps an annotator's work."""

_HEADERLESS = ("annotator", "category", "start", "end")
_MOSTLY = 0.8
_RISING = 2 / 3
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+")
"""A number whose commas may stand between thousands, or before three decimals."""
_NAME_THEM = "name the columns in the first row, like annotator,category,start,end"
NO_COLUMN = "-"
"""What a caller says of a role that no column has."""
_MIN_OVERLAPS, _FEWER = 3, 4
"""So many units lie over others before it is asked why, and so many times as many as within what may be documents."""


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
    if {"start", "end"} <= _named(rows[0]).keys() and _ITEMS.isdisjoint(map(_plain, rows[0])):
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
    if "document" in found and normalised(names[found["document"]]) == "text":
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
    unused = {_plain(name) for column, name in enumerate(names) if column not in found.values()}
    if not {"start", "end"} <= found.keys() or ("annotator" not in found and unused & (_ITEMS | _BELONGING)):
        message = f"it cannot be told which column is the annotator: {', '.join(shown(names))}"
        content.report("unknown-columns", line, message, f"say it with {column_option('annotator')}, or {_NAME_THEM}")
        return None
    return UnitColumns(names, found, header, line, whole, covered)


def report_documents(columns: UnitColumns, rows: Iterable[Sequence[str]], content: Content) -> None:
    """Report a column that seems to name documents, where none is called so: in each of them positions begin anew.

    Units of one annotator lie over each other where the column is not looked at, and do not where they share its cell.
    """
    if columns.whole or "document" in columns.roles or not columns.header:
        return
    annotator, start, end = columns.roles.get("annotator"), columns.roles["start"], columns.roles["end"]
    held = [
        (row, begin, close)
        for row in rows
        if (begin := number_in(row[start])) is not None and (close := number_in(row[end])) is not None
    ]
    by = [row[annotator].strip() if annotator is not None else "" for row, _, _ in held]
    sides = [(begin, close) for _, begin, close in held]
    together = _overlaps(by, sides)
    for column, name in enumerate(columns.names):
        if column in {columns.covered, *columns.roles.values()} or is_about_items(name) or together < _MIN_OVERLAPS:
            continue
        cells = [row[column].strip() for row, _, _ in held]
        apart = _overlaps(list(zip(by, cells, strict=True)), sides)
        if 1 < len(set(cells)) <= len(cells) / 2 and _FEWER * apart <= together:
            said, none = column_option("document", name), column_option("document", NO_COLUMN)
            message = f"units lie over each other unless the column {name!r} names documents"
            content.report("unknown-columns", columns.line, message, f"say {said} if it does, {none} if it does not")
            return


def _overlaps(groups: Sequence[object], sides: Sequence[tuple[float, float]]) -> int:
    """How many units begin before an earlier one of their group has ended."""
    reached: dict[object, float] = {}
    found = 0
    for (start, end), group in sorted(zip(sides, groups, strict=True), key=lambda entry: entry[0]):
        found += start < reached.get(group, start)
        reached[group] = max(end, reached.get(group, end))
    return found


def decimal_comma(rows: Iterable[Sequence[str]], columns: UnitColumns, content: Content) -> bool:
    """Whether positions are written with a comma (1,5); reports it where the comma may stand between thousands."""
    sides = [columns.roles[role] for role in ("start", "end")]
    cells = {row[side].strip() for row in rows for side in sides}
    written = sorted(cell for cell in cells if "," in cell)
    if not written or any("." in cell for cell in cells):
        return False
    long = any(cell.isdecimal() and len(cell) > len("999") for cell in cells)
    if not long and all(map(_THOUSANDS.fullmatch, written)):
        ways = f"{written[0].replace(',', '.', 1)} or {written[0].replace(',', '')}"
        hint = "write positions as numbers with a point, like 12.5"
        content.report("invalid-unit", None, f"it cannot be told whether {written[0]} is {ways}", hint)
    return True


def _may_be_covered(column: int, names: Sequence[str], found: Mapping[str, int], said: Mapping[str, int]) -> bool:
    """Whether a column may hold what units cover: it has no role, or is called a text and taken for a document."""
    if column in said.values() or column not in found.values():
        return column not in said.values()
    return found.get("document") == column and normalised(names[column]) == "text"


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


def _plain(name: str) -> str:
    return _BEHIND.sub("", normalised(name))


def _named(names: Sequence[str]) -> dict[str, int]:
    """Which column is what, by their names."""
    plain = [normalised(name) for name in names]
    found: dict[str, int] = {}
    for role, known in _ROLES.items():
        for spelled in (plain, [_plain(name) for name in names]):
            fitting = [spelled.index(word) for word in known.split() if word in spelled]
            free = [column for column in fitting if column not in found.values()]
            if role not in found and free:
                found[role] = free[0]
    return found
