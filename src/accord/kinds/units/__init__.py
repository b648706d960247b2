"""Agreement on units of a continuum, whose places and categories annotators choose."""

from accord.registry import Registry

__all__ = ["BASELINES", "UNIT_COEFFICIENTS"]

UNIT_COEFFICIENTS = Registry(
    "unit-coefficient",
    {
        "gamma": "accord.kinds.units.gamma:Gamma",
        "gamma-cat": "accord.kinds.units.gamma_cat:GammaCat",
        "gamma-cat-pygamma": "accord.kinds.units.gamma_cat:GammaCatPygamma",
        "gamma-k": "accord.kinds.units.gamma_k:GammaK",
        "gamma-k-pygamma": "accord.kinds.units.gamma_k:GammaKPygamma",
        "accord-2011": "accord.kinds.units.accord_2011:Accord2011",
    },
)
"""Coefficients of agreement on units, by name."""

BASELINES = Registry(
    "baseline",
    {
        "u-alpha": "accord.kinds.units.alpha_u:UAlpha",
        "u-alpha-binary": "accord.kinds.units.alpha_u:UAlphaBinary",
        "cu-alpha": "accord.kinds.units.alpha_u:CuAlpha",
        "ku-alpha": "accord.kinds.units.alpha_u:KuAlpha",
        "alpha-u-1995": "accord.kinds.units.alpha_u_1995:AlphaU1995",
        "window-diff": "accord.kinds.units.window_diff:WindowDiff",
        "pk": "accord.kinds.units.pk:Pk",
        "generalised-hamming": "accord.kinds.units.generalised_hamming:GeneralisedHamming",
        "boundary-similarity": "accord.kinds.units.boundary_similarity:BoundarySimilarity",
        "segmentation-similarity": "accord.kinds.units.boundary_similarity:SegmentationSimilarity",
        "slot-error-rate": "accord.kinds.units.slot_error_rate:SlotErrorRate",
    },
    aliases={
        alias: name
        for name, aliases in {
            "u-alpha-binary": ["|u-alpha"],
            "ku-alpha": ["(k)u-alpha"],
            "alpha-u-1995": ["alpha-u"],
            "window-diff": ["windowdiff"],
            "generalised-hamming": ["generalized-hamming", "ghd"],
            "slot-error-rate": ["ser"],
        }.items()
        for alias in aliases
    },
)
"""What was measured before alignments were: each is one small file, for comparison on the same study."""
