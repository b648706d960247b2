"""What the alignments of a study leave of disorder, and what those of random continua do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.chance.random_units import SAMPLERS
from accord.compute.processes import each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.alignment.alignment import Alignment
    from accord.alignment.method import Method
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

_LOTS = 8
"""How many tasks each worker gets, so that none waits long for the last."""


@dataclass(frozen=True)
class Disorders:
    """The disorder of some alignments, and of the categories in them; each of the shape (..., alignments).

    ``confused`` is the sum of the dissimilarities of categories over pairs of aligned units, each pair with its weight,
    and ``weight`` the sum of these weights; ``alone`` counts pairs of a unit and nothing. The last three have one more
    axis at the end, for pairs in which a category takes part, (..., categories). ``gap`` is how far the disorder may be
    above the least, as a share of it, and ``timed_out`` whether the clock ended the search, 0 or 1.
    """

    disorder: Floats
    gap: Floats
    timed_out: Floats
    confused: Floats
    weight: Floats
    alone: Floats
    confused_of: Floats
    weight_of: Floats
    alone_of: Floats

    @classmethod
    def of(cls, alignments: Sequence[Alignment], method: Method, categories: int) -> Disorders:
        """Those of alignments that were made by a method."""
        rows = [_row(alignment, method, categories) for alignment in alignments]
        return cls(*(np.array(column) for column in zip(*rows, strict=True)))

    @property
    def lowered(self) -> Disorders:
        """The same with the disorder that no alignment is below."""
        return replace(self, disorder=self.disorder * (1 - self.gap), gap=np.zeros_like(self.gap))

    @classmethod
    def stacked(cls, parts: Sequence[Disorders], axis: int = 0) -> Disorders:
        """Several lots behind each other."""
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return cls(*(np.concatenate(column, axis=axis) for column in columns))


class CategorySums(NamedTuple):
    """What each unitary alignment adds to the sums of the same names, shape (unitary alignments, categories + 1).

    The first column is of all pairs, and each other one of those in which a category takes part.
    """

    confused: Floats
    weight: Floats
    alone: Floats


def confused(continuum: Continuum, members: Numbers, how: Dissimilarity, categories: int) -> CategorySums:
    """What unitary alignments of units, shape (unitary alignments, annotators), add to the sums of categories."""
    shape = len(members), categories + 1
    if how.by is not None:  # place and category are not known apart
        return CategorySums(*np.full((3, *shape), np.nan))
    one, other = np.triu_indices(members.shape[1], 1)
    filled = members != EMPTY
    row, pair = np.nonzero(filled[:, one] & filled[:, other])
    first, second = members[row, one[pair]], members[row, other[pair]]
    weight = np.maximum(1 - how.alpha * how.position.pairs(continuum, first, second), 0.0) / (
        filled.sum(axis=1)[row] - 1
    )
    a, b = continuum.category[first], continuum.category[second]
    single, column = np.nonzero(filled)
    lonely = (members.shape[1] - filled.sum(axis=1)[single]).astype(
        np.float64
    )  # how often a unit is paired with nothing
    owner = continuum.category[members[single, column]]

    def summed(row: Numbers, category: Numbers, amount: Floats) -> Floats:
        size = shape[0] * shape[1]
        totals: Floats = np.bincount(row * shape[1] + category, amount, size).astype(np.float64)
        return totals.reshape(shape)

    def of_pairs(amount: Floats) -> Floats:
        in_second = np.where(a != b, amount, 0.0)
        return summed(row, np.zeros_like(row), amount) + summed(row, a + 1, amount) + summed(row, b + 1, in_second)

    return CategorySums(
        of_pairs(weight * how.categories[a, b]),
        of_pairs(weight),
        summed(single, np.zeros_like(single), lonely) + summed(single, owner + 1, lonely),
    )


def _row(alignment: Alignment, method: Method, categories: int) -> tuple[float | Floats, ...]:
    found = confused(alignment.continuum, alignment.members, method.dissimilarity, categories)
    sums = [each.sum(axis=0) for each in found]
    known = alignment.disorder, alignment.gap, float(alignment.timed_out)
    return (*known, *(each[0] for each in sums), *(each[1:] for each in sums))


@dataclass(frozen=True)
class Chance:
    """How random continua are drawn: like those of a study, by a sampler, after whom, and with which seed."""

    study: UnitStudy
    method: Method
    sampler: str = "statistical"
    seed: int = 1
    learn_from: frozenset[str] | None = None

    @cached_property
    def ordered(self) -> UnitStudy:
        """The study in an order that does not depend on how the data came."""
        return self.study.in_canonical_order()

    def draw(self, samples: range, *, workers: int = 1, done: Callable[[int], object] | None = None) -> Disorders:
        """The disorders of random continua, (documents, samples).

        Every sample has a seed of its own, so that the values are the same for any number of workers.
        """
        documents = range(len(self.study.continua))
        at_once = -(-len(samples) * len(documents) // (_LOTS * workers)) if workers > 1 else len(samples)
        lots = [samples[begin : begin + at_once] for begin in range(0, len(samples), max(at_once, 1))]
        tasks = [(document, lot) for document in documents for lot in lots]
        drawn = []
        for (_, lot), part in zip(tasks, each(drawn_by, self, tasks, workers), strict=True):
            drawn.append(part)
            if done is not None:
                done(len(lot))
        rows = [drawn[begin : begin + len(lots)] for begin in range(0, len(drawn), len(lots))]
        return Disorders.stacked([Disorders.stacked(row, axis=1) for row in rows])


def drawn_by(chance: Chance, task: tuple[int, range]) -> Disorders:
    """Draw and align some random continua like one document, (1, samples)."""
    document, samples = task
    study, method = chance.ordered, chance.method
    place = study.places[chance.study.continua[document].document]
    sampler = SAMPLERS.get(chance.sampler)(study, study.continua[place], chance.learn_from)
    seeds = (np.random.SeedSequence(chance.seed, spawn_key=(place, sample)) for sample in samples)
    alignments = [method.align(sampler.draw(np.random.default_rng(seed))) for seed in seeds]
    found = Disorders.of(alignments, method, len(study.categories))
    return Disorders(*(column[None] for column in vars(found).values()))
