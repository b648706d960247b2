"""``accord train``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import TABLE_CHOICES, Verb, column_options, format_options, gathered, paths, quiet_option
from accord.cli.output import note, print_json
from accord.cli.progress import progress
from accord.kinds.options import listed

if TYPE_CHECKING:
    from accord.cli.options import Decorator
    from accord.formats import Columns

_LEARNING: dict[str, Decorator] = {
    "learner": click.option(
        "--learner",
        type=click.Choice(["perceptron", "softmax", "crf"]),
        default="perceptron",
        show_default=True,
        help="A structured perceptron, softmax regression by token, or a conditional random field.",
    ),
    "learning_rate": click.option(
        "--learning-rate", type=float, default=0.2, show_default=True, help="With softmax and crf: the size of a step."
    ),
    "l2": click.option(
        "--l2",
        type=float,
        default=0.3,
        show_default=True,
        help="With softmax and crf: how strongly large weights are penalised.",
    ),
    "epochs": click.option("--epochs", type=click.IntRange(1), default=5, show_default=True, help="How many epochs."),
    "seed": click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of all draws."),
    "average": click.option(
        "--average",
        type=click.Choice(["update", "epoch"]),
        default="update",
        show_default=True,
        help="Average the weights after each sentence, or at the end of each epoch.",
    ),
    "shuffle": click.option(
        "--shuffle/--no-shuffle", default=True, show_default=True, help="Another order of sentences in each epoch."
    ),
    "ties": click.option(
        "--ties",
        type=click.Choice(["seed", "lowest"]),
        default="seed",
        show_default=True,
        help="Which of several equally good labels is predicted: a random one, or the first of all labels.",
    ),
    "regulariser": click.option(
        "--regulariser", type=click.Choice(["dropout", "zipf"]), help="Corrupt sentences while learning. Default: none."
    ),
    "rate": click.option(
        "--rate", type=float, default=0.1, show_default=True, help="With dropout: the share that is left out."
    ),
    "supported_only": click.option(
        "--supported-only/--all-pairs",
        default=None,
        help="Weights for pairs of feature and label that occur, or for all. Default: those that occur for a "
        "perceptron, all for others.",
    ),
}


@click.command("train", cls=Verb)
@paths()
@click.option("--output", "-o", required=True, type=click.Path(), help="Where to write the tagger.")
@click.option(
    "--dev",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="Also score this after each epoch; repeatable.",
)
@click.option("--features", default="pos", show_default=True, metavar="NAME", help="pos, chunk, ner or lxmls.")
@click.option(
    "--other-column", multiple=True, metavar="N|NAME", help="A column that is a feature, such as POS; repeatable."
)
@click.option("--gazetteer", type=click.Path(), metavar="FILE", help="One name per line, its kind after a tab.")
@click.option("--clusters", type=click.Path(), metavar="FILE", help="Brown clusters: path and word divided by a tab.")
@click.option("--weights", metavar="FILE|KIND", help="What errors cost: written by accord weights, or a kind of it.")
@click.option(
    "--disagreement",
    multiple=True,
    type=click.Path(),
    metavar="FILE",
    help="For --weights KIND: labels of annotators.",
)
@click.option("--missing", multiple=True, metavar="LABEL", help="A label of them that means no answer; repeatable.")
@click.option(
    "--encoding",
    "-e",
    metavar="NAME",
    help="Keep predictions valid in BIO, BIOES ... or none. Default: detected from the labels.",
)
@click.option("--labels", metavar="A,B,...", default="", help="Labels to come first where --ties lowest decides.")
@gathered("settings", _LEARNING)
@click.option(
    "--curve",
    metavar="FILE",
    type=click.Path(),
    help="Draw the accuracy of each epoch: .svg, or .pdf or .png (with the extra plot).",
)
@column_options()
@quiet_option
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    output: str,
    other_column: tuple[str, ...],
    labels: str,
    settings: dict[str, Any],
    curve: str | None,
    columns: Columns,
    quiet: bool,
    format_: str,
    **choices: Any,
) -> None:
    """Learn a tagger from the labels of tokens, and show how well it does after each epoch.

    Chunk labels such as B-PER that are valid make a tagger whose predictions are always valid. With --weights, errors
    that annotators would make too cost less. The same seed gives the same tagger.
    """
    from accord.formats.output import refuse_over
    from accord.reporting.export import figure_ending
    from accord.reporting.terminal import show_tables
    from accord.reporting.training import training_figure, training_payload, training_table
    from accord.verbs.train import train

    if curve is not None:
        figure_ending(curve)
    if output == "-":
        raise click.UsageError("a tagger is no text for standard output: name a file with -o")
    if "rate" in settings and settings.get("regulariser") != "dropout":
        raise click.UsageError("--rate is for --regulariser dropout: give both")
    beside = choices["disagreement"] or [choices["weights"]]
    refuse_over([*paths, *choices["dev"], *beside, choices["gazetteer"], choices["clusters"]], output, curve)
    with progress("learning") as done:
        trained = train(
            paths, columns, other_columns=other_column, labels=listed(labels), progress=done, **choices, **settings
        )
    trained.tagger.save(output)
    if curve is not None:
        training_figure(trained).save(curve)
    if format_ == "json":
        print_json(training_payload(trained))
    else:
        show_tables([training_table(trained, exactly=format_ == "csv")], format_)
    for each in trained.notes:
        note(each, quiet=quiet)
