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
    paths,
)
from accord.cli.output import note, print_json, say_refused
from accord.errors import AccordError

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("summary", cls=Verb)
@paths(folders=True)
@encoding_option
@click.option("--repair", default="none", show_default=True, metavar="METHOD", help="How to read invalid sequences.")
@column_options("offsets", "layer")
@format_options(*TABLE_CHOICES)
def command(paths: tuple[str, ...], encoding: str | None, repair: str, columns: Columns, format_: str) -> int:
    """Count what files hold: documents, sentences, tokens, and mentions or labels of each type.

    A file that cannot be counted is named, and the others are counted. Exit code 1 if there is any.
    """
    from accord.reporting.summary import summary_payload, summary_records, summary_table
    from accord.reporting.terminal import show_tables
    from accord.verbs.describe import describe

    summaries, refused = [], {}
    for path in paths:
        try:
            summaries += describe(path, encoding=encoding, repair=repair, columns=columns)
        except AccordError as error:
            if len(paths) == 1:
                raise
            refused[path] = error
    for said in filter(None, (summary.assumed for summary in summaries)):
        note(said)
    if format_ == "json":
        print_json([summary_payload(summary) for summary in summaries])
    elif format_ == "csv":
        show_tables([summary_records(summaries)], format_)
    else:
        show_tables(map(summary_table, summaries), format_)
    say_refused(refused)
    return max((refusal.exit_code for refusal in refused.values()), default=0)
