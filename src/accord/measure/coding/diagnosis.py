"""Where agreement breaks: by label, pair, annotator, document and item, and what merging labels would do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.distance.nominal import Nominal
from accord.distance.ordinal import Ordinal
from accord.measure.coding.agreement import NO_INTERVAL, Measured, measure
from accord.measure.coding.disagreement import coincidences, summed_distances
from accord.measure.result import Undefined
from accord.study.coding import MISSING, kinds_of
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.distance.between import Between, Floats
    from accord.measure.coding.agreement import Uncertainty
    from accord.measure.coding.coefficient import Coefficient
    from accord.measure.coding.disagreement import Distance
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
    without: Measured


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

    def annotators(self, pairs: Sequence[ByPair]) -> list[ByAnnotator]:
        """Every annotator against the rest, and the rest alone.

        Against the rest: 1 - observed / expected disagreement, each summed over the pairs with this annotator, a pair
        weighing as much as it has items.
        """
        everyone = range(len(self.coding.annotators))
        given = np.count_nonzero(self.coding.codes != MISSING, axis=0)
        return [
            ByAnnotator(
                name,
                int(given[one]),
                _together([pair.measured for pair in pairs if name in {pair.first, pair.second}]),
                measure(
                    self.coding.only([other for other in everyone if other != one]),
                    self.coefficient,
                    self.distance,
                    self.uncertainty,
                ),
            )
            for one, name in enumerate(self.coding.annotators)
        ]

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
            return self.distance.given(self.coding.counts.astype(np.float64))
        return self.distance


def _together(parts: Sequence[Measured]) -> Value:
    """1 - observed / expected disagreement, both summed over parts, each weighing as much as it has items.

    Where nothing is expected by chance, the expected disagreement is 1: the mean of the parts.
    """
    known = [
        (
            part.items,
            1 - float(part.observed),
            1.0 if isinstance(part.expected, Undefined) else 1 - float(part.expected),
        )
        for part in parts
        if not isinstance(part.observed, Undefined)
    ]
    expected = sum(items * by_chance for items, _, by_chance in known)
    if not expected:
        return Undefined("chance would not disagree either" if known else "there is nothing to compare with")
    return 1 - sum(items * seen for items, seen, _ in known) / expected


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
