"""Degrade a corpus on purpose, and calibrate what a value means."""

from math import inf

from accord.registry import Registry

__all__ = ["LABEL_NOISES", "NOISES", "SIMULATIONS", "TREE_NOISES", "most"]

NOISES = Registry(
    "noise",
    {
        name: f"accord.kinds.units.noise:{name}"
        for name in ("borders", "omissions", "additions", "categories", "splits")
    },
)
"""Kinds of noise in units, by name."""

TREE_NOISES = Registry(
    "noise in trees",
    {name: f"accord.kinds.trees.noise:{name}" for name in ("relabel", "reattach", "both", "random")},
)
"""Kinds of noise in trees, by name."""

PROBABILITIES = frozenset({"omissions", "categories", "splits", *TREE_NOISES.entries})
"""Noises whose amount is the chance that a unit, a token or a tree is spoilt."""


def most(noise: str) -> float:
    """The largest amount of a noise."""
    return 1.0 if noise in PROBABILITIES else inf


LABEL_NOISES = Registry(
    "noise in labels", {name: f"accord.kinds.labels.noise:{name}" for name in ("slips", "confusions", "bias")}
)
"""Kinds of noise in labels, by name."""

SIMULATIONS = Registry(
    "simulation",
    {
        "calibration": "accord.simulation.calibration:Calibration",
        "corpus-calibration": "accord.simulation.corpus_calibration:CorpusCalibration",
    },
)
"""What noise is simulated for: a coefficient at known noise, and the errors that an agreement corresponds to."""
