"""Precision, recall and F1 from three counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Undefined, ratio

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.scoring.label_runs import MarkedLabelRun


PARTS = ("precision", "recall", "f1")
AVERAGES = ("macro", "weighted")


class Counts(NamedTuple):
    """How many mentions the reference has, how many were predicted, and how many of these are correct.

    precision = correct / predicted, recall = correct / reference, F1 = 2 correct / (reference + predicted).

    >>> Counts(reference=4, predicted=0, correct=0).precision
    Undefined(reason='nothing was predicted')
    """

    reference: int = 0
    predicted: int = 0
    correct: int = 0

    @property
    def precision(self) -> Fraction | Undefined:
        """The share of predicted mentions that are correct."""
        return ratio(self.correct, self.predicted, "nothing was predicted")

    @property
    def recall(self) -> Fraction | Undefined:
        """The share of reference mentions that were found."""
        return ratio(self.correct, self.reference, "the reference has none")

    @property
    def f1(self) -> Fraction | Undefined:
        """The harmonic mean of both."""
        return ratio(2 * self.correct, self.reference + self.predicted, "there is neither reference nor prediction")

    def plus(self, other: Counts, times: int = 1) -> Counts:
        """Add the counts of another, so many times."""
        return Counts(*(mine + times * its for mine, its in zip(self, other, strict=True)))


def at_best(left_out: Counts) -> Counts:
    """What was left out of both sides as if it were right: what the reference has there was found, and nothing more.

    What was predicted there can be wrong only where it is more than the reference has.

    >>> at_best(Counts(3, 1)), at_best(Counts(1, 2))
    (Counts(reference=3, predicted=3, correct=3), Counts(reference=1, predicted=2, correct=1))
    """
    missed, spurious, _ = left_out
    return Counts(missed, max(missed, spurious), missed)


class Average(NamedTuple):
    """A mean of precision, recall and F1 over types."""

    precision: Fraction | Undefined
    recall: Fraction | Undefined
    f1: Fraction | Undefined


def exact_match(label_run: MarkedLabelRun) -> Counts:
    """Mentions are correct where start, end and type agree."""
    return Counts(
        len(label_run.reference), len(label_run.predicted), len(set(label_run.reference) & set(label_run.predicted))
    )


def exact_match_by_type(label_runs: Iterable[tuple[MarkedLabelRun, int]]) -> dict[str, Counts]:
    """Exact match for each type in the reference or the prediction, by name."""
    reference: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    correct: Counter[str] = Counter()
    for label_run, times in label_runs:
        for mentions, total in (
            (label_run.reference, reference),
            (label_run.predicted, predicted),
            (set(label_run.reference) & set(label_run.predicted), correct),
        ):
            for mention in mentions:
                total[mention.type] += times
    return {
        type_: Counts(reference[type_], predicted[type_], correct[type_]) for type_ in sorted({*reference, *predicted})
    }


def macro(types: dict[str, Counts]) -> Average:
    """The plain mean over types; an undefined precision or recall counts as 0, as in seqeval."""
    return _average(types, dict.fromkeys(types, 1), "there are no types")


def weighted(types: dict[str, Counts]) -> Average:
    """The mean over types by their mentions in the reference."""
    return _average(types, {type_: counts.reference for type_, counts in types.items()}, "the reference has none")


def _average(types: dict[str, Counts], weights: dict[str, int], reason: str) -> Average:
    total = sum(weights.values())
    if not total:
        return Average(*[Undefined(reason)] * 3)

    def mean(part: str) -> Fraction:
        values = {type_: getattr(counts, part) for type_, counts in types.items()}
        return sum((weights[type_] * value for type_, value in values.items() if value), Fraction(0)) / total

    return Average(mean("precision"), mean("recall"), mean("f1"))


def counted_as_zero(types: dict[str, Counts]) -> list[str]:
    """The types whose precision or recall is undefined and enters an average as 0."""
    return [type_ for type_, counts in types.items() if not counts.reference or not counts.predicted]
