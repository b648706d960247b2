"""The rows of a table with the lines they start on, and what is wrong with the way they are written."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import ReadError
from accord.formats.content import undecodable_bytes
from accord.formats.dialect import NOT_CUT, Dialect, csv_reader, cut, is_rule, sniff_dialect
from accord.formats.names import ending
from accord.formats.source import UNDECODABLE
from accord.messages import plural
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.content import Content
    from accord.formats.dialect import Row
    from accord.formats.source import Source

_SAMPLE = 200
_SHORTEN = "shorten the cell"


class Start(NamedTuple):
    """How a table is divided, and its first rows that hold anything."""

    dialect: Dialect
    rows: list[Row]

    @property
    def cells(self) -> list[list[str]]:
        """The first rows without their lines."""
        return [cells for _, cells in self.rows]


def start_of_table(source: Source) -> Start:
    """The first rows of a table."""
    if source.rows is not None:
        return Start(NOT_CUT, [(line, list(cells)) for line, cells in enumerate(source.rows[:_SAMPLE], 1)])
    sample = list(islice(source.lines(), _SAMPLE))
    dialect = sniff_dialect(sample, tabs=ending(source.path) == ".tsv")
    rows = cut(sample, dialect)[dialect.skipped :]
    held = ((line, cells) for line, cells in rows if any(map(str.strip, cells)))
    return Start(dialect, [(line, cells) for line, cells in held if not is_rule(cells, dialect)])


def shown(cells: Sequence[str]) -> list[str]:
    """Some cells, cut short for a message."""
    return [" ".join(cell.split())[:20] for cell in cells[:6]] + ["..."] * (len(cells) > 6)


def plain_rows(source: Source) -> list[list[str]]:
    """All rows of a table of numbers, which is divided by tabs if its first line has one, by commas otherwise."""
    lines = list(source.lines())
    reader = csv.reader(lines, delimiter="\t" if lines and "\t" in lines[0] else ",")
    try:
        return list(reader)
    except csv.Error as error:
        place = Place(source.name, reader.line_num)
        found = Finding("unreadable-row", Severity.ERROR, place, _uncut(error), _SHORTEN)
        raise ReadError(f"{source.name} cannot be cut into cells", [found]) from None


def fitting_rows(source: Source, dialect: Dialect, width: int, content: Content, *, header: bool) -> Iterator[Row]:
    """The rows after the header that have its cells; blank rows are passed over, others reported.

    A header that stands there again, as where tables were put one below the other, is no row, which is said. Where it
    is the header that has other cells than all rows, that is reported once.
    """
    names: int | None = None
    first: list[str] = []
    fitting = 0
    others: Counter[int] = Counter()
    for line, cells in _rows(source, dialect, content):
        if is_rule(cells, dialect):
            continue
        if len(cells) != width or header:
            if not any(map(str.strip, cells)):
                continue
            if header:
                header, names, first = False, line, cells
                continue
            if len(cells) < width or any(map(str.strip, cells[width:])):
                others[len(cells)] += 1
                hint = f"fill it up to {width}, and quote cells that hold the delimiter"
                message = f"{plural(len(cells), 'cell')} instead of {width}: {', '.join(shown(cells))}"
                content.report("ragged-row", line, message, hint)
                continue
        if cells == first:
            message = f"the names of the columns, which stand at line {names}, stand here again"
            hint = "the row counts for nothing: delete it"
            content.report("repeated-header", line, message, hint, Severity.WARNING)
            continue
        fitting += 1
        yield line, cells
    if names is not None and not fitting and len(others) == 1 < others.total():
        content.findings[:] = [finding for finding in content.findings if finding.code != "ragged-row"]
        cells_of_rows, rows = others.most_common(1)[0]
        message = f"the header has {plural(width, 'cell')}, and all {rows:,} rows have {cells_of_rows}"
        hint = "take away the name that is too many" if cells_of_rows < width else "name every column"
        content.report("ragged-row", names, message, hint)


def _rows(source: Source, dialect: Dialect, content: Content) -> Iterator[Row]:
    """Each row with the line it starts on, for a quoted cell may hold line ends."""
    if source.rows is not None:
        yield from ((line, list(cells)) for line, cells in enumerate(source.rows, 1))
        return
    reader = csv_reader(_decoded(source, content), dialect)
    start = line = 1
    cells: list[str] = []
    try:
        for cells in reader:
            start, line = line, reader.line_num + 1
            if start > dialect.skipped:
                yield start, cells
    except csv.Error as error:
        if not _quote_is_open(source, line):
            content.report("unreadable-row", line, _uncut(error), _SHORTEN)
            return
        start, cells = line, ["\n"]
    if dialect.quoted and cells and cells[-1].endswith("\n") and _quote_is_open(source, start):
        message = "a quote is opened in this row and not closed, so all that follows is one cell"
        content.report("unclosed-quote", start, message, 'close it, or write "" for a quote in a quoted cell')


def _uncut(error: csv.Error) -> str:
    limit = csv.field_size_limit()
    why = f"a cell has more than {limit:,} characters" if str(limit) in str(error) else error
    return f"the row cannot be cut into cells: {why}"


def _decoded(source: Source, content: Content) -> Iterator[str]:
    """The lines with their ends, reporting bytes that could not be decoded."""
    for number, line in enumerate(source.lines(), 1):
        if not line.isascii() and UNDECODABLE.search(line):
            content.findings.append(undecodable_bytes(source, number, line))
        yield line + "\n"


def _quote_is_open(source: Source, start: int) -> bool:
    """Whether the text from a line on has a quote too many."""
    return sum(line.count('"') for line in islice(source.lines(), start - 1, None)) % 2 == 1
