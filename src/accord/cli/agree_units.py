"""``accord agree`` on units of a continuum: gamma and its kin, and what was measured before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.agree_labels import DISTANCE
from accord.cli.kind_options import class_options
from accord.cli.kinds import Kind, Renderers
from accord.cli.options import CHUNKS, LABELS, RESAMPLED
from accord.cli.progress import progress
from accord.kinds.options import listed
from accord.kinds.units.kind import UNITS
from accord.kinds.units.options import UnitOptions

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus

_OWN = (
    *("method", "position", "position_weight", "category_weight", "delta_empty", "forbid", "seconds", "without"),
    *("samples", "sampler", "ground_truth", "precision", "weights", "workers"),
)
_REFERENCE = click.option(
    "--reference", "--fixed", "reference", metavar="ANNOTATOR", help="Whose spans or units are a reference."
)


def _measure(corpus: Corpus, coefficients: tuple[str, ...], **given: Any) -> tuple[Agreement, list[str]]:
    """The agreement on units, and why it is measured as it is."""
    from accord.verbs.agree_units import agree_units

    if "labels" in given:
        given["labels"] = listed(*given["labels"]) or None
    annotators = given.pop("only", None)
    with progress("drawing and aligning") as done:
        agreement = agree_units(corpus, coefficients, annotators=annotators, done=done, **given)
    return agreement, list(agreement.reasons)


def _shown(agreement: Agreement, top: int, **_: Any) -> Renderers:
    from accord.reporting import agree, agree_payload

    return Renderers(
        lambda: agree_payload.agree_payload(agreement, top),
        lambda: agree_payload.agree_records(agreement),
        lambda: agree.agree_tables(agreement, top),
    )


KIND = Kind(
    "units",
    class_options(UnitOptions, *_OWN)
    | {"distance": DISTANCE, "labels": LABELS, "reference": _REFERENCE}
    | CHUNKS
    | RESAMPLED,
    UNITS.coefficients,
    _measure,
    _shown,
)
