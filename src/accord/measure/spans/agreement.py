"""How much annotators agree on spans beyond chance: the value with its uncertainty, by pair, document and type."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.measure.coding.agreement import MOST_ANNOTATORS
from accord.measure.resample import Units
from accord.measure.result import Interval, Result, Undefined
from accord.measure.signature import Signature
from accord.measure.spans.digest import digest
from accord.measure.spans.match import UNION
from accord.measure.uncertainty import interval_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from accord.chance.random_spans import Floats
    from accord.measure.result import Value
    from accord.measure.spans.corrected_f1 import CorrectedF1
    from accord.measure.spans.spread import Spread
    from accord.measure.uncertainty import Uncertainty
    from accord.study.spans import SpanStudy

    Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Corrected:
    """Corrected F1 of a study or a part of it, and what it is made of."""

    value: Value
    observed: Value
    expected: Value
    interval: Interval | Undefined
    texts: int


@dataclass(frozen=True)
class SpanAgreement:
    """How much annotators agree on spans, beyond chance."""

    study: SpanStudy
    measure: CorrectedF1
    uncertainty: Uncertainty
    rows: Floats
    spread: Spread | Undefined
    read_by: Mapping[str, object] = field(default_factory=dict)
    """The encoding and the repair that chunk labels were read by."""

    def __repr__(self) -> str:
        return f"<SpanAgreement {self.whole.value} ({self.signature})>"

    @cached_property
    def whole(self) -> Corrected:
        """All texts together."""
        return self._corrected(self.rows, self._document_of)

    @cached_property
    def result(self) -> Result:
        """The same as a result with its signature."""
        known = self.spread
        return Result(
            name="corrected-f1",
            value=self.whole.value,
            interval=self.whole.interval,
            signature=self.signature,
            observed=self.whole.observed,
            expected=self.whole.expected,
            p=known if isinstance(known, Undefined) else known.p,
            sd=known if isinstance(known, Undefined) else known.sd,
            used={f"{self.study.unit}s": len(self.study.texts), "spans": self.study.count().total()},
            excluded=self.study.left_out,
        )

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        measure, model = self.measure, self.measure.model
        choices: dict[str, object] = {
            "match": measure.match.name,
            "model": "overlap" if model.overlap else "disjoint",
            "types": model.types,
            **({"gap": model.gap} if model.gap else {}),
            "of": "pairs" if measure.shared is None else f"{measure.shared or 'all'}",
            **({"norm": "max"} if measure.by_most else {}),
            "fixed": measure.reference or "none",
            "text": self.study.unit,
            "unit": self.study.of,
            "texts": len(self.study.texts),
            "annotators": len(self.study.annotators),
            "docs": len(self.study.documents),
        }
        if measure.match.name == UNION:
            choices["chance"] = f"sampled:{measure.samples}"
        if not isinstance(self.spread, Undefined):
            choices |= {"sd": self.spread.method, "draws": self.spread.draws}
        over = "documents" if len(self.study.documents) > 1 else f"{self.study.unit}s"
        made = self.uncertainty.choices()
        made |= {"over": over} if "over" in made else {}
        if measure.match.name == UNION or not isinstance(self.spread, Undefined):
            made |= {"seed": self.uncertainty.seed}
        return Signature("corrected-f1", choices | dict(self.read_by) | made | {"data": digest(self.study)})

    def _corrected(self, rows: Floats, document_of: Numbers) -> Corrected:
        totals = rows.sum(axis=0)[None, :]
        f1, chance, _ = (float(part[0]) for part in self.measure.parts(totals))
        value = float(self.measure.values(totals)[0])
        nothing = "nothing is marked" if len(rows) else f"no {self.study.unit} was looked at by two annotators"
        return Corrected(
            _value(value, "chance would agree as well" if totals[0, 2] else nothing),
            _value(f1, nothing),
            _value(chance, nothing),
            self._interval(rows, document_of),
            len(rows),
        )

    @cached_property
    def _document_of(self) -> Numbers:
        number = {name: index for index, name in enumerate(self.study.documents)}
        return np.array([number[text.document] for text in self.study.texts], dtype=np.int64)

    def _interval(self, rows: Floats, document_of: Numbers) -> Interval | Undefined:
        """Over documents where there are two of them, else over texts."""
        documents, index = np.unique(document_of, return_inverse=True)
        unit = "document" if len(documents) > 1 else self.study.unit
        if len(documents) > 1:
            summed = np.zeros((len(documents), rows.shape[1]))
            np.add.at(summed, index, rows)
            rows = summed
        units = Units(rows, np.ones(len(rows), dtype=np.int64))
        return interval_of(units, self.measure.values, self._bounds(rows), unit, self.uncertainty)

    def _bounds(self, rows: Floats) -> tuple[float, float]:
        """From the value where nothing matches to the one where all does; from -1 where that is higher."""
        chance = float(self.measure.parts(rows.sum(axis=0)[None, :])[1][0])
        return (min(-1.0, -chance / (1 - chance)) if chance < 1 else -1.0), 1.0

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Corrected]:
        """Every two annotators, on the texts that both looked at; none where there are too many annotators."""
        if self.measure.reference or self.measure.shared is not None or len(self.study.annotators) > MOST_ANNOTATORS:
            return {}
        return {pair: self._of(pair) for pair in combinations(self.study.annotators, 2)}

    def _of(self, pair: tuple[str, str]) -> Corrected:
        texts = tuple(
            replace(text, spans={name: text.spans[name] for name in pair})
            for text in self.study.texts
            if all(name in text.spans for name in pair)
        )
        part = replace(self, study=replace(self.study, texts=texts, annotators=pair), rows=np.zeros((0, 5)))
        return replace(part, rows=self.measure.rows(part.study)).whole

    @cached_property
    def documents(self) -> dict[str, Corrected]:
        """Every document."""
        texts: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.study.texts):
            texts[text.document].append(number)
        return {name: self._corrected(self.rows[chosen], self._document_of[chosen]) for name, chosen in texts.items()}

    @cached_property
    def types(self) -> dict[str, Corrected]:
        """What each type adds to the whole."""
        if self.measure.model.types == "ignore":
            return {}
        return {type_: self._of_type(type_) for type_ in self.study.types}

    def _of_type(self, type_: str) -> Corrected:
        return self._corrected(self.measure.rows(self.study, type_), self._document_of)


def _value(value: float, reason: str) -> Value:
    return Undefined(reason) if np.isnan(value) else value
