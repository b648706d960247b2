"""``accord relabel``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import Verb, column_options, encoding_option, output_option, paths, quiet_option
from accord.cli.output import note, warn_merged
from accord.kinds.options import listed

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("relabel", cls=Verb)
@paths()
@click.option(
    "--map",
    "maps",
    multiple=True,
    metavar="NEW=OLD,OLD",
    help=r"Rename types; repeatable. Write \, for a comma in a name.",
)
@click.option(
    "--map-file",
    type=click.Path(),
    metavar="FILE",
    help="Rename types as a file says: JSON {new: [old, ...]}, or a table with the columns old and new.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="TYPE,TYPE",
    help="Keep only mentions of these types, by their names after --map; repeatable.",
)
@click.option(
    "--remove",
    multiple=True,
    metavar="TYPE,TYPE",
    help="Remove mentions of these types, by their names after --map; repeatable.",
)
@click.option("--allow-absent", is_flag=True, help="Accept names that no mention has.")
@output_option
@encoding_option
@column_options()
@quiet_option
def command(
    paths: tuple[str, ...],
    maps: tuple[str, ...],
    map_file: str | None,
    keep: tuple[str, ...],
    remove: tuple[str, ...],
    allow_absent: bool,
    output: str,
    encoding: str | None,
    columns: Columns,
    quiet: bool,
) -> None:
    """Rename, keep or remove types of mentions.

    Renaming comes first. A type that occurs in none of the files is an error, so that a typing mistake does not empty
    them. Several files are written into a folder.
    """
    from accord.messages import plural
    from accord.verbs.rewrite import relabel

    how: dict[str, Any] = {
        "rename": _renames(maps),
        "map_file": map_file,
        "keep": listed(*keep),
        "remove": listed(*remove),
        "allow_absent": allow_absent,
        "encoding": encoding,
        "columns": columns,
    }
    for done in [relabel(paths[0], output, **how)] if len(paths) == 1 else relabel(paths, output, **how):
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
