"""Documents that have a given agreement, to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Undefined
from accord.errors import NotApplicable
from accord.model import Corpus, Document, Unit, Units
from accord.simulation.simulation import Simulation

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.simulation.calibration import Calibration
    from accord.study.units import Continuum


class Example(NamedTuple):
    """A document with so much of a noise, whose own ``value`` is nearest to the one that was ``wanted``."""

    noise: str
    amount: float
    wanted: float
    value: float
    continuum: Continuum
    categories: tuple[str, ...]

    @property
    def name(self) -> str:
        """What the document is called."""
        return f"{self.noise}-{self.wanted:g}"


def examples_of(calibration: Calibration, values: Sequence[float]) -> tuple[list[Example], list[str]]:
    """A document for each value and each noise that reaches it; and why there is none for the others.

    The amount is the one that the value stands for; of all repeats at that amount, the one is taken that comes nearest.
    Mathet, Y. & Widlöcher, A. (2011), Figure 3.
    """
    simulation = calibration.simulation
    if not isinstance(simulation, Simulation):
        raise NotApplicable("examples are of units, and trees are calibrated here")
    found, without = [], []
    for value in values:
        for curve in calibration.curves:
            reading = calibration.reading(curve, value)
            if isinstance(reading.amount, Undefined):
                without.append(f"no example of {reading.noise} at {value:g}: {reading.amount.reason}")
            else:
                found.append(_nearest(simulation, reading.noise, float(reading.amount), value))
    return found, without


def _nearest(simulation: Simulation, noise: str, amount: float, wanted: float) -> Example:
    measure = simulation.measure(noise, amount)
    values = simulation.values(measure)
    nearest = int(np.nanargmin(np.abs(values - wanted)))
    return Example(
        noise, amount, wanted, float(values[nearest]), measure.study.continua[nearest], simulation.categories
    )


def corpus_of(examples: Sequence[Example]) -> Corpus:
    """Examples as documents with their units, as if they had been read."""
    documents = tuple(Document(each.name) for each in examples)
    return Corpus.of(documents, {key: units for each in examples for key, units in _units(each)})


def _units(example: Example) -> Iterator[tuple[tuple[str, str], Units]]:
    continuum, categories = example.continuum, example.categories
    for number, annotator in enumerate(continuum.annotators):
        own = np.flatnonzero(continuum.owner == number).tolist()
        units = (
            Unit(float(continuum.start[u]), float(continuum.end[u]), categories[continuum.category[u]]) for u in own
        )
        yield (example.name, annotator), Units(tuple(units))
