"""A baseline of a study of units: the value with its interval over documents, by document, pair and category.

Every baseline turns a document into a row of numbers that add up over documents, and says how the value follows from
their totals; the interval, the documents and the pairs come from that for nothing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from accord.agreement.other_annotators import Changed, other_annotators
from accord.agreement.resample import ResampleRows
from accord.agreement.result import Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import Uncertainty, interval_of
from accord.errors import UsageError
from accord.kinds.units import BASELINES
from accord.kinds.units.alpha_u import KuAlpha
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.equation import Parts
    from accord.agreement.result import Interval, Value
    from accord.study.units import Continuum, Floats, UnitStudy

ALONE = "documents without two annotators to compare"


class Baseline(Protocol):
    """What turns documents into rows of numbers, and their totals into a value."""

    @property
    def name(self) -> str:
        """What it is called in signatures and on the command line."""
        ...

    @property
    def perfect(self) -> float:
        """The value of annotators who do the same: 1 of an agreement, 0 of an error."""
        ...

    @property
    def undefined(self) -> str:
        """Why there is no value, where there is none."""
        ...

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        ...

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        ...

    def compares(self, annotators: Sequence[str]) -> bool:
        """Whether there is something to compare where these annotators looked."""
        ...

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:
        """What one document adds to the totals."""
        ...

    def parts(self, totals: Floats) -> Parts:
        """The value for totals of the shape (resamples, columns); NaN where it is undefined."""
        ...

    def bounds(self, totals: Floats) -> tuple[float, float]:
        """The lowest and the highest value there can be."""
        ...


def baseline(study: UnitStudy, name: str, *, uncertainty: Uncertainty | None = None, **choices: object) -> Result:
    """One baseline by its name: its value, its interval over documents and its signature."""
    return measured(study, name, uncertainty=uncertainty, **choices).result


def measured(
    study: UnitStudy, name: str, *, uncertainty: Uncertainty | None = None, **choices: object
) -> MeasuredBaseline:
    """The same with all its parts: by document, by pair and by category."""
    how = replace(uncertainty or Uncertainty(), by_document=True, permutations=0)
    measure = _chosen(name, choices)
    measure.refuse(study)
    return MeasuredBaseline(study, measure, how)


@dataclass(frozen=True)
class MeasuredBaseline:
    """A baseline of a study and of its parts."""

    study: UnitStudy
    measure: Baseline
    uncertainty: Uncertainty

    @cached_property
    def result(self) -> Result:
        """All documents together."""
        rows = self._rows(self._compared)
        totals = rows.sum(axis=0)[None, :]
        parts = self.measure.parts(totals) if len(rows) else None
        alone = len(self.study.continua) - len(self._compared)
        by_name = sorted(range(len(rows)), key=lambda number: self._compared[number].document)
        units = ResampleRows.each(rows[by_name])  # draws do not depend on the order of documents
        bounds = self.measure.bounds(totals) if parts else (0.0, 1.0)
        return Result(
            name=self.name,
            value=self._value(rows),
            interval=interval_of(units, self._statistic, bounds, "document", self.uncertainty),
            other_annotators=self._other_annotators(rows, bounds),
            signature=self.signature,
            observed=_known(parts.observed) if parts else None,
            expected=_known(parts.expected) if parts else None,
            used={"documents": len(rows), "units": sum(len(continuum) for continuum in self._compared)},
            excluded=dict(self.study.left_out) | ({ALONE: alone} if alone else {}),
        )

    def _statistic(self, totals: Floats) -> Floats:
        return self.measure.parts(totals).value

    def _other_annotators(self, rows: Floats, bounds: tuple[float, float]) -> Interval | Undefined:
        """Where it would lie for other annotators like these."""
        names = dict.fromkeys(name for continuum in self._compared for name in continuum.annotators)
        return other_annotators(
            ResampleRows.each(rows),
            self._statistic,
            bounds,
            "document",
            self.uncertainty,
            changes=(self._change(rows, name) for name in names),
            annotators=len(names),
        )

    def _change(self, rows: Floats, annotator: str) -> Changed:
        """How the rows of the documents of an annotator change without what is marked there by them."""
        own = [number for number, each in enumerate(self._compared) if annotator in each.annotators]
        changes = -rows[own]
        for place, number in enumerate(own):
            continuum = self._compared[number]
            others = tuple(name for name in continuum.annotators if name != annotator)
            if self.measure.compares(others):
                changes[place] += self.measure.row(self.study, continuum.of(others))
        return Changed(changes, np.ones(len(own), dtype=np.int64), len(own))

    @property
    def name(self) -> str:
        """The name of the measure, and the category where it is of one."""
        category = getattr(self.measure, "category", None)
        return self.measure.name if category is None else f"{self.measure.name}:{category}"

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        data = {
            "unit": self.study.of,
            "docs": len(self._compared),
            "annotators": len(self.study.annotators),
        }
        made = self.uncertainty.choices() | {"data": self.study.digest()}
        return Signature(self.measure.name, self.measure.choices() | data | made)

    @cached_property
    def documents(self) -> dict[str, Value]:
        """Each document for itself."""
        return {continuum.document: self._value(self._rows([continuum])) for continuum in self._compared}

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Value]:
        """Every two annotators that are compared, on the documents that both looked at."""
        shared: defaultdict[tuple[str, str], list[Continuum]] = defaultdict(list)
        for continuum in self._compared:
            for pair in combinations(continuum.annotators, 2):
                if self.measure.compares(pair):
                    shared[pair].append(continuum.of(pair))
        at = {name: number for number, name in enumerate(self.study.annotators)}
        ordered = sorted(shared, key=lambda pair: (at[pair[0]], at[pair[1]]))
        return {pair: self._value(self._rows(shared[pair])) for pair in ordered}

    @cached_property
    def categories(self) -> dict[str, Value]:
        """Each category for itself, where the baseline looks at one category at a time."""
        if not isinstance(self.measure, KuAlpha):
            return {}
        return {
            name: MeasuredBaseline(self.study, replace(self.measure, category=name), self.uncertainty).value
            for name in self.study.categories
        }

    @property
    def value(self) -> Value:
        """The value of all documents together."""
        return self._value(self._rows(self._compared))

    @cached_property
    def _compared(self) -> list[Continuum]:
        return [each for each in self.study.continua if self.measure.compares(each.annotators)]

    def _rows(self, continua: Sequence[Continuum]) -> Floats:
        rows = [self.measure.row(self.study, continuum) for continuum in continua]
        return np.array(rows, dtype=np.float64).reshape(len(rows), -1 if rows else 0)

    def _value(self, rows: Floats) -> Value:
        if not len(rows):
            return Undefined("no document was looked at by two annotators who are compared")
        value = float(self.measure.parts(rows.sum(axis=0)[None, :]).value[0])
        return Undefined(self.measure.undefined) if np.isnan(value) else value


def _chosen(name: str, choices: dict[str, object]) -> Baseline:
    kind: Any = BASELINES.get(name)
    known = [field.name for field in fields(kind)]
    for choice in choices:
        if choice not in known:
            hint = suggestion(choice, known) if known else "it has none"
            raise UsageError(f"{BASELINES.name(name)} has no choice {choice!r}: {hint}")
    made: Baseline = kind(**choices)
    return made


def _known(part: Floats) -> float | None:
    return None if np.isnan(part[0]) else float(part[0])
