"""``accord weights``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import class_options
from accord.cli.options import TABLE_CHOICES, Verb, campaign_options, format_options, gathered, paths, quiet_option
from accord.cli.output import note, print_json, some_of
from accord.kinds.labels.options import LabelOptions
from accord.learn import WEIGHTS
from accord.messages import listing

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


@click.command("weights", cls=Verb)
@paths()
@click.option("--kind", "-k", default="cm-cond", show_default=True, metavar="NAME", help=f"{', '.join(WEIGHTS)}.")
@click.option(
    "--strength", type=click.FloatRange(0), default=1.0, show_default=True, help="Multiplies what is taken off 1."
)
@click.option("--smooth", type=click.FloatRange(0), default=0.0, show_default=True, help="Added to every confusion.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the controls eps and perm.  [default: 1]")
@click.option("--top", type=click.IntRange(1), default=30, show_default=True, help="How many labels or errors to show.")
@gathered("given", class_options(LabelOptions, "labels", "missing", "annotators"))
@click.option(
    "--output", "-o", type=click.Path(allow_dash=True), help="Write the weights as JSON, for accord train --weights."
)
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    kind: str,
    strength: float,
    smooth: float,
    seed: int | None,
    top: int,
    given: dict[str, Any],
    output: str | None,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Estimate from annotators which errors are debatable, and what each should cost a learner.

    PATHS are labels of tokens or items by two annotators or more. A weight is for a gold label (row) and a label that
    is predicted instead (column): 1 is a full error, less is debatable. accord explain weights has the formulas.
    """
    from accord.formats.output import refuse_over
    from accord.learn.kinds import DRAWN
    from accord.reporting.terminal import show_tables
    from accord.reporting.weights import weights_payload, weights_records, weights_tables
    from accord.verbs.disagreement import disagreement

    if seed is not None and WEIGHTS.name(kind) not in DRAWN:
        raise click.UsageError(f"--seed is for {listing(DRAWN)}: nothing else is drawn")
    if output == "-" and format_ != "text":
        raise click.UsageError("the weights and the report cannot both go to standard output: give -o a file")
    refuse_over(paths, output)
    corpus = campaign.read(paths)
    found = disagreement(corpus, **given)
    weights = found.weights(kind, strength=strength, smooth=smooth, seed=seed)
    if output:
        weights.save(output)
    if format_ == "json":
        print_json(weights_payload(found, weights))
    elif output != "-":
        tables = [weights_records(weights)] if format_ == "csv" else weights_tables(found, weights, top)
        show_tables(tables, format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions]:
        note(each, quiet=quiet)
    if weights.warning:
        click.echo(f"warning: {weights.warning}", err=True)
