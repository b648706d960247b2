"""``accord soft``."""

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
    refuse_two_standard_inputs,
)
from accord.cli.output import note, print_json, some_of
from accord.kinds.labels.options import LabelOptions

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


@click.command("soft", cls=Verb)
@paths()
@click.option(
    "--reference",
    "-r",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="What annotators said; repeatable files.",
)
@click.option(
    "--clip", type=float, default=1e-12, show_default=True, help="The smallest share that a logarithm is taken of."
)
@gathered("given", class_options(LabelOptions, "missing", "interval", "level", "resamples", "seed"))
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="How many annotators are shown.")
@click.option(
    "--output", "-o", type=click.Path(allow_dash=True), help="Without --reference: write PATHS as LeWiDi JSON."
)
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    reference: tuple[str, ...],
    clip: float,
    given: dict[str, Any],
    top: int,
    output: str | None,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Score predicted label distributions against those of annotators, or write the latter as LeWiDi JSON.

    PATHS are one file of predictions: LeWiDi JSON, a table with one row per item and one column per label, or a tagger
    that accord train has written (with softmax or crf), which labels the tokens of the reference. The
    reference is LeWiDi JSON (its soft labels, else its annotations), or the labels of several annotators in any format.
    Without a reference PATHS are such labels, and -o says where to write their shares. accord explain soft has the
    formulas.
    """
    from accord.formats.output import refuse_over
    from accord.formats.source import Source
    from accord.messages import plural
    from accord.reporting.soft import soft_payload, soft_records, soft_tables
    from accord.reporting.terminal import show_tables
    from accord.verbs.soft import lewidi_source, score_soft, write_soft

    if bool(reference) == bool(output):
        raise click.UsageError("give --reference to score predictions, or --output to write what annotators said")
    if reference and len(paths) > 1:
        raise click.UsageError("one file of predictions is scored at a time")
    refuse_two_standard_inputs(*paths, *reference)
    refuse_over(paths, output)
    said = reference or paths
    lewidi = lewidi_source(said[0]) if len(said) == 1 else None
    annotators = lewidi or campaign.read(said)
    for each in () if isinstance(annotators, Source) else [*some_of(annotators.findings), *annotators.assumptions]:
        note(each, quiet=quiet)
    if output:
        written = write_soft(annotators, output, missing=given.get("missing", ()))
        note(f"{output}: {plural(written, 'item')} with soft labels", quiet=quiet)
        return
    scores = score_soft(annotators, paths[0], clip=clip, **given)
    if format_ == "json":
        print_json(soft_payload(scores))
    else:
        show_tables([soft_records(scores)] if format_ == "csv" else soft_tables(scores, top), format_)
