"""Options of the verbs that align units, gathered into ``how``: what `accord.align` takes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from accord.align.exact import SECONDS
from accord.cli.options import listed
from accord.distance.position import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Callable

HOW = [
    click.option(
        "--method",
        type=click.Choice(["exact", "greedy", "soft"]),
        default="exact",
        show_default=True,
        help="The best alignment, algorithm 1 of 2011, or one in which units may be held more than once.",
    ),
    click.option(
        "--position",
        type=click.Choice(list(POSITIONS)),
        default="sporadic",
        show_default=True,
        help="How far apart two units are.",
    ),
    click.option("--alpha", type=float, default=1.0, show_default=True, help="Weight of the position."),
    click.option("--beta", type=float, default=1.0, show_default=True, help="Weight of the category."),
    click.option(
        "--delta-empty", type=float, default=1.0, show_default=True, help="What a unit without a fellow costs."
    ),
    click.option(
        "--forbid",
        multiple=True,
        metavar="A,B|all",
        help="Two categories that are never aligned, several times for several; all: none that differ.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(0),
        default=SECONDS,
        show_default=True,
        help="How long to search one document for the best alignment.",
    ),
]
NAMES = ("method", "position", "alpha", "beta", "delta_empty", "forbid", "seconds")


def how_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How units are aligned, gathered into one ``how``."""

    @functools.wraps(function)
    def gathered(*args: Any, **kwargs: Any) -> Any:
        how = {name: kwargs.pop(name) for name in NAMES}
        return function(*args, how=how | {"forbid": forbidden(how["forbid"])}, **kwargs)

    decorated: Callable[..., Any] = gathered
    for option in reversed(HOW):
        decorated = option(decorated)
    return decorated


def forbidden(given: tuple[str, ...]) -> str | list[tuple[str, ...]]:
    """The pairs of categories that are never aligned."""
    return "all" if "all" in given else [tuple(listed(pair)) for pair in given]
