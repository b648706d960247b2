"""``accord align``."""

from __future__ import annotations

import sys
from functools import partial
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
from accord.kinds.units.options import AlignOptions
from accord.messages import printable, suggestion

if TYPE_CHECKING:
    from accord.kinds.units.aligned import Aligned
    from accord.model import Corpus
    from accord.verbs.read import Campaign

_SPACE = 100
"""How wide pictures are where there is no terminal."""


@click.command("align", cls=Verb)
@paths()
@gathered("given", class_options(AlignOptions))
@TOP
@click.option("--picture", is_flag=True, help="Also draw the alignments in lanes, in letters.")
@click.option("--figure", metavar="FILE", help="Write a picture: .svg, or .pdf or .png (with the extra plot).")
@click.option("--document", metavar="ID", help="Only this document. Default: all; of --figure, the worst.")
@click.option(
    "--alternatives",
    type=click.IntRange(0, 1_000),
    metavar="NUMBER",
    default=0,
    help="Also list so many alignments of each document that are equally good, at most.",
)
@click.option(
    "--suggest",
    metavar="FILE",
    help="Suggest a weight of the position, and write distances of categories that -d reads.",
)
@quiet_option
@campaign_options
@format_options(*TABLE_CHOICES)
def command(
    paths: tuple[str, ...],
    given: dict[str, Any],
    top: int,
    picture: bool,
    figure: str | None,
    document: str | None,
    alternatives: int,
    suggest: str | None,
    quiet: bool,
    campaign: Campaign,
    format_: str,
) -> None:
    """Say which units of several annotators are aligned with each other, and how well.

    PATHS are the files or folders of a campaign: units of a recording or a text (CSV with annotator, category, start
    and end; ELAN, TextGrid, RTTM, Glozz), spans, or chunk labels, whose mentions are the units. The alignment of least
    disorder is found, and proved to be so; the unitary alignments of most disorder are shown first.
    """
    from accord.formats.matrix import write_matrix
    from accord.formats.output import STANDARD_OUTPUT, refuse_over
    from accord.reporting.alignment_payload import alignment_payload, alignment_records, suggested_payload
    from accord.reporting.alignment_text import alignment_tables, suggested_table
    from accord.reporting.export import figure_ending
    from accord.reporting.terminal import show_tables
    from accord.verbs.align import align

    if figure is not None:
        figure_ending(figure)
    if suggest == STANDARD_OUTPUT:
        raise click.UsageError("--suggest writes a file: name one")
    refuse_over(paths, figure, suggest)
    corpus = campaign.read(paths, of_units=True, encoding=given.get("encoding"))
    if document is not None:
        corpus = _only(corpus, document)
    with progress("aligning") as done:
        aligned = align(corpus, progress=done, **given)
    if figure is not None:
        _draw(aligned, figure, quiet=quiet)
    if suggest is not None:
        write_matrix(suggest, aligned.suggested.categories, aligned.suggested.distances.tolist())
    if format_ == "json":
        more = {} if suggest is None else {"suggested": suggested_payload(aligned.suggested)}
        print_json(alignment_payload(aligned, alternatives) | more)
    elif format_ == "csv":
        show_tables([alignment_records(aligned)], "csv")
    else:
        tables = alignment_tables(aligned, top, alternatives)
        own = [] if suggest is None else [suggested_table(aligned.suggested, top, suggest)]
        show_tables([*tables, *own], format_)
    if picture and format_ == "text":
        _show_pictures(aligned, top)
    for each in [*some_of(corpus.findings), *corpus.assumptions]:
        note(each, quiet=quiet)


def _show_pictures(aligned: Aligned, most: int) -> None:
    """The alignments of some documents in letters."""
    from shutil import get_terminal_size

    from accord.reporting.alignment_picture import alignment_picture

    space = get_terminal_size().columns if sys.stdout.isatty() else _SPACE
    for alignment in aligned.alignments[:most]:
        click.echo(f"\n{printable(alignment.continuum.document)}")
        click.echo(alignment_picture(aligned, alignment, space))
    if len(aligned.alignments) > most:
        click.echo(f"\nand {len(aligned.alignments) - most} more (--top {len(aligned.alignments)} shows all)")


def _only(corpus: Corpus, document: str) -> Corpus:
    """One document of a corpus."""
    known = [each.id for each in corpus.documents]
    if document not in known:
        raise click.UsageError(f"there is no document {document!r}: {suggestion(document, known)}")
    return corpus.within({document})


def _draw(aligned: Aligned, figure: str, *, quiet: bool) -> None:
    """Write the picture of the document, of several that of most disorder."""
    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_figure import alignment_scene
    from accord.reporting.export import Drawing

    if not aligned.alignments:
        raise click.UsageError("--figure: nobody marked anything, so there is nothing to draw")
    drawn = Drawn.worst(aligned)
    Drawing(partial(alignment_scene, drawn)).save(figure)
    choice = f", {drawn.choice} (--document draws another)," if drawn.choice else ""
    note(f"figure of {drawn.document}{choice} written to {figure}", quiet=quiet)
