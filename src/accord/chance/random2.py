"""Units of different documents, laid over each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_units import Sampler
from accord.errors import NotApplicable
from accord.messages import plural

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Floats, Numbers


@dataclass(frozen=True)
class Random2(Sampler):
    """The units of one annotator of each of several documents, laid over each other.

    For n annotators, n different documents are drawn, and in each one annotator; the documents are stretched to the
    length of the one at hand. What is regular in this corpus stays so, and yet nobody has seen what the other marks.

    Mathet, Y. & Widlöcher, A. (2011), section 5.3, who do not say how they make documents of one length.
    """

    @cached_property
    def corpus(self) -> list[Continuum]:
        """The documents that can be drawn from."""
        documents = [self.learnt(each) for each in self.study.continua]
        used = [each for each in documents if len(each)]
        if len(used) < len(self.continuum.annotators):
            raise NotApplicable(
                f"random2 overlays {plural(len(self.continuum.annotators), 'document')}, one for each "
                f"annotator, and there {'is' if len(used) == 1 else 'are'} only {len(used)} with units"
            )
        return used

    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""
        drawn: list[tuple[Continuum, Numbers]] = []
        while not sum(len(units) for _, units in drawn):
            documents = rng.choice(len(self.corpus), len(self.continuum.annotators), replace=False)
            drawn = [(self.corpus[number], self._units(rng, self.corpus[number])) for number in documents]
        owner = np.repeat(np.arange(len(drawn)), [len(units) for _, units in drawn])
        start = np.concatenate([self._stretched(each, each.start[units]) for each, units in drawn])
        end = np.concatenate([self._stretched(each, each.end[units]) for each, units in drawn])
        category = np.concatenate([each.category[units] for each, units in drawn])
        return self.continuum.with_units(owner, start, end, category)

    def _units(self, rng: Generator, document: Continuum) -> Numbers:
        annotator = int(rng.integers(len(document.annotators)))
        return np.arange(document.offsets[annotator], document.offsets[annotator + 1])

    def _stretched(self, document: Continuum, place: Floats) -> Floats:
        scale = (self.continuum.high - self.continuum.low) / (document.high - document.low)
        stretched: Floats = self.continuum.low + (place - document.low) * scale
        return stretched
