"""Tables of units: one row per part of a continuum, with who marked it and what it was called."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.rows import fitting_rows, start_of_table
from accord.formats.unit_columns import unit_columns
from accord.formats.unit_doubts import decimal_comma, report_categories, report_documents
from accord.formats.unitisings import Unitisings

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.source import Source


def read_units(source: Source, told: Columns) -> Content:
    """CSV and TSV tables of units on a continuum: annotator, category, start, end, with or without a header.

    An empty category is a unit without one. A row that names an annotator and nothing else says that nothing was
    found, and so does a table without rows where the file is the annotator. Positions may have a decimal comma.
    """
    content = Content(source.name)
    start = start_of_table(source)
    if not start.rows:
        content.report("empty-file", None, "there is not a single row in it", "is it the right file?")
        return content
    first_line, _ = start.rows[0]
    columns = unit_columns(start.cells, first_line, told, content)
    if columns is None:
        return content
    units = Unitisings(content)
    if "annotator" not in columns.roles and "document" not in columns.roles:
        units.looked_at(None, None, first_line)
    rows = partial(fitting_rows, source, start.dialect, len(columns.names), header=columns.header)
    for report in (report_documents, report_categories):
        report(columns, (cells for _, cells in rows(Content(source.name))), content)
    comma = decimal_comma((cells for _, cells in rows(Content(source.name))), columns, content)
    if content.has_errors:
        return content
    content.assumption = columns.describe(start.dialect) + ", decimals after a comma" * comma
    for line, cells in rows(content):
        document, annotator = columns.cell("document", cells), columns.cell("annotator", cells)
        first, last, category = (columns.cell(role, cells) or "" for role in ("start", "end", "category"))
        if comma:
            first, last = first.replace(",", ".", 1), last.replace(",", ".", 1)
        written = first, last, category
        if annotator == "" or document == "":
            _report_missing(annotator, document, line, content)
        elif any(written):
            units.add_written(document, annotator, written, line)
        else:
            units.looked_at(document, annotator, line)
    units.finish()
    return content


def _report_missing(annotator: str | None, document: str | None, line: int, content: Content) -> None:
    for role, name in (("annotator", annotator), ("document", document)):
        if name == "":
            content.report(f"missing-{role}", line, f"the {role} is empty", f"fill in the {role}, or delete the row")


UNITS = Format(read_units, takes=("annotator", "document", "start", "end"))
