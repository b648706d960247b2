"""What can be said of annotators of trees who are simulated."""

from __future__ import annotations

from dataclasses import dataclass

from accord.kinds.options import option
from accord.kinds.simulation_options import SimulationOptions, amount


@dataclass(frozen=True)
class TreeSimulationOptions(SimulationOptions):
    """Which errors annotators of trees make, and which trees there are where nobody drew any.

    Skjærholt, A. (2014), section 3.
    """

    relabel: tuple[float, ...] = amount("The share of labels that are redrawn from all labels.")
    reattach: tuple[float, ...] = amount("The share of tokens that get another head; of dependencies.")
    random: tuple[float, ...] = amount("The share of trees that become any tree over their tokens; of dependencies.")
    leave_out: tuple[float, ...] = amount("The share of inner phrases that are left out.")
    sentences: int = option(100, "Without PATHS: how many sentences.", range=(1, 1_000_000))
    tokens: int = option(20, "Without PATHS: how many tokens they have on average.", range=(1, 10_000))
    phrases: bool = option(False, "Without PATHS: phrases, not dependencies.")
