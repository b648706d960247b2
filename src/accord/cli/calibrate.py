"""``accord calibrate``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from accord.chance.random_units import SAMPLERS
from accord.cli.bar import Bar
from accord.cli.kind_options import class_options
from accord.cli.options import TABLE_CHOICES, Verb, format_options, gathered, quiet_option
from accord.cli.output import note, print_json, some_of
from accord.cli.progress import progress
from accord.kinds.chunk_options import ChunkOptions
from accord.kinds.options import listed
from accord.kinds.units.options import SAMPLER_HELP, AlignmentOptions

if TYPE_CHECKING:
    from accord.cli.options import Decorator

_OF_LIKE: dict[str, Decorator] = {
    "document": click.option(
        "--document", metavar="ID", help="With --like: which document. Default: the first with units."
    ),
    "annotator": click.option("--annotator", metavar="NAME", help="With --like: who. Default: who marked most there."),
    **class_options(ChunkOptions),
}
_HOW = {name: decorator for name, decorator in class_options(AlignmentOptions).items() if name != "labels"}

if TYPE_CHECKING:
    from fractions import Fraction


@click.command("calibrate", cls=Verb)
@click.option(
    "--noise",
    multiple=True,
    metavar="KIND,...",
    help="borders, omissions, additions, categories, splits; of trees relabel, reattach, both, random; "
    "repeatable. Default: all.",
)
@click.option("--amounts", metavar="A,B,...", help="How much of it. Default: 0 to 1 by 0.2, of borders 0 to 2 by 0.4.")
@click.option(
    "--coefficient",
    "-c",
    multiple=True,
    metavar="NAME",
    help="gamma (default), gamma-cat or accord-2011. Of trees, repeatable: alpha-plain, alpha-diff, "
    "alpha-norm and las (default; of phrases jaccard), alpha-metric, uas, label-kappa, bracket-f1.",
)
@click.option("--value", multiple=True, type=Bar(-1, 1), help="Also say how much of each noise this value stands for.")
@click.option("--annotators", type=int, help="How many: one, and copies with noise. Default: 3, of trees 2.")
@click.option("--units", type=int, help="How many units the first annotator marks. Default: 25.")
@click.option("--categories", type=int, help="How many categories they have. Default: 4.")
@click.option("--density", type=float, help="How much of the text units take up, if none overlap. Default: 1.")
@click.option(
    "--like",
    multiple=True,
    type=click.Path(allow_dash=True),
    metavar="PATH",
    help="Start from what one annotator marked in these files instead, or from the trees in them; repeatable.",
)
@gathered("of_like", _OF_LIKE)
@click.option("--sentences", type=int, help="Of trees: how many are drawn from those of --like. Default: 100.")
@click.option("--repeats", type=int, help="Documents for each amount. Default: 20, of trees 10.")
@click.option("--samples", type=int, help="Random continua for each document. Default: 3.")
@click.option(
    "--sampler",
    type=click.Choice(list(SAMPLERS)),
    multiple=True,
    help=SAMPLER_HELP,
)
@gathered("how", _HOW)
@click.option("--level", type=float, default=0.95, show_default=True, help="Level of confidence of the intervals.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of all that is random.")
@click.option("--workers", type=int, default=1, show_default=True, help="Processes that share the work.")
@click.option(
    "--figure", metavar="FILE", help="Write the curves as a picture: .svg, or .pdf or .png (with the extra plot)."
)
@click.option(
    "--examples", metavar="FILE", help="Also write a document of units for each --value and noise: .csv or .jsonl."
)
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    noise: tuple[str, ...],
    amounts: str | None,
    coefficient: tuple[str, ...],
    value: tuple[Fraction, ...],
    like: tuple[str, ...],
    of_like: dict[str, Any],
    sampler: tuple[str, ...],
    how: dict[str, Any],
    figure: str | None,
    examples: str | None,
    quiet: bool,
    format_: str,
    **choices: Any,
) -> None:
    """Show what a coefficient is at known amounts of noise, and how much noise a value stands for.

    One annotator is made up, or taken from data (--like: a document, or a treebank), and copied for the others; the
    copies are degraded by growing amounts of noise, many times over, and measured like any annotation. The same seed
    gives the same numbers.
    """
    from accord.formats.output import refuse_over
    from accord.reporting.calibration import calibration_payload, calibration_records, calibration_tables
    from accord.reporting.calibration_figure import calibration_scene
    from accord.reporting.export import Drawing, figure_ending
    from accord.reporting.terminal import show_tables
    from accord.verbs.calibrate import calibrate, check_examples, check_start, write_examples
    from accord.verbs.read import read

    values = [float(each) for each in value]
    if figure is not None:
        figure_ending(figure)
    if of_like and not like:
        raise click.UsageError(f"--{next(iter(of_like))} says what of --like is meant: give both")
    if examples is not None and not values:
        raise click.UsageError("--examples have a value: give --value, too")
    if examples is not None:
        refuse_over(like, check_examples(examples), figure)
    corpus = read(like) if like else None
    start = corpus and check_start(corpus, **of_like)
    chosen, steps = listed(*noise) if noise else None, None if amounts is None else _numbers(amounts)
    with progress("simulating") as done:
        choices |= {"coefficient": coefficient or None, "sampler": sampler or None, **how}
        found = calibrate(chosen, steps, like=start, progress=done, **choices)
    if figure is not None:
        Drawing(partial(calibration_scene, found, values)).save(figure)
        note(f"figure written to {figure}", quiet=quiet)
    if examples is not None:
        for said in write_examples(found, values, examples):
            note(said, quiet=quiet)
    if format_ == "json":
        print_json(calibration_payload(found, values))
    elif format_ == "csv":
        show_tables([calibration_records(found, values)], "csv")
    else:
        show_tables(calibration_tables(found, values), format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions] if corpus else ():
        note(each, quiet=quiet)


def _numbers(amounts: str) -> list[float]:
    try:
        return [float(part) for part in listed(amounts)]
    except ValueError:
        raise click.UsageError(f"--amounts are numbers like 0,0.5,1, not {amounts!r}") from None
