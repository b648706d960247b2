"""What annotators who have not seen a text would mark: random continua."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

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
        chosen = self.learnt(self.continuum)
        return chosen if len(chosen) else self.continuum

    def learnt(self, continuum: Continuum) -> Continuum:
        """What those to be learnt from marked on a continuum; what all did, if none of them looked at it."""
        if self.learn_from is None or self.learn_from.isdisjoint(continuum.annotators):
            return continuum
        return continuum.of(self.learn_from)

    @abstractmethod
    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""


def drawn_like(like: Continuum, owner: Numbers, start: Floats, end: Floats, category: Numbers) -> Continuum:
    """A continuum with the annotators of another, its units in order."""
    return like.with_units(owner, start, end, category)
