"""What can be said of annotators of labels who are simulated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from accord.kinds.options import listed, option
from accord.kinds.simulation_options import SimulationOptions, amount, numbers


def _pairs(given: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The pairs of labels that a command line gives."""
    return tuple(tuple(listed(pair)) for pair in given)


@dataclass(frozen=True)
class LabelSimulation(SimulationOptions):
    """Which errors annotators of labels make, and which labels there are where nobody gave any."""

    slips: tuple[float, ...] = amount("The share of labels that are redrawn, by how frequent they are.")
    even: bool = option(False, "Slips draw each label as often, which does not keep the prevalence.")
    confusions: tuple[float, ...] = amount("The share of labels that are taken for another that is like them.")
    confuse: Any = option(
        (),
        "Two labels, as A,B, that are taken for each other; repeatable. Default: the first and the second, and so on.",
        type=tuple,
        many=True,
        metavar="A,B",
        parse=_pairs,
    )
    confusion: Any = option(
        None,
        "A file with the probability of each label (columns) where another is right (rows), instead of slips and "
        "confusions; in Python also a mapping of pairs.",
        metavar="FILE",
        type=str,
    )
    bias: tuple[float, ...] = amount(
        "The share of labels that are replaced by the annotator's favourite: of the first annotator the first label, "
        "of the second the second, and so on."
    )
    items: int = option(100, "Without PATHS: how many items.", range=(1, 10_000_000))
    prevalence: tuple[float, ...] = option(
        (),
        "Without PATHS: how frequent they are, in proportion. Default: all alike.",
        many=True,
        metavar="X,Y,...",
        range=(0, None),
        parse=numbers,
    )
