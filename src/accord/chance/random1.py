"""Random units of observed numbers and sizes, anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_units import Sampler

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Floats, Numbers


@dataclass(frozen=True)
class Random1(Sampler):
    """As many units as annotators of this corpus mark, of sizes as they mark, anywhere.

    The number of units of an annotator and the length of each are drawn evenly between the least and the most that are
    observed anywhere in the corpus, categories by their frequency, and places evenly over the text.

    Mathet, Y. & Widlöcher, A. (2011), section 5.3, which leaves the distributions open.
    """

    @cached_property
    def corpus(self) -> list[Continuum]:
        """What is learnt from; what all marked, if those to be learnt from marked nothing."""
        chosen = [self.learnt(each) for each in self.study.continua]
        return chosen if any(map(len, chosen)) else list(self.study.continua)

    @cached_property
    def counts(self) -> Numbers:
        """How many units each annotator marked in each document."""
        return np.concatenate([each.counts for each in self.corpus])

    @cached_property
    def lengths(self) -> Floats:
        """How long each unit is."""
        return np.concatenate([each.end - each.start for each in self.corpus])

    @cached_property
    def categories(self) -> Numbers:
        """The category of each unit."""
        return np.concatenate([each.category for each in self.corpus])

    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""
        annotators = len(self.continuum.annotators)
        counts = rng.integers(self.counts.min(), self.counts.max(), annotators, endpoint=True)
        counts[0] = max(counts[0], 1)
        owner = np.repeat(np.arange(annotators), counts)
        length = rng.uniform(self.lengths.min(), self.lengths.max(), len(owner))
        room = np.maximum(self.continuum.high - self.continuum.low - length, 0.0)
        start = self.continuum.low + rng.uniform(0.0, 1.0, len(owner)) * room
        return self.continuum.with_units(owner, start, start + length, rng.choice(self.categories, len(owner)))
