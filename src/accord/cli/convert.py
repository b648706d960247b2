"""``accord convert``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from accord.cli.options import (
    Verb,
    among,
    campaign_options,
    encoding_option,
    output_option,
    quiet_option,
    written_names,
)
from accord.cli.output import note, some_of, warn_merged

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


@click.command("convert", cls=Verb)
@click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--to",
    required=True,
    metavar="FORMAT",
    shell_complete=among(written_names),
    help="The format (accord formats), or the encoding, to write.",
)
@output_option
@encoding_option
@click.option(
    "--repair",
    default="none",
    show_default=True,
    metavar="METHOD",
    help="How invalid sequences become spans: begin, discard, last-type; none refuses them.",
)
@click.option(
    "--overlaps",
    type=click.Choice(["refuse", "longest"]),
    default="refuse",
    show_default=True,
    help="Where spans become labels of tokens: what happens to those that overlap.",
)
@campaign_options
@quiet_option
def command(
    paths: tuple[str, ...],
    to: str,
    output: str,
    encoding: str | None,
    repair: str,
    overlaps: str,
    campaign: Campaign,
    quiet: bool,
) -> None:
    """Write annotations in another format, or mentions in another chunk encoding.

    A format takes the annotators and layers that it has room for; what is left out is said. Where it takes several
    files, a folder is written. Chunk labels become spans, and spans chunk labels, where the format asks for it.

    --to BIOES and the like write the labels of valid files again, several into a folder, and touch nothing else. An
    invalid file is refused: repair it first. Where the encoding cannot hold all information (IO has no border between
    neighbours of one type), accord says so.
    """
    from accord.messages import plural
    from accord.verbs.convert import Converted, convert

    done = convert(list(paths), output, to, encoding=encoding, repair=repair, overlaps=overlaps, campaign=campaign)
    if isinstance(done, Converted):
        for line in done.corpus.assumptions:
            note(line, quiet=quiet)
        for line in some_of(done.corpus.findings):
            note(line, quiet=quiet)
        for what in done.lost:
            click.echo(f"warning: {done.format} has no place for {what}", err=True)
        annotators, documents = len(done.corpus.annotators), len(done.corpus)
        files = f" in {plural(len(done.files), 'file')}" if done.files else ""
        said = f"{plural(documents, 'document')} by {plural(annotators, 'annotator')} as {done.format}{files}"
        note(f"{output}: {said}", quiet=quiet)
        return
    for each in done if isinstance(done, list) else [done]:
        said = f"{each.file}: {each.encoding.name} to {each.target.name}, {plural(each.sentences, 'sentence')}"
        note(said, quiet=quiet)
        warn_merged(each)
