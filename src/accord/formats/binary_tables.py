"""Tables in files that hold no text: Parquet, Arrow, and sheets of XLSX, XLS and ODS, all read by the extra tables."""

from __future__ import annotations

import io
import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError
from accord.formats.archive import ZIP_START, Archive
from accord.formats.binary_files import SHEET, TABLE, no_text
from accord.formats.frame import Frame, frame_of
from accord.formats.values import is_absent
from accord.messages import option, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    from accord.formats.source import Source

_HEAD = 1 << 15
_MAX = 1 << 32
"""The most bytes of a file, compressed as they are: 10 million rows are some hundred million."""
_NEEDED = {"pyarrow": "Parquet and Arrow files", "python_calamine": "spreadsheets"}


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
        return _arrow(source.name, data)
    return _sheet(source.name, data, sheet)


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        what = _NEEDED[name.partition(".")[0]]
        raise UsageError(f"{what} are read by an extra: pip install 'accord[tables]'") from None


def _arrow(name: str, data: bytes) -> Frame:
    """A Parquet or Arrow file, classes of Hugging Face by their names."""
    parquet, arrow = _library("pyarrow.parquet"), _library("pyarrow")
    try:
        if data.startswith(b"PAR1"):
            table = parquet.read_table(io.BytesIO(data))
        else:
            table = _library("pyarrow.ipc").open_file(data).read_all()
    except (arrow.ArrowInvalid, OSError) as error:
        raise ReadError(f"{name} cannot be read: {str(error).splitlines()[0]} (is the file damaged?)") from None
    frame = frame_of(table)
    assert frame is not None, "a table of Arrow is a frame"
    classes = _classes(table.schema.metadata or {})
    columns = [classes.get(column) for column in frame.columns]
    rows = [tuple(_named(value, names) for value, names in zip(row, columns, strict=True)) for row in frame.rows]
    return Frame(name, frame.columns, rows)


def _classes(metadata: Mapping[bytes, bytes]) -> dict[str, Sequence[str]]:
    """The names of the classes in each column, as Hugging Face keeps them beside the schema."""
    try:
        features = json.loads(metadata.get(b"huggingface", b"{}")).get("info", {}).get("features", {})
    except (ValueError, AttributeError, RecursionError):
        return {}
    found: dict[str, Sequence[str]] = {}
    for column, feature in features.items() if isinstance(features, dict) else ():
        inner = feature.get("feature", feature) if isinstance(feature, dict) else {}
        names = inner.get("names") if isinstance(inner, dict) else None
        if isinstance(names, list):
            found[column] = names
    return found


def _named(value: Any, names: Sequence[str] | None) -> Any:
    """A class by its name, or a list of them."""
    if names is None or is_absent(value):
        return value
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else None


def _sheet(name: str, data: bytes, wanted: str | None) -> Frame:
    """One sheet of a workbook: the one that is named, or the only one with anything in it."""
    calamine = _library("python_calamine")
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
