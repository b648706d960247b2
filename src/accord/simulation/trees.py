"""Trees that are degraded, and what coefficients of trees say of them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Interval, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.student import t_quantile
from accord.agreement.uncertainty import Uncertainty
from accord.compute.processes import each
from accord.distance.tree_variants import TreeEdit
from accord.kinds.trees.coefficient import TreeAlpha
from accord.kinds.trees.companions import companion_values
from accord.kinds.trees.flatten import flatten
from accord.kinds.trees.study import ParsedSentence, ParseStudy
from accord.messages import plural
from accord.simulation import TREE_NOISES
from accord.simulation.simulation import Setting

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.result import Value
    from accord.model import Tree

ALPHAS = {f"alpha-{variant}": variant for variant in ("plain", "diff", "norm", "metric")}
"""Alpha over tree edit distance, by its variants."""
BESIDE = {False: ("las", "uas", "label-kappa"), True: ("bracket-f1", "jaccard")}
"""What stands beside it, of dependencies and of phrases."""


@dataclass(frozen=True, slots=True)
class TreeStart:
    """The trees of one annotator, over sentences by name, and whether they are of phrases."""

    annotator: str
    trees: dict[str, Tree]
    phrases: bool

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return len({label for tree in self.trees.values() for label in tree.labels})


@dataclass(frozen=True)
class TreeSimulation:
    """How trees are degraded, and by what they are measured.

    In each of the ``repeats`` the trees of one annotator stand beside copies of them with noise, and every coefficient
    is measured as on any annotation, chance too; its value is the mean over repeats.

    Skjærholt, A. (2014), section 3: two annotators, 100 sentences, ten repeats.
    """

    start: TreeStart
    coefficients: tuple[str, ...]
    annotators: int = 2
    repeats: int = 10
    seed: int = 1
    level: float = 0.95

    @property
    def about(self) -> str:
        """What is degraded."""
        return f"{plural(len(self.start.trees), 'tree')} of {self.start.annotator}"

    def study(self, noise: str, amount: float, repeat: int) -> ParseStudy:
        """All sentences with the tree of the annotator and its copies.

        A repeat draws the same numbers for each amount, so that the same tokens are spoilt first.
        """
        names, trees = tuple(self.start.trees), list(self.start.trees.values())
        seeds = np.random.SeedSequence(self.seed, spawn_key=(repeat,)).spawn(self.annotators - 1)
        degrade = TREE_NOISES.get(noise)
        copies = [trees, *(degrade(trees, amount, np.random.default_rng(seed)) for seed in seeds)]
        annotators = tuple(str(number + 1) for number in range(self.annotators))
        sentences = (
            ParsedSentence(name, "", dict(zip(annotators, drawn, strict=True)))
            for name, drawn in zip(names, zip(*copies, strict=True), strict=True)
        )
        return ParseStudy(tuple(sentences), annotators, self.start.phrases)

    def settings(self, tasks: Sequence[tuple[str, float]], workers: int = 1) -> Iterator[tuple[Setting, ...]]:
        """The settings of one noise and amount after the other; the values do not depend on the workers."""
        return each(settings_of, self, tasks, workers)

    def setting(self, coefficient: str, noise: str, amount: float, values: Sequence[Value]) -> Setting:
        """The mean of a coefficient over repeats, its interval, and the spread from one repeat to another."""
        signature = self._signature(coefficient, noise, amount)
        there = [float(value) for value in values if not isinstance(value, Undefined)]
        if len(there) < len(values):
            why = next(value for value in values if isinstance(value, Undefined))
            return Setting(noise, amount, Result(coefficient, why, why, signature), why)
        mean, spread = float(np.mean(there)), float(np.std(there, ddof=1))
        interval: Interval | Undefined = Undefined("nothing varies from one repeat to another")
        if spread:
            reach = t_quantile(self.level, len(there) - 1) * spread / sqrt(len(there))
            interval = Interval(mean - reach, min(1.0, mean + reach), "mean of repeats", self.level)
        return Setting(noise, amount, Result(coefficient, mean, interval, signature), spread)

    def _signature(self, coefficient: str, noise: str, amount: float) -> Signature:
        variant = ALPHAS.get(coefficient)
        choices = {
            "noise": noise,
            "amount": f"{amount:g}",
            "like": flatten(self.study("relabel", 0.0, 0)).digest,
            "items": len(self.start.trees),
            "annotators": self.annotators,
            "repeats": self.repeats,
            **({"dist": "tree-edit", "variant": variant, "power": "squared"} if variant else {"of": "pairs"}),
            "ci": "t",
            "level": f"{self.level:g}",
            "seed": self.seed,
            "over": "repeats",
        }
        return Signature("alpha" if variant else coefficient, choices)


def settings_of(simulation: TreeSimulation, task: tuple[str, float]) -> tuple[Setting, ...]:
    """All coefficients for one noise and amount, as a task for a worker."""
    names = simulation.coefficients
    found = [_values(simulation.study(*task, repeat), names) for repeat in range(simulation.repeats)]
    return tuple(simulation.setting(name, *task, [values[name] for values in found]) for name in names)


def _values(study: ParseStudy, coefficients: Sequence[str]) -> dict[str, Value]:
    flat = flatten(study)
    beside = companion_values(study) if any(name not in ALPHAS for name in coefficients) else {}
    values: dict[str, Value] = {}
    for name in coefficients:
        if name in ALPHAS:
            values[name] = TreeAlpha(flat, TreeEdit(ALPHAS[name]), uncertainty=Uncertainty("none")).whole.value
        else:
            values[name] = beside[name]
    return values
