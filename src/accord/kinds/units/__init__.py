"""Agreement on units of a continuum, whose places and categories annotators choose."""

from accord.registry import Registry

__all__ = ["BASELINES"]

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
