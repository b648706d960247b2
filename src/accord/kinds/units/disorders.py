"""What the alignments of a study leave of disorder, and what those of random continua do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.chance.random_units import SAMPLERS
from accord.compute.processes import each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from accord.alignment.alignment import Alignment
    from accord.alignment.method import Method
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy

_LOTS = 8
"""How many tasks each worker gets, so that none waits long for the last."""


_MAX_KEPT = 1_000_000
"""How many candidates are kept to break ties in random continua when somebody looks at categories: some 50 MB."""
_MIN_KEPT = 50
"""Where so few of each continuum could be kept, there are too many continua to keep any."""


@dataclass(frozen=True)
class Disorders:
    """The disorder of some alignments, shape (..., alignments), and of the categories in them.

    ``gap`` is how far the disorder may be above the least, as a share of it, and ``timed_out`` whether the clock ended
    the search, 0 or 1. ``count_categories`` gives the `categories` when they are first looked at.
    """

    disorder: Floats
    gap: Floats
    timed_out: Floats
    count_categories: Callable[[], CategorySums]

    @cached_property
    def categories(self) -> CategorySums:
        """How the categories of aligned units differ."""
        return self.count_categories()

    @classmethod
    def of(cls, alignments: Iterable[Alignment], method: Method, categories: int, kept: int = 0) -> Disorders:
        """Those of alignments that were made by a method.

        Alignments of more candidates than are to be ``kept`` are looked at now; where none is, all others, too.
        """
        known, rows = [], []
        for alignment in alignments:
            known.append((alignment.disorder, alignment.gap, float(alignment.timed_out)))
            count = partial(_sums, alignment, method.dissimilarity, categories)
            rows.append(count if alignment.candidates <= kept else partial(_known, count()))
        disorder, gap, timed_out = np.array(known).reshape(-1, 3).T
        return cls(disorder, gap, timed_out, partial(_counted, rows))

    @property
    def lowered(self) -> Disorders:
        """The same with the disorder that no alignment is below."""
        return replace(self, disorder=self.disorder * (1 - self.gap), gap=np.zeros_like(self.gap))

    @classmethod
    def stacked(cls, parts: Sequence[Disorders], axis: int = 0) -> Disorders:
        """Several lots one after another."""

        def joined(lots: Iterable[Sequence[Floats]]) -> list[Floats]:
            return [np.concatenate(column, axis=axis) for column in zip(*lots, strict=True)]

        disorder, gap, timed_out = joined((part.disorder, part.gap, part.timed_out) for part in parts)
        return cls(disorder, gap, timed_out, lambda: CategorySums(*joined(part.categories for part in parts)))

    def as_row(self) -> Disorders:
        """The same with one more axis in front."""
        known = self.disorder[None], self.gap[None], self.timed_out[None]
        return Disorders(*known, partial(_as_row, self))


class CategorySums(NamedTuple):
    """Sums over the pairs of aligned units, each of the shape (..., categories + 1).

    ``confused`` is that of the dissimilarities of categories, each pair with its weight, and ``weight`` that of these
    weights; ``alone`` counts pairs of a unit and nothing. The first column is of all pairs, and each other one of those
    in which a category takes part.
    """

    confused: Floats
    weight: Floats
    alone: Floats


def _counted(rows: Sequence[Callable[[], CategorySums]]) -> CategorySums:
    return CategorySums(*map(np.array, zip(*(row() for row in rows), strict=True)))


def _known(row: CategorySums) -> CategorySums:
    return row


def _as_row(found: Disorders) -> CategorySums:
    return CategorySums(*(each[None] for each in found.categories))


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


def _sums(alignment: Alignment, how: Dissimilarity, categories: int) -> CategorySums:
    """What one alignment adds to sums over categories."""
    preferred = alignment.preferred
    return CategorySums(
        *(each.sum(axis=0) for each in confused(preferred.continuum, preferred.members, how, categories))
    )


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
        kept = _MAX_KEPT // max(len(samples) * len(documents), 1) if workers == 1 else 0
        kept = kept if kept >= _MIN_KEPT else 0
        tasks = [(document, lot, kept) for document in documents for lot in lots]
        drawn = []
        for (_, lot, _), part in zip(tasks, each(drawn_by, self, tasks, workers), strict=True):
            drawn.append(part)
            if done is not None:
                done(len(lot))
        rows = [drawn[begin : begin + len(lots)] for begin in range(0, len(drawn), len(lots))]
        return Disorders.stacked([Disorders.stacked(row, axis=1) for row in rows])


def drawn_by(chance: Chance, task: tuple[int, range, int]) -> Disorders:
    """Draw and align some random continua like one document, (1, samples)."""
    document, samples, kept = task
    study, method = chance.ordered, chance.method
    place = study.places[chance.study.continua[document].document]
    sampler = SAMPLERS.get(chance.sampler)(study, study.continua[place], chance.learn_from)
    seeds = (np.random.SeedSequence(chance.seed, spawn_key=(place, sample)) for sample in samples)
    alignments = (method.align(sampler.draw(np.random.default_rng(seed)), tie_free=False) for seed in seeds)
    return Disorders.of(alignments, method, len(study.categories), kept).as_row()
