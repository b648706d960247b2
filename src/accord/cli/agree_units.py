"""``accord agree`` on units of a continuum: gamma and its kin, and what was measured before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.agree_labels import DISTANCE
from accord.cli.kinds import Kind, Renderers
from accord.cli.options import CHUNKS, LABELS, RESAMPLED, listed
from accord.cli.progress import progress
from accord.cli.unit_options import HOW, SAMPLER, WITHOUT
from accord.kinds.units import BASELINES
from accord.kinds.units.agreement import WEIGHTS
from accord.kinds.units.coefficient import UNIT_COEFFICIENTS

if TYPE_CHECKING:
    from accord.kinds.units.agreement import UnitAgreement
    from accord.model import Corpus

_CHANCE = {
    "samples": click.option(
        "--samples",
        type=click.IntRange(2, 100_000),
        default=30,
        show_default=True,
        help="Random continua a document that say what chance would do.",
    ),
    "sampler": SAMPLER,
    "ground_truth": click.option(
        "--ground-truth", multiple=True, metavar="ANNOTATOR", help="Draw them after these annotators only."
    ),
    "precision": click.option(
        "--precision",
        type=float,
        metavar="SHARE",
        help="Draw as many more as the expected disorder needs to be known to this share of itself, 0.02 say.",
    ),
    "weights": click.option(
        "--weights",
        type=click.Choice(WEIGHTS),
        default="units",
        show_default=True,
        help="What documents count: as many as they have units, or one each.",
    ),
    "workers": click.option(
        "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes that share the work."
    ),
}

_BASELINES = {
    "reference": click.option(
        "--reference", "--fixed", "reference", metavar="ANNOTATOR", help="Whose spans or units are a reference."
    )
}


def _measure(corpus: Corpus, coefficients: tuple[str, ...], **given: Any) -> tuple[UnitAgreement, list[str]]:
    """The agreement on units, and what is to be said of it."""
    from accord.verbs.agree_units import agree_units

    if "sampler" in given and all(_has_own_chance(name) for name in coefficients or ("gamma",)):
        raise click.UsageError(f"--sampler says nothing about {coefficients[0]}, whose chance is its own")
    if "labels" in given:
        given["labels"] = listed(*given["labels"]) or None
    with progress("drawing and aligning") as done:
        agreement = agree_units(corpus, coefficients or "gamma", done=done, **given)
    why = [] if coefficients else ["gamma, for units that annotators place and name themselves"]
    return agreement, [*why, *agreement.notes]


def _has_own_chance(name: str) -> bool:
    kind = name.partition(":")[0]
    return kind.casefold() in BASELINES.spellings or UNIT_COEFFICIENTS.get(kind).samplers is not None


def _shown(agreement: UnitAgreement, top: int, **_: Any) -> Renderers:
    from accord.reporting import units

    return Renderers(
        lambda: units.unit_payload(agreement),
        lambda: units.unit_records(agreement),
        lambda: units.unit_tables(agreement, top),
    )


KIND = Kind(
    "units",
    HOW | WITHOUT | {"distance": DISTANCE, "labels": LABELS} | CHUNKS | _CHANCE | _BASELINES | RESAMPLED,
    lambda: {*UNIT_COEFFICIENTS.spellings, *BASELINES.spellings},
    _measure,
    _shown,
)
