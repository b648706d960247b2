"""``accord repair``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, encoding_option, output_option, paths
from accord.cli.output import note

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("repair", cls=Verb)
@paths()
@click.option(
    "--method", "-m", required=True, metavar="METHOD", help="begin, discard or last-type (see accord explain)."
)
@output_option
@encoding_option
@column_options()
@click.option("--quiet", "-q", is_flag=True, help="Do not show what was changed.")
def command(
    paths: tuple[str, ...], method: str, output: str, encoding: str | None, columns: Columns, quiet: bool
) -> None:
    """Repair invalid label sequences, and show each before and after.

    Comments, other columns, document marks, delimiters and line ends stay byte for byte as they are. Several files are
    written into a folder.
    """
    from accord.messages import plural
    from accord.reporting.rewrite import change_lines
    from accord.verbs.rewrite import repair

    of_several = len(paths) > 1
    for done in (
        repair(paths, output, method, encoding=encoding, columns=columns)
        if of_several
        else [repair(paths[0], output, method, encoding=encoding, columns=columns)]
    ):
        if not quiet:
            for change in done.changes:
                lines = change_lines(done.file, change.sentence, change.labels)
                click.echo("\n".join(lines), err=output == "-")
        note(
            f"{f'{done.file}: ' if of_several else ''}{plural(done.invalid, 'invalid transition')} "
            f"({done.encoding.name}) repaired by {method} in {plural(done.changed, 'sentence')} of {done.sentences:,}",
            quiet=quiet,
        )
