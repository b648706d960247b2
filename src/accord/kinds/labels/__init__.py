"""Agreement on labels: coefficients that are all 1 - observed / expected disagreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["COEFFICIENTS", "coefficients_named"]

COEFFICIENTS = Registry(
    "coefficient",
    {
        "alpha": "accord.kinds.labels.alpha:ALPHA",
        "observed": "accord.kinds.labels.observed:OBSERVED",
        "s": "accord.kinds.labels.s:S",
        "pi": "accord.kinds.labels.pi:PI",
        "kappa": "accord.kinds.labels.kappa:KAPPA",
        "weighted-kappa": "accord.kinds.labels.weighted_kappa:WEIGHTED_KAPPA",
        "fleiss": "accord.kinds.labels.fleiss:FLEISS",
        "multi-kappa": "accord.kinds.labels.multi_kappa:MULTI_KAPPA",
        "light": "accord.kinds.labels.light:LIGHT",
        "randolph": "accord.kinds.labels.randolph:RANDOLPH",
        "ac1": "accord.kinds.labels.ac1:AC1",
        "ac2": "accord.kinds.labels.ac2:AC2",
        "pairwise-f1": "accord.kinds.labels.pairwise_f1:PAIRWISE_F1",
        "concordance": "accord.kinds.labels.concordance:CONCORDANCE",
        "icc-a": "accord.kinds.labels.icc:AGREEMENT",
        "icc-c": "accord.kinds.labels.icc:CONSISTENCY",
        "icc-1": "accord.kinds.labels.icc:ONE",
        "icc-a-k": "accord.kinds.labels.icc:AGREEMENT_OF_MEAN",
        "icc-c-k": "accord.kinds.labels.icc:CONSISTENCY_OF_MEAN",
        "icc-1-k": "accord.kinds.labels.icc:ONE_OF_MEAN",
    },
    aliases={
        alias: name
        for name, aliases in {
            "alpha": ["krippendorff"],
            "observed": ["raw", "percent", "percent-agreement"],
            "s": ["bennett", "brennan-prediger"],
            "pi": ["scott"],
            "kappa": ["cohen"],
            "fleiss": ["fleiss-kappa"],
            "multi-kappa": ["conger", "hubert", "davies-fleiss"],
            "light": ["light-kappa"],
            "randolph": ["free-marginal"],
            "ac1": ["gwet"],
            "pairwise-f1": ["specific-agreement"],
            "concordance": ["lin", "ccc"],
            "icc-a": ["icc", "intraclass-correlation"],
        }.items()
        for alias in aliases
    },
)
"""Each coefficient is one file: which items weigh how much, and what chance would do."""
_SEVERAL = {"icc": tuple(name for name in COEFFICIENTS.entries if name.startswith("icc-"))}


def coefficients_named(asked: Iterable[str]) -> list[str]:
    """The names of coefficients, each once; some spellings stand for several."""
    return list(
        dict.fromkeys(name for each in asked for name in _SEVERAL.get(each.casefold()) or (COEFFICIENTS.name(each),))
    )
