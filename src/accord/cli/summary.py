"""``accord summary``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import (
    TABLE_CHOICES,
    Verb,
    column_options,
    encoding_option,
    format_options,
    layer_option,
    offsets_option,
    paths,
)
from accord.cli.output import note, print_json

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("summary", cls=Verb)
@paths(folders=True)
@encoding_option
@click.option("--repair", default="none", show_default=True, metavar="METHOD", help="How to read invalid sequences.")
@column_options
@offsets_option
@layer_option
@format_options(*TABLE_CHOICES)
def command(paths: tuple[str, ...], encoding: str | None, repair: str, columns: Columns, format_: str) -> None:
    """Count what files hold: documents, sentences, tokens, and mentions or labels of each type."""
    from accord.reporting.summary import summary_payload, summary_records, summary_table
    from accord.reporting.terminal import show_tables
    from accord.verbs.describe import describe

    summaries = [
        summary for path in paths for summary in describe(path, encoding=encoding, repair=repair, columns=columns)
    ]
    for said in filter(None, (summary.assumed for summary in summaries)):
        note(said)
    if format_ == "json":
        print_json([summary_payload(summary) for summary in summaries])
    elif format_ == "csv":
        show_tables([summary_records(summaries)], format_)
    else:
        show_tables(map(summary_table, summaries), format_)
