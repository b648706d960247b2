"""``accord compare``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import (
    TABLE_CHOICES,
    Verb,
    by_file_option,
    column_options,
    encoding_option,
    format_options,
    paths,
    quiet_option,
    refuse_two_standard_inputs,
    repair_options,
)
from accord.cli.output import note_assumptions, print_json
from accord.cli.score_trees import are_trees, compare_command, tree_reading_options

if TYPE_CHECKING:
    from accord.formats import Columns


@click.command("compare", cls=Verb)
@paths()
@click.option("--reference", "-r", required=True, type=click.Path(allow_dash=True), help="The reference.")
@encoding_option
@repair_options
@click.option(
    "--resamples", type=click.IntRange(1), default=10_000, show_default=True, help="Bootstrap resamples and exchanges."
)
@click.option("--reference-column", metavar="N|NAME", help="Column of the reference label. Default: as --label-column.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--measure", type=click.Choice(["las", "uas", "clas", "bracket-f1"]), help="Of trees. Default: las or bracket-f1."
)
@tree_reading_options
@by_file_option
@quiet_option
@column_options
@format_options(*TABLE_CHOICES)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    reference: str,
    encoding: str | None,
    repair: str,
    repair_reference: str,
    resamples: int,
    reference_column: str | None,
    seed: int,
    measure: str | None,
    reading: dict[str, Any],
    by_file: bool,
    quiet: bool,
    columns: Columns,
    format_: str,
) -> None:
    """Test whether systems differ in F1, or parsers in LAS, over the sentences of one test set.

    For every pair of systems: the difference with its interval by a paired bootstrap, and p by approximate
    randomisation, corrected for many pairs by Holm's method. Files whose names differ only in a number behind them are
    runs of one system, whose F1 is averaged.
    """
    from accord.formats.inputs import Inputs
    from accord.reporting.compare import compare_payload, compare_records, compare_table
    from accord.reporting.terminal import show_tables
    from accord.verbs.compare import compare

    refuse_two_standard_inputs(*paths, reference)
    inputs = Inputs.of(columns)
    if are_trees(reference, inputs, reading | ({"measure": measure} if measure else {}), context):
        given = {"columns": inputs, "by_file": by_file, "measure": measure, "resamples": resamples, "seed": seed}
        compare_command(paths, reference, given | reading, quiet=quiet, format_=format_)
        return
    compared = compare(
        reference,
        list(paths),
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        resamples=resamples,
        seed=seed,
        by_file=by_file,
        columns=inputs,
        reference_columns=replace(inputs, label=reference_column or inputs.label),
    )
    if format_ == "json":
        print_json(compare_payload(compared))
    else:
        table = compare_records(compared.comparisons) if format_ == "csv" else compare_table(compared)
        show_tables([table], format_)
    note_assumptions(compared.scores, quiet=quiet)
