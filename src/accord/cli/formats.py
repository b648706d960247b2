"""``accord formats``."""

from __future__ import annotations

import click

from accord.cli.options import TABLE_CHOICES, Verb, format_options
from accord.cli.output import print_json


@click.command("formats", cls=Verb)
@format_options(*TABLE_CHOICES)
def command(format_: str) -> None:
    """List the formats that accord reads, and which of them it writes."""
    from accord.formats import FORMATS
    from accord.reporting.table import Table
    from accord.reporting.terminal import show_tables

    formats = [(name, FORMATS.get(name)) for name in FORMATS]
    written = {name: each.writer.ending if each.writer else None for name, each in formats}
    if format_ == "json":
        print_json([{"format": name, "written": written[name], "what": each.what} for name, each in formats])
    else:
        rows = tuple((name, written[name] or "", each.what) for name, each in formats)
        show_tables([Table(("format", "written", "what it is"), rows)], format_)
