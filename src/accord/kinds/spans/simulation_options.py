"""What can be said of annotators of spans who are simulated."""

from __future__ import annotations

from dataclasses import dataclass

from accord.kinds.chunk_options import ChunkOptions
from accord.kinds.options import option
from accord.kinds.simulation_options import SimulationOptions, amount


@dataclass(frozen=True)
class SpanSimulation(SimulationOptions, ChunkOptions):
    """Which errors annotators of spans make, and which spans there are where nobody marked any."""

    omissions: tuple[float, ...] = amount("The share of spans that are forgotten.")
    additions: tuple[float, ...] = amount("How many spans are added, as a share of those there are.", None)
    borders: tuple[float, ...] = amount("The share of borders that are moved.")
    step: int = option(1, "By how many tokens, or characters, borders are moved at most.", range=(1, 10_000))
    types: tuple[float, ...] = amount("The share of types that are redrawn, by how frequent they are.")
    splits: tuple[float, ...] = amount("The share of spans that are split in two.")
    merges: tuple[float, ...] = amount("The share of spans that are merged with the next.")
    invalid: tuple[float, ...] = amount("The share of mentions whose first label makes the sequence invalid.")
    sentences: int = option(100, "Without PATHS: how many sentences.", range=(1, 1_000_000))
    tokens: int = option(20, "Without PATHS: how many tokens they have on average.", range=(1, 10_000))
    density: float = option(0.15, "Without PATHS: which share of the tokens is in spans.", range=(0, 0.9))
