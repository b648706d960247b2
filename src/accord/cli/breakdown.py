"""The options of ``accord score`` that break scores down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable


def by_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What scores are broken down by, and the training data that say what was seen."""
    function = click.option(
        "--train", multiple=True, type=click.Path(), help="Training data, for --by seen and --by frequency."
    )(function)
    return click.option(
        "--by",
        metavar="WHAT",
        multiple=True,
        help="Scores of groups: by length, frequency, seen (in --train), document, label, or a column, comment or field"
        " of the reference; length:1,5,10 says where groups begin.",
    )(function)
