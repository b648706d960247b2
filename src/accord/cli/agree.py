"""``accord agree``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from accord.cli.agree_spans import span_options
from accord.cli.agree_trees import drawing_of, tree_options
from accord.cli.agreement import agreement_options
from accord.cli.bar import Bar, missed
from accord.cli.options import TABLE_CHOICES, format_options, note, paths, print_json, quiet_option
from accord.measure.interval import INTERVALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    from accord.report.table import Table


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
@tree_options
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    measured: Callable[..., Any],
    spans: dict[str, Any],
    trees: dict[str, Any],
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
    """Measure how much annotators agree on labels, spans or trees, and where they do not.

    PATHS are the files or folders of a campaign: a file, a folder, a column or rows for each annotator. Without
    options what fits the data is measured, and the reasons are said. Labels of tokens are compared token by token; with
    --coefficient corrected-f1, the spans that chunk labels mark, corrected for what random spans would agree on. Of
    trees alpha over tree edit distance is measured, with LAS and UAS or bracket F1 beside it.
    """
    from accord.report.terminal import show_tables

    if trees.get("show") is not None and format_ != "text":
        raise click.UsageError("--show draws for the terminal; --figure writes a drawing beside any format")
    if matrix and format_ in {"csv", "json"}:
        raise click.UsageError("--matrix is for tables to read; --json holds the matrices anyway")
    agreement, notes = measured(
        paths, spans, trees, interval=interval, resamples=resamples, permutations=permutations, seed=seed
    )
    shown, drawing = _shown(agreement, top, matrix=matrix), drawing_of(agreement, trees)
    if format_ == "json":
        print_json(shown.payload())
    else:
        show_tables([shown.records()] if format_ == "csv" else shown.tables(), format_)
    if drawing:
        drawing.show()
    for each in notes:
        note(each, quiet=quiet)
    return int(missed(agreement.result.name, agreement.result.value, fail_under))


class _Shown(NamedTuple):
    """How an agreement is shown: as JSON, as a tidy table for programs, and as tables to read."""

    payload: Callable[[], Any]
    records: Callable[[], Table]
    tables: Callable[[], Iterable[Table]]


def _shown(agreement: Any, top: int, *, matrix: bool) -> _Shown:
    from accord.measure.spans.agreement import SpanAgreement
    from accord.measure.trees.syntax import SyntaxAgreement

    if isinstance(agreement, SpanAgreement):
        from accord.report import spans

        return _Shown(
            lambda: spans.span_payload(agreement),
            lambda: spans.span_records(agreement),
            lambda: spans.span_tables(agreement, top),
        )
    if isinstance(agreement, SyntaxAgreement):
        from accord.report import trees

        return _Shown(
            lambda: trees.tree_payload(agreement, top),
            lambda: trees.tree_records(agreement),
            lambda: trees.tree_tables(agreement, top),
        )
    from accord.report import agree, agree_payload

    return _Shown(
        lambda: agree_payload.agree_payload(agreement, top),
        lambda: agree_payload.agree_records(agreement),
        lambda: agree.agree_tables(agreement, top, matrix=matrix),
    )
