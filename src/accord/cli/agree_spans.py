"""The options of what is measured of spans: of ``accord difficulty``, and of ``accord agree -c corrected-f1``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kinds import Kind, Renderers
from accord.cli.options import CHUNKS, RESAMPLED

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.agreement.agreement import Agreement
    from accord.model import Corpus

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

CORRECTED_F1 = "corrected-f1"
SPANS: dict[str, Decorator] = {
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
        help="How chance places spans.",
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
        help="Within what chance places spans.",
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


def _measure(corpus: Corpus, coefficients: tuple[str, ...], **given: Any) -> tuple[Agreement, list[str]]:
    """The agreement on spans, which itself says what is doubtful about it."""
    from accord.verbs.agree_spans import agree_spans

    del coefficients
    return agree_spans(corpus, **given), []


def _shown(agreement: Agreement, top: int, **_: Any) -> Renderers:
    from accord.reporting import agree, agree_payload

    return Renderers(
        lambda: agree_payload.agree_payload(agreement, top),
        lambda: agree_payload.agree_records(agreement),
        lambda: agree.agree_tables(agreement, top),
    )


KIND = Kind("spans", SPANS | _AGREED | CHUNKS | RESAMPLED, lambda: {CORRECTED_F1}, _measure, _shown)
