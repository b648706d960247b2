"""Tables for standard output: with rich on a terminal, as plain text anywhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from accord.report.table import TABLE_FORMATS, Table, printable

if TYPE_CHECKING:
    from collections.abc import Iterable


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

    shown = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for index, name in enumerate(table.columns):
        shown.add_column(Text(printable(name)), justify="right" if table.is_number(index) else "left")
    for row in table.rows:
        shown.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(highlight=False)
    if table.title:
        console.print(Text(printable(table.title), style="bold"))
    console.print(shown)
    for note in table.notes:
        console.print(Text(printable(note), style="dim"))
