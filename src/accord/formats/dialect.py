"""What divides the cells of a table, and the table cut into cells."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from _csv import Reader as CsvReader
    from collections.abc import Iterable, Sequence

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_RULE = re.compile(":?-{3,}:?")
Row = tuple[int, list[str]]
"""A line and the cells of the row that starts there."""


class Dialect(NamedTuple):
    """What divides the cells of a table, whether quotes enclose them, and the rows before the header."""

    delimiter: str
    quoted: bool = True
    skipped: int = 0

    @property
    def division(self) -> str:
        """How a note says what divides the cells; nothing where they were never in one text."""
        return f" divided by {DELIMITERS[self.delimiter]}" if self.delimiter else ""


NOT_CUT = Dialect("")
"""That of a table of Python objects, whose cells stand apart from the start."""


def sniff_dialect(sample: Sequence[str], *, tabs: bool = False) -> Dialect:
    """What divides the cells: the mark that cuts the first row up, and the others into as many cells.

    >>> sniff_dialect(["item;ada;bram", "1;yes, sir;no"]).delimiter
    ';'
    """
    lines = [line for line in sample if line.strip()]
    if sample and sample[0].startswith("sep=") and sample[0][4:] in DELIMITERS:
        return Dialect(sample[0][4:], skipped=1)
    fits = {delimiter: _fit(lines, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: fits[delimiter])
    if not any(fits[best]):
        best = "\t" if tabs else ","
    return Dialect(best, quoted=best != "\t" or _quotes_enclose(lines))


def _fit(lines: Sequence[str], delimiter: str) -> tuple[float, bool, int]:
    """How well a delimiter fits: rows of the same width, a tab before others, and many cells."""
    widths = [len(cells) for _, cells in cut(lines, Dialect(delimiter))]
    if not widths or widths[0] < 2:
        return 0.0, False, 0
    return widths.count(widths[0]) / len(widths), delimiter == "\t", widths[0]


def _quotes_enclose(lines: Sequence[str]) -> bool:
    """Whether the quotes in lines of tabs enclose cells; in many such files they are just characters."""
    cells = [cell for line in lines for cell in line.split("\t")]
    if not any(cell.startswith('"') for cell in cells):
        return True
    rows = [row for _, row in cut(lines, Dialect("\t"), strict=True)]
    regular = len({len(row) for row in rows}) == 1
    if len({line.count("\t") for line in lines}) == 1:
        return regular and not any("\n" in cell for row in rows for cell in row)
    return regular or all(len(cell) > 1 and cell.endswith('"') for cell in cells if cell.startswith('"'))


def is_rule(cells: Sequence[str], dialect: Dialect) -> bool:
    """Whether a row is the line below the header of a table in Markdown.

    >>> is_rule(["", " --- ", ":---:", ""], Dialect("|"))
    True
    """
    if dialect.delimiter != "|":
        return False
    held = [cell for cell in map(str.strip, cells) if cell]
    return bool(held) and all(map(_RULE.fullmatch, held))


def csv_reader(lines: Iterable[str], dialect: Dialect, *, strict: bool = False) -> CsvReader:
    """The rows of some lines with their ends; its ``line_num`` counts the lines so far."""
    if dialect.quoted:
        return csv.reader(lines, delimiter=dialect.delimiter, strict=strict)
    return csv.reader(lines, delimiter=dialect.delimiter, quoting=csv.QUOTE_NONE)


def cut(lines: Sequence[str], dialect: Dialect, *, strict: bool = False) -> list[Row]:
    """The rows of some lines as far as they can be told; with ``strict``, none where a quote is wrong."""
    rows: list[Row] = []
    reader = csv_reader((line + "\n" for line in lines), dialect, strict=strict)
    line = 1
    try:
        for cells in reader:
            rows.append((line, cells))
            line = reader.line_num + 1
    except csv.Error:
        return [] if strict else rows
    return rows
