"""``accord explain``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from accord.cli.options import Verb, among, campaign_options, topic_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.reporting.export import Drawing
    from accord.verbs.read import Campaign

_PLOTTED = ("corrected-f1", "random-spans")
_TOKENS, _LENGTHS = 100, (1, 5, 10, 15)
"""Figure 1 of the paper on corrected F1."""


@click.command("explain", cls=Verb)
@click.argument("name", required=False, shell_complete=among(topic_names))
@click.option(
    "--choose",
    metavar="FILE",
    multiple=True,
    type=click.Path(allow_dash=True),
    help="Say which coefficient fits these files or folders, why, and by which command; repeatable.",
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Also draw where random spans would start: .svg, or .pdf or .png (with the extra plot).",
)
@click.option("--tokens", type=click.IntRange(1), help=f"With --plot: the length of the text. Default: {_TOKENS}.")
@click.option("--lengths", metavar="A,B,...", help=f"With --plot: the spans. Default: {','.join(map(str, _LENGTHS))}.")
@campaign_options
def command(
    name: str | None,
    choose: tuple[str, ...],
    plot: str | None,
    tokens: int | None,
    lengths: str | None,
    campaign: Campaign,
) -> None:
    """Explain a measure, encoding, repair method or finding: formula, how to read it, source.

    Without a name, list everything that can be explained. --choose FILE answers four questions for your files, and ends
    in the command that measures them. corrected-f1 and random-spans can be plotted: how likely each span is to start
    where, if all are placed at random.
    """
    from accord.verbs.explain import explain, topics

    if choose:
        if name or plot:
            raise click.UsageError("--choose answers for files: leave the name and --plot out")
        _recommend(choose, campaign)
        return
    figure = _figure(name, plot, tokens, lengths)
    if name:
        click.echo(explain(name))
    else:
        for kind, names in topics().items():
            click.echo(f"{kind}: {', '.join(names)}")
    if plot and figure:
        figure.save(plot)
        click.echo(f"note: figure written to {plot}", err=True)


def _recommend(paths: Sequence[str], campaign: Campaign) -> None:
    from accord.campaign.choose import recommend

    for at, found in enumerate(recommend(paths, campaign)):
        if at or found.layer:
            click.echo("\n" * bool(at) + found.layer)
        for number, (question, answers) in enumerate(found.answers.items(), 1):
            click.echo(f"{number}. {question}")
            for answer in answers:
                click.echo(f"   {answer}")
        click.echo(f"run: {found.command}")


def _figure(name: str | None, plot: str | None, tokens: int | None, lengths: str | None) -> Drawing | None:
    """The drawing that is asked for, if any."""
    if plot is None:
        if tokens is not None or lengths is not None:
            raise click.UsageError(f"--{'lengths' if tokens is None else 'tokens'} is for --plot: give both")
        return None
    if (name or "").casefold() not in _PLOTTED:
        raise click.UsageError(f"--plot draws {' or '.join(_PLOTTED)}, name one of them")
    text = tokens or _TOKENS, _LENGTHS if lengths is None else _whole_numbers(lengths)
    from accord.reporting.export import Drawing, figure_ending
    from accord.reporting.start_figure import start_scene

    figure_ending(plot)
    return Drawing(partial(start_scene, *text))


def _whole_numbers(lengths: str) -> tuple[int, ...]:
    from accord.formats.numbers import is_natural

    parts = [part.strip() for part in lengths.split(",")]
    if not all(is_natural(part) and int(part) for part in parts):
        raise click.UsageError(f"--lengths are whole numbers from 1 like 1,5,10, not {lengths!r}")
    return tuple(map(int, parts))
