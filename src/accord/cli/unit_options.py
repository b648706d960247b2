"""Options of the verbs that align units."""

from __future__ import annotations

import click

from accord.alignment.effort import SECONDS
from accord.alignment.method import METHODS
from accord.chance.random_units import SAMPLERS
from accord.cli.options import listed
from accord.distance.position import POSITIONS


def _forbidden(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> str | list[list[str]]:
    """The pairs of categories that are never aligned, or all that differ."""
    return "all" if "all" in given else [listed(pair) for pair in given]


HOW = {
    "method": click.option(
        "--method",
        type=click.Choice(METHODS),
        default="exact",
        show_default=True,
        help="The best alignment, algorithm 1 of 2011, or one in which units may be held more than once.",
    ),
    "position": click.option(
        "--position",
        type=click.Choice(list(POSITIONS)),
        default="sporadic",
        show_default=True,
        help="How far apart two units are.",
    ),
    "distance": click.option(
        "--distance",
        "-d",
        metavar="NAME|FILE",
        default="nominal",
        show_default=True,
        help="How different categories are: nominal, ordinal, numerical, levenshtein, jaccard, or a file of a matrix.",
    ),
    "alpha": click.option("--alpha", type=float, default=1.0, show_default=True, help="Weight of the position."),
    "beta": click.option("--beta", type=float, default=1.0, show_default=True, help="Weight of the category."),
    "delta_empty": click.option(
        "--delta-empty", type=float, default=1.0, show_default=True, help="What an unmatched unit costs."
    ),
    "forbid": click.option(
        "--forbid",
        multiple=True,
        metavar="A,B|all",
        callback=_forbidden,
        help="Two categories that are never aligned, several times for several; all: none that differ.",
    ),
    "seconds": click.option(
        "--seconds",
        type=click.FloatRange(0),
        default=SECONDS,
        show_default=True,
        help="How long one alignment may take; what is ended by the clock is not reproducible, and says so.",
    ),
}
"""What says how units are aligned, by the names of the arguments."""

WITHOUT = {
    "without": click.option(
        "--without",
        multiple=True,
        metavar="CATEGORY",
        help="Leave out units of this category; several times for several.",
    )
}
"""Which units are left out."""

SAMPLER = click.option(
    "--sampler",
    type=click.Choice(list(SAMPLERS)),
    default="statistical",
    show_default=True,
    help="How they are drawn.",
)
"""How random continua are drawn; stands after the option that says how many."""
