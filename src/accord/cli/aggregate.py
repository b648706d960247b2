"""``accord aggregate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import class_options
from accord.cli.options import (
    TABLE_CHOICES,
    TOP,
    Verb,
    campaign_options,
    format_options,
    gathered,
    paths,
    quiet_option,
)
from accord.cli.output import note, print_json, some_of
from accord.cli.progress import progress
from accord.kinds.chunk_options import ChunkOptions
from accord.kinds.labels.options import LabelOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from accord.cli.options import Decorator
    from accord.verbs.read import Campaign

_OF_METHODS: dict[str, Decorator] = {
    "trust": click.option(
        "--trust",
        type=float,
        help="Of dawid-skene and bayes: right answers that everybody is credited with, for each label. More trust "
        "overrules fewer labels that nobody else gave; 0 is the paper's model. Default: 4, of bayes 8.",
    ),
    "inference": click.option("--inference", metavar="NAME", help="Of mace: variational or em. Default: variational."),
    "restarts": click.option(
        "--restarts", type=click.IntRange(1), help="Of mace: number of random starts. Default: 10."
    ),
    "prior": click.option(
        "--prior", type=float, help="Of bayes: answers at random that everybody is credited with. Default: 2."
    ),
    "draws": click.option("--draws", type=click.IntRange(1), help="Of bayes: draws of each chain. Default: 500."),
    "tolerance": click.option(
        "--tolerance", type=float, help="How far probabilities may move in the last step. Default: 0.00001."
    ),
    "iterations": click.option("--iterations", type=click.IntRange(1), help="Largest number of steps. Default: 1000."),
}
_DATA: dict[str, Decorator] = {
    **class_options(LabelOptions, "labels", "missing", "annotators"),
    "spans": click.option(
        "--spans/--tokens",
        default=None,
        help="Vote on the mentions of chunk labels, or token by token. Default: on mentions.",
    ),
    **class_options(ChunkOptions),
}
_INTERVALS: dict[str, Decorator] = {
    "interval": click.option(
        "--interval",
        type=click.Choice(["bootstrap", "none"]),
        default="bootstrap",
        show_default=True,
        help="Intervals of competence by bootstrap over items (of bayes, from its draws), or none.",
    ),
    "level": click.option(
        "--level", type=float, default=0.95, show_default=True, help="Level of confidence of the intervals."
    ),
    "resamples": click.option(
        "--resamples", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Resamples of the items."
    ),
    "seed": click.option(
        "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of ties, restarts and resamples."
    ),
}


@click.command("aggregate", cls=Verb)
@paths()
@click.option(
    "--method",
    "-m",
    default="dawid-skene",
    show_default=True,
    metavar="NAME",
    help="majority, dawid-skene, mace or bayes (accord explain says how each works).",
)
@click.option(
    "--output", "-o", type=click.Path(allow_dash=True), help="Where to write the labels; - is standard output."
)
@click.option("--posterior", type=click.Path(), help="Where to write every item with its posterior, as JSON lines.")
@click.option("--reference", "-r", type=click.Path(), help="A file of true labels: say how many are right.")
@click.option("--matrices", is_flag=True, help="Show the confusion matrix of the annotators that are shown.")
@gathered("given", _DATA | _OF_METHODS | _INTERVALS)
@TOP
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    method: str,
    output: str | None,
    posterior: str | None,
    reference: str | None,
    matrices: bool,
    given: dict[str, Any],
    top: int,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Make one label per item out of the labels of many annotators, and say what each annotator is worth.

    PATHS are the files or folders of a campaign. Labels of items and tokens are aggregated one by one; mentions of
    chunk labels, spans and units are voted on over their best alignment. The labels are written in the format of the
    input: CoNLL columns, a table, or JSON lines of spans; to a file that ends in .jsonl, with their posteriors.
    """
    from accord.formats.output import refuse_over
    from accord.formats.writer import writer_for
    from accord.reporting.aggregate import aggregate_tables
    from accord.reporting.aggregate_payload import aggregate_payload, aggregate_records, posterior_lines
    from accord.reporting.terminal import show_tables
    from accord.verbs.aggregate import aggregate

    if matrices and format_ in {"csv", "json"}:
        raise click.UsageError("--matrices is for tables to read; --json holds the matrices anyway")
    refuse_over([*paths, reference], output, posterior)
    corpus = campaign.read(paths)
    with progress("resampling") as done:
        made = aggregate(corpus, method, reference=reference, progress=done, **given)
    if output is not None:
        as_lines = output.endswith(".jsonl") and made.coding.unit != "place"
        write = writer_for(made.corpus, output).write
        _write(output, _encoded(posterior_lines(made)) if as_lines else write(made.corpus, *made.corpus.annotators))
    if posterior is not None:
        _write(posterior, _encoded(posterior_lines(made)))
    if output != "-":
        if format_ == "json":
            print_json(aggregate_payload(made, top))
        elif format_ == "csv":
            show_tables([aggregate_records(made)], "csv")
        else:
            show_tables(aggregate_tables(made, top, matrices=matrices), format_)
    for each in [*some_of(corpus.findings), *corpus.assumptions]:
        note(each, quiet=quiet)


def _encoded(lines: Iterable[str]) -> Iterator[bytes]:
    return (line.encode("utf-8", "surrogateescape") for line in lines)


def _write(path: str, lines: Iterable[bytes]) -> None:
    from accord.formats.output import whole_file

    with whole_file(path) as stream:
        stream.writelines(lines)
