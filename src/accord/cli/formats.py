"""``accord formats``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import TABLE_CHOICES, Verb, format_options
from accord.cli.output import print_json

if TYPE_CHECKING:
    from accord.formats.formats import Format


@click.command("formats", cls=Verb)
@format_options(*TABLE_CHOICES)
def command(format_: str) -> None:
    """List the formats that accord reads, and which of them it writes."""
    from accord.formats.formats import FORMATS
    from accord.reporting.table import Table
    from accord.reporting.terminal import show_tables

    formats = [(name, FORMATS.get(name)) for name in FORMATS]
    if format_ == "json":
        print_json([_record(name, each) for name, each in formats])
        return
    rows = tuple((name, each.writer.ending if each.writer else "", each.what) for name, each in formats)
    held = tuple(
        (name, ", ".join(each.writer.kinds), each.writer.annotators_in, "yes" if each.writer.several_layers else "no")
        for name, each in formats
        if each.writer
    )
    tables = [Table(("format", "written", "what it is"), rows)]
    if format_ != "csv":
        columns = ("written", "what it can hold", "several annotators", "several layers")
        tables.append(Table(columns, held, title="What each format that is written can hold"))
    show_tables(tables, format_)


def _record(name: str, each: Format) -> dict[str, Any]:
    """All that a format declares: how its files are known, what may be said of them, and what is written."""
    from accord.formats.formats import endings

    writer = each.writer
    return {
        "format": name,
        "written": writer.ending if writer else None,
        "what": each.what,
        "endings": [ending for ending, of in endings().items() if of == name],
        "known_by_content": bool(each.recognise or each.shape),
        "options": list(each.takes),
        "holds": list(writer.kinds) if writer else None,
        "annotators_in": writer.annotators_in if writer else None,
        "several_layers": writer.several_layers if writer else None,
    }
