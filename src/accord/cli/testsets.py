"""``accord score --test-sets``: the same systems on several test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import refuse_given
from accord.cli.output import note, print_json
from accord.cli.references import OF_ONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.cli.system_table import TableChoice

PLACE = "{set}"
"""What stands for the name of a test set."""
test_sets_option = click.option(
    "--test-sets",
    metavar="NAMES",
    help="The same systems on several test sets: names, with commas between them, for which {set} stands in "
    "--reference and --system.",
)


def show_test_sets(
    context: click.Context,
    names: str,
    references: Sequence[str],
    predictions: Any,
    how: dict[str, Any],
    table: TableChoice,
    format_: str,
    *,
    quiet: bool,
) -> int:
    """Score on every test set and show them together."""
    from accord.reporting.terminal import show_tables
    from accord.reporting.testsets import payload_of_sets, records_of_sets, tables_of_sets
    from accord.verbs.testsets import score_test_sets

    _refuse_of_one(context, format_)
    sets = _names(names, references, predictions)
    given = {name: _on(predictions, name) for name in sets}
    for system in predictions:
        missing = [name for name in sets if system not in given[name]]
        if len(missing) == len(sets):
            raise click.UsageError(f"{system}: there is no file on any of the test sets {', '.join(sets)}")
        if missing:
            note(f"{system}: no files on {', '.join(missing)}", quiet=quiet)
    found = score_test_sets({name: references[0].replace(PLACE, name) for name in sets}, given, **how)
    if format_ == "json":
        print_json(payload_of_sets(found))
    elif format_ == "csv":
        show_tables([records_of_sets(found)], format_)
    else:
        show_tables(tables_of_sets(found, table.metrics, **table.chosen), format_)
    for said in dict.fromkeys(said for each in found.scores.values() for said in each.run_notes):
        note(said, quiet=quiet)
    return 0


def _refuse_of_one(context: click.Context, format_: str) -> None:
    """Refuse what is shown of one test set only, rather than leave it out in silence."""
    refuse_given(context, (*OF_ONE, "fail_under", "runs", "by_file"), "is for one test set: leave out --test-sets")
    if format_ == "conlleval":
        raise click.UsageError("conlleval's layout is for one test set")


def _names(names: str, references: Sequence[str], predictions: Any) -> list[str]:
    """The test sets, for which there must be a place in the names of all files."""
    sets = list(dict.fromkeys(name.strip() for name in names.split(",") if name.strip()))
    if len(references) != 1 or PLACE not in references[0] or not isinstance(predictions, dict) or not sets:
        raise click.UsageError(
            f"--test-sets names test sets for which {PLACE} stands, as in --test-sets hau,ibo --reference "
            f"'gold/{PLACE}.txt' --system 'bert=bert/{PLACE}/seed*.txt'"
        )
    for system, files in predictions.items():
        if without := [file for file in files if PLACE not in file]:
            raise click.UsageError(
                f"--system {system}={without[0]}: write {PLACE} where the name of the test set stands"
            )
    return sets


def _on(predictions: dict[str, list[str]], name: str) -> dict[str, list[str]]:
    """The files of every system on a test set; a system of which no pattern fits a file there is none of them."""
    from glob import glob, has_magic
    from pathlib import Path

    found: dict[str, list[str]] = {}
    for system, patterns in predictions.items():
        files = [pattern.replace(PLACE, name) for pattern in patterns]
        held = [
            file
            for file in files
            if Path(file).exists() or not has_magic(file) or glob(file, recursive=True)  # noqa: PTH207
        ]
        if held:
            found[system] = held
    return found
