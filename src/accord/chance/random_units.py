"""What annotators who have not seen a text would mark: random continua."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.registry import Registry

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

SAMPLERS = Registry(
    "sampler",
    {
        "statistical": "accord.chance.statistical:Statistical",
        "shuffle": "accord.chance.shuffle:Shuffle",
        "random1": "accord.chance.random1:Random1",
        "random2": "accord.chance.random2:Random2",
    },
)
"""How random continua are drawn, by name."""


@dataclass(frozen=True)
class Sampler(ABC):
    """A way to draw continua like one of a study, after all annotators or those that are to be learnt from."""

    study: UnitStudy
    continuum: Continuum
    learn_from: frozenset[str] | None = None

    @cached_property
    def seen(self) -> Continuum:
        """What is learnt from on this continuum; what all marked, if those to be learnt from marked nothing."""
        chosen = units_of(self.continuum, self.learn_from)
        return chosen if len(chosen) else self.continuum

    @abstractmethod
    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""


def units_of(continuum: Continuum, chosen: frozenset[str] | None) -> Continuum:
    """What these annotators marked on it; what all did, if none of them looked at it."""
    numbers = [number for number, name in enumerate(continuum.annotators) if chosen is None or name in chosen]
    if chosen is None or not numbers:
        return continuum
    kept = np.isin(continuum.owner, numbers)
    return replace(
        continuum,
        annotators=tuple(continuum.annotators[number] for number in numbers),
        owner=np.searchsorted(numbers, continuum.owner[kept]),
        start=continuum.start[kept],
        end=continuum.end[kept],
        category=continuum.category[kept],
    )


def drawn_like(like: Continuum, owner: Numbers, start: Floats, end: Floats, category: Numbers) -> Continuum:
    """A continuum with the annotators of another, its units in order."""
    order = np.lexsort([category, end, start, owner])
    return replace(like, owner=owner, start=start[order], end=end[order], category=category[order])
