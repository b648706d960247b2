"""Degrade a corpus on purpose, and calibrate what a value means."""

from math import inf

from accord.registry import Registry

__all__ = ["NOISES", "SIMULATIONS", "TREE_NOISES", "most"]

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


SIMULATIONS = Registry("simulation", {"calibration": "accord.simulation.calibration:Calibration"})
"""What noise is simulated for."""
