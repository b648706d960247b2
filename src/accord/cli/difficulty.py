"""``accord difficulty``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import class_options
from accord.cli.options import (
    TABLE_CHOICES,
    Verb,
    campaign_options,
    format_options,
    gathered,
    paths,
    quiet_option,
)
from accord.cli.output import note, print_json, some_of
from accord.kinds.spans.options import SpanOptions

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


_OPTIONS = ("match", "model", "types", "gap", "text", "encoding", "repair", "annotators")


@click.command("difficulty", cls=Verb)
@paths()
@gathered("given", class_options(SpanOptions, *_OPTIONS))
@click.option(
    "--top",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="How many hardest and easiest documents and sentences.",
)
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    given: dict[str, Any],
    top: int,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Say how hard texts are to get right by chance: 1 less the F1 of annotators who place the same spans at random.

    PATHS are a gold standard, or the files or folders of several annotators, whose difficulty is the mean over all
    pairs. Near 1, chance gets nothing right; near 0, anybody who marks as much agrees.
    """
    from accord.reporting.difficulty import difficulty_payload, difficulty_records, difficulty_tables
    from accord.reporting.terminal import show_tables
    from accord.verbs.difficulty import difficulty

    corpus = campaign.read(paths, encoding=given.get("encoding"))
    found = difficulty(corpus, **given)
    if format_ == "json":
        print_json(difficulty_payload(found))
    else:
        show_tables([difficulty_records(found)] if format_ == "csv" else difficulty_tables(found, top), format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions]:
        note(each, quiet=quiet)
