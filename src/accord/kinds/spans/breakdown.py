"""Corrected F1 taken apart: by type, pair of annotators, annotator and document, and where annotators differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.apart import apart_on_average
from accord.agreement.breakdown import (
    MAX_ANNOTATORS,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Outliers,
    Rows,
)
from accord.agreement.ceiling import defined, halves
from accord.agreement.document_outliers import harder
from accord.agreement.equation import lowest
from accord.agreement.other_annotators import other_annotators, without_pairs
from accord.agreement.resample import ResampleRows, holm
from accord.agreement.result import Measured, Result, Undefined
from accord.agreement.signature import Signature
from accord.agreement.sums import Sums, Unit, of_one, without_each
from accord.agreement.uncertainty import interval_of
from accord.errors import NotApplicable
from accord.kinds.spans.match import UNION
from accord.kinds.spans.part import WHOLE, Part
from accord.kinds.spans.place_table import PlaceTable
from accord.kinds.spans.spread import EXACT
from accord.kinds.spans.tally import UNION_DRAWS, has_pairs
from accord.kinds.spans.text_offsets import TextOffsets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from accord.agreement.breakdown import Extra, HardItem
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.result import Interval, Value
    from accord.agreement.sums import Without
    from accord.agreement.uncertainty import Uncertainty
    from accord.chance.random_spans import Floats
    from accord.kinds.spans.corrected_f1 import CorrectedF1
    from accord.kinds.spans.tally import Tally
    from accord.model import Corpus, Span
    from accord.study.spans import SpanStudy, Text

    Numbers = NDArray[np.int64]

MAX_MERGED = 2_000
"""The most texts that are measured again to say what merging two types would do."""
_NOT_ALL_PAIRS = "not every two annotators are compared"


@dataclass(frozen=True)
class SpanBreakdown:
    """How much annotators agree on spans beyond chance, as a whole and in parts.

    ``read_by`` says by which encoding and repair chunk labels were read; the ``corpus`` what stands around a place.
    """

    study: SpanStudy
    measure: CorrectedF1
    uncertainty: Uncertainty
    tally: Tally
    draws: int = 0
    read_by: Mapping[str, object] = field(default_factory=dict)
    corpus: Corpus | None = None

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
            other_annotators=self._other_annotators(),
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
            **({"norm": "max"} if measure.normalize_by_max else {}),
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
        drawn = not isinstance(known, Undefined) and known.method != EXACT
        if measure.match.name == UNION or self.draws or drawn:
            made |= {"seed": self.uncertainty.seed}
        return Signature("corrected-f1", choices | dict(self.read_by) | made | {"data": self.study.digest()})

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
        units, unit = self._units(rows, document_of)
        return interval_of(units, self.measure.values, self.bounds(rows), unit, self.uncertainty)

    def _units(self, rows: Floats, document_of: Numbers) -> tuple[ResampleRows, str]:
        """What intervals are over, and what it is called."""
        if len(set(document_of.tolist())) > 1:
            return ResampleRows.grouped(rows, document_of.tolist()), "document"
        return ResampleRows.each(rows), self.study.unit

    def _other_annotators(self) -> Interval | Undefined:
        """Where it would lie for other annotators like these."""
        if self.measure.reference is not None or self.measure.shared is not None:
            return Undefined(f"{_NOT_ALL_PAIRS}, so nobody can be left out")
        rows = self.tally.rows()
        units, unit = self._units(rows, self._document_of)
        unit_of = self._document_of if unit == "document" else np.arange(len(rows))
        looked: dict[str, list[int]] = {name: [] for name in self.study.annotators}
        for number, text in enumerate(self.study.texts):
            for name in text.spans:
                looked[name].append(int(unit_of[number]))
        cells = self.tally.cells(WHOLE)
        changes = without_pairs(
            unit_of[self.tally.text_of[cells]],
            [self.tally.compared[cell] for cell in cells.tolist()],
            self.tally.numbers[cells],
            {name: np.array(units, dtype=np.int64) for name, units in looked.items()},
        )
        return other_annotators(
            units,
            self.measure.values,
            self.bounds(rows),
            unit,
            self.uncertainty,
            changes=changes,
            annotators=len(looked),
        )

    def bounds(self, rows: Floats) -> tuple[float, float]:
        """From the value where nothing matches to the one where all does; from -1 where that is higher."""
        chance = float(self.measure.parts(rows.sum(axis=0)[None, :])[1][0])
        return (min(-1.0, lowest(chance)) if chance < 1 else -1.0), 1.0

    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """By the Jaccard distance of the spans of a text, which is a metric; F1 is none."""
        found = [
            {pair: _jaccard_distance(*({*text.spans[name]} for name in pair)) for pair in combinations(text.spans, 2)}
            for text in self.study.texts
        ]
        apart = apart_on_average(found, 1.0, self.study.unit, self.uncertainty)
        return defined([halves("Jaccard distance of spans", *apart)])

    def sums(self) -> Sums | Undefined:
        """Corrected F1, text by text."""
        if self.measure.reference is not None or self.measure.shared is not None:
            return Undefined(f"{_NOT_ALL_PAIRS}, so rounds cannot be compared")
        return self._sums(WHOLE)

    def sums_of_labels(self) -> dict[str, Sums]:
        """Every type."""
        return {type_: self._sums(Part(type=type_)) for type_ in self.study.types}

    def sums_of_annotators(self) -> dict[str, Sums]:
        """Every annotator with all others."""
        found = {}
        for name in self.study.annotators:
            own = np.array([name in pair for pair in self.tally.compared], dtype=bool)
            texts, numbers = self.tally.text_of[own], self.tally.numbers[own]
            rows: Floats = np.zeros((self.tally.texts, numbers.shape[1]))
            np.add.at(rows, texts, numbers)
            found[name] = self._made_of(rows, self._looked_at(name), of_one)
        return found

    def _sums(self, part: Part) -> Sums:
        cells = self.tally.cells(part)
        compared = [self.tally.compared[cell] for cell in cells.tolist()]
        looked = {name: self._looked_at(name) for name in self.study.annotators}
        without = partial(without_each, self.tally.text_of[cells], compared, self.tally.numbers[cells], looked)
        return self._made_of(self.tally.rows(part), list(range(len(self.study.texts))), without)

    def _looked_at(self, name: str) -> list[int]:
        """The texts that an annotator looked at."""
        return [number for number, text in enumerate(self.study.texts) if name in text.spans]

    def _made_of(
        self, rows: Floats, texts: list[int], without: Callable[[], Mapping[str, Without] | Undefined]
    ) -> Sums:
        units = [Unit(text.document, str(text.number)) for text in (self.study.texts[number] for number in texts)]
        return Sums(units, rows[texts], self.measure.values, self.study.unit, without, by_document=True)

    # --- parts ------------------------------------------------------------------------------------------------------

    def labels(self) -> Rows[ByLabel]:
        """What each type adds to the whole, the most frequent first."""
        if self.measure.model.types == "ignore":
            return Rows(why="types are not looked at")
        given = self.places.spans_of
        parts = self.by_type()
        types = sorted(parts, key=lambda type_: -given[type_])
        no_pairs = None if self.measure.shared is None else Undefined("marks are shared, not compared in pairs")
        return Rows(
            ByLabel(type_, given[type_], parts[type_].observed if no_pairs is None else no_pairs, parts[type_])
            for type_ in types
        )

    def by_type(self) -> dict[str, Measured]:
        """The same of each type, in alphabetical order."""
        return {
            type_: self._measured(Part(type=type_), self.tally.rows(Part(type=type_))) for type_ in self.study.types
        }

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators, on the texts that both looked at."""
        if not has_pairs(self.study, self.measure):
            many = f"pairs are not measured one by one for more than {MAX_ANNOTATORS} annotators"
            return Rows(why=many if len(self.study.annotators) > MAX_ANNOTATORS else _NOT_ALL_PAIRS)
        looked_at = {
            name: np.array([name in text.spans for text in self.study.texts], dtype=bool)
            for name in self.study.annotators
        }
        found, differing = len(self.study.texts) + self.study.few, self.places.differing_texts()
        rows = []
        for pair in combinations(self.study.annotators, 2):
            both = looked_at[pair[0]] & looked_at[pair[1]]
            measured = self._measured(Part(pair=pair), self.tally.rows(Part(pair=pair))[both], self._document_of[both])
            rows.append(ByPair(*pair, measured, differing[pair], found - measured.count))
        return Rows(rows)

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator: corrected F1 with all others, and of the others without this one."""
        if self.measure.reference is not None or self.measure.shared is not None:
            return Rows(why=_NOT_ALL_PAIRS)
        given = self.study.count()
        sums: defaultdict[str, Floats] = defaultdict(lambda: np.zeros(5))
        for pair, row in zip(self.tally.compared, self.tally.numbers, strict=True):
            for annotator in pair:
                sums[annotator] += row
        total = self.tally.numbers.sum(axis=0)
        many = len(self.study.annotators) > MAX_ANNOTATORS
        alone = len(self.study.annotators) < 3
        return Rows(
            ByAnnotator(
                name,
                given[name],
                self._of(sums[name], "neither this annotator nor those compared marked anything"),
                Undefined("one annotator would be left")
                if alone
                else self._of(total - sums[name], "the others marked nothing"),
                Undefined("it is not measured for so many") if many else self._interval_with_rest(name),
            )
            for name in self.study.annotators
        )

    def _interval_with_rest(self, name: str) -> Interval | Undefined:
        """Where the agreement of an annotator with all others lies."""
        cells = np.array([name in pair for pair in self.tally.compared], dtype=bool)
        texts, numbers = self.tally.text_of[cells], self.tally.numbers[cells]
        looked = np.array([name in text.spans for text in self.study.texts], dtype=bool)
        rows = np.column_stack([np.bincount(texts, column, self.tally.texts) for column in numbers.T])[looked]
        return self._interval(rows, self._document_of[looked]) if len(rows) else Undefined("nothing was looked at")

    def _of(self, totals: Floats, nothing: str) -> Value:
        """Corrected F1 of rows that were added up."""
        marked = totals[2] > 1e-9
        value = float(self.measure.values(totals[None, :])[0]) if marked else np.nan
        return _value(value, "chance would agree as well" if marked else nothing)

    def documents(self) -> Rows[ByDocument]:
        """Every document, with the mean disagreement of its places."""
        hard = self.places.difficulty()
        return Rows(ByDocument(name, measured, hard.get(name)) for name, measured in self.by_document().items())

    def by_document(self) -> dict[str, Measured]:
        """The same of each document."""
        texts: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.study.texts):
            texts[text.document].append(number)
        rows = self.tally.rows()
        return {
            name: self._measured(Part(document=name), rows[chosen], self._document_of[chosen])
            for name, chosen in texts.items()
        }

    # --- where annotators differ ------------------------------------------------------------------------------------

    @cached_property
    def places(self) -> PlaceTable:
        """What spans of all annotators cover without a break."""
        return PlaceTable(self.study.texts, self.measure.match, typed=self.measure.model.types != "ignore")

    @cached_property
    def offsets(self) -> TextOffsets:
        """Where the texts stand in their documents."""
        return TextOffsets(self.corpus, self.study.texts, self.study.of)

    def hardest(self, most: int) -> list[HardItem]:
        """The places where annotators differ most."""
        return [self.offsets.item(place, self.study.annotators) for place in self.places.hardest_first[:most]]

    def confusions(self, most: int) -> list[Confusion]:
        """Types of spans of two annotators that overlap, the most frequent first.

        ``items`` counts texts, and examples are places.
        """
        if self.measure.model.types == "ignore":
            return []
        met = {both: found for both, found in self.places.types_met.items() if both[0] != both[1]}
        total = sum(found.pairs for found in met.values())
        return [
            Confusion(
                *both,
                float(found.pairs),
                found.pairs / total,
                self.merged(*both),
                len(found.by_text),
                tuple(self.offsets.id_of(place) for place in found.examples),
            )
            for both, found in sorted(met.items(), key=lambda entry: (-entry[1].pairs, entry[0]))[:most]
        ]

    def merged(self, first: str, second: str) -> Value:
        """Corrected F1 if two types were one."""
        if (first, second) not in self._merged:
            self._merged[first, second] = self._measured_as_one(first, second)
        return self._merged[first, second]

    @cached_property
    def _merged(self) -> dict[tuple[str, str], Value]:
        """What merging does, as far as it was asked for: the page asks twice."""
        return {}

    def _measured_as_one(self, first: str, second: str) -> Value:
        """Only what is of these types is measured again."""
        if self.measure.model.types != "apart" or self.measure.match.name == UNION or self.measure.shared is not None:
            return Undefined("what merging does is known of pairs, with types apart and any match but union")
        cells = np.concatenate([self.tally.cells(Part(type=type_)) for type_ in (first, second)])
        numbers = np.unique(self.tally.text_of[cells]).tolist()
        if len(numbers) > MAX_MERGED:
            return Undefined(f"there are more than {MAX_MERGED:,} texts with these types")
        totals = self.tally.rows().sum(axis=0)
        totals -= sum(self.tally.rows(Part(type=type_)).sum(axis=0) for type_ in (first, second))
        try:
            for number in numbers:
                merged = _as_one(self.study.texts[number], first, second)
                if self.measure.model.breaks_gap(merged):
                    return Undefined(f"spans in {merged.name} would be less than {self.measure.model.gap} apart")
                totals += np.array(list(self.measure.cells(merged).values())).reshape(-1, 5).sum(axis=0)
        except NotApplicable as reason:
            return Undefined(str(reason))
        return self._of(totals, "nothing is marked")

    def outliers(self) -> Outliers:
        """Annotators who drift or are behind, and documents whose places are harder than those of the others."""
        return Outliers(self.places.with_rest(self.study.annotators, self.uncertainty.level), self.harder_documents())

    def harder_documents(self) -> dict[str, float]:
        """How often chance makes a document seem so much harder than the others, corrected by how many there are."""
        places = [place for place in self.places.all if len(place.marks) > 1]
        if not places:
            return {}
        document_of = self._document_of[[place.text for place in places]]
        chances = harder(np.array([place.disagreement for place in places]), document_of).tolist()
        known = {self.study.documents[index]: p for index, p in enumerate(chances) if not isnan(p)}
        return dict(zip(known, holm(list(known.values())), strict=True))

    def extra(self, most: int) -> tuple[Extra, ...]:
        """Nothing that other kinds do not have."""
        del most
        return ()


def _as_one(text: Text, first: str, second: str) -> Text:
    """A text with what everyone marked of two types, as one."""
    spans = {
        name: tuple(span._replace(type=first) for span in found if span.type in {first, second})
        for name, found in text.spans.items()
    }
    return replace(text, spans=spans)


def _value(value: float, reason: str) -> Value:
    return Undefined(reason) if np.isnan(value) else value


def _jaccard_distance(ours: set[Span], theirs: set[Span]) -> float:
    """What share of the spans of two annotators only one of them has."""
    return 1 - len(ours & theirs) / len(ours | theirs) if ours or theirs else 0.0
