"""``accord agree --coefficient corrected-f1``: the options of agreement on spans."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from accord.cli.options import encoding_option

if TYPE_CHECKING:
    from collections.abc import Callable

CORRECTED_F1 = "corrected-f1"
match_option = click.option(
    "--match",
    metavar="HOW",
    default="token",
    show_default=True,
    help="When two spans match: token, union, exact, overlap, iou:0.5 or boundary:1.",
)
model_option = click.option(
    "--model",
    type=click.Choice(["disjoint", "overlap"]),
    default="disjoint",
    show_default=True,
    help="How chance lays spans.",
)
types_option = click.option(
    "--types",
    type=click.Choice(["apart", "joint", "ignore"]),
    default="apart",
    show_default=True,
    help="Types of spans: each for itself, all together without overlap, or not looked at.",
)
gap_option = click.option(
    "--gap", type=click.IntRange(0), default=0, show_default=True, help="Least tokens between two spans."
)
text_option = click.option(
    "--text",
    type=click.Choice(["sentence", "document"]),
    default="sentence",
    show_default=True,
    help="Within what chance lays spans.",
)
_OPTIONS: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [
    match_option,
    model_option,
    types_option,
    gap_option,
    text_option,
    click.option(
        "--reference", "--fixed", "reference", metavar="ANNOTATOR", help="Whose spans lie as they do: a reference."
    ),
    click.option("--shared", metavar="N|all", help="Count tokens that so many annotators mark, instead of pairs."),
    click.option("--by-most", is_flag=True, help="Normalise by the highest F1 that these lengths allow."),
    encoding_option,
    click.option(
        "--repair",
        default="none",
        show_default=True,
        metavar="METHOD",
        help="How to read invalid sequences of chunk labels: begin, discard, last-type; none refuses them.",
    ),
    click.option(
        "--draws",
        type=click.IntRange(0, 1_000_000),
        default=1_000,
        show_default=True,
        help="Random placements for sd and p.",
    ),
]


_DEFAULTS: dict[str, Any] = {
    "match": "token",
    "model": "disjoint",
    "types": "apart",
    "gap": 0,
    "text": "sentence",
    "reference": None,
    "shared": None,
    "by_most": False,
    "encoding": None,
    "repair": "none",
    "draws": 1_000,
}


def span_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """What is measured of spans, gathered into ``spans``: those arguments of the verb that are given."""

    @functools.wraps(function)
    def gathered(*args: Any, **kwargs: Any) -> Any:
        given = {name: kwargs.pop(name) for name in _DEFAULTS}
        spans = {name: value for name, value in given.items() if value != _DEFAULTS[name]}
        return function(*args, spans=spans, **kwargs)

    decorated: Callable[..., Any] = gathered
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated
