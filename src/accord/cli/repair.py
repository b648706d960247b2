"""``accord repair``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, encoding_option, output_option
from accord.cli.output import note

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("repair", cls=Verb)
@click.argument("path", type=click.Path(allow_dash=True))
@click.option(
    "--method", "-m", required=True, metavar="METHOD", help="begin, discard or last-type (see accord explain)."
)
@output_option
@encoding_option
@column_options
@click.option("--quiet", "-q", is_flag=True, help="Do not show what was changed.")
def command(path: str, method: str, output: str, encoding: str | None, columns: Columns, quiet: bool) -> None:
    """Repair invalid label sequences, and show each before and after.

    Comments, other columns, document marks, delimiters and line ends stay byte for byte as they are.
    """
    from accord.messages import plural
    from accord.reporting.rewrite import change_lines
    from accord.verbs.rewrite import repair

    done = repair(path, output, method, encoding=encoding, columns=columns)
    if not quiet:
        for change in done.changes:
            lines = change_lines(done.file, change.sentence, change.labels)
            click.echo("\n".join(lines), err=output == "-")
    note(
        f"{plural(done.invalid, 'invalid transition')} ({done.encoding.name}) repaired by {method} in "
        f"{plural(done.changed, 'sentence')} of {done.sentences:,}",
        quiet=quiet,
    )
