"""The errors behind an agreement on units: those that are forgotten or added, borders that are moved, categories."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.uncertainty import Uncertainty
from accord.alignment.alignment import EMPTY
from accord.errors import NotApplicable
from accord.kinds.error_model import ErrorModel, ErrorSort
from accord.kinds.units import UNIT_COEFFICIENTS
from accord.kinds.units.measure import AgainstChance, UnitMeasure, document_weights
from accord.kinds.units.method import make_method
from accord.kinds.units.noise import added, borders, categories, omissions
from accord.kinds.units.request import measure_units, samplers_of
from accord.kinds.units.sampling import Sampling
from accord.study.units import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

    from accord.agreement.result import Result
    from accord.alignment.method import Method
    from accord.kinds.error_model import Floats
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.kinds.units.options import UnitOptions
    from accord.model import Corpus
    from accord.study.units import Continuum, Numbers, UnitStudy

    Truth = tuple[Continuum, ...]

_MOST_UNITS = 100
"""So many units are simulated at a time, those of as many documents as have them, or of one that has more."""
_SAMPLES = 3
"""Random continua for each simulated document."""
_FARTHEST = 2.0
"""Borders that move farther than by the length of their unit are no borders of it."""
_MOST_FORGOTTEN = 0.9


@dataclass(frozen=True)
class UnitErrors(ErrorModel):
    """Units that annotators forget, add, place otherwise or give another category.

    What is taken for the truth is what at least two annotators, or one of two, marked: unitary alignments of the best
    alignment, with the medians of their borders and the category that most gave. Additions are told from omissions
    where there are three annotators: what one has and two have not is rather added.
    """

    study: UnitStudy
    method: Method
    coefficient: UnitCoefficient
    options: UnitOptions
    result: Result
    unit: str = "document"
    score_name: str = "F1 of aligned units"

    @classmethod
    def of(cls, corpus: Corpus, coefficients: Sequence[str], options: UnitOptions) -> UnitErrors:
        """Those of a corpus, whose agreement is measured by a coefficient over alignments."""
        name = next(iter(coefficients), "gamma")
        if name.partition(":")[0].casefold() not in UNIT_COEFFICIENTS.spellings:
            raise NotApplicable(f"{name} aligns no units, and errors are seen in alignments: calibrate gamma")
        coefficient: UnitCoefficient = UNIT_COEFFICIENTS.get(name.partition(":")[0])()
        if coefficient.by_category:
            raise NotApplicable(f"{coefficient.name} has a value for each category: calibrate gamma or gamma-cat")
        measure = measure_units(corpus, (coefficient.name,), options)
        method = make_method(measure.study, coefficient.objective, options)
        return cls(measure.study, method, coefficient, options, measure.result)

    @property
    def texts(self) -> int:
        """The documents."""
        return len(self.study.continua)

    @cached_property
    def drawn(self) -> int:
        """As many documents as together have enough units."""
        units = sum(map(len, self.consensus)) / max(self.texts, 1)
        return max(1, min(self.texts, int(_MOST_UNITS / max(units, 1))))

    @property
    def annotators(self) -> int:
        """Those of the study."""
        return len(self.study.annotators)

    @cached_property
    def copies(self) -> int:
        """As many as looked at one document at most: all err alike, so that it does not matter who is who."""
        return max((len(each.annotators) for each in self.study.continua), default=0)

    @property
    def marks(self) -> int:
        """All units."""
        return max(1, self.study.count().total())

    @cached_property
    def sorts(self) -> tuple[ErrorSort, ...]:
        """Omissions, additions where they can be told from these, borders, and categories where there are several."""
        return (
            ErrorSort("omissions", "{share} % of units forgotten", _MOST_FORGOTTEN),
            *([ErrorSort("additions", "{share} % as many units added", 2.0)] if self._several else []),
            ErrorSort("borders", "borders moved by up to {half} % of the unit's length", _FARTHEST),
            *([ErrorSort("categories", "{share} % of categories redrawn")] if len(self.study.categories) > 1 else []),
        )

    @cached_property
    def _several(self) -> bool:
        """Whether most documents have three annotators."""
        return 2 * sum(len(each.annotators) > 2 for each in self.study.continua) > self.texts

    @cached_property
    def consensus(self) -> Truth:
        """What is taken for the truth of each document."""
        return tuple(self._consensus(continuum) for continuum in self.study.continua)

    def _consensus(self, continuum: Continuum) -> Continuum:
        members = self._members(continuum)
        filled = members != EMPTY
        members = members[filled.sum(axis=1) >= (2 if len(continuum.annotators) > 2 else 1)]
        filled = members != EMPTY
        rows = [row[there] for row, there in zip(members, filled, strict=True)]
        start = np.array([np.median(continuum.start[units]) for units in rows])
        end = np.array([np.median(continuum.end[units]) for units in rows])
        category = np.array([np.bincount(continuum.category[units]).argmax() for units in rows], dtype=np.int64)
        alone = replace(continuum, annotators=("truth",))
        return alone.with_units(np.zeros(len(rows), dtype=np.int64), start, end, category)

    def _members(self, continuum: Continuum) -> Numbers:
        """Which units are aligned, shape (unitary alignments, annotators)."""
        if not len(continuum):
            return np.empty((0, len(continuum.annotators)), dtype=np.int64)
        return self.method.align(continuum, tie_free=False).members

    @cached_property
    def _pool(self) -> Numbers:
        """The categories of all units, from which others are drawn."""
        return np.concatenate([continuum.category for continuum in self.study.continua])

    def observed(self) -> UnitStudy:
        """The study."""
        return self.study

    def truth(self, rng: Generator) -> Truth:
        """The consensus on as many documents as are simulated."""
        if self.drawn == self.texts:
            return self.consensus
        chosen = np.sort(rng.choice(self.texts, self.drawn, replace=False)).tolist()
        return tuple(self.consensus[number] for number in chosen)

    def degraded(self, truth: Truth, amounts: Sequence[float], annotator: int, rng: Generator) -> Truth:
        """Some forgotten, the others moved and given other categories, and some added."""
        del annotator
        amount = dict(zip((sort.name for sort in self.sorts), amounts, strict=True))
        made = []
        for continuum, own in zip(truth, rng.spawn(len(truth)), strict=True):
            forget, add, move, redraw = own.spawn(4)
            copy = omissions(continuum, amount["omissions"], forget)
            copy = borders(copy, amount["borders"], move)
            copy = categories(copy, amount.get("categories", 0.0), redraw, self._pool)
            new = added(continuum, amount.get("additions", 0.0), add)
            made.append(copy.with_more(new))
        return tuple(made)

    def together(self, truth: Truth, copies: Sequence[Truth]) -> UnitStudy:
        """All annotators on the documents that they looked at."""
        found = []
        for place, continuum in enumerate(truth):
            like = self.study.continua[self.study.places[continuum.document]]
            found.append(side_by_side(like.annotators, [copies[copy][place] for copy in range(len(like.annotators))]))
        return replace(self.study, continua=tuple(found))

    def traces(self, sample: UnitStudy) -> Floats:
        """Who lacks what others have, what only one has, how far borders are apart, how often categories differ."""
        lacking = groups = single = 0.0
        apart: list[Floats] = []
        differ: list[Floats] = []
        for continuum in sample.continua:
            members = self._members(continuum)
            filled = members != EMPTY
            size = filled.sum(axis=1)
            several = size > 1 if members.shape[1] > 2 else size > 0
            lacking += float((members.shape[1] - size[several]).sum())
            groups += members.shape[1] * float(several.sum())
            single += float((size == 1).sum())
            one, other = np.triu_indices(members.shape[1], 1)
            row, pair = np.nonzero(filled[:, one] & filled[:, other])
            first, second = members[row, one[pair]], members[row, other[pair]]
            start, end = continuum.start, continuum.end
            length = end[first] - start[first] + end[second] - start[second]
            apart.append((abs(start[first] - start[second]) + abs(end[first] - end[second])) / length)
            differ.append((continuum.category[first] != continuum.category[second]).astype(np.float64))
        units = max(sum(map(len, sample.continua)), 1)
        found = {
            "omissions": lacking / max(groups, 1.0),
            "additions": single / units,
            "borders": _of(np.median, apart),  # not the mean, for units that are aligned by accident are far apart
            "categories": _of(np.mean, differ),
        }
        return np.array([found[sort.name] for sort in self.sorts])

    def value(self, sample: UnitStudy) -> float:
        """The coefficient, against a few random continua for each document."""
        marked = replace(sample, continua=tuple(each for each in sample.continua if len(each)))
        if not marked.continua:
            return np.nan
        processes = samplers_of(self.coefficient, self.options.sampler)
        weights = document_weights(marked, self.options.weights)
        sampling = Sampling(_SAMPLES, seed=self.options.seed)
        measured = AgainstChance.of(marked, self.method, sampling, processes, weights)
        how = Uncertainty("none", self.options.level, True)
        found = UnitMeasure(
            marked, (self.coefficient,), {self.method.objective: measured}, self.options.weights, how
        ).result.value
        return np.nan if isinstance(found, Undefined) else float(found)

    def score(self, reference: Truth, predicted: Truth) -> float:
        """F1 of units that are aligned with one of the same category."""
        right = size = 0
        for one, other in zip(reference, predicted, strict=True):
            both = side_by_side(("reference", "predicted"), [one, other])
            members = self._members(both)
            pairs = members[(members != EMPTY).all(axis=1)]
            right += int((both.category[pairs[:, 0]] == both.category[pairs[:, 1]]).sum())
            size += len(both)
        return 2 * right / size if size else 1.0


def _of(average: Callable[[Floats], Any], parts: Sequence[Floats]) -> float:
    """An average over all documents; 0 where nothing is aligned."""
    together = np.concatenate([*parts, np.empty(0)])
    return float(average(together)) if len(together) else 0.0
