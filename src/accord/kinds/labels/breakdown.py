"""Where agreement on labels breaks: by label, pair, annotator, document, item, and what merging labels would do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import (
    MAX_ANNOTATORS,
    AnnotatorOutlier,
    ByAnnotator,
    ByDocument,
    ByLabel,
    ByPair,
    Confusion,
    Extra,
    HardItem,
    Outliers,
    Rows,
)
from accord.agreement.ceiling import defined, distances, shares, too_many, why_not_half
from accord.agreement.design import Pilot
from accord.agreement.document_outliers import harder
from accord.agreement.forecast import forecast
from accord.agreement.other_annotators import WithoutAnnotators, why_not
from accord.agreement.payload import MAX_CELLS
from accord.agreement.resample import holm
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import leave_one_out
from accord.distance.between import Squares
from accord.distance.nominal import Nominal
from accord.distance.ordinal import Ordinal
from accord.kinds.labels.against_rest import against_rest, interval_against_rest
from accord.kinds.labels.coincidence import coincidence_matrix, coincidences_of, confusion_matrix
from accord.kinds.labels.components import components_table
from accord.kinds.labels.concordance import OfNumbers
from accord.kinds.labels.disagreement import summed_distances
from accord.kinds.labels.documents import measured_documents
from accord.kinds.labels.icc import IntraclassCorrelation, mean_distances
from accord.kinds.labels.limits import limits_tables
from accord.kinds.labels.measurement import NO_INTERVAL, bounds_of, measure, result, units_of, unless_alone
from accord.kinds.labels.observed import ObservedAgreement
from accord.kinds.labels.other_annotators import changes_without
from accord.kinds.labels.outliers import annotator_gaps, drifts
from accord.kinds.labels.repetitions import repetition_tables
from accord.kinds.labels.sums import sums_against_rest, sums_of
from accord.kinds.page.examples import EXAMPLES
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from accord.agreement.agreement import Agreement
    from accord.agreement.ceiling import Ceiling
    from accord.agreement.forecast import Forecast
    from accord.agreement.result import Value
    from accord.agreement.sums import Sums
    from accord.agreement.uncertainty import Uncertainty
    from accord.distance.between import Between, Floats
    from accord.kinds.labels.coefficient import Coefficient, Sample
    from accord.kinds.labels.disagreement import Distance
    from accord.study.coding import Coding

MAX_LABELS = 200
"""The most labels that are measured one by one."""


@dataclass(frozen=True)
class LabelBreakdown:
    """One coefficient of one coding, taken apart."""

    coding: Coding
    coefficient: Coefficient
    distance: Distance
    uncertainty: Uncertainty

    def labels(self) -> Rows[ByLabel]:
        """Every label that was used against all others, the most frequent first; none where there are too many."""
        if not self.coding.items:
            return Rows(why=f"no {self.coding.unit} was labelled by two annotators")
        if len(self.coding.labels) > MAX_LABELS:
            return Rows(why=f"labels are not measured one by one where there are more than {MAX_LABELS}")
        met = coincidences_of(self.coding)
        counts = self.coding.counts
        with_itself = np.zeros(len(counts))
        itself = met.first == met.second
        with_itself[met.first[itself]] = met.times[itself]
        rows = (
            self._label(int(code), int(counts[code]), float(with_itself[code] / counts[code]))
            for code in np.argsort(-counts, kind="stable")
            if counts[code]
        )
        return Rows(rows, note=f"{self.coefficient.name}: each label against all others")

    def _label(self, code: int, count: int, specific: float) -> ByLabel:
        binary = self.coding.one_against_rest(code)
        against = measure(binary, self.coefficient, Nominal(Scale(binary.labels)), self.uncertainty)
        return ByLabel(self.coding.labels[code], count, specific, against)

    def pairs(self) -> Rows[ByPair]:
        """Every two annotators, on the items that both labelled; none where there are too many."""
        if len(self.coding.annotators) > MAX_ANNOTATORS:
            most = f"pairs are not measured one by one for more than {MAX_ANNOTATORS} annotators"
            return Rows(why=f"{most}: choose some (annotators)")
        everybody = range(len(self.coding.annotators))
        return Rows(self._pair(first, second) for first, second in combinations(everybody, 2))

    def _pair(self, first: int, second: int) -> ByPair:
        both = self.coding.only([first, second])
        measured = unless_alone(
            measure(both, self.coefficient, self.distance, self.uncertainty), self.coefficient, self.coding.unit
        )
        names = self.coding.annotators[first], self.coding.annotators[second]
        differing = int(np.count_nonzero(self.differing(first, second)))
        return ByPair(*names, measured, differing, self.coding.found - measured.count)

    def differing(self, first: int, second: int) -> NDArray[np.bool_]:
        """On which items two annotators differ, shape (items,)."""
        ours, theirs = self.coding.column(first), self.coding.column(second)
        both: NDArray[np.bool_] = (ours != MISSING) & (theirs != MISSING) & (ours != theirs)
        both[both] = self.between.pairs(ours[both], theirs[both]) > 0
        return both

    def annotators(self) -> Rows[ByAnnotator]:
        """Every annotator against the rest, and the rest alone."""
        given = self.coding.given.tolist()
        if not self.coding.items:
            undefined = measure(self.coding, self.coefficient, self.distance).value
            named = zip(self.coding.annotators, given, strict=True)
            return Rows(ByAnnotator(name, count, undefined, undefined) for name, count in named)
        rest = against_rest(self.coding, self.between)
        intervals = interval_against_rest(self.coding, self.between, self.uncertainty)
        columns = self.coding.annotators, given, rest, self._without(), intervals
        return Rows(ByAnnotator(*each) for each in zip(*columns, strict=True))

    def _without(self) -> list[Value]:
        """The coefficient of the others alone."""
        if len(self.coding.annotators) < 3:
            return [Undefined("one annotator would be left")] * len(self.coding.annotators)
        everything = self._sample()
        totals = everything.times @ everything.rows
        changes = changes_without(self.coding, self.coefficient, self.distance, by_document=False)
        values = (float(everything.value((totals + each.times @ each.rows)[None, :])[0]) for each in changes)
        why = Undefined("the others do not disagree by chance either")
        return [why if isnan(value) else value for value in values]

    def _sample(self) -> Sample:
        return self.coefficient.sample(self.coding, self.distance)

    def ceilings(self) -> tuple[Ceiling, ...] | Undefined:
        """The share of the same labels, and the distance where it is another than the nominal one."""
        how = replace(self.uncertainty, permutations=0)
        observed: Coefficient = ObservedAgreement()
        names = Nominal(Scale(self.coding.labels))
        found = [shares("same label", result(self.coding, observed, names, "nominal", how))]
        if not isinstance(self.distance, Nominal) and self.coding.items:
            seen = result(self.coding, observed, self.distance, "", how)
            why = too_many(len(self.coding.labels)) or why_not_half(self.between.matrix())
            found.append(distances("distance", seen, float(self.between.largest)) if why is None else why)
        return defined(found)

    def sums(self) -> Sums | Undefined:
        """The coefficient, item by item."""
        if not self.coding.items:
            return Undefined(f"no {self.coding.unit} was labelled by two annotators")
        return sums_of(self.coding, self.coefficient, self.distance, by_document=self.uncertainty.by_document)

    def sums_of_labels(self) -> dict[str, Sums]:
        """Every label against all others; none where there are too many."""
        if len(self.coding.labels) > MAX_LABELS:
            return {}
        binary = {label: self.coding.one_against_rest(code) for code, label in enumerate(self.coding.labels)}
        by_document = self.uncertainty.by_document
        return {
            label: sums_of(coding, self.coefficient, Nominal(Scale(coding.labels)), by_document=by_document)
            for label, coding in binary.items()
        }

    def sums_of_annotators(self) -> dict[str, Sums]:
        """Every annotator against the rest."""
        by_document = self.uncertainty.by_document
        found = (
            (name, sums_against_rest(self.coding, self.between, number, by_document=by_document))
            for number, name in enumerate(self.coding.annotators)
        )
        return {name: sums for name, sums in found if sums is not None}

    def documents(self) -> Rows[ByDocument]:
        """Every document that has items with two labels, with intervals over its items."""
        over_items = replace(self.uncertainty, by_document=False)
        found = measured_documents(self.coding, self.coefficient, self.distance, over_items)
        hard = self._difficulty()
        return Rows(
            ByDocument(self.coding.documents[document], measured, hard.get(document)) for document, measured in found
        )

    def _difficulty(self) -> dict[int, float]:
        """The mean disagreement on the items of each document that two annotators labelled."""
        if not self.coding.items:
            return {}
        compared = self.coding.per_item >= 2
        return {
            document: float(self.disagreements[items][compared[items]].mean())
            for document, items in self.coding.items_of_documents()
            if compared[items].any()
        }

    @cached_property
    def disagreements(self) -> Floats:
        """The mean distance of two labels of each item, shape (items,)."""
        kinds = kinds_of(self.coding, by_annotator=False)
        pairs = np.maximum(kinds.labels * (kinds.labels - 1.0), 1.0)
        return (summed_distances(kinds, self.between, len(self.coding.labels)) / pairs)[kinds.kind_of]

    def outliers(self) -> Outliers:
        """How each annotator's agreement with the rest drifts and is behind theirs, and which documents are harder."""
        level = self.uncertainty.level
        found = map(
            AnnotatorOutlier,
            drifts(self.coding, self.between, level),
            annotator_gaps(self.coding, self.between, self.disagreements, level),
        )
        return Outliers(dict(zip(self.coding.annotators, found, strict=True)), self._harder())

    def _harder(self) -> dict[str, float]:
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
        item, document = self.coding.item(index), self.coding.documents[self.coding.document_of[index]]
        places = {item.annotator: item.place} if item.place else {}
        given = self.versions(index)
        return HardItem(self.coding.id_of(index), document, item.name, disagreement, given, item.text, places=places)

    def versions(self, index: int) -> dict[str, str | None]:
        """Which label everyone gave an item; where annotators are many, only those who gave one."""
        many = len(self.coding.annotators) > MAX_ANNOTATORS
        return {
            annotator: None if code == MISSING else self.coding.labels[code]
            for annotator, code in zip(self.coding.annotators, self.coding.row(index), strict=True)
            if code != MISSING or not many
        }

    def confusions(self, most: int) -> list[Confusion]:
        """The pairs of labels that cost most, and what the coefficient would be if they were one (nominal labels)."""
        if not self.coding.items:
            return []
        met = coincidences_of(self.coding)
        met = met.where(met.first < met.second)
        cost = met.times * self.between.pairs(met.first, met.second)
        costliest = np.argsort(-cost, kind="stable")[:most]
        return [
            self._confusion(
                int(met.first[pair]), int(met.second[pair]), float(met.times[pair]), float(cost[pair] / cost.sum())
            )
            for pair in costliest
            if cost[pair] > 0
        ]

    def _confusion(self, first: int, second: int, pairs: float, share: float) -> Confusion:
        items = self.meeting(first, second)
        named = self.coding.labels[first], self.coding.labels[second]
        examples = tuple(self.coding.id_of(index) for index in items[:EXAMPLES].tolist())
        return Confusion(*named, pairs, share, self._merged(first, second), len(items), examples)

    def meeting(self, first: int, second: int) -> NDArray[np.intp]:
        """The items in which two labels meet, the hardest first."""
        codes = self.coding.codes[self.hardest_first]
        found: NDArray[np.intp] = self.hardest_first[(codes == first).any(axis=1) & (codes == second).any(axis=1)]
        return found

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

    def extra(self, most: int) -> tuple[Extra, ...]:  # noqa: ARG002 - a matrix has all labels
        """Which labels meet, of all annotators and of each two, where the labels are not too many; of numbers more."""
        repeated = repetition_tables(self.coding, self.between, self.uncertainty) if self.coding.items else ()
        return *repeated, *self._variances(), *self._matrices()

    def _variances(self) -> Iterator[Extra]:
        """Of intraclass correlations and of concordance what they are made of, and the limits of agreement."""
        of_variances = isinstance(self.coefficient, IntraclassCorrelation | OfNumbers)
        if not of_variances or not self.coding.items:
            return
        if isinstance(self.coefficient, IntraclassCorrelation):
            yield components_table(mean_distances(self.coding, self.between))
        if isinstance(self.distance, Squares):
            yield from limits_tables(self.coding, self.uncertainty.level)

    def _matrices(self) -> Iterator[Extra]:
        labels, pairs = self.coding.labels, list(combinations(range(len(self.coding.annotators)), 2))
        if not self.coding.items or len(labels) ** 2 > MAX_CELLS:
            return
        together = zip(labels, coincidence_matrix(self.coding).tolist(), strict=True)
        note = (
            "pairs of labels within items, each item by 1 / (labels - 1); the rows sum to how often a label was given"
        )
        rows = tuple((label, *counts) for label, counts in together)
        yield Extra("coincidences", "Coincidences", ("", *labels), rows, (note,), digits=1, on_request=True)
        if len(labels) ** 2 * len(pairs) <= MAX_CELLS and len(self.coding.annotators) <= MAX_ANNOTATORS:
            found = tuple(row for pair in pairs for row in self._confusion_rows(*pair))
            columns = ("first", "second", "label", *labels)
            yield Extra("confusion_matrices", "Labels of every two annotators", columns, found, on_request=True)

    def _confusion_rows(self, first: int, second: int) -> Iterator[tuple[str | int, ...]]:
        names = self.coding.annotators[first], self.coding.annotators[second]
        counts = confusion_matrix(self.coding, first, second).tolist()
        yield from ((*names, label, *row) for label, row in zip(self.coding.labels, counts, strict=True))

    def needed(self, width: float) -> Forecast | Undefined:
        """How many items (or documents, if intervals are over these) an interval of this width needs."""
        value = measure(self.coding, self.coefficient, self.distance).value
        if isinstance(value, Undefined):
            return value
        sample = self._sample()
        units, unit = units_of(sample, self.coding, self.uncertainty)
        bounds = bounds_of(self.coefficient, sample)
        left = leave_one_out(units, sample.value, bounds, unit)
        return left if isinstance(left, Undefined) else forecast(left, bounds, width, self.uncertainty.level)

    def pilot(self) -> Pilot | Undefined:
        """What a study of other annotators can be planned from."""
        how, coding = self.uncertainty, self.coding
        reason = why_not(replace(how, interval="jackknife"), len(coding.annotators))
        if reason is not None:
            return reason
        if not coding.items:
            return Undefined(f"no {coding.unit} was labelled by two annotators")
        sample = self._sample()
        units, unit = units_of(sample, coding, how)
        bounds = bounds_of(self.coefficient, sample)
        left = leave_one_out(units, sample.value, bounds, unit)
        if isinstance(left, Undefined):
            return left
        changes = changes_without(coding, self.coefficient, self.distance, by_document=how.by_document)
        without = WithoutAnnotators.of(units.totals(), sample.value, changes)
        found = without.variances(left)
        if isinstance(found, Undefined):
            return found
        counts = units.count, len(coding.annotators), without.effective
        return Pilot(left.value, found, *counts, int(coding.per_item.sum()), bounds, unit, how.level)


def breakdown_of(agreement: Agreement) -> LabelBreakdown:
    """What takes an agreement on labels apart."""
    assert isinstance(agreement.breakdown, LabelBreakdown), f"{agreement.kind} have another breakdown"
    return agreement.breakdown
