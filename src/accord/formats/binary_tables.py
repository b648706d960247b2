"""Tables in files that hold no text: Parquet, Arrow, and sheets of XLSX, XLS and ODS, all read by the extra tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.arrow_tables import ArrowRows, table_in
from accord.formats.binary_files import SHEET, TABLE, describe_binary
from accord.formats.frame import Frame
from accord.messages import option

if TYPE_CHECKING:
    from accord.formats.source import Source

_HEAD = 1 << 15
_MAX = 1 << 32
"""The most bytes of a file, compressed as they are: 10 million rows are some hundred million."""


def is_binary_table(source: Source) -> bool:
    """Whether the bytes of a file are those of a table."""
    return describe_binary(source.head(_HEAD)) in {SHEET, TABLE}


def binary_table(source: Source, sheet: str | None = None) -> Frame:
    """The table that a file holds, or the sheet of that name."""
    data = source.whole(_MAX)
    if describe_binary(data[:_HEAD]) == TABLE:
        if sheet is not None:
            raise UsageError(f"{option('sheet')} is for spreadsheets, and {source.name} is none")
        table = table_in(source.name, data)
        return Frame(source.name, tuple(table.column_names), ArrowRows(table))
    from accord.formats.archive import ZIP_START, Archive  # here, for all that opens archives is slow to load
    from accord.formats.spreadsheets import spreadsheet

    if not data.startswith(ZIP_START):
        return spreadsheet(source.name, data, sheet, None)
    with Archive.of(source) as archive:  # refuses a spreadsheet that would become too large, before it is unpacked
        return spreadsheet(source.name, data, sheet, archive)
