"""Degrade a corpus on purpose, and calibrate what a value means."""

from accord.registry import Registry

__all__ = ["NOISES", "SIMULATIONS"]

NOISES = Registry(
    "noise",
    {name: f"accord.simulation.noise:{name}" for name in ("borders", "omissions", "additions", "categories", "splits")},
)
"""Kinds of noise, by name."""

SIMULATIONS = Registry("simulation", {"calibration": "accord.simulation.calibration:Calibration"})
"""What noise is simulated for."""
