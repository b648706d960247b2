"""What the alignments of a study leave of disorder, and what those of random continua do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.chance.random_units import SAMPLERS
from accord.compute.processes import each

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from accord.alignment.alignment import Alignment
    from accord.alignment.method import Method
    from accord.study.units import Floats, UnitStudy

_LOTS = 8
"""How many tasks each worker gets, so that none waits long for the last."""


@dataclass(frozen=True)
class Disorders:
    """The disorder of some alignments, and of the categories in them; each of the shape (..., alignments).

    ``confused`` is the sum of the dissimilarities of categories over pairs of aligned units, each pair with its weight,
    and ``weight`` the sum of these weights; ``alone`` counts pairs of a unit and nothing. The last three have one more
    axis at the end, for pairs in which a category takes part, (..., categories). ``gap`` is how far the disorder may be
    above the least.
    """

    disorder: Floats
    gap: Floats
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

    @classmethod
    def stacked(cls, parts: Sequence[Disorders], axis: int = 0) -> Disorders:
        """Several lots behind each other."""
        columns = zip(*(vars(part).values() for part in parts), strict=True)
        return cls(*(np.concatenate(column, axis=axis) for column in columns))


def _row(alignment: Alignment, method: Method, categories: int) -> tuple[float | Floats, ...]:
    members, continuum, how = alignment.members, alignment.continuum, method.dissimilarity
    if how.by is not None:  # place and category are not known apart
        unknown = np.full(categories, np.nan)
        return (alignment.disorder, alignment.gap, np.nan, np.nan, np.nan, unknown, unknown, unknown)
    one, other = np.triu_indices(members.shape[1], 1)
    filled = members != EMPTY
    row, pair = np.nonzero(filled[:, one] & filled[:, other])
    first, second = members[row, one[pair]], members[row, other[pair]]
    weight = np.maximum(1 - how.alpha * how.position.pairs(continuum, first, second), 0.0) / (
        filled.sum(axis=1)[row] - 1
    )
    a, b = continuum.category[first], continuum.category[second]
    confused = weight * how.categories[a, b]
    row, column = np.nonzero(filled)
    lonely = members.shape[1] - filled.sum(axis=1)[row]  # how often a unit is paired with nothing

    def of_each(amount: Floats) -> Floats:
        """The sum over pairs in which each category takes part."""
        in_second = np.where(a != b, amount, 0.0)
        summed: Floats = (np.bincount(a, amount, categories) + np.bincount(b, in_second, categories)).astype(float)
        return summed

    alone = np.bincount(continuum.category[members[row, column]], lonely, categories).astype(np.float64)
    totals = float(confused.sum()), float(weight.sum()), float(lonely.sum())
    return (alignment.disorder, alignment.gap, *totals, of_each(confused), of_each(weight), alone)


@dataclass(frozen=True)
class Chance:
    """How random continua are drawn: like those of a study, by a sampler, after whom, and with which seed."""

    study: UnitStudy
    method: Method
    sampler: str = "statistical"
    seed: int = 1
    learn_from: frozenset[str] | None = None

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
    study, method = chance.study, chance.method
    sampler = SAMPLERS.get(chance.sampler)(study, study.continua[document], chance.learn_from)
    seeds = (np.random.SeedSequence(chance.seed, spawn_key=(document, sample)) for sample in samples)
    alignments = [method.align(sampler.draw(np.random.default_rng(seed))) for seed in seeds]
    found = Disorders.of(alignments, method, len(study.categories))
    return Disorders(*(column[None] for column in vars(found).values()))
