"""``accord convert``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, encoding_option, output_option, quiet_option
from accord.cli.output import note, warn_merged

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("convert", cls=Verb)
@click.argument("path", type=click.Path(allow_dash=True))
@click.option("--to", required=True, metavar="ENCODING", help="The encoding to write.")
@output_option
@encoding_option
@column_options
@quiet_option
def command(path: str, to: str, output: str, encoding: str | None, columns: Columns, quiet: bool) -> None:
    """Write the mentions of a valid file in another encoding.

    An invalid file is refused: repair it first. Where the target cannot hold all information (IO has no border between
    neighbours of one type), this is said.
    """
    from accord.messages import plural
    from accord.verbs.rewrite import convert

    done = convert(path, output, to, encoding=encoding, columns=columns)
    note(f"{done.file}: {done.encoding.name} to {done.target.name}, {plural(done.sentences, 'sentence')}", quiet=quiet)
    warn_merged(done)
