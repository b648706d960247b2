"""The options of what is measured of spans: of ``accord difficulty``, and of ``accord agree -c corrected-f1``."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from accord.cli.options import encoding_option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

CORRECTED_F1 = "corrected-f1"
_SPANS: dict[str, Decorator] = {
    "match": click.option(
        "--match",
        metavar="HOW",
        default="token",
        show_default=True,
        help="When two spans match: token, union, exact, overlap, iou:0.5 or boundary:1.",
    ),
    "model": click.option(
        "--model",
        type=click.Choice(["disjoint", "overlap"]),
        default="disjoint",
        show_default=True,
        help="How chance lays spans.",
    ),
    "types": click.option(
        "--types",
        type=click.Choice(["apart", "joint", "ignore"]),
        default="apart",
        show_default=True,
        help="Types of spans: each for itself, all together without overlap, or not looked at.",
    ),
    "gap": click.option(
        "--gap", type=click.IntRange(0), default=0, show_default=True, help="Least tokens between two spans."
    ),
    "text": click.option(
        "--text",
        type=click.Choice(["sentence", "document"]),
        default="sentence",
        show_default=True,
        help="Within what chance lays spans.",
    ),
    "encoding": encoding_option,
    "repair": click.option(
        "--repair",
        default="none",
        show_default=True,
        metavar="METHOD",
        help="How to read invalid sequences of chunk labels: begin, discard, last-type; none refuses them.",
    ),
}
_AGREED: dict[str, Decorator] = {
    "reference": click.option(
        "--reference", "--fixed", "reference", metavar="ANNOTATOR", help="Whose spans lie as they do: a reference."
    ),
    "shared": click.option(
        "--shared", metavar="N|all", help="Count tokens that so many annotators mark, instead of pairs."
    ),
    "by_most": click.option("--by-most", is_flag=True, help="Normalise by the highest F1 that these lengths allow."),
    "draws": click.option(
        "--draws",
        type=click.IntRange(0, 1_000_000),
        default=1_000,
        show_default=True,
        help="Random placements for p, and for sd where it is too much to count out.",
    ),
}


def _gathering(options: Mapping[str, Decorator]) -> Decorator:
    """Options gathered into ``spans``: those arguments of the verb that are given."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def gathered(*args: Any, **kwargs: Any) -> Any:
            values = {name: kwargs.pop(name) for name in options}
            source = click.get_current_context().get_parameter_source
            spans = {name: value for name, value in values.items() if source(name) is not ParameterSource.DEFAULT}
            return function(*args, spans=spans, **kwargs)

        decorated: Callable[..., Any] = gathered
        for option in reversed(list(options.values())):
            decorated = option(decorated)
        return decorated

    return decorate


difficulty_options = _gathering(_SPANS)
span_options = _gathering(_SPANS | _AGREED)
