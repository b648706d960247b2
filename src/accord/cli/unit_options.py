"""Options of the verbs that align units."""

from __future__ import annotations

import click

from accord.align.exact import SECONDS
from accord.cli.options import listed
from accord.distance.position import POSITIONS

HOW = {
    "method": click.option(
        "--method",
        type=click.Choice(["exact", "greedy", "soft"]),
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
    "alpha": click.option("--alpha", type=float, default=1.0, show_default=True, help="Weight of the position."),
    "beta": click.option("--beta", type=float, default=1.0, show_default=True, help="Weight of the category."),
    "delta_empty": click.option(
        "--delta-empty", type=float, default=1.0, show_default=True, help="What a unit without a fellow costs."
    ),
    "forbid": click.option(
        "--forbid",
        multiple=True,
        metavar="A,B|all",
        help="Two categories that are never aligned, several times for several; all: none that differ.",
    ),
    "seconds": click.option(
        "--seconds",
        type=click.FloatRange(0),
        default=SECONDS,
        show_default=True,
        help="How long to search one document for the best alignment.",
    ),
}
"""What says how units are aligned, by the names of the arguments."""


def forbidden(given: tuple[str, ...]) -> str | list[tuple[str, ...]]:
    """The pairs of categories that are never aligned."""
    return "all" if "all" in given else [tuple(listed(pair)) for pair in given]
