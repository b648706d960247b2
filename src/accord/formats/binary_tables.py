"""Tables in files that hold no text: Parquet, Arrow, and sheets of XLSX, XLS and ODS, all read by the extra tables."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError
from accord.formats.archive import ZIP_START, Archive
from accord.formats.arrow_tables import ArrowRows, library, table_in
from accord.formats.binary_files import SHEET, TABLE, no_text
from accord.formats.frame import Frame
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from accord.formats.source import Source

_HEAD = 1 << 15
_MAX = 1 << 32
"""The most bytes of a file, compressed as they are: 10 million rows are some hundred million."""


def is_binary_table(source: Source) -> bool:
    """Whether the bytes of a file are those of a table."""
    return no_text(source.head(_HEAD)) in {SHEET, TABLE}


def binary_table(source: Source, sheet: str | None = None) -> Frame:
    """The table that a file holds, or the sheet of that name."""
    data = source.whole(_MAX)
    if data.startswith(ZIP_START):
        with Archive.of(source):  # refuses a spreadsheet that would become too large, before it is unpacked
            pass
    if no_text(data[:_HEAD]) == TABLE:
        if sheet is not None:
            raise UsageError(f"{option('sheet')} is for spreadsheets, and {source.name} is none")
        table = table_in(source.name, data)
        return Frame(source.name, tuple(table.column_names), ArrowRows(table))
    return _sheet(source.name, data, sheet)


def _sheet(name: str, data: bytes, wanted: str | None) -> Frame:
    """One sheet of a workbook: the one that is named, or the only one with anything in it."""
    calamine = library("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        if wanted is not None and wanted not in book.sheet_names:
            raise UsageError(f"{name} has no sheet {wanted!r}: {suggestion(wanted, book.sheet_names)}")
        names = book.sheet_names if wanted is None else [wanted]
        sheets = {each: book.get_sheet_by_name(each).to_python(skip_empty_area=True) for each in names}
    except calamine.CalamineError as error:
        raise ReadError(f"{name} cannot be read: {error} (is the file damaged, or locked by a password?)") from None
    filled = {each: rows for each, rows in sheets.items() if rows}
    if len(filled) > 1:
        raise UsageError(f"{name} has the sheets {', '.join(map(repr, filled))}: say which ({option('sheet')})")
    rows: list[list[Any]] = next(iter(filled.values()), [[]])
    header, *body = rows
    return Frame(name, tuple(map(_heading, header)), [tuple(row) for row in body if any(cell != "" for cell in row)])


def _heading(cell: Any) -> str:
    """The name of a column: a number as it was typed."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()
