"""``accord experiment``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.options import TABLE_CHOICES, Verb, format_options, quiet_option
from accord.cli.output import note, print_json
from accord.cli.progress import progress

if TYPE_CHECKING:
    from accord.learn.experiment.outcome import Outcome


@click.command("experiment", cls=Verb)
@click.argument("plan", type=click.Path())
@click.option(
    "--output",
    "-o",
    metavar="FOLDER",
    help="Keep every run there, so that a run that was stopped goes on, and write tables, JSON and learning curves.",
)
@click.option("--data", metavar="FOLDER", help="Where the files of the plan are. Default: as the plan says, beside it.")
@click.option("--words", multiple=True, metavar="SET", help="Show on which labels and words of this test set it gains.")
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="How many of them to show.")
@click.option("--workers", type=int, default=1, show_default=True, help="Processes that share the work.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the resampling of sentences.")
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    plan: str,
    output: str | None,
    data: str | None,
    words: tuple[str, ...],
    top: int,
    workers: int,
    seed: int,
    quiet: bool,
    format_: str,
) -> None:
    """Train taggers with and without weights, over seeds and protocols, and test the differences.

    PLAN is a TOML file: data sets, protocols, weightings with their controls, seeds. Each weighting is compared with
    none and with controls that have the shape of weights and none of their knowledge, by a paired test over seeds and
    by an interval over sentences, corrected for many tests.
    """
    from accord.learn.experiment.plan import read_plan
    from accord.reporting.experiment import experiment_payload, experiment_tables
    from accord.reporting.terminal import show_tables
    from accord.verbs.experiment import experiment

    given = read_plan(plan, data)
    unknown = [name for name in words if name not in given.tests]
    if unknown:
        raise click.UsageError(f"--words: there is no test set {unknown[0]!r}: {', '.join(given.tests)}")
    try:
        with progress("training") as done:
            outcome = experiment(given, output, workers=workers, seed=seed, progress=done)
    except KeyboardInterrupt:
        held = f"the runs that were done are in {output}, and the same call goes on from there"
        kept = held if output else "nothing is kept without --output"
        click.echo(f"interrupted: {kept}", err=True)
        raise SystemExit(130) from None
    for each in outcome.notes:
        note(each, quiet=quiet)
    if output is not None:
        _write(outcome, Path(output), words, top)
        note(f"runs, tables and curves are in {output}", quiet=quiet)
    if format_ == "json":
        print_json(experiment_payload(outcome, top))
    else:
        show_tables(experiment_tables(outcome, words, top), format_)


def _write(outcome: Outcome, folder: Path, words: tuple[str, ...], top: int) -> None:
    import json

    from accord.formats.output import whole_file
    from accord.reporting.experiment import experiment_figure, experiment_payload, experiment_tables
    from accord.reporting.table import as_markdown

    tables = "\n\n".join(map(as_markdown, experiment_tables(outcome, words, top)))
    payload = json.dumps(experiment_payload(outcome, top), ensure_ascii=False, indent=1)
    curves = {f"curves-{name}.svg": experiment_figure(outcome, name).svg() for name in outcome.plan.protocols}
    for name, text in {"results.md": tables + "\n", "results.json": payload + "\n", **curves}.items():
        with whole_file(str(folder / name)) as stream:
            stream.write(text.encode())
