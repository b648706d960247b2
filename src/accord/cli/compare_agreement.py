"""``accord compare-agreement``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import KindCommand, kind_options, switches
from accord.cli.options import TABLE_CHOICES, TOP, campaign_options, format_options, paths, quiet_option
from accord.cli.output import note, print_json, some_of
from accord.cli.progress import progress
from accord.kinds.kind import kinds

if TYPE_CHECKING:
    from accord.verbs.read import Campaign

_OF_ONE_ROUND = ("interval", "anytime", "ceiling", "resamples", "permutations", "matrix", "show", "figure")
"""Options of accord agree that say nothing here, or something else."""


@click.command("compare-agreement", cls=KindCommand)
@paths()
@click.option("--coefficient", "-c", metavar="NAME", help="As in accord agree; one. Default: what fits.")
@click.option(
    "--by",
    metavar="COLUMN",
    help="The column or field that says which round a line is of, a guideline version or a group of annotators.",
)
@click.option(
    "--resamples",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Exchanges for p, where there are too many to count them all.",
)
@kind_options(reversed(kinds()), without=_OF_ONE_ROUND)
@TOP
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    coefficient: str | None,
    by: str | None,
    resamples: int,
    given: dict[str, Any],
    top: int,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Test whether annotators agree more than before: rounds, guideline versions or groups of annotators.

    Each of PATHS is a round, the earliest first: a file, or a folder with its files. With --by one PATH holds all
    rounds. Items of both rounds are compared in pairs, others by themselves. The difference has two intervals: for
    these annotators on other items, and for annotators like these. For every two rounds; of only two their labels and
    annotators, too.
    """
    from accord.reporting.rounds import rounds_payload, rounds_records, rounds_tables
    from accord.reporting.terminal import show_tables
    from accord.verbs.rounds import compare_corpora, read_rounds

    asked = () if coefficient is None else (coefficient,)
    rounds = read_rounds(paths, campaign, asked, by=by, encoding=given.get("encoding"))
    with progress("measuring") as done:
        called = switches(kinds()).__getitem__
        found = compare_corpora(rounds, asked, given, resamples=resamples, progress=done, called=called)
    if format_ == "json":
        print_json(rounds_payload(found))
    else:
        show_tables([rounds_records(found)] if format_ == "csv" else rounds_tables(found, top), format_)
    notes = [line for corpus in rounds.values() for line in (*some_of(corpus.findings), *corpus.assumptions)]
    for each in dict.fromkeys([*notes, *found.reasons]):
        note(each, quiet=quiet)
