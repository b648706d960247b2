"""Random units with the mean and spread of the observed ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_units import Sampler, drawn_like

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Floats


@dataclass(frozen=True)
class Statistical(Sampler):
    """Units one after the other, whose number, gaps and lengths have the mean and spread of the observed ones.

    For each annotator, the number of units is drawn from a normal distribution; so are the gap before and the length of
    each; its category is drawn by the frequency of the categories. Units that overlap or nest are seen as negative
    gaps, and come out so only by chance. Among the gaps is one of 0 that is none, so that they vary also where there
    are few units. It is not from the papers: pygamma-agreement draws like this unless told otherwise; but it learns
    from all annotators even where it is told a ground truth.

    Titeux, H. & Riad, R. (2021). pygamma-agreement: Gamma γ measure for inter/intra-annotator agreement in Python.
    """

    @cached_property
    def gaps(self) -> Floats:
        """What lies before each unit, from the end of the last or from where the continuum begins."""
        seen = self.seen
        first = np.zeros(len(seen), dtype=bool)
        first[seen.offsets[:-1][seen.counts > 0]] = True
        before = np.where(first, seen.low, np.roll(seen.end, 1))
        return np.append((seen.start - before)[~first | (seen.start > seen.low)], 0.0)

    @cached_property
    def spreads(self) -> list[tuple[float, float]]:
        """The mean and the standard deviation of the numbers of units, of gaps and of lengths."""
        observed = self.seen.counts, self.gaps, self.seen.end - self.seen.start
        return [(values.mean(), values.std()) for values in observed]

    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""
        annotators = len(self.continuum.annotators)
        of_counts, of_gaps, of_lengths = self.spreads
        counts = np.abs(rng.normal(*of_counts, annotators).astype(np.int64))
        counts[0] = max(counts[0], 1)
        owner = np.repeat(np.arange(annotators), counts)
        gap = rng.normal(*of_gaps, len(owner))
        length = np.abs(rng.normal(*of_lengths, len(owner)))
        length[length == 0] = of_lengths[0]
        reached = np.cumsum(gap + length)
        begun = np.concatenate([[0.0], reached])[np.cumsum(counts) - counts]
        end = self.continuum.low + reached - begun[owner]
        return drawn_like(self.continuum, owner, end - length, end, rng.choice(self.seen.category, len(owner)))
