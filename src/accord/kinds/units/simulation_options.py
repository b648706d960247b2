"""What can be said of annotators of units who are simulated."""

from __future__ import annotations

from dataclasses import dataclass

from accord.kinds.options import option
from accord.kinds.simulation_options import SimulationOptions, amount


@dataclass(frozen=True)
class UnitSimulation(SimulationOptions):
    """Which errors annotators of units make, and which units there are where nobody marked any.

    Mathet, Y. & Widlöcher, A. (2011), section 6.1; Mathet et al. (2012).
    """

    omissions: tuple[float, ...] = amount("The share of units that are forgotten.")
    additions: tuple[float, ...] = amount("How many units are added, as a share of those there are.", None)
    borders: tuple[float, ...] = amount(
        "How far borders are moved: by up to half of this, in lengths of the unit, to either side.", None
    )
    categories: tuple[float, ...] = amount("The share of categories that are redrawn, by how frequent they are.")
    splits: tuple[float, ...] = amount("The share of units that are split in two.")
    merges: tuple[float, ...] = amount("The share of units that are merged with the next.")
    documents: int = option(1, "Without PATHS: how many documents.", range=(1, 100_000))
    units: int = option(25, "Without PATHS: how many units each has.", range=(1, 1_000_000))
    density: float = option(
        1.0, "Without PATHS: how long all units are together, in lengths of the text.", range=(0.001, 1_000)
    )
