"""``accord agree`` on labels of items or tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.kinds import Kind, Renderers
from accord.cli.options import LABELS, MISSING, RESAMPLED
from accord.distance import DISTANCES, TREE_DISTANCES
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.options import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.agreement import Agreement
    from accord.model import Corpus

DISTANCE = click.option(
    "--distance",
    "-d",
    metavar="NAME|FILE",
    help=f"{', '.join(DISTANCES)}, or a file with a matrix; of trees {' or '.join(TREE_DISTANCES)}. "
    "Default: what fits.",
)
BY_DOCUMENT = click.option(
    "--by-document", is_flag=True, help="Intervals over documents, whose items or sentences belong together."
)
OPTIONS = {
    "distance": DISTANCE,
    "labels": LABELS,
    "missing": MISSING,
    "singles": click.option("--singles", is_flag=True, help="Items with one label count for chance (as in Gwet 2014)."),
    "by_document": BY_DOCUMENT,
}
_MORE = {
    "permutations": click.option(
        "--permutations",
        type=click.IntRange(0, 1_000_000),
        default=0,
        show_default=True,
        help="Permutations for a p value.",
    ),
    "matrix": click.option("--matrix", is_flag=True, help="Show the matrix of coincidences of labels."),
}


def measure(corpus: Corpus, coefficients: tuple[str, ...], **given: Any) -> tuple[Agreement, list[str]]:
    """The agreement on labels, and why it is measured as it is."""
    from accord.verbs.agree import agree

    given.pop("matrix", None)
    if "labels" in given:
        given["labels"] = listed(*given["labels"]) or None
    agreement = agree(corpus, coefficients or None, **given)
    return agreement, list(agreement.reasons)


def _shown(agreement: Agreement, top: int, *, matrix: bool = False, **_: Any) -> Renderers:
    from accord.reporting import agree, agree_payload

    return Renderers(
        lambda: agree_payload.agree_payload(agreement, top),
        lambda: agree_payload.agree_records(agreement),
        lambda: agree.agree_tables(agreement, top, ("coincidences",) if matrix else ()),
    )


def _refuse(given: Mapping[str, Any], format_: str) -> None:
    if "matrix" in given and format_ in {"csv", "json"}:
        raise click.UsageError("--matrix is for tables to read; --json holds the matrices anyway")


KIND = Kind("labels", OPTIONS | _MORE | RESAMPLED, lambda: COEFFICIENTS, measure, _shown, _refuse)
