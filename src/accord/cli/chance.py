"""``accord score --chance``: its options, gathered into one correction."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from accord.cli.bar import Bar
from accord.cli.options import decorated, gathered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from accord.reporting.table import Table
    from accord.scoring.corrected import BeyondChance

_PLACEMENT = {
    "types": click.option(
        "--types",
        type=click.Choice(["apart", "joint", "ignore"]),
        help="How chance places types: each on its own, all together without overlap, or ignored. Default: apart.",
    ),
    "model": click.option(
        "--model",
        type=click.Choice(["disjoint", "overlap"]),
        help="How chance places spans. Default: disjoint.",
    ),
    "fixed": click.option(
        "--fixed",
        type=click.Choice(["reference", "none"]),
        help="What stays as it is: the reference, or none, so that chance places both sides. Default: reference.",
    ),
}
_OPTIONS = {
    **_PLACEMENT,
    "split_difficulty": click.option(
        "--split-difficulty",
        type=Bar(0, 1),
        metavar="CHANCE-F1",
        help="With --chance: also hard sentences, whose reference has a chance F1 (1 less its difficulty) below this, "
        "and easy ones, from it up.",
    ),
    "draws": click.option(
        "--draws",
        type=click.IntRange(0, 1_000_000),
        help="With --chance: random placements for p (of units random continua); 0 for the normal distribution. "
        "Default: 9999 where fewer than 30 sentences are marked by both, else 0; of units 30.",
    ),
}
placement_options = gathered("placement", _PLACEMENT)
"""How chance places spans, gathered into ``placement``."""


def chance_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """How F1 is corrected for chance, gathered into ``correction``, which is None where nobody asked for it."""

    @functools.wraps(function)
    def wrapper(*args: Any, chance: bool, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(name) for name in _OPTIONS}
        told = {name: value for name, value in given.items() if value is not None}
        if told and not chance:
            raise click.UsageError(f"--{next(iter(told)).replace('_', '-')} is for --chance: give both")
        if not chance:
            return function(*args, correction=None, **kwargs)
        from accord.verbs.chance import correction

        if (match := kwargs.get("match")) is not None:
            told["match"] = match
        return function(*args, correction=correction(**told), **kwargs)

    asked = click.option(
        "--chance", is_flag=True, help="Also F1 or accuracy corrected for what chance would reach; of units gamma."
    )
    return decorated(wrapper, asked, *_OPTIONS.values())


def chance_tables(found: BeyondChance | None, *, by_document: bool = False) -> Iterable[Table]:
    """The tables of a correction; none without one."""
    from accord.reporting.chance import chance_tables as tables

    return tables(found, by_document=by_document) if found else ()


def chance_payload(found: BeyondChance | None, *, by_document: bool = False) -> dict[str, Any]:
    """What JSON holds of a correction; nothing without one."""
    from accord.reporting.chance import chance_payload as payload

    return {"chance": payload(found, by_document=by_document)} if found else {}
