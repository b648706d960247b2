"""``accord agree``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.agree_spans import span_options
from accord.cli.agreement import agreement_options
from accord.cli.bar import Bar, missed
from accord.cli.options import TABLE_CHOICES, format_options, note, paths, print_json, quiet_option
from accord.measure.interval import INTERVALS

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction


@click.command("agree")
@paths()
@agreement_options
@click.option(
    "--interval",
    type=click.Choice(INTERVALS),
    default="jackknife",
    show_default=True,
    help="How intervals are made.",
)
@click.option(
    "--resamples", type=click.IntRange(1, 1_000_000), default=1_000, show_default=True, help="Bootstrap resamples."
)
@click.option(
    "--permutations",
    type=click.IntRange(0, 1_000_000),
    default=0,
    show_default=True,
    help="Permutations for a p value.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers.")
@click.option(
    "--top", type=click.IntRange(1), default=10, show_default=True, help="How many rows of each part to show."
)
@click.option("--matrix", is_flag=True, help="Show the matrix of coincidences of labels.")
@click.option("--fail-under", type=Bar(-1, 1), metavar="VALUE", help="Exit with 1 if the first coefficient is below.")
@span_options
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    measured: Callable[..., Any],
    spans: dict[str, Any],
    interval: str,
    resamples: int,
    permutations: int,
    seed: int,
    top: int,
    matrix: bool,
    fail_under: Fraction | None,
    quiet: bool,
    format_: str,
) -> int:
    """Measure how much annotators agree on labels or spans, and where they do not.

    PATHS are the files or folders of a campaign: a file, a folder, a column or rows for each annotator. Without
    options what fits the data is measured, and the reasons are said. Labels of tokens are compared token by token; with
    --coefficient corrected-f1, the spans that chunk labels mark, corrected for what random spans would agree on.
    """
    from accord.measure.spans.agreement import SpanAgreement
    from accord.report.terminal import show_tables

    if matrix and format_ in {"csv", "json"}:
        raise click.UsageError("--matrix is for tables to read; --json holds the matrices anyway")
    agreement, notes = measured(
        paths, spans, interval=interval, resamples=resamples, permutations=permutations, seed=seed
    )
    if isinstance(agreement, SpanAgreement):
        from accord.report.spans import span_payload, span_records, span_tables

        if format_ == "json":
            print_json(span_payload(agreement))
        else:
            show_tables([span_records(agreement)] if format_ == "csv" else span_tables(agreement, top), format_)
    else:
        from accord.report.agree import agree_tables
        from accord.report.agree_payload import agree_payload, agree_records

        if format_ == "json":
            print_json(agree_payload(agreement, top))
        elif format_ == "csv":
            show_tables([agree_records(agreement)], "csv")
        else:
            show_tables(agree_tables(agreement, top, matrix=matrix), format_)
    for each in notes:
        note(each, quiet=quiet)
    return int(missed(agreement.result.name, agreement.result.value, fail_under))
