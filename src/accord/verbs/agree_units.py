"""Measure how much annotators agree on units, over their best alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.options import chosen
from accord.kinds.units.kind import UNITS
from accord.kinds.units.options import UnitOptions
from accord.verbs.arguments import names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.compute.progress import OnProgress


def agree_units(
    data: Any, coefficients: str | Sequence[str] = (), *, done: OnProgress | None = None, **options: Any
) -> Agreement:
    """Gamma, gamma-cat, gamma-k, the agreement of 2011 or a baseline of the units that two annotators or more marked.

    ``data`` is a corpus or paths: units, spans, or chunk labels, whose mentions are the units. The options are those of
    `accord.kinds.units.options.UnitOptions`. Chance is what ``samples`` random continua per document do, drawn by a
    ``sampler`` (statistical, shuffle, random1, random2) after all annotators or those of a ``ground_truth``; with a
    ``precision``, as many more as the expected disorder needs to be known to that share of itself. ``weights`` says
    what documents count (units, documents); baselines that are not the same in both directions take a ``reference``.
    How units are aligned is said as for `accord.align`. ``done`` is called with how many continua, observed or random,
    were aligned, and of how many.
    """
    return UNITS.agree(as_corpus(data), names(coefficients, "coefficients"), chosen(UnitOptions, options), done)
