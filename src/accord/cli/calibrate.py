"""``accord calibrate``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from accord.chance.random_units import SAMPLERS
from accord.cli.bar import Bar
from accord.cli.kind_options import class_options
from accord.cli.options import TABLE_CHOICES, Verb, campaign_options, format_options, gathered, quiet_option
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

    from accord.model import Corpus
    from accord.simulation.calibration import Calibration
    from accord.simulation.corpus_calibration import CorpusCalibration
    from accord.verbs.read import Campaign


@click.command("calibrate", cls=Verb)
@click.argument("paths", nargs=-1, type=click.Path(allow_dash=True))
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
    help="Of PATHS: one of accord agree. Of noise: gamma (default), gamma-cat or accord-2011; of trees, repeatable: "
    "alpha-plain, alpha-diff, alpha-norm and las (default; of phrases jaccard), alpha-metric, uas, label-kappa, "
    "bracket-f1.",
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
@partial(campaign_options, repeats=False)
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
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
    campaign: Campaign,
    format_: str,
    **choices: Any,
) -> None:
    """Say what an agreement corresponds to: how many errors of each sort, and what they do to scores.

    With PATHS, the files of a campaign of labels, spans, units or trees: how much of each sort of error (slips,
    confusions, omissions, moved borders, wrong heads) is behind the agreement of its annotators, what each takes off,
    what agreement would be with fewer or more of them, how high a system without errors can score by such a gold
    standard, and how often it ranks two systems wrongly.

    Without PATHS, what a coefficient is at known amounts of noise, and how much noise a --value stands for. One
    annotator is made up, or taken from data (--like: a document, or a treebank), and copied for the others; the copies
    are degraded by growing amounts of noise, many times over, and measured like any annotation. The same seed gives the
    same numbers.
    """
    from accord.formats.output import refuse_over
    from accord.reporting.calibration_figure import calibration_scene
    from accord.reporting.export import Drawing, figure_ending
    from accord.verbs.calibrate import calibrate, check_examples, check_start, write_examples
    from accord.verbs.read import Campaign

    values = [float(each) for each in value]
    if figure is not None:
        figure_ending(figure)
    if paths:
        told = {"noise": noise, "amounts": amounts, "value": value, "like": like, "sampler": sampler, **choices}
        _of_files(
            paths, campaign, coefficient, {**told, "examples": examples}, how | of_like, figure, format_, quiet=quiet
        )
        return
    if of_like and not like:
        raise click.UsageError(f"--{next(iter(of_like))} says what of --like is meant: give both")
    if campaign != Campaign() and not like:
        raise click.UsageError("options that say how files are read need files: give PATHS or --like")
    if examples is not None:
        if not values:
            raise click.UsageError("--examples have a value: give --value, too")
        refuse_over(like, check_examples(examples), figure)
    corpus = campaign.read(like) if like else None
    start = corpus and check_start(corpus, **of_like)
    chosen, steps = listed(*noise) if noise else None, None if amounts is None else _numbers(amounts)
    with progress("simulating") as done:
        choices |= {"coefficient": coefficient or None, "sampler": sampler or None, **how}
        found = calibrate(noise=chosen, amounts=steps, like=start, progress=done, **choices)
    if figure is not None:
        Drawing(partial(calibration_scene, found, values)).save(figure)
        note(f"figure written to {figure}", quiet=quiet)
    if examples is not None:
        for said in write_examples(found, values, examples):
            note(said, quiet=quiet)
    _show_noise(found, values, format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions] if corpus else ():
        note(each, quiet=quiet)


def _show_noise(found: Calibration, values: list[float], format_: str) -> None:
    """What a coefficient is at known amounts of noise."""
    from accord.reporting.calibration import calibration_payload, calibration_records, calibration_tables
    from accord.reporting.terminal import show_tables

    if format_ == "json":
        print_json(calibration_payload(found, values))
    elif format_ == "csv":
        show_tables([calibration_records(found, values)], "csv")
    else:
        show_tables(calibration_tables(found, values), format_)


_OF_FILES = ("repeats", "seed", "level")
"""What can be said of simulation where errors in files are looked for."""


def _of_files(
    paths: tuple[str, ...],
    campaign: Campaign,
    coefficient: tuple[str, ...],
    told: dict[str, Any],
    how: dict[str, Any],
    figure: str | None,
    format_: str,
    *,
    quiet: bool,
) -> None:
    """What the agreement on files corresponds to."""
    from accord.formats.output import refuse_over
    from accord.verbs.calibrate import refuse_of_noise
    from accord.verbs.calibrate_corpus import calibrate_corpus

    simulated = {name: told.pop(name) for name in _OF_FILES}
    alone = {"workers": told.pop("workers") != 1} | {name: how.pop(name, None) for name in ("document", "annotator")}
    refuse_of_noise([name for name, given in {**told, **alone}.items() if given])
    refuse_over(paths, figure)
    corpus = campaign.read(paths, encoding=how.get("encoding"))
    with progress("simulating") as done:
        found = calibrate_corpus(corpus, coefficient or None, how=how, progress=done, **simulated)
    _show_corpus(found, corpus, figure, format_, quiet=quiet)


def _show_corpus(found: CorpusCalibration, corpus: Corpus, figure: str | None, format_: str, *, quiet: bool) -> None:
    """What an agreement corresponds to, and how the files were read."""
    from accord.reporting.calibration_figure import corpus_calibration_scene
    from accord.reporting.corpus_calibration import (
        corpus_calibration_payload,
        corpus_calibration_records,
        corpus_calibration_tables,
    )
    from accord.reporting.export import Drawing
    from accord.reporting.terminal import show_tables

    if figure is not None:
        Drawing(partial(corpus_calibration_scene, found)).save(figure)
        note(f"figure written to {figure}", quiet=quiet)
    if format_ == "json":
        print_json(corpus_calibration_payload(found))
    elif format_ == "csv":
        show_tables([corpus_calibration_records(found)], "csv")
    else:
        show_tables(corpus_calibration_tables(found), format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions]:
        note(each, quiet=quiet)


def _numbers(amounts: str) -> list[float]:
    try:
        return [float(part) for part in listed(amounts)]
    except ValueError:
        raise click.UsageError(f"--amounts are numbers like 0,0.5,1, not {amounts!r}") from None
