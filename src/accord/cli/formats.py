"""``accord formats``."""

from __future__ import annotations

import click

from accord.cli.options import TABLE_CHOICES, format_options
from accord.cli.output import print_json


@click.command("formats")
@format_options(*TABLE_CHOICES)
def command(format_: str) -> None:
    """List the formats that accord reads."""
    from accord.formats import FORMATS
    from accord.reporting.table import Table
    from accord.reporting.terminal import show_tables

    formats = [(name, FORMATS.get(name).what) for name in FORMATS]
    if format_ == "json":
        print_json([{"format": name, "what": what} for name, what in formats])
    else:
        show_tables([Table(("format", "what it is"), tuple(formats))], format_)
