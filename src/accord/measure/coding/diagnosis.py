"""Where agreement breaks: by label, pair, annotator, document and item, and what merging labels would do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.distance.nominal import Nominal
from accord.distance.ordinal import Ordinal
from accord.measure.coding.coefficient import NOTHING
from accord.measure.coding.disagreement import coincidences, summed_distances
from accord.measure.coding.measured import NO_INTERVAL, Measured, measure
from accord.measure.result import Undefined
from accord.study.coding import MISSING, in_rising_order, kinds_of
from accord.study.scale import Scale

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.distance.between import Between, Floats
    from accord.measure.coding.coefficient import Coefficient, Sample
    from accord.measure.coding.disagreement import Distance
    from accord.measure.coding.measured import Uncertainty
    from accord.measure.result import Value
    from accord.study.coding import Coding, Item


@dataclass(frozen=True, slots=True)
class ByLabel:
    """One label against all others; ``specific`` is the chance that a second annotator gives it too (pooled F1)."""

    label: str
    count: int
    specific: Value
    measured: Measured


@dataclass(frozen=True, slots=True)
class ByPair:
    """Two annotators on the items that both labelled."""

    first: str
    second: str
    measured: Measured


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
        """Every label that was used against all others, the most frequent first."""
        pairs = coincidence_matrix(self.coding)
        found = []
        for code in np.argsort(-self.coding.counts, kind="stable"):
            count = int(self.coding.counts[code])
            if pairs[code].any():
                binary = self.coding.one_against_rest(int(code))
                specific: Value = float(pairs[code, code] / pairs[code].sum())
                found.append(ByLabel(self.coding.labels[code], count, specific, self._nominal(binary)))
        return found

    def _nominal(self, coding: Coding) -> Measured:
        return measure(coding, self.coefficient, Nominal(Scale(coding.labels)), self.uncertainty)

    def pairs(self) -> list[ByPair]:
        """Every two annotators."""
        return [
            ByPair(
                self.coding.annotators[first],
                self.coding.annotators[second],
                measure(self.coding.only([first, second]), self.coefficient, self.distance, self.uncertainty),
            )
            for first, second in combinations(range(len(self.coding.annotators)), 2)
        ]

    def annotators(self) -> list[ByAnnotator]:
        """Every annotator against the rest, and the rest alone."""
        given = np.count_nonzero(self.coding.codes != MISSING, axis=0).tolist()
        return [
            ByAnnotator(*each)
            for each in zip(self.coding.annotators, given, self._against_rest(), self._without(), strict=True)
        ]

    def _without(self) -> list[Value]:
        """The coefficient of the others alone: the totals, with the annotator's items counted anew without them."""
        if not self.coding.items:
            return [measure(self.coding, self.coefficient, self.distance).value] * len(self.coding.annotators)
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

    def _against_rest(self) -> list[Value]:
        """1 - observed / expected disagreement of each annotator with the others.

        Observed: the mean over the annotator's items of the mean distance from the item's other labels. Expected: the
        same where the annotator draws from an urn of own labels, and the others from an urn of theirs.
        """
        codes, between = self.coding.codes, self._between()
        labels = len(self.coding.labels)
        in_order = in_rising_order(codes, labels)
        values: list[Value] = []
        for column in codes.T:
            items = np.flatnonzero((column != MISSING) & (self.coding.per_item >= 2))
            if not len(items):
                values.append(Undefined("nobody to compare with"))
                continue
            own, all_labels = column[items], in_order[items]
            others = self.coding.per_item[items] - 1.0
            observed = np.zeros(len(items))
            rest: Floats = -np.bincount(own, 1 / others, minlength=labels).astype(np.float64)
            for labels_of_one in all_labels.T:
                given = labels_of_one != MISSING
                observed += np.where(given, between.pairs(own, labels_of_one), 0.0)
                rest += np.bincount(labels_of_one[given], 1 / others[given], minlength=labels)
            expected = float(between.expected(np.bincount(own, minlength=labels) / len(items), rest))
            if not expected > NOTHING * float(between.largest):
                values.append(Undefined("chance would not disagree either"))
            else:
                values.append(1 - float((observed / others).sum()) / expected)
        return values

    def documents(self) -> list[ByDocument]:
        """Every document that has items with two labels."""
        return [
            ByDocument(
                self.coding.documents[document],
                measure(
                    self.coding.of_items(self.coding.document_of == document),
                    self.coefficient,
                    self.distance,
                    self.uncertainty,
                ),
            )
            for document in np.unique(self.coding.document_of)
        ]

    def hardest(self, most: int) -> list[HardItem]:
        """The items whose labels are farthest apart, and among equals those with more labels, then in their order."""
        kinds = kinds_of(self.coding, by_annotator=False)
        if not self.coding.items:
            return []
        pairs = np.maximum(kinds.labels * (kinds.labels - 1.0), 1.0)
        apart = (summed_distances(kinds, self._between(), len(self.coding.labels)) / pairs)[kinds.kind_of]
        order = np.lexsort((np.arange(len(apart)), -self.coding.per_item, -apart))
        return [self._hard(int(index), float(apart[index])) for index in order[:most] if apart[index] > 0]

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
        pairs = coincidence_matrix(self.coding)
        cost = np.triu(pairs * self._between().matrix(), 1)
        total = cost.sum()
        found = []
        for flat in np.argsort(-cost, axis=None, kind="stable")[:most]:
            first, second = (int(code) for code in np.unravel_index(flat, cost.shape))
            if cost[first, second] > 0:
                names = self.coding.labels[first], self.coding.labels[second]
                share = float(cost[first, second] / total)
                found.append(Confusion(*names, float(pairs[first, second]), share, self._merged(first, second)))
        return found

    def _merged(self, first: int, second: int) -> Value:
        if not isinstance(self.distance, Nominal):
            return Undefined("labels of a scale cannot be merged")
        merged = self.coding.merged(first, second)
        return measure(merged, self.coefficient, Nominal(Scale(merged.labels)), NO_INTERVAL).value

    def _between(self) -> Between:
        if isinstance(self.distance, Ordinal):
            compared = self.coding.of_items(self.coding.per_item >= 2)
            return self.distance.given(compared.counts.astype(np.float64))
        return self.distance


def coincidence_matrix(coding: Coding) -> Floats:
    """Krippendorff's coincidences, shape (labels, labels): pairs of labels within items, each item by 1 / (labels - 1).

    The rows sum to how often each label was given.
    """
    kinds = kinds_of(coding, by_annotator=False)
    labels = len(coding.labels)
    weights = kinds.times / np.maximum(kinds.labels - 1.0, 1.0)  # an item with one label has no pairs
    return np.asarray(coincidences(kinds, labels, weights).sum(axis=0), dtype=np.float64).reshape(labels, labels)


def confusion_matrix(coding: Coding, first: int, second: int) -> NDArray[np.int64]:
    """How often one annotator gave the row's label where another gave the column's, shape (labels, labels)."""
    labels = len(coding.labels)
    ours, theirs = coding.codes[:, first], coding.codes[:, second]
    both = (ours != MISSING) & (theirs != MISSING)
    return np.bincount(ours[both].astype(np.int64) * labels + theirs[both], minlength=labels**2).reshape(labels, labels)
