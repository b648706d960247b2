"""Documents that are made up and degraded, and what a coefficient says of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import agreement
from accord.agreement.result import Undefined, number
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import Uncertainty
from accord.compute.processes import each
from accord.kinds.units.coefficient import read_rows
from accord.kinds.units.made_up import first_annotator, with_copies
from accord.kinds.units.measure import AgainstChance, UnitMeasure
from accord.kinds.units.sampling import Sampling
from accord.messages import plural
from accord.simulation import NOISES
from accord.study.units import UnitStudy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Result, Value
    from accord.alignment.method import Method
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.study.units import Continuum, Floats

_SIMULATED = 1
"""Ends the keys of seeds, so that what is made up and the chance it is held against are drawn apart."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A coefficient of documents with an amount of noise, and its standard deviation from document to document."""

    noise: str
    amount: float
    result: Result
    spread: Value

    @property
    def coefficient(self) -> str:
        """What was measured."""
        return self.result.name


@dataclass(frozen=True)
class Simulation:
    """How documents are made up, and how they are measured.

    In each of the ``repeats`` the first annotator is another one, or always the same if ``like`` is given, and the
    others are copies of them with noise. Chance is drawn in so many ``samples`` a repeat, by random ``processes``, and
    is the mean over all of them.
    """

    coefficient: UnitCoefficient
    method: Method
    processes: tuple[str, ...]
    categories: tuple[str, ...]
    annotators: int = 3
    units: int = 25
    density: float = 1.0
    like: Continuum | None = None
    repeats: int = 20
    samples: int = 3
    seed: int = 1
    level: float = 0.95
    choices: Mapping[str, object] = field(default_factory=dict)
    """What the signature says of the dissimilarity."""

    @property
    def about(self) -> str:
        """What is degraded."""
        if self.like is None:
            return f"{plural(self.units, 'unit')} of one annotator"
        return f"{plural(len(self.like), 'unit')} of {self.like.annotators[0]} in {self.like.document}"

    def study(self, noise: str, amount: float) -> UnitStudy:
        """One document a repeat.

        A repeat has the same first annotator for each noise and amount, and the same units are spoilt first.
        """
        continua = tuple(self._continuum(noise, amount, repeat) for repeat in range(self.repeats))
        return UnitStudy(continua, continua[0].annotators, self.categories)

    def _continuum(self, noise: str, amount: float, repeat: int) -> Continuum:
        first, *others = (
            np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(repeat, annotator, _SIMULATED)))
            for annotator in range(self.annotators)
        )
        start = self.like or first_annotator(first, self.units, len(self.categories), self.density)
        return replace(with_copies(start, NOISES.get(noise), amount, others), document=str(repeat + 1))

    def measure(self, noise: str, amount: float) -> UnitMeasure:
        """The coefficient over all repeats, each of which counts the same."""
        study, method = self.study(noise, amount), self.method
        sampling = Sampling(self.samples, seed=self.seed)
        measured = AgainstChance.of(
            study, method, sampling, self.processes, np.ones(self.repeats), choices=self.choices
        )
        uncertainty = Uncertainty("jackknife", self.level, True, seed=self.seed)
        return UnitMeasure(study, (self.coefficient,), {method.objective: measured}, "documents", uncertainty)

    def setting(self, noise: str, amount: float) -> Setting:
        """The same in numbers, with its spread over repeats, all of them held against the mean of chance."""
        measure = self.measure(noise, amount)
        result = measure.result
        values = self.values(measure)
        there = values[~np.isnan(values)]
        enough = len(there) > 1
        spread: Value = float(there.std(ddof=1)) if enough else Undefined("a spread needs two repeats with a value")
        signature = self._signature(noise, amount, result.signature)
        return Setting(noise, amount, replace(result, signature=signature), spread)

    @staticmethod
    def values(measure: UnitMeasure) -> Floats:
        """The value of each repeat, all of them held against the mean of chance; NaN where there is none."""
        ((_, shares),) = measure.shares.values()
        observed, _ = read_rows(shares.rows())
        return agreement(observed, number(measure.result.expected) or np.nan)

    def settings(self, tasks: Sequence[tuple[str, float]], workers: int = 1) -> Iterator[tuple[Setting]]:
        """The setting of one noise and amount after the other; the values do not depend on the workers."""
        return each(settings_of, self, tasks, workers)

    def _signature(self, noise: str, amount: float, measured: Signature) -> Signature:
        made: dict[str, object] = (
            {"like": UnitStudy((self.like,), self.like.annotators, self.categories).digest()}
            if self.like
            else {"units": self.units, "labels": len(self.categories), "density": f"{self.density:g}"}
        )
        how = {name: choice for name, choice in measured.choices.items() if name not in _OF_DOCUMENTS}
        about = {"noise": noise, "amount": f"{amount:g}", **made, "annotators": self.annotators}
        return Signature(measured.measure, {**about, "repeats": self.repeats, **how, "over": "repeats"})


_OF_DOCUMENTS = ("docs", "annotators", "unit", "weights", "over", "data")


def settings_of(simulation: Simulation, task: tuple[str, float]) -> tuple[Setting]:
    """One setting, as a task for a worker."""
    return (simulation.setting(*task),)
