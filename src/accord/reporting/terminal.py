"""Tables for standard output: with rich on a terminal, as plain text anywhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from accord.messages import printable
from accord.reporting.table import TABLE_FORMATS, Table, width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_GAP = 2
_NARROWEST = 12
"""How far a column of names is folded before the table is divided instead."""


def show_tables(tables: Iterable[Table], format_: str) -> None:
    """Print tables in one of the table formats, an empty line between two."""
    for index, table in enumerate(tables):
        if index:
            sys.stdout.write("\n")
        if format_ == "text" and sys.stdout.isatty():
            _show_with_rich(table)
        else:
            sys.stdout.write(TABLE_FORMATS[format_](table) + "\n")


def _show_with_rich(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(highlight=False)
    if table.title:
        console.print(Text(printable(table.title), style="bold"), soft_wrap=True)
    for number, part in enumerate(divided(table, console.width)):
        if number:
            console.print()
        spaces = widths(part, console.width)
        shown = RichTable(
            box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold"
        )
        for index, (name, space) in enumerate(zip(part.columns, spaces, strict=True)):
            shown.add_column(
                Text(printable(name)),
                justify="right" if part.is_number(index) else "left",
                width=space,
                overflow="fold",
            )
        for at, row in enumerate(part.rows):
            styles = ("bold" if (at, column) in part.bold else "" for column in range(len(row)))
            shown.add_row(*(Text(printable(cell), style=style) for cell, style in zip(row, styles, strict=True)))
        console.width = max(console.width, _total(spaces))
        console.print(shown)
    for note in filter(None, (table.full_caption, *table.notes)):
        console.print(Text(printable(note), style="dim"), soft_wrap=True)


def divided(table: Table, space: int) -> Iterator[Table]:
    """A table in parts that fit into a line, the names in its first columns repeated in each."""
    columns = list(range(len(table.columns)))
    spans = [_span(table, column) for column in columns]
    numbers = [column for column in columns if table.is_number(column)]
    if not numbers or _total([least for least, _ in spans]) <= space:
        yield table
        return
    names = columns[: max(1, numbers[0])]
    unfolded = [min(full, space // (2 * len(names))) for _, full in spans[: len(names)]]
    part: list[int] = []
    for column in columns[len(names) :]:
        if part and _total([*unfolded, *(spans[shown][0] for shown in (*part, column))]) > space:
            yield table.selected([*names, *part])
            part = []
        part.append(column)
    yield table.selected([*names, *part])


def widths(table: Table, space: int) -> list[int]:
    """How wide each column is drawn: first headings of numbers give way, then the longest names, numbers never."""
    spans = [_span(table, column) for column in range(len(table.columns))]
    unfolded = [full for _, full in spans]
    if _total(unfolded) <= space:
        return unfolded

    def folded(cap: int) -> list[int]:
        return [
            least if table.is_number(column) else max(least, min(cap, full))
            for column, (least, full) in enumerate(spans)
        ]

    return folded(max((cap for cap in range(space) if _total(folded(cap)) <= space), default=0))


def _span(table: Table, column: int) -> tuple[int, int]:
    """The least width of a column and the width that folds nothing."""
    name = printable(table.columns[column])
    cells = max((width(printable(row[column])) for row in table.rows), default=0)
    full = max(cells, width(name))
    least = max([cells if table.is_number(column) else min(cells, _NARROWEST), *map(width, name.split())])
    return least, full


def _total(spaces: Sequence[int]) -> int:
    return sum(spaces) + _GAP * (len(spaces) - 1)
