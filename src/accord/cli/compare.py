"""``accord compare``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from accord.cli.chance import placement_options
from accord.cli.kind_options import KindCommand, kind_options
from accord.cli.options import (
    TABLE_CHOICES,
    alignment_options,
    column_options,
    encoding_or_none_option,
    files_said,
    format_options,
    quiet_option,
    refuse_two_standard_inputs,
    repair_options,
    system_options,
)
from accord.cli.output import note_scores, print_json
from accord.kinds.kind import kinds

if TYPE_CHECKING:
    from accord.formats import Columns


def _only_one(_: click.Context, __: click.Parameter, references: tuple[str, ...]) -> str:
    if len(references) > 1:
        raise click.UsageError("--reference: systems are compared against one; accord score takes several references")
    return references[0]


@click.command("compare", cls=KindCommand)
@system_options
@click.option(
    "--reference",
    "-r",
    required=True,
    multiple=True,
    callback=_only_one,
    type=click.Path(allow_dash=True),
    help="The reference.",
)
@encoding_or_none_option
@repair_options
@alignment_options
@click.option(
    "--resamples", type=click.IntRange(1), default=10_000, show_default=True, help="Bootstrap resamples and exchanges."
)
@click.option(
    "--reference-column", metavar="N|NAME", help="Column of the reference label. Default: as --column label=."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--measure",
    metavar="NAME",
    help="The measure, if not the first: uas, clas, link-f1, precision, recall, macro-f1, ...; of a label f1:PER; "
    "corrected for chance: corrected-f1.",
)
@placement_options
@click.option("--over", type=click.Choice(["documents"]), help="Exchange and draw whole documents, not sentences.")
@click.option(
    "--examples",
    type=click.IntRange(1),
    metavar="N",
    help="Also N things that one system has right and another wrong, of each two, and how many there are.",
)
@kind_options(reversed(kinds()), scoring=True)
@quiet_option
@column_options("layer", "offsets", "repeats")
@format_options(*TABLE_CHOICES)
def command(
    predictions: Any,
    reference: str,
    encoding: str | None,
    repair: Any,
    repair_reference: str,
    align_tokens: bool,
    missing: str | None,
    resamples: int,
    reference_column: str | None,
    seed: int,
    measure: str | None,
    placement: dict[str, Any],
    over: str | None,
    examples: int | None,
    given: dict[str, Any],
    runs: bool,
    by_file: bool,
    quiet: bool,
    columns: Columns,
    format_: str,
) -> None:
    """Test whether systems differ in F1, accuracy or LAS over the sentences or documents of one test set.

    For every pair of systems: the difference with its interval by a paired bootstrap, and p by approximate
    randomisation, corrected for many pairs by Holm's method. Files whose names differ only in a number at the end are
    runs of one system, whose scores are averaged.
    """
    from accord.formats.inputs import Inputs
    from accord.reporting.compare import compare_payload, compare_records, compare_table
    from accord.reporting.examples import examples_payload, examples_records, examples_tables
    from accord.reporting.terminal import show_tables
    from accord.verbs.compare import compare

    refuse_two_standard_inputs(*files_said(predictions), reference)
    inputs = Inputs.of(columns)
    compared = compare(
        reference,
        predictions,
        encoding=encoding,
        repair=repair,
        repair_reference=repair_reference,
        align_tokens=align_tokens,
        missing=missing,
        measure=measure,
        **placement,
        over=over,
        examples=examples or 0,
        resamples=resamples,
        seed=seed,
        by_file=by_file,
        runs=runs,
        columns=inputs,
        reference_columns=replace(inputs, label=reference_column or inputs.label),
        **given,
    )
    if format_ == "json":
        print_json(compare_payload(compared) | examples_payload(compared))
    elif format_ == "csv":
        show_tables([examples_records(compared) if examples else compare_records(compared.comparisons)], format_)
    else:
        show_tables([compare_table(compared), *examples_tables(compared)], format_)
    note_scores(compared.scores, quiet=quiet)
