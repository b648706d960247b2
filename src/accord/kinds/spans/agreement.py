"""How much annotators agree on spans beyond chance: the value with its uncertainty, by pair, document and type."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.resample import ResampleRows
from accord.agreement.result import Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import interval_of
from accord.errors import NotApplicable
from accord.kinds.spans.digest import digest
from accord.kinds.spans.match import UNION
from accord.kinds.spans.part import WHOLE, Part
from accord.kinds.spans.tally import UNION_DRAWS, has_pairs
from accord.model.notebook import InNotebooks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.chance.random_spans import Floats
    from accord.kinds.spans.corrected_f1 import CorrectedF1
    from accord.kinds.spans.tally import Tally
    from accord.study.spans import SpanStudy, Text

    Numbers = NDArray[np.int64]

MAX_MERGED = 2_000
"""The most texts that are measured anew to say what merging two types would do."""


@dataclass(frozen=True)
class SpanAgreement(InNotebooks):
    """How much annotators agree on spans, beyond chance."""

    study: SpanStudy
    measure: CorrectedF1
    uncertainty: Uncertainty
    tally: Tally
    draws: int = 0
    read_by: Mapping[str, object] = field(default_factory=dict)
    """The encoding and the repair that chunk labels were read by."""

    def __repr__(self) -> str:
        return f"<SpanAgreement {self.whole.value} ({self.signature})>"

    @cached_property
    def whole(self) -> Measured:
        """All texts together."""
        return self._measured(WHOLE, self.tally.rows())

    @cached_property
    def result(self) -> Result:
        """The same as a result with its signature."""
        whole = self.whole
        return Result(
            name="corrected-f1",
            value=whole.value,
            interval=whole.interval,
            signature=self.signature,
            observed=whole.observed,
            expected=whole.expected,
            p=whole.p,
            sd=whole.sd,
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
            choices["chance"] = f"sampled:{self.draws or UNION_DRAWS}"
        known = self.tally.spread()
        if not isinstance(known, Undefined):
            choices |= {"sd": known.method, **({"draws": self.draws} if self.draws else {"p": "normal"})}
        over = "documents" if len(self.study.documents) > 1 else f"{self.study.unit}s"
        made = self.uncertainty.choices()
        made |= {"over": over} if "over" in made else {}
        if measure.match.name == UNION or self.draws:
            made |= {"seed": self.uncertainty.seed}
        return Signature("corrected-f1", choices | dict(self.read_by) | made | {"data": digest(self.study)})

    def _measured(self, part: Part, rows: Floats, document_of: Numbers | None = None) -> Measured:
        totals = rows.sum(axis=0)[None, :]
        f1, chance, _ = (float(each[0]) for each in self.measure.parts(totals))
        value = float(self.measure.values(totals)[0])
        nothing = "nothing is marked" if len(rows) else f"no {self.study.unit} was looked at by two annotators"
        known = self.tally.spread(part)
        return Measured(
            _value(value, "chance would agree as well" if totals[0, 2] else nothing),
            _value(f1, nothing),
            _value(chance, nothing),
            self._interval(rows, self._document_of if document_of is None else document_of),
            len(rows),
            known if isinstance(known, Undefined) else known.sd,
            known if isinstance(known, Undefined) else known.p,
        )

    @cached_property
    def _document_of(self) -> Numbers:
        number = {name: index for index, name in enumerate(self.study.documents)}
        return np.array([number[text.document] for text in self.study.texts], dtype=np.int64)

    def _interval(self, rows: Floats, document_of: Numbers) -> Interval | Undefined:
        """Over documents where there are two of them, else over texts."""
        several = len(set(document_of.tolist())) > 1
        units = ResampleRows.grouped(rows, document_of.tolist()) if several else ResampleRows.each(rows)
        unit = "document" if several else self.study.unit
        return interval_of(units, self.measure.values, self._bounds(rows), unit, self.uncertainty)

    def _bounds(self, rows: Floats) -> tuple[float, float]:
        """From the value where nothing matches to the one where all does; from -1 where that is higher."""
        chance = float(self.measure.parts(rows.sum(axis=0)[None, :])[1][0])
        return (min(-1.0, -chance / (1 - chance)) if chance < 1 else -1.0), 1.0

    @cached_property
    def pairs(self) -> dict[tuple[str, str], Measured]:
        """Every two annotators, on the texts that both looked at; none where there are too many annotators."""
        if not has_pairs(self.study, self.measure):
            return {}
        looked_at = {
            name: np.array([name in text.spans for text in self.study.texts], dtype=bool)
            for name in self.study.annotators
        }
        return {
            (one, other): self._of_texts(Part(pair=(one, other)), looked_at[one] & looked_at[other])
            for one, other in combinations(self.study.annotators, 2)
        }

    def _of_texts(self, part: Part, chosen: NDArray[np.bool_]) -> Measured:
        return self._measured(part, self.tally.rows(part)[chosen], self._document_of[chosen])

    @cached_property
    def annotators(self) -> dict[str, tuple[Value, Value]]:
        """Every annotator: corrected F1 with all others, and of the others without this one."""
        if self.measure.reference is not None or self.measure.shared is not None:
            why = Undefined("not every two annotators are compared")
            return dict.fromkeys(self.study.annotators, (why, why))
        sums: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(5))
        for pair, row in zip(self.tally.compared, self.tally.numbers, strict=True):
            for annotator in pair:
                sums[annotator] += row
        total = self.tally.numbers.sum(axis=0)
        alone = len(self.study.annotators) < 3
        return {
            name: (
                self._of(sums[name], "neither this annotator nor those compared marked anything"),
                Undefined("one annotator would be left")
                if alone
                else self._of(total - sums[name], "the others marked nothing"),
            )
            for name in self.study.annotators
        }

    def _of(self, totals: Floats, nothing: str) -> Value:
        """Corrected F1 of rows that were added up."""
        marked = totals[2] > 1e-9
        value = float(self.measure.values(totals[None, :])[0]) if marked else np.nan
        return _value(value, "chance would agree as well" if marked else nothing)

    def merged(self, first: str, second: str) -> Value:
        """Corrected F1 if two types were one: only what is of these is measured anew."""
        if self.measure.model.types != "apart" or self.measure.match.name == UNION or self.measure.shared is not None:
            return Undefined("what merging does is known of pairs, with types apart and any match but union")
        cells = [cell for type_ in (first, second) for cell in self.tally.cells_of.get(Part(type=type_), ())]
        numbers = np.unique(self.tally.text_of[cells]).tolist()
        if len(numbers) > MAX_MERGED:
            return Undefined(f"there are more than {MAX_MERGED:,} texts with these types")
        totals = self.tally.rows().sum(axis=0)
        totals -= sum(self.tally.rows(Part(type=type_)).sum(axis=0) for type_ in (first, second))
        try:
            for number in numbers:
                merged = _merged(self.study.texts[number], first, second)
                totals += np.array(list(self.measure.cells(merged).values())).reshape(-1, 5).sum(axis=0)
        except NotApplicable as reason:
            return Undefined(str(reason))
        return self._of(totals, "nothing is marked")

    @cached_property
    def documents(self) -> dict[str, Measured]:
        """Every document."""
        texts: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.study.texts):
            texts[text.document].append(number)
        rows = self.tally.rows()
        return {
            name: self._measured(Part(document=name), rows[chosen], self._document_of[chosen])
            for name, chosen in texts.items()
        }

    @cached_property
    def types(self) -> dict[str, Measured]:
        """What each type adds to the whole."""
        if self.measure.model.types == "ignore":
            return {}
        return {
            type_: self._measured(Part(type=type_), self.tally.rows(Part(type=type_))) for type_ in self.study.types
        }


def _merged(text: Text, first: str, second: str) -> Text:
    """A text with what everyone marked of two types, as one."""
    spans = {
        name: tuple(span._replace(type=first) for span in found if span.type in {first, second})
        for name, found in text.spans.items()
    }
    return replace(text, spans=spans)


def _value(value: float, reason: str) -> Value:
    return Undefined(reason) if np.isnan(value) else value
