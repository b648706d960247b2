"""Sheets of XLSX, XLS and ODS as tables: one of several, or all that annotators filled in, one a sheet."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError, UsageError
from accord.formats.arrow_tables import library
from accord.formats.frame import Frame
from accord.formats.roles import roles
from accord.messages import option, plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.formats.archive import Archive

Rows = list[list[Any]]
ALL = "all"
"""What a caller says for all sheets, if none is called so."""
_LISTED = re.compile(rb"<(?:\w+:)?sheet\s[^>]*?\b\w+:id=[\"']([^\"']+)")
_LINK = re.compile(rb"<(?:\w+:)?Relationship\s[^>]*>")
_PART = re.compile(rb"\b(Id|Target)=[\"']([^\"']*)")
_FORMULA = re.compile(
    rb"<(?:\w+:)?c\s[^>]*?\br=[\"']([A-Z]+\d+)[\"'][^>]*>\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f>)\s*"
    rb"(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</(?:\w+:)?c>"
)
"""A cell with a formula and no value, as programs write that do not compute."""
_ERROR = re.compile(
    rb"<(?:\w+:)?c\s(?=[^>]*?\bt=[\"']e[\"'])[^>]*?\br=[\"']([A-Z]+\d+)[\"'][^>]*>"
    rb"(?:\s*<(?:\w+:)?f\b(?:[^>]*/>|[^>]*>[^<]*</(?:\w+:)?f>))?\s*<(?:\w+:)?v>(?!#N/A)"
)
"""A cell whose value is an error; #N/A is what people write for no answer."""
_CONTENT = "content.xml"
_ODS_FORMULA = re.compile(rb"<table:table-cell\b(?=[^>]*\btable:formula=)(?![^>]*\boffice:value-type=)[^>]*>")
_ODS_ERROR = re.compile(rb"<table:table-cell\b(?=[^>]*\bcalcext:value-type=[\"']error)[^>]*>(?!\s*<text:p>\s*#N/A)")


def spreadsheet(name: str, data: bytes, wanted: str | None, archive: Archive | None) -> Frame:
    """One sheet of a workbook: the one that is named, or the only one with anything in it; or all, one after another.

    Of all sheets, each is an annotator, or a document where a column names annotators. Whoever has no rows in common
    with the header of the first sheet is refused.
    """
    calamine = library("python_calamine")
    try:
        book = calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        known: list[str] = list(book.sheet_names)
        if wanted is not None and wanted not in {*known, ALL}:
            raise UsageError(f"{name} has no sheet {wanted!r}: {suggestion(wanted, known)}")
        names = known if wanted is None or wanted not in known else [wanted]
        found = {each: _rows(book.get_sheet_by_name(each)) for each in names}
    except calamine.CalamineError as error:
        raise ReadError(f"{name} cannot be read: {error} (is the file damaged, or locked by a password?)") from None
    filled = {each: rows for each, rows in found.items() if rows}
    if len(filled) > 1 and wanted != ALL:
        which = f"say which ({option('sheet')}), or {option('sheet', ALL)} where each is an annotator or a document"
        raise UsageError(f"{name} has the sheets {', '.join(map(repr, filled))}: {which}")
    if archive is not None:
        for each in filled:
            _refuse_lost_cells(name, each, known.index(each), archive)
    sheets = {each: _frame(name, rows) for each, rows in filled.items()}
    return _together(name, sheets) if len(sheets) > 1 else next(iter(sheets.values()), Frame(name, (), []))


def _rows(sheet: Any) -> Rows:
    """The rows of a sheet; what is merged down columns stands in each cell, as it is shown."""
    rows: Rows = sheet.to_python(skip_empty_area=True)
    top, left = sheet.start or (0, 0)
    for (first, start), (last, end) in sheet.merged_cell_ranges or ():
        if start == end and rows:
            column = start - left
            for row in rows[max(0, first - top) + 1 : last - top + 1]:
                row[column] = rows[first - top][column]
    if _spans_columns(sheet, top) and len(rows) > 1:
        rows[:2] = [_headings(rows[0], rows[1]), [""] * len(rows[0])]  # rows keep their numbers
    return rows


def _spans_columns(sheet: Any, row: int) -> bool:
    """Whether cells of a row are merged over several columns, as those of a header above the header are."""
    return any(first == last == row and start < end for (first, start), (last, end) in sheet.merged_cell_ranges or ())


def _headings(groups: Sequence[Any], names: Sequence[Any]) -> list[str]:
    """The names of columns below a row of groups; where two are alike, with their group before them."""
    plain = [_heading(name) or _heading(group) for group, name in zip(groups, names, strict=True)]
    whole: list[str] = []
    group = ""
    for above, name in zip(groups, plain, strict=True):
        group = _heading(above) or group
        whole.append(f"{group} / {name}" if name and plain.count(name) > 1 else name)
    return whole


def _heading(cell: Any) -> str:
    """The name of a column: a number as it was typed."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell).strip()


def _frame(name: str, rows: Rows) -> Frame:
    header, *body = rows
    while body and not _holds_anything(body[-1]):
        del body[-1]
    return Frame(name, tuple(map(_heading, header)), list(map(tuple, body)))


def _holds_anything(row: Sequence[Any]) -> bool:
    return any(cell != "" for cell in row)


def _together(name: str, sheets: dict[str, Frame]) -> Frame:
    """The rows of all sheets, with the name of their sheet before them."""
    (first, model), *others = sheets.items()
    for each, frame in others:
        if frame.columns != model.columns:
            raise UsageError(
                f"{name}: the sheets {first!r} and {each!r} have other columns ({', '.join(model.columns[:6])}; "
                f"{', '.join(frame.columns[:6])}): name one ({option('sheet')})"
            )
    role = "document" if "annotator" in roles(model.columns) else "annotator"
    rows = [(each, *row) for each, frame in sheets.items() for row in frame.rows if _holds_anything(row)]
    return Frame(name, (role, *model.columns), rows)


def _refuse_lost_cells(name: str, sheet: str, place: int, archive: Archive) -> None:
    """Refuse a sheet with formulas that have no value or an error for one, for these would read as empty cells."""
    if _CONTENT in archive:
        tables = archive.read(_CONTENT).split(b"<table:table ")[1:]
        part = tables[place] if place < len(tables) else b""
        empty, wrong = [""] * len(_ODS_FORMULA.findall(part)), [""] * len(_ODS_ERROR.findall(part))
    elif member := _member(archive, place):
        part = archive.read(member)
        empty, wrong = ([match[1].decode() for match in each.finditer(part)] for each in (_FORMULA, _ERROR))
    else:
        return
    for cells, what in ((empty, "a formula without its value"), (wrong, "a formula that gives an error")):
        if cells:
            some = ", ".join(filter(None, cells[:3])) + (", ..." if len(cells) > 3 else "")
            hold = f"{plural(len(cells), 'cell')} of the sheet {sheet!r} hold{'s' * (len(cells) == 1)} {what}"
            where = f" ({some})" if cells[0] else ""
            do = (
                "open it in a program for spreadsheets and save it"
                if cells is empty
                else "correct it, or empty the cell"
            )
            raise ReadError(f"{name}: {hold}{where}: {do}")


def _member(archive: Archive, place: int) -> str | None:
    """The file of a sheet, by its place in the workbook."""
    book, links = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
    if book not in archive or links not in archive:
        return None
    listed = _LISTED.findall(archive.read(book))
    targets = {}
    for link in _LINK.findall(archive.read(links)):
        parts = dict(_PART.findall(link))
        targets[parts.get(b"Id")] = unescape(parts.get(b"Target", b"").decode("utf-8", "replace"))
    target = targets.get(listed[place]) if place < len(listed) else None
    if target is None:
        return None
    member = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    return member if member in archive else None
