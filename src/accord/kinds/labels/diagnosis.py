"""Where agreement breaks: by label, pair, annotator, document and item, and what merging labels would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.document_outliers import harder
from accord.agreement.resample import holm
from accord.agreement.result import Undefined
from accord.distance.nominal import Nominal
from accord.distance.ordinal import Ordinal
from accord.kinds.labels.against_rest import against_rest
from accord.kinds.labels.coincidence import coincidences_of
from accord.kinds.labels.disagreement import summed_distances
from accord.kinds.labels.documents import measured_documents
from accord.kinds.labels.measured import NO_INTERVAL, measure, unless_alone
from accord.kinds.labels.outliers import annotator_gaps, drifts
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of
from accord.study.scale import Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.agreement.annotator_gap import AnnotatorGap
    from accord.agreement.drift import Drift
    from accord.agreement.result import Measured, Value
    from accord.agreement.uncertainty import Uncertainty
    from accord.distance.between import Between, Floats
    from accord.kinds.labels.coefficient import Coefficient, Sample
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding, Item

MAX_LABELS = 200
"""The most labels that are measured one by one."""


@dataclass(frozen=True, slots=True)
class ByLabel:
    """One label against all others; ``specific`` is the chance that a second annotator gives it too (pooled F1)."""

    label: str
    count: int
    specific: Value
    measured: Measured


@dataclass(frozen=True, slots=True)
class ByPair:
    """Two annotators on the items that both labelled, and on how many of these their labels differ."""

    first: str
    second: str
    measured: Measured
    differing: int


@dataclass(frozen=True, slots=True)
class ByAnnotator:
    """One annotator: how many labels, agreement with all others, and that of the others without this one."""

    annotator: str
    labels: int
    against_rest: Value
    without: Value


@dataclass(frozen=True, slots=True)
class ByDocument:
    """One document."""

    document: str
    measured: Measured


@dataclass(frozen=True, slots=True)
class HardItem:
    """An item on which annotators differ: the mean distance of two of its labels, and who gave which."""

    item: Item
    document: str
    disagreement: float
    labels: dict[str, str]


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two labels that meet in an item: in how many pairs, with what share of all disagreement, and merged."""

    first: str
    second: str
    pairs: float
    share: float
    merged: Value


@dataclass(frozen=True)
class Diagnosis:
    """One coefficient of one coding, taken apart."""

    coding: Coding
    coefficient: Coefficient
    distance: Distance
    uncertainty: Uncertainty

    def labels(self) -> list[ByLabel]:
        """Every label that was used against all others, the most frequent first; none where there are too many."""
        if not self.coding.items or len(self.coding.labels) > MAX_LABELS:
            return []
        met = coincidences_of(self.coding)
        counts = self.coding.counts
        with_itself = np.zeros(len(counts))
        itself = met.first == met.second
        with_itself[met.first[itself]] = met.times[itself]
        return [
            self._label(int(code), int(counts[code]), float(with_itself[code] / counts[code]))
            for code in np.argsort(-counts, kind="stable")
            if counts[code]
        ]

    def _label(self, code: int, count: int, specific: float) -> ByLabel:
        binary = self.coding.one_against_rest(code)
        against = measure(binary, self.coefficient, Nominal(Scale(binary.labels)), self.uncertainty)
        return ByLabel(self.coding.labels[code], count, specific, against)

    def pairs(self) -> list[ByPair]:
        """Every two annotators, on the items that both labelled."""
        return [
            ByPair(
                self.coding.annotators[first],
                self.coding.annotators[second],
                self._pair(first, second),
                int(np.count_nonzero(self.differing(first, second))),
            )
            for first, second in combinations(range(len(self.coding.annotators)), 2)
        ]

    def _pair(self, first: int, second: int) -> Measured:
        both = self.coding.only([first, second])
        return unless_alone(
            measure(both, self.coefficient, self.distance, self.uncertainty), self.coefficient, self.coding.unit
        )

    def differing(self, first: int, second: int) -> NDArray[np.bool_]:
        """On which items two annotators differ, shape (items,)."""
        ours, theirs = self.coding.codes[:, first], self.coding.codes[:, second]
        both: NDArray[np.bool_] = (ours != MISSING) & (theirs != MISSING) & (ours != theirs)
        both[both] = self.between.pairs(ours[both], theirs[both]) > 0
        return both

    def drifts(self) -> list[Drift]:
        """How each annotator's agreement with the rest changes from the first item to the last."""
        return drifts(self.coding, self.between, self.uncertainty.level)

    def behind(self) -> list[AnnotatorGap]:
        """How much less each annotator agrees with the others than these among themselves."""
        return annotator_gaps(self.coding, self.between, self.disagreements, self.uncertainty.level)

    def annotators(self) -> list[ByAnnotator]:
        """Every annotator against the rest, and the rest alone."""
        given = np.count_nonzero(self.coding.codes != MISSING, axis=0).tolist()
        if not self.coding.items:
            undefined = measure(self.coding, self.coefficient, self.distance).value
            return [
                ByAnnotator(name, count, undefined, undefined)
                for name, count in zip(self.coding.annotators, given, strict=True)
            ]
        rest = against_rest(self.coding, self.between)
        return [ByAnnotator(*each) for each in zip(self.coding.annotators, given, rest, self._without(), strict=True)]

    def _without(self) -> list[Value]:
        """The coefficient of the others alone: the totals, with the annotator's items counted anew without them."""
        if len(self.coding.annotators) < 3:
            return [Undefined("one annotator would be left")] * len(self.coding.annotators)
        everything = self._sample(self.coding)
        totals = everything.times @ everything.rows
        values: list[Value] = []
        for annotator in range(len(self.coding.annotators)):
            labelled = self.coding.of_items(self.coding.codes[:, annotator] != MISSING)
            others = labelled.blanked(annotator)
            with_, without = self._sample(labelled), self._sample(others)
            left = totals - with_.times @ with_.rows + without.times @ without.rows
            value = float(everything.parts(left[None, :]).value[0])
            values.append(Undefined("the others do not disagree by chance either") if np.isnan(value) else value)
        return values

    def _sample(self, coding: Coding) -> Sample:
        return self.coefficient.sample(coding, self.distance)

    def documents(self) -> list[ByDocument]:
        """Every document that has items with two labels, with intervals over its items."""
        over_items = replace(self.uncertainty, by_document=False)
        found = measured_documents(self.coding, self.coefficient, self.distance, over_items)
        return [ByDocument(self.coding.documents[document], measured) for document, measured in found]

    @cached_property
    def disagreements(self) -> Floats:
        """The mean distance of two labels of each item, shape (items,)."""
        kinds = kinds_of(self.coding, by_annotator=False)
        pairs = np.maximum(kinds.labels * (kinds.labels - 1.0), 1.0)
        return (summed_distances(kinds, self.between, len(self.coding.labels)) / pairs)[kinds.kind_of]

    def harder(self) -> dict[str, float]:
        """How often chance makes a document seem so much harder than the others, corrected by how many there are."""
        compared = self.coding.per_item >= 2
        chances = harder(self.disagreements[compared], self.coding.document_of[compared])
        known = {self.coding.documents[index]: p for index, p in enumerate(chances.tolist()) if not isnan(p)}
        return dict(zip(known, holm(list(known.values())), strict=True))

    @cached_property
    def hardest_first(self) -> NDArray[np.intp]:
        """The items on which annotators differ: those with more labels first among equals, then in their order."""
        apart = self.disagreements
        differing = np.flatnonzero(apart > 0)
        return differing[np.lexsort((differing, -self.coding.per_item[differing], -apart[differing]))]

    def hardest(self, most: int) -> list[HardItem]:
        """The items whose labels are farthest apart."""
        if not self.coding.items:
            return []
        return [self._hard(index, float(self.disagreements[index])) for index in self.hardest_first[:most].tolist()]

    def _hard(self, index: int, disagreement: float) -> HardItem:
        given = {
            annotator: self.coding.labels[code]
            for annotator, code in zip(self.coding.annotators, self.coding.codes[index].tolist(), strict=True)
            if code != MISSING
        }
        document = self.coding.documents[self.coding.document_of[index]]
        return HardItem(self.coding.item(index), document, disagreement, given)

    def confusions(self, most: int) -> list[Confusion]:
        """The pairs of labels that cost most, and what the coefficient would be if they were one (nominal labels)."""
        if not self.coding.items:
            return []
        met = coincidences_of(self.coding)
        met = met.where(met.first < met.second)
        cost = met.times * self.between.pairs(met.first, met.second)
        costliest = np.argsort(-cost, kind="stable")[:most]
        return [
            Confusion(
                self.coding.labels[met.first[pair]],
                self.coding.labels[met.second[pair]],
                float(met.times[pair]),
                float(cost[pair] / cost.sum()),
                self._merged(int(met.first[pair]), int(met.second[pair])),
            )
            for pair in costliest
            if cost[pair] > 0
        ]

    def _merged(self, first: int, second: int) -> Value:
        if not isinstance(self.distance, Nominal):
            return Undefined("only labels that are names can be merged: not numbers, ranks or sets")
        merged = self.coding.merged(first, second)
        return measure(merged, self.coefficient, Nominal(Scale(merged.labels)), NO_INTERVAL).value

    @cached_property
    def between(self) -> Between:
        """The distance between labels, as far as it depends on how often these were given."""
        if isinstance(self.distance, Ordinal):
            return self.distance.given(self.coding.counts.astype(np.float64))
        return self.distance
