"""Agreement on units taken apart: categories, annotators, documents, and where annotators differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice, pairwise
from statistics import fmean
from typing import TYPE_CHECKING

from accord.agreement.breakdown import (
    MAX_ANNOTATORS,
    MERGED_LATER,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Extra,
    Outliers,
    Rows,
)
from accord.agreement.document_outliers import document_outliers
from accord.agreement.other_annotators import why_not
from accord.agreement.payload import lowest_first
from accord.agreement.result import Measured, Undefined, number
from accord.errors import NotApplicable, UsageError
from accord.kinds.page.examples import EXAMPLES
from accord.kinds.units import UNIT_COEFFICIENTS
from accord.kinds.units.gamma_k import GammaK
from accord.kinds.units.links import Links
from accord.kinds.units.notes import OF_CHANCE
from accord.kinds.units.places import UnitPlaces
from accord.kinds.units.request import measure_units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.breakdown import HardItem
    from accord.agreement.result import Result, Value
    from accord.agreement.sums import Sums
    from accord.kinds.units.aligned import Aligned
    from accord.kinds.units.coefficient import UnitCoefficient
    from accord.kinds.units.measure import UnitMeasure
    from accord.kinds.units.options import UnitOptions
    from accord.model import Corpus
    from accord.study.units import UnitStudy

    Pair = tuple[str, str]

MAX_ALIGNED = 600
"""How many continua, observed or random, are aligned unasked to measure some annotators, or other categories, alone."""
LATER = "left out, for there is much to align: measure some annotators alone"
_OTHERS_LATER = "left out, for all would be aligned again: measure the others alone"
_TOO_MUCH = "all documents would be aligned again without each annotator, which takes long: measure some of them"
_SECONDS = 10.0
"""How long it may take, by an estimate, to align all documents again without each annotator."""
_PER_UNIT, _PER_ANNOTATOR = 2.5e-5, 5.0
"""About how many seconds a unit of three annotators takes, and how many times as long it takes with one more."""
_MEAN_OF_PAIRS = "against the rest: the mean of the pairs with each of them"
_NOT_BY_CATEGORY = "gamma-k measures each category, over alignments"


@dataclass(frozen=True)
class UnitBreakdown:
    """The first of some coefficients of units, taken apart."""

    measure: UnitMeasure
    corpus: Corpus
    options: UnitOptions
    asked: tuple[str, ...]
    """The coefficients as they were asked for."""

    @property
    def study(self) -> UnitStudy:
        """What is measured."""
        return self.measure.study

    @cached_property
    def aligned(self) -> Aligned | None:
        """The alignments of all documents; None where there are baselines only."""
        return next((part.aligned for part in self.measure.measured.values()), None)

    @cached_property
    def where(self) -> Links | UnitPlaces:
        """Where annotators differ: unitary alignments, or places where nothing was aligned."""
        return UnitPlaces(self.study, self.corpus) if self.aligned is None else Links(self.aligned, self.corpus)

    @property
    def unit(self) -> str:
        """What an item is called."""
        return UnitPlaces.unit if self.aligned is None else Links.unit

    # --- categories -------------------------------------------------------------------------------------------------

    def labels(self) -> Rows[ByLabel]:
        """Every category by gamma-k, which looks at the pairs of aligned units that it takes part in."""
        if self.aligned is None:
            return Rows(why=_NOT_BY_CATEGORY)
        names, met = self.study.categories, self.aligned.coincidences
        given = sum((Counter(continuum.category.tolist()) for continuum in self.study.continua), Counter[int]())
        values = self._by_category
        rows = []
        for code, name in sorted(enumerate(names), key=lambda entry: -given[entry[0]]):
            same, all_ = int(met[code, code]), int(met[code].sum())
            specific: Value = 2 * same / (same + all_) if all_ else Undefined("no unit of it is aligned with another")
            rows.append(ByLabel(name, given[code], specific, replace(values[name], count=all_)))
        return Rows(rows, coefficient=GammaK.name)

    @cached_property
    def _by_category(self) -> Mapping[str, Measured]:
        """Gamma-k of each category over the alignments there are."""
        part = self.measure.measured.get(GammaK.objective)
        if part is None or part.method.dissimilarity.by is not None:
            why = Undefined("gamma-k needs the least sum of disorder, and place and category apart")
            return dict.fromkeys(self.study.categories, Measured(why, why, why, why, 0))
        gamma_k: UnitCoefficient = UNIT_COEFFICIENTS.get(GammaK.name)()
        measure = replace(self.measure, coefficients=(gamma_k,), asked=(), baselines={})
        results = {result.name.partition(":")[2]: result for result in measure.results}
        return {name: _measured(result, 0) for name, result in results.items()}

    def confusions(self, most: int) -> list[Confusion]:
        """The categories that aligned units of two annotators have, the one this and the other that."""
        if self.aligned is None or not isinstance(self.where, Links):
            return []
        found, links = sorted(self.aligned.confused, key=lambda each: (-each[2], each[:2])), self.where
        total = sum(pairs for *_, pairs in found)
        few = self._few(min(most, len(found)))
        return [
            Confusion(
                first,
                second,
                float(pairs),
                pairs / total,
                self._merged(first, second) if few else Undefined(MERGED_LATER),
                len(links.confused[first, second]),
                tuple(links.id_of(link) for link in islice(links.confused[first, second], EXAMPLES)),
            )
            for first, second, pairs in found[:most]
        ]

    def _merged(self, first: str, second: str) -> Value:
        """The headline if two categories were one."""
        from accord.kinds.units.kind import UNITS

        try:
            return measure_units(UNITS.merged(self.corpus, first, second), self.asked[:1], self.options).result.value
        except (NotApplicable, UsageError) as reason:
            return Undefined(str(reason))

    # --- annotators -------------------------------------------------------------------------------------------------

    def _few(self, times: int) -> bool:
        """Whether the headline can be measured again so often in some seconds."""
        parts = self.measure.measured.values()
        samples: int = sum(drawn.disorder.shape[1] for part in parts for drawn in part.drawn.values())
        return times * len(self.study.continua) * (samples + 1) <= MAX_ALIGNED

    @cached_property
    def _of_pairs(self) -> dict[Pair, Result]:
        """The headline of every two annotators alone, aligned again; none where there is too much to align."""
        names = self.study.annotators
        if len(names) == 2:
            return {(names[0], names[1]): self.measure.result}
        several = list(combinations(names, 2))
        if len(names) > MAX_ANNOTATORS or not self._few(len(several)):
            return {}
        return {pair: self._of(pair) for pair in several}

    def _of(self, annotators: tuple[str, ...]) -> Result:
        """The headline of some annotators, without what they do not have."""
        alone = self._alone(annotators)
        if not isinstance(alone, Undefined):
            return alone.result
        return replace(
            self.measure.result, value=alone, interval=alone, observed=alone, expected=alone, p=alone, sd=alone
        )

    def _alone(self, annotators: tuple[str, ...]) -> UnitMeasure | Undefined:
        """Some annotators measured alone, which is kept."""
        kept: dict[tuple[str, ...], UnitMeasure | Undefined] = self.__dict__.setdefault("_measured_alone", {})
        if annotators not in kept:
            options = replace(self.options, annotators=annotators, exclude=())
            try:
                kept[annotators] = measure_units(self.corpus, self.asked, options)
            except (NotApplicable, UsageError) as reason:
                kept[annotators] = Undefined(str(reason))
        return kept[annotators]

    def results(self) -> tuple[Result, ...]:
        """Each coefficient, also where it would lie for other annotators like these."""
        without: Mapping[str, UnitMeasure] | Undefined | None = None
        found = []
        for each in self.measure.results:
            if each.name in self.measure.shares:
                without = self._each_left_out() if without is None else without
                others = (
                    without if isinstance(without, Undefined) else self.measure.other_annotators(each.name, without)
                )
                found.append(replace(each, other_annotators=others))
            else:
                found.append(each)
        return tuple(found)

    def _seconds(self) -> float:
        """About how long it takes to align all documents again without each annotator (bench/alignment.py)."""
        parts = self.measure.measured.values()
        times: int = sum(drawn.disorder.shape[1] + 1 for part in parts for drawn in part.drawn.values())
        each = (
            len(continuum) * (len(continuum.annotators) - 1) * _PER_ANNOTATOR ** (len(continuum.annotators) - 4)
            for continuum in self.study.continua
        )
        return times * _PER_UNIT * sum(each)

    def _each_left_out(self) -> Mapping[str, UnitMeasure] | Undefined:
        """What is measured without each annotator, the others aligned again, if that is not too much."""
        names = self.study.annotators
        reason = why_not(self.measure.uncertainty, len(names))
        if reason is not None:
            return reason
        if len(self.study.continua) < 2:
            return Undefined("an interval over documents needs two of them")
        return self._without_each()

    def _without_each(self) -> Mapping[str, UnitMeasure] | Undefined:
        """The others without each annotator, aligned again; or why not."""
        names = self.study.annotators
        if self.options.precision is not None or not (self._few(len(names)) or self._seconds() <= _SECONDS):
            return Undefined(_TOO_MUCH)
        without: dict[str, UnitMeasure] = {}
        for one in names:
            alone = self._alone(tuple(each for each in names if each != one))
            if isinstance(alone, Undefined):
                return alone
            without[one] = alone
        return without

    def ceilings(self) -> Undefined:
        """Disorder is no distance from an answer."""
        return Undefined("the disorder of an alignment is no distance from one answer, so it bounds no best system")

    def sums(self) -> Sums | Undefined:
        """The headline, document by document."""
        name = self.measure.result.name
        if name not in self.measure.shares:
            value = self.measure.result.value
            return value if isinstance(value, Undefined) else Undefined(f"{name} is not a sum over documents")
        return self.measure.sums(name, self._without_each)

    def sums_of_labels(self) -> dict[str, Sums]:
        """Nothing: categories are measured by another coefficient."""
        return {}

    def sums_of_annotators(self) -> dict[str, Sums]:
        """Nothing: others are aligned where an annotator is looked at alone."""
        return {}

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators alone, on the documents that both looked at."""
        if len(self.study.annotators) > MAX_ANNOTATORS:
            return Rows(why=f"pairs are not measured one by one for more than {MAX_ANNOTATORS} annotators")
        if not self._of_pairs:
            return Rows(why=LATER)
        compared, differing = self.where.compared_pairs(), self.where.differing_pairs()
        items = sum(self.where.by_document().values())
        return Rows(
            ByPair(*pair, _measured(result, compared[pair]), differing[pair], items - compared[pair])
            for pair, result in self._of_pairs.items()
        )

    def pairs_by_document(self) -> Iterator[ByPair]:
        """The same with counts of documents, also where there is too much to align for a value."""
        annotators = set(self.study.annotators)
        looked_at = len({document for document, annotator in self.corpus.annotations if annotator in annotators})
        both, differing = self._documents_of_pairs
        later = Undefined(LATER)
        for pair in combinations(self.study.annotators, 2):
            result = self._of_pairs.get(pair)
            count = both[pair]
            part = Measured(later, later, later, later, count) if result is None else _measured(result, count)
            yield ByPair(*pair, part, differing[pair], looked_at - count)

    @property
    def _documents_of_pairs(self) -> tuple[Counter[Pair], Counter[Pair]]:
        """On how many documents two annotators can be compared, where one of them marked anything, and differ."""
        both: Counter[Pair] = Counter()
        differing: Counter[Pair] = Counter()
        place = {name: number for number, name in enumerate(self.study.annotators)}
        for continuum in self.study.continua:
            marked = [
                tuple(column[start:end].tobytes() for column in (continuum.start, continuum.end, continuum.category))
                for start, end in pairwise(continuum.offsets.tolist())
            ]
            for (one, ours), (other, theirs) in combinations(zip(continuum.annotators, marked, strict=True), 2):
                pair = (one, other) if place[one] < place[other] else (other, one)
                both[pair] += bool(ours[0] or theirs[0])
                differing[pair] += ours != theirs
        return both, differing

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator: the mean of the pairs with each of the others, and the others alone."""
        given = self.study.count()
        return Rows(
            (
                ByAnnotator(name, given[name], self._mean_of_pairs(name), self._without(name))
                for name in self.study.annotators
            ),
            note=_MEAN_OF_PAIRS if self._of_pairs else LATER,
        )

    def _mean_of_pairs(self, name: str) -> Value:
        pairs = self._of_pairs.items()
        found = [value for pair, each in pairs if name in pair and (value := number(each.value)) is not None]
        return fmean(found) if found else Undefined("no pair with this annotator has a value" if pairs else LATER)

    def _without(self, name: str) -> Value:
        others = tuple(each for each in self.study.annotators if each != name)
        if len(others) < 2:
            return Undefined("one annotator would be left")
        if len(others) == 2 and self._of_pairs:
            return self._of_pairs[others[0], others[1]].value
        if not self._of_pairs or not self._few(len(others) + 1):
            return Undefined(_OTHERS_LATER)
        return self._of(others).value

    # --- documents and places ---------------------------------------------------------------------------------------

    def documents(self) -> Rows[ByDocument]:
        """Every document, with the disorder of its alignment, or of its places."""
        hard, items = self.where.difficulty(), self.where.by_document()
        return Rows(
            (
                ByDocument(document, replace(measured, count=items[document]), hard.get(document))
                for document, measured in self._by_document.items()
            ),
            note=OF_CHANCE if self.measure.shares and self.options.interval not in {None, "none"} else "",
        )

    @cached_property
    def _by_document(self) -> Mapping[str, Measured]:
        """The headline for each document; of a baseline there is no more than the value."""
        name = self.measure.result.name
        if name in self.measure.shares:
            return self.measure.documents(name)
        baseline = self.measure.baselines.get(name)
        if baseline is None or isinstance(baseline, Undefined):
            return {}
        why = Undefined("a baseline has an interval over documents only")
        return {document: Measured(value, why, why, why, 1) for document, value in baseline.documents.items()}

    def hardest(self, most: int) -> list[HardItem]:
        """The unitary alignments of most disorder, or the places where annotators differ most."""
        return self.where.hardest(most)

    def outliers(self) -> Outliers | Undefined:
        """Annotators who drift or are behind the rest, and documents of more disorder than the others."""
        documents, disagreements = self.where.disagreements()
        if not documents:
            return Undefined("nobody marked anything")
        annotators = self.where.with_rest(self.study.annotators, self.options.level)
        return Outliers(annotators, document_outliers(documents, disagreements))

    def extra(self, most: int) -> tuple[Extra, ...]:
        """Units without a counterpart, values over equally good alignments, and other coefficients by document."""
        del most
        found = [self._unmatched(self.aligned)] if self.aligned is not None else []
        if bounds := self.measure.bounds:
            known = {name: (each, each) if isinstance(each, Undefined) else each for name, each in bounds.items()}
            found.append(_ends("bounds", "Not proved: between which values those of the best alignments lie", known))
        if ranges := self.measure.ranges:
            found.append(_ends("ranges", "Values over equally good alignments", ranges))
        found += self._by_process()
        others = [name for name in self.measure.shares if name != self.measure.result.name]
        if others and len(self.study.continua) > 1:
            found.append(self._beside(others))
        return tuple(found)

    def _by_process(self) -> Iterator[Extra]:
        """Every document against each random process, where a coefficient has several."""
        for coefficient in self.measure.coefficients if self.study.continua else ():
            names = self.measure.samplers(coefficient)
            if len(names) > 1:
                columns = [column for name in names for column in (f"expected by {name}", f"by {name}")]
                rows = [
                    (document, annotators, *values)
                    for document, annotators, values in self.measure.by_process(coefficient)
                ]
                yield Extra(
                    "processes",
                    f"{coefficient.name} by each random process",
                    ("document", "annotators", "observed", *columns),
                    tuple(rows),
                    (f"{coefficient.name} takes the process that leaves least disorder",),
                )

    def _unmatched(self, aligned: Aligned) -> Extra:
        given = self.study.count()
        counts = zip(aligned.missed.tolist(), aligned.missed_of_most.tolist(), aligned.added.tolist(), strict=True)
        rows = tuple((name, given[name], *each) for name, each in zip(self.study.annotators, counts, strict=True))
        return Extra(
            "unmatched",
            "Units without a counterpart",
            ("annotator", "units", "missed", "missed of most", "added"),
            rows,
            ("missed: unitary alignments of others; of most: of more than half of them; added: units of nobody else",),
        )

    def _beside(self, others: Sequence[str]) -> Extra:
        rows = [
            (document, name, each.value, each.interval, each.observed, each.expected, each.sd, each.p)
            for name in others
            for document, each in self.measure.documents(name).items()
        ]
        columns = ("document", "coefficient", "value", "interval", "observed", "expected", "sd by chance", "p")
        ordered = tuple(sorted(rows, key=lambda row: lowest_first(row[2])))
        return Extra("beside", "Other coefficients by document, the lowest first", columns, ordered)


def _ends(name: str, title: str, found: Mapping[str, tuple[Value, Value]]) -> Extra:
    """The lowest and the highest value of some coefficients."""
    rows = tuple((coefficient, *ends) for coefficient, ends in found.items())
    return Extra(name, title, ("coefficient", "lowest", "highest"), rows)


def _measured(result: Result, count: int) -> Measured:
    """A result as the value of a part."""
    nothing = Undefined("this is not known of a baseline")
    observed, expected = (nothing if each is None else each for each in (result.observed, result.expected))
    return Measured(result.value, observed, expected, result.interval, count, result.sd, result.p)
