"""Annotators of units who are simulated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable
from accord.kinds.simulation import Degrading, growing, most_added, thinned
from accord.kinds.simulation_options import GOLD
from accord.kinds.units.made_up import first_annotator
from accord.kinds.units.noise import added, borders, categories, merges, omissions, splits
from accord.model import Corpus, Document, Unit, Units
from accord.study.units import study_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.random import Generator

    from accord.kinds.units.simulation_options import UnitSimulation
    from accord.model.corpus import Annotation
    from accord.study.units import Continuum, Floats, Numbers, UnitStudy


def made_up(options: UnitSimulation, rng: Generator) -> Corpus:
    """Documents with units that lie anywhere, with lengths from 10 to 70, to two decimals."""
    labels = options.labels or ("A", "B", "C")
    said: dict[tuple[str, str], Annotation] = {}
    width = len(str(options.documents))
    names = [f"d{number + 1:0{width}}" for number in range(options.documents)]
    for name, own in zip(names, rng.spawn(options.documents), strict=True):
        continuum = first_annotator(own, options.units, len(labels), options.density)
        units = zip(continuum.start.tolist(), continuum.end.tolist(), continuum.category.tolist(), strict=True)
        said[name, GOLD] = Units(
            tuple(Unit(round(start, 2), round(end, 2), labels[code]) for start, end, code in units)
        )
    alone = options.documents == 1
    return Corpus.of(tuple(Document(name, named=not alone) for name in names), said)


@dataclass(frozen=True)
class DegradedUnits(Degrading):
    """The units of one annotator on each document."""

    given: Mapping[str, Units]
    options: UnitSimulation
    study: UnitStudy

    @classmethod
    def of(cls, corpus: Corpus, annotator: str, options: UnitSimulation) -> DegradedUnits:
        """Those of an annotator of a corpus."""
        given = {
            document.id: said
            for document in corpus.documents
            if isinstance(said := corpus.annotations.get((document.id, annotator)), Units)
        }
        if not given:
            raise NotApplicable("there are no units to degrade")
        marked = [(document, said.length, {annotator: said.units}) for document, said in given.items()]
        return cls(given, options, study_of(marked, [annotator]))

    def degraded(self, amounts: Mapping[str, float], number: int, rng: Generator) -> DegradedUnits:
        """Merged, split, moved, given other categories, forgotten, and some added."""
        del number
        pool = np.concatenate([continuum.category for continuum in self.study.continua])
        continua = self.study.continua
        made = tuple(
            self._degraded(continuum, amounts, place, pool, own)
            for place, (continuum, own) in enumerate(zip(continua, rng.spawn(len(continua)), strict=True))
        )
        return replace(self, study=replace(self.study, continua=made))

    def _degraded(
        self, continuum: Continuum, amounts: Mapping[str, float], place: int, pool: Numbers, rng: Generator
    ) -> Continuum:
        own = rng.spawn(7)
        several = len(self.study.continua) - 1

        def at(some: Continuum) -> Floats:
            if several:
                return np.full(len(some), place / several)
            return (some.start - continuum.low) / (continuum.length or 1.0)

        def much(name: str, some: Continuum) -> float:
            return growing(amounts.get(name, 0.0), self.options.drift, at(some))  # type: ignore[no-any-return]

        new = added(continuum, most_added(amounts.get("additions", 0.0), self.options.drift), own[0])
        if drift := self.options.drift:
            new = new.only(own[6].uniform(size=len(new)) < thinned(drift, at(new)))
        copy = merges(continuum, much("merges", continuum), own[1])
        copy = splits(copy, much("splits", copy), own[2])
        copy = borders(copy, much("borders", copy), own[3])
        copy = categories(copy, much("categories", copy), own[4], pool)
        copy = omissions(copy, much("omissions", copy), own[5])
        return copy.with_more(new)

    def annotations(self) -> dict[str, Annotation]:
        """The units of each document, with as many decimals as were given."""
        found: dict[str, Annotation] = {}
        for continuum in self.study.continua:
            like = self.given[continuum.document]
            digits = max((_decimals(end) for unit in like.units for end in (unit.start, unit.end)), default=0)
            units = []
            for unit in self.study.units(continuum):
                start, end = round(unit.start, digits), round(unit.end, digits)
                start = max(start, min([0.0, *(each.start for each in like.units)]))  # as far as somebody marked
                end = end if like.length is None else min(end, like.length)
                if start < end:
                    units.append(Unit(start, end, unit.category))
            found[continuum.document] = Units(tuple(units), like.measured_in, length=like.length)
        return found


_MOST_DIGITS = 6


def _decimals(number: float) -> int:
    """How many decimals a number has.

    >>> _decimals(3.0), _decimals(0.25)
    (0, 2)
    """
    return next((digits for digits in range(_MOST_DIGITS) if round(number, digits) == number), _MOST_DIGITS)
