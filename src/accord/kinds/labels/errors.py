"""The errors behind an agreement on labels: slips, labels taken for each other, and favourites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined
from accord.errors import NotApplicable
from accord.kinds.error_model import ErrorModel, ErrorSort
from accord.kinds.labels.agree import agree_on_labels
from accord.kinds.labels.noise import bias, confusions, slips
from accord.study.coding import MISSING
from accord.study.scale import in_natural_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from accord.agreement.result import Result
    from accord.kinds.error_model import Floats
    from accord.kinds.labels.options import LabelOptions
    from accord.study.coding import Coding

    Codes = NDArray[np.int64]

_MOST_LABELS, _FEWEST_ITEMS = 6_000, 100
"""So many labels are simulated at a time, of so many items at least; they are drawn from all where there are more."""
_MOST_ANNOTATORS = 200
"""Of more annotators, favourites are not looked at: each of them gave few labels, and that takes long."""
_MAX_SCALE, _MIN_USES = 11, 2
"""More labels than a scale has are each given so often on average, where slips from one to another say something."""
_CLEARLY_MORE = 3.0
"""By so many standard deviations two labels meet more often than slips make them, where they are taken for each other.

Less would find such a pair in any data with enough labels.
"""


@dataclass(frozen=True)
class LabelErrors(ErrorModel):
    """Slips, confusions of labels that are alike, and favourites of annotators, each a share of all labels.

    A slip gives any label, by how frequent it is. Confusions are between labels that meet clearly more often than
    slips make them meet. A favourite is the label that an annotator gives most beyond what the others say of the same.
    """

    coding: Coding
    coefficients: Sequence[str]
    options: LabelOptions
    result: Result
    unit: str
    score_name: str = "accuracy"

    @classmethod
    def of(cls, coding: Coding, coefficients: Sequence[str], options: LabelOptions) -> LabelErrors:
        """Those of a coding, whose agreement is measured by the first coefficient."""
        if len(coding.labels) < 2:
            raise NotApplicable("all labels are the same, so there is no error to be seen")
        given = int(coding.per_item.sum())
        if len(coding.labels) > _MAX_SCALE and given < _MIN_USES * len(coding.labels):
            raise NotApplicable(
                f"{len(coding.labels):,} different labels among {given:,} are measurements, and calibration is for "
                "labels that recur: accord agree -c icc says how measurements vary"
            )
        measured = agree_on_labels(coding, coefficients, options)
        told = replace(options, distance=measured.about["distance"] if options.distance is None else options.distance)
        names, without = (measured.result.name,), replace(told, interval="none")
        return cls(_in_one_order(coding), names, without, measured.result, coding.unit)

    @property
    def texts(self) -> int:
        """The items."""
        return len(self.coding.codes)

    @property
    def drawn(self) -> int:
        """As many, or a part of them."""
        return min(self.texts, max(_MOST_LABELS // self.copies, _FEWEST_ITEMS))

    @property
    def annotators(self) -> int:
        """Those of the coding."""
        return len(self.coding.annotators)

    @property
    def crowd(self) -> bool:
        """Whether there are too many annotators to look at the favourites of each."""
        return self.annotators > _MOST_ANNOTATORS

    @cached_property
    def copies(self) -> int:
        """Of a crowd as many as labelled one item at most, for without favourites it does not matter who is who."""
        return int(self.coding.per_item.max()) if self.crowd else self.annotators

    @property
    def marks(self) -> int:
        """All labels."""
        return int(self.coding.per_item.sum())

    @cached_property
    def sorts(self) -> tuple[ErrorSort, ...]:
        """Slips, confusions where labels are taken for each other, and favourites."""
        names = self.coding.labels
        pairs = [f"{names[a]}/{names[b]}" for a, b in enumerate(self.partner.tolist()) if b > a]
        listed = ", ".join(pairs[:3]) + ", ..." * (len(pairs) > 3)
        taken = ErrorSort("confusions", f"{{share}} % of labels taken for each other: {listed}")
        return (
            ErrorSort("slips", "{share} % of labels redrawn, by frequency"),
            *([taken] if pairs else []),
            *([] if self.crowd else [ErrorSort("bias", "{share} % of labels replaced by the annotator's favourite")]),
        )

    @cached_property
    def shares(self) -> Floats:
        """How often each label is given."""
        counts = self.coding.ballots.sum(axis=0).astype(np.float64)
        shares: Floats = counts / counts.sum()
        return shares

    @cached_property
    def partner(self) -> Codes:
        """The label that each label is taken for, or -1."""
        together = _meetings(self.coding.ballots)
        by_slips = np.outer(self.shares, self.shares)
        first, second = np.triu_indices(len(together), 1)
        found = np.full(len(together), -1)
        expected = by_slips[first, second] * together[first, second].sum() / by_slips[first, second].sum()
        excess = (together[first, second] - expected) / np.sqrt(np.maximum(expected, 1.0))
        for pair in np.argsort(-excess, kind="stable").tolist() if len(together) > 2 else ():
            a, b = int(first[pair]), int(second[pair])
            if excess[pair] >= _CLEARLY_MORE and found[a] < 0 and found[b] < 0:
                found[a], found[b] = b, a
        return found

    @cached_property
    def favourites(self) -> Codes:
        """The label that each annotator gives most beyond what the others say of the same items."""
        found: Codes = _leanings(self.observed(), len(self.coding.labels)).argmax(axis=1)
        return found

    def observed(self) -> Codes:
        """The codes of all items."""
        return self.coding.codes.astype(np.int64)

    def truth(self, rng: Generator) -> tuple[Codes, Codes]:
        """The items that are simulated, and the label that most gave each of them, one of several at random."""
        items = np.arange(self.texts)
        if self.drawn < self.texts:
            items = np.sort(rng.choice(self.texts, self.drawn, replace=False))
        votes = self.coding.ballots[items]
        return items, (votes + np.where(votes > 0, rng.uniform(size=votes.shape), 0.0)).argmax(axis=1)

    def degraded(
        self, truth: tuple[Codes, Codes], amounts: Sequence[float], annotator: int, rng: Generator
    ) -> tuple[Codes, Codes]:
        """Labels taken for others, then slips, then favourites."""
        items, codes = truth
        amount = dict(zip((sort.name for sort in self.sorts), amounts, strict=True))
        own = [*rng.spawn(3)]
        codes = confusions(codes, amount.get("confusions", 0.0), own[0], self.partner)
        codes = slips(codes, amount["slips"], own[1], self.shares)
        if "bias" in amount:
            codes = bias(codes, amount["bias"], own[2], int(self.favourites[annotator % self.annotators]))
        return items, codes

    def together(self, truth: tuple[Codes, Codes], copies: Sequence[tuple[Codes, Codes]]) -> Codes:
        """Side by side, where the annotators labelled these items."""
        items, _ = truth
        given = np.column_stack([codes for _, codes in copies])
        there = self.coding.codes[items] != MISSING
        if self.crowd:
            given = np.take_along_axis(given, np.maximum(np.cumsum(there, axis=1) - 1, 0), axis=1)
        return np.where(there, given, MISSING)

    def traces(self, sample: Codes) -> Floats:
        """The shares of pairs that differ otherwise and as labels do that are alike, and how far annotators lean."""
        labels = len(self.coding.labels)
        together = _meetings(_ballots(sample, labels))
        whole = together.sum()
        apart = whole - np.trace(together)
        one = np.flatnonzero(self.partner >= 0)
        alike = together[one, self.partner[one]].sum()
        leaning = [] if self.crowd else [_leanings(sample, labels).max(axis=1).mean()]
        return np.array([(apart - alike) / whole, *([alike / whole] if len(one) else []), *leaning])

    def value(self, sample: Codes) -> float:
        """The coefficient of simulated labels."""
        coding = replace(
            self.coding.of_items(np.arange(len(sample))), codes=sample.astype(np.int32), nominal=self.coding.nominal
        )
        value = agree_on_labels(coding, self.coefficients, self.options).result.value
        return np.nan if isinstance(value, Undefined) else float(value)

    def score(self, reference: tuple[Codes, Codes], predicted: tuple[Codes, Codes]) -> float:
        """The share of items with the same label."""
        return float(np.mean(reference[1] == predicted[1]))


def _in_one_order(coding: Coding) -> Coding:
    """Annotators and items by their names, so that the order of rows and columns does not change what is simulated."""
    if coding.who is None:
        columns = sorted(range(len(coding.annotators)), key=coding.annotators.__getitem__)
        annotators = tuple(coding.annotators[column] for column in columns)
        coding = replace(coding, codes=coding.codes[:, columns], annotators=annotators)
    if coding.unit != "item":
        return coding
    names = [coding.describe(number).name for number in coding.numbers.tolist()]
    rank = {name: place for place, name in enumerate(in_natural_order([*dict.fromkeys(names)]))}
    documents = [coding.documents[number] for number in coding.document_of.tolist()]
    return coding.of_items(
        np.array(sorted(range(len(names)), key=lambda item: (documents[item], rank[names[item]])), dtype=np.intp)
    )


def _ballots(codes: Codes, labels: int) -> Codes:
    """How many annotators gave each item each label, shape (items, labels)."""
    row, column = np.nonzero(codes != MISSING)
    return np.bincount(row * labels + codes[row, column], minlength=len(codes) * labels).reshape(len(codes), labels)


def _meetings(ballots: Codes) -> Floats:
    """How often every two labels were given to one item by two annotators, shape (labels, labels)."""
    counted = ballots.astype(np.float64)
    return counted.T @ counted - np.diag(counted.sum(axis=0))


def _leanings(codes: Codes, labels: int) -> Floats:
    """How much more often an annotator gives each label than the others do to the same items, (annotators, labels)."""
    ballots = _ballots(codes, labels).astype(np.float64)
    found = np.zeros((codes.shape[1], labels))
    for annotator, own in enumerate(codes.T):
        items = own != MISSING
        others = ballots[items]
        others[np.arange(len(others)), own[items]] -= 1
        counted = others.sum(axis=1, keepdims=True)
        given = np.bincount(own[items], minlength=labels)
        found[annotator] = (given - (others / np.maximum(counted, 1)).sum(axis=0)) / max(int(items.sum()), 1)
    return found
