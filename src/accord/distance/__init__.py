"""How different two annotations are: labels, units, trees."""

from accord.registry import Registry

__all__ = ["DISTANCES"]

DISTANCES = Registry(
    "distance",
    {
        "nominal": "accord.distance.nominal:Nominal",
        "ordinal": "accord.distance.ordinal:Ordinal",
        "interval": "accord.distance.interval:interval",
        "ratio": "accord.distance.ratio:ratio",
        "linear": "accord.distance.linear:linear",
        "radical": "accord.distance.radical:radical",
        "ordinal-gwet": "accord.distance.ordinal_gwet:ordinal_gwet",
        "circular": "accord.distance.circular:circular",
        "bipolar": "accord.distance.bipolar:bipolar",
        "masi": "accord.distance.sets:masi",
        "jaccard": "accord.distance.sets:jaccard",
        "levenshtein": "accord.distance.levenshtein:levenshtein",
    },
    aliases={
        "identity": "nominal",
        "unweighted": "nominal",
        "absolute": "nominal",
        "quadratic": "interval",
        "numerical": "linear",
    },
)
"""Each distance takes a `Scale` and gives the distances between its labels (`Between`)."""
