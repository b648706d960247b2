"""``accord score --chance``: its options, gathered into one correction."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from accord.cli.bar import Bar

if TYPE_CHECKING:
    from collections.abc import Callable

_OPTIONS = [
    click.option("--chance", is_flag=True, help="Also F1 corrected for what spans placed at random would reach."),
    click.option(
        "--types",
        type=click.Choice(["apart", "joint", "ignore"]),
        help="With --chance: types each for itself, all together without overlap, or not looked at. Default: apart.",
    ),
    click.option(
        "--split-difficulty",
        type=Bar(0, 1),
        metavar="CHANCE-F1",
        help="With --chance: also hard sentences, whose reference has a chance F1 (1 less its difficulty) below this, "
        "and easy ones, from it up.",
    ),
    click.option(
        "--draws",
        type=click.IntRange(0, 1_000_000),
        help="With --chance: random placements for p; 0 for the normal distribution. Default: 9999 where fewer than 30 "
        "sentences are marked by both, else 0.",
    ),
]


def chance_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How F1 is corrected for chance, gathered into ``correction``, which is None where nobody asked for it."""

    @functools.wraps(function)
    def gathered(*args: Any, chance: bool, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(name) for name in ("types", "split_difficulty", "draws")}
        told = {name: value for name, value in given.items() if value is not None}
        if told and not chance:
            raise click.UsageError(f"--{next(iter(told)).replace('_', '-')} is for --chance: give both")
        if not chance:
            return function(*args, correction=None, **kwargs)
        from accord.verbs.chance import correction

        if (match := kwargs.get("match")) is not None:
            told["match"] = match
        return function(*args, correction=correction(**told), **kwargs)

    decorated: Callable[..., Any] = gathered
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
