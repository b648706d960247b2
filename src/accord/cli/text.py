"""``accord text``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, paths

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("text", cls=Verb)
@paths()
@column_options()
def command(paths: tuple[str, ...], columns: Columns) -> None:
    """Print the plain text: one sentence per line, an empty line between documents."""
    from accord.verbs.describe import text

    whole = ["\n".join(text(path, columns=columns)) for path in paths]
    click.echo("\n\n".join(whole))
