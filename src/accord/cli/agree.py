"""``accord agree``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.bar import BARS, Bar, barred, missed
from accord.cli.kind_options import KindCommand, kind_options, switches
from accord.cli.options import (
    TABLE_CHOICES,
    TOP,
    among,
    campaign_options,
    coefficient_names,
    format_options,
    paths,
    quiet_option,
)
from accord.cli.output import note, print_json, some_of
from accord.cli.progress import progress
from accord.kinds.kind import KINDS, kinds, needs_positions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from accord.campaign.headlines import AgreementRequest, Layers
    from accord.model import Corpus
    from accord.verbs.read import Campaign


@click.command("agree", cls=KindCommand)
@paths()
@click.option(
    "--coefficient",
    "-c",
    "coefficients",
    multiple=True,
    metavar="NAME",
    shell_complete=among(coefficient_names),
    help="; ".join(f"{kind.name}: {', '.join(kind.coefficient_names())}" for kind in reversed(kinds()))
    + ". Repeatable. Default: what fits.",
)
@kind_options(reversed(kinds()))
@TOP
@click.option("--fail-under", type=Bar(-1, 1), metavar="VALUE", help="Exit with 1 if the first coefficient is below.")
@click.option(
    "--fail-on",
    type=click.Choice(BARS),
    help="What must reach --fail-under: the value (default), or the low end of its interval of these annotators or of "
    "annotators like these.",
)
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    coefficients: tuple[str, ...],
    given: dict[str, Any],
    top: int,
    fail_under: Fraction | None,
    fail_on: str | None,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> int:
    """Measure how much annotators agree, and where they do not: labels, spans, units, trees or relations.

    PATHS are the files or folders of a campaign: one file, folder, column or set of rows per annotator. Without options
    accord measures what fits the data and says why. Labels of items or tokens are compared one by one. Of chunk labels
    such as B-PER the spans that they mark are compared, by F1 corrected for what random spans would reach; -c alpha
    compares their tokens. With -c gamma, spans or units of any kind are compared over their best alignment. Trees are
    measured by alpha over tree edit distance.
    """
    from accord.campaign.headlines import AgreementRequest, layers_to_measure
    from accord.messages import option
    from accord.reporting.agree import CEILING, agree_tables
    from accord.reporting.agree_payload import agree_payload, agree_records, ceilings_payload
    from accord.reporting.item_view import drawing_of
    from accord.reporting.terminal import show_tables

    def read(files: Sequence[str], how: Campaign) -> Corpus:
        return how.read(files, of_units=needs_positions(coefficients), encoding=given.get("encoding"))

    if fail_on and fail_under is None:
        raise click.UsageError("--fail-on says what must reach --fail-under VALUE, which is not given")
    asked = AgreementRequest(coefficients, given, switches(kinds()).__getitem__)
    layers = layers_to_measure(paths, campaign, read)
    if len(layers) > 1:
        if fail_under is not None:
            names = ", ".join(group.name for group, _ in layers)
            raise click.UsageError(f"--fail-under is about one layer: say which ({option('layer')} {names})")
        if CEILING in given:
            raise click.UsageError(f"--ceiling is about one layer: say which ({option('layer')} NAME)")
        return _show_layers(layers, paths, campaign, asked, top, format_, quiet=quiet)
    corpus = layers[0][1]
    with progress("measuring") as done:
        agreement = asked.measure(corpus, done)
    if "matrix" in given and format_ in {"csv", "json"}:
        raise click.UsageError("--matrix is for tables to read; --json holds the matrices anyway")
    if CEILING in given and format_ == "csv":
        raise click.UsageError("--ceiling is for tables to read, and for --json")
    drawing = drawing_of(agreement, KINDS.get(agreement.kind).item_view or agreement.kind, given, format_)
    if format_ == "json":
        print_json(agree_payload(agreement, top) | (ceilings_payload(agreement) if CEILING in given else {}))
    else:
        show_tables(
            [agree_records(agreement)]
            if format_ == "csv"
            else agree_tables(agreement, top, [_TABLES.get(name, name) for name in given]),
            format_,
        )
    written = [] if drawing is None else drawing.show(click.echo)
    for each in [*written, *some_of(corpus.findings), *corpus.assumptions, *agreement.reasons]:
        note(each, quiet=quiet)
    return int(missed(*barred(agreement.result, fail_on), fail_under))


def _show_layers(
    layers: Layers,
    paths: tuple[str, ...],
    campaign: Campaign,
    asked: AgreementRequest,
    top: int,
    format_: str,
    *,
    quiet: bool,
) -> int:
    """The headline of each of several layers, with the command that says all about it."""
    from accord.campaign.headlines import headlines
    from accord.reporting.layers import layers_payload, layers_table
    from accord.reporting.terminal import show_tables
    from accord.verbs.agree import references_left_out, say_references

    with progress("measuring") as done:
        measured = headlines(layers, paths, campaign, asked, done)
    if format_ == "json":
        print_json(layers_payload(measured, top))
    else:
        show_tables([layers_table(measured, all_coefficients=bool(asked.coefficients))], format_)
    said = [str(finding) for _, corpus in layers for finding in some_of(corpus.findings)]
    said += [line for _, corpus in layers for line in corpus.assumptions]
    said += [
        line for _, corpus in layers for line in say_references(references_left_out(corpus.annotators, asked.options))
    ]
    for each in dict.fromkeys(said):
        note(each, quiet=quiet)
    return 0


_TABLES = {"matrix": "coincidences"}
"""Options that ask for a table, and what it is called."""
