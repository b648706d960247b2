"""Degrade a corpus on purpose, and calibrate what a value means."""

from accord.registry import Registry

__all__ = ["NOISES", "SIMULATIONS", "TREE_NOISES"]

NOISES = Registry(
    "noise",
    {name: f"accord.simulation.noise:{name}" for name in ("borders", "omissions", "additions", "categories", "splits")},
)
"""Kinds of noise in units, by name."""

TREE_NOISES = Registry(
    "noise in trees",
    {name: f"accord.simulation.tree_noise:{name}" for name in ("relabel", "reattach", "both", "random")},
)
"""Kinds of noise in trees, by name."""

SIMULATIONS = Registry("simulation", {"calibration": "accord.simulation.calibration:Calibration"})
"""What noise is simulated for."""
