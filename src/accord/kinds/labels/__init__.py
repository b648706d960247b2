"""Agreement on labels: coefficients that are all 1 - observed / expected disagreement."""

from accord.registry import Registry

__all__ = ["COEFFICIENTS"]

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
        }.items()
        for alias in aliases
    },
)
"""Each coefficient is one file: which items weigh how much, and what chance would do."""
