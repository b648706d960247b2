"""Agreement on labels: coefficients that are all 1 - observed / expected disagreement."""

from accord.registry import Registry

__all__ = ["COEFFICIENTS"]

COEFFICIENTS = Registry(
    "coefficient",
    {
        "alpha": "accord.measure.coding.alpha:ALPHA",
        "observed": "accord.measure.coding.observed:OBSERVED",
        "s": "accord.measure.coding.s:S",
        "pi": "accord.measure.coding.pi:PI",
        "kappa": "accord.measure.coding.kappa:KAPPA",
        "weighted-kappa": "accord.measure.coding.weighted_kappa:WEIGHTED_KAPPA",
        "fleiss": "accord.measure.coding.fleiss:FLEISS",
        "multi-kappa": "accord.measure.coding.multi_kappa:MULTI_KAPPA",
        "light": "accord.measure.coding.light:LIGHT",
        "randolph": "accord.measure.coding.randolph:RANDOLPH",
        "ac1": "accord.measure.coding.ac1:AC1",
        "ac2": "accord.measure.coding.ac2:AC2",
        "pairwise-f1": "accord.measure.coding.pairwise_f1:PAIRWISE_F1",
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
