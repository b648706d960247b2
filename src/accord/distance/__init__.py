"""How different two annotations are: labels, units, trees."""

from accord.registry import Registry

__all__ = ["DEVICES", "DISTANCES", "POSITIONS", "TREE_DISTANCES", "VARIANTS"]

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

POSITIONS = Registry(
    "position",
    {"sporadic": "accord.distance.position:Sporadic", "hamming": "accord.distance.position:Hamming"},
)
"""How far two units lie from each other, by name."""

TREE_DISTANCES = Registry(
    "tree distance",
    {"tree-edit": "accord.distance.tree_variants:TreeEdit", "pq-gram": "accord.distance.pq_gram:PqGram"},
)
"""Each distance of trees takes a variant and gives a `TreeDistance`."""

DEVICES = ("auto", "cpu", "gpu")
"""Where all trees are compared with all."""

VARIANTS = ("plain", "diff", "norm", "metric")
"""As it is, or in relation to the size of the trees; pq-gram has the first and the third."""
