"""``accord simulate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import KindCommand, simulation_options
from accord.cli.options import campaign_options, output_option, quiet_option
from accord.cli.output import note, some_of
from accord.kinds.kind import kinds

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


@click.command("simulate", cls=KindCommand)
@click.argument("paths", nargs=-1, type=click.Path(allow_dash=True))
@click.option(
    "--kind",
    metavar="KIND",
    help="Without PATHS: what is made up, labels, spans, units or trees. With PATHS: what is seen in them.",
)
@simulation_options(reversed(kinds()))
@click.option("--to", metavar="FORMAT", help="The format to write (accord formats). Default: by the ending.")
@output_option
@quiet_option
@campaign_options
def command(
    paths: tuple[str, ...],
    kind: str | None,
    given: dict[str, Any],
    to: str | None,
    output: str,
    quiet: bool,
    campaign: Campaign,
) -> None:
    """Make annotators of known quality: what one annotator said, given by others with known amounts of errors.

    With PATHS, what one annotator of these files said (a reference, or who annotated most) is given by the others with
    errors: labels, spans, the mentions of chunk labels, units or trees. Without PATHS a corpus of a --kind is made up.
    Each error has an amount for all annotators (--omissions 0.1), or one for each (--omissions 0,0.1,0.3). What is
    written is read like any other files; the same seed gives the same.
    """
    from accord.formats.output import refuse_over
    from accord.formats.writer import writer_for
    from accord.messages import option, plural
    from accord.verbs.convert import convert
    from accord.verbs.read import Campaign
    from accord.verbs.simulate import simulated

    if not paths and campaign != Campaign():
        raise click.UsageError("options that say how files are read need files: give PATHS")
    refuse_over(paths, output)
    corpus = campaign.read(paths, encoding=given.get("encoding")) if paths else None
    made = simulated(corpus, kind, given, lambda name: option(name).removesuffix("="))
    for each in [*some_of(corpus.findings), *corpus.assumptions] if corpus else ():
        note(each, quiet=quiet)
    if to is None:
        writer_for(made, None if output == "-" else output).save(made, output)
    else:
        for what in convert(made, output, to).lost:  # type: ignore[union-attr]
            click.echo(f"warning: {to} has no place for {what}", err=True)
    annotators = plural(len(made.annotators), "annotator")
    note(f"{output}: {plural(len(made), 'document')} by {annotators}", quiet=quiet)
