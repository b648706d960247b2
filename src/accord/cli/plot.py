"""``accord plot``."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from accord.cli.kind_options import class_options
from accord.cli.options import Verb, among, campaign_options, coefficient_names, gathered, paths, quiet_option
from accord.cli.output import note
from accord.cli.progress import stages
from accord.kinds.common_options import AnnotatorOptions
from accord.kinds.labels.options import LabelOptions

if TYPE_CHECKING:
    from accord.verbs.read import Campaign


class Plot(Verb):
    """A verb whose help lists the figures."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What it does, and each figure with what it needs."""
        from accord.campaign.figure_names import FIGURES

        super().format_help_text(ctx, formatter)
        with formatter.section("Figures"):
            formatter.write_dl(list(FIGURES.items()))


@click.command("plot", cls=Plot)
@click.argument("figure")
@paths()
@click.option(
    "--output", "-o", required=True, metavar="FILE", help="Where to write: .svg, or .pdf or .png (with the extra plot)."
)
@click.option(
    "--width",
    metavar="WIDTH",
    help="How wide it is in print: single (a column, 85 mm), double (175 mm), or millimetres. Default: as on a screen.",
)
@click.option("--bare", is_flag=True, help="Without title and notes, which are printed instead, for the caption.")
@click.option("--part", metavar="ID", help="Of aligner the document, of trees the sentence. Default: the worst.")
@click.option(
    "--pair",
    nargs=2,
    metavar="NAME NAME",
    help="Of trees and limits: two annotators. Default: those furthest apart.",
)
@click.option(
    "--coefficient",
    "-c",
    metavar="NAME",
    shell_complete=among(coefficient_names),
    help="What is measured (accord agree). Default: what fits.",
)
@gathered("compared", class_options(LabelOptions, "distance", "labels", "missing"))
@gathered("given", class_options(AnnotatorOptions))
@click.option("--reference", "-r", type=click.Path(), help="The reference of systems. Default: found by its name.")
@click.option(
    "--system",
    "systems",
    multiple=True,
    type=click.Path(),
    help="A file or folder of predictions; repeatable. Default: found by their folder.",
)
@click.option(
    "--repair",
    metavar="METHOD",
    help="How to read invalid sequences of chunk labels: begin, discard, last-type; none refuses them. Default: begin.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the random numbers.")
@quiet_option
@campaign_options
def command(
    figure: str,
    paths: tuple[str, ...],
    output: str,
    width: str | None,
    bare: bool,
    part: str | None,
    pair: tuple[str, str] | None,
    compared: dict[str, Any],
    given: dict[str, Any],
    quiet: bool,
    campaign: Campaign,
    **settings: Any,
) -> None:
    """Draw a figure for a paper: SVG, PDF or PNG, of the same values as on the page.

    PATHS are the files or folders of a campaign. What is drawn is measured as accord agree and accord report do, and
    the same input gives the same file. Letters are 8 points high at --width, and embedded in PDF; no figure needs its
    colours to be read.
    """
    from accord.campaign.figure import FigureRequest
    from accord.campaign.figure import figure as drawn
    from accord.formats.output import refuse_over
    from accord.reporting.export import figure_ending, millimetres
    from accord.reporting.scene import SMALLEST

    figure_ending(output)
    millimetres(width)
    refuse_over([*paths, settings["reference"], *settings["systems"]], output)
    columns = campaign.columns
    asked = FigureRequest(figure, columns.layer, part, pair)
    settings |= {**given, **compared, "campaign": replace(campaign, columns=replace(columns, layer=None))}
    with stages() as told:
        drawing = drawn(asked, paths, {**settings, "progress": told}).within(width)
    drawing = drawing.bare() if bare else drawing
    drawing.save(output)
    scene = drawing.scene()
    if bare:
        click.echo("\n".join([scene.title, *scene.notes]))
    note(f"figure written to {output}: {scene.title}", quiet=quiet)
    if scene.millimetres is not None and scene.smallest < SMALLEST:
        needed = scene.millimetres * SMALLEST / scene.smallest
        note(
            f"its letters are {scene.smallest:.1f} points high: --width {needed:.0f} makes them {SMALLEST:g}",
            quiet=quiet,
        )
