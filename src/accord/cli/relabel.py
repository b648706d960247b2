"""``accord relabel``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, column_options, encoding_option, output_option, quiet_option
from accord.cli.output import note, warn_merged
from accord.kinds.options import listed

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("relabel", cls=Verb)
@click.argument("path", type=click.Path(allow_dash=True))
@click.option(
    "--map",
    "maps",
    multiple=True,
    metavar="NEW=OLD,OLD",
    help=r"Rename types; may be repeated. Write \, for a comma in a name.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="TYPE,TYPE",
    help="Keep only mentions of these types, as they are called after --map; likewise.",
)
@click.option(
    "--remove",
    multiple=True,
    metavar="TYPE,TYPE",
    help="Remove mentions of these types, as they are called after --map; likewise.",
)
@output_option
@encoding_option
@column_options
@quiet_option
def command(
    path: str,
    maps: tuple[str, ...],
    keep: tuple[str, ...],
    remove: tuple[str, ...],
    output: str,
    encoding: str | None,
    columns: Columns,
    quiet: bool,
) -> None:
    """Rename, keep or remove types of mentions.

    Renaming comes first. A type that does not occur is an error, so that a typing mistake does not empty the file.
    """
    from accord.messages import plural
    from accord.verbs.rewrite import relabel

    done = relabel(
        path,
        output,
        rename=_renames(maps),
        keep=listed(*keep),
        remove=listed(*remove),
        encoding=encoding,
        columns=columns,
    )
    note(f"{done.file}: {plural(done.changed, 'sentence')} of {done.sentences:,} changed", quiet=quiet)
    warn_merged(done)


def _renames(maps: tuple[str, ...]) -> dict[str, str]:
    from accord.errors import UsageError

    renames: dict[str, str] = {}
    for rule in maps:
        new, equals, old = rule.partition("=")
        if not equals or len(listed(new)) != 1 or not listed(old):
            raise UsageError(f"--map {rule!r} is not of the form NEW=OLD,OLD")
        (named,) = listed(new)
        for name in listed(old):
            if renames.setdefault(name, named) != named:
                raise UsageError(f"--map renames {name!r} twice, to {renames[name]!r} and {named!r}")
    return renames
