"""The four schemas of SemEval 2013 task 9 in the terms of MUC-5, counted as nervaluate counts them.

Predictions are taken from left to right, each against the reference mentions that are still free:

| schema  | correct (COR)                | else, if some free mention overlaps |
|---------|------------------------------|-------------------------------------|
| strict  | same boundaries, same type   | incorrect (INC)                     |
| exact   | same boundaries              | incorrect (INC)                     |
| partial | same boundaries              | partial (PAR)                       |
| type    | any overlap and the same type: the one with the nearest boundaries | incorrect (INC) |

A prediction that overlaps nothing free is spurious (SPU), a reference mention left over is missed (MIS).
precision = (COR + PAR / 2) / (COR + INC + PAR + SPU), recall = (COR + PAR / 2) / (COR + INC + PAR + MIS).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.result import Undefined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.encoding import Mention
    from accord.scoring.label_runs import MarkedLabelRun

    Nearness = Callable[[Mention, Mention], int | None]
    """How near a correct pair is (0 nearest), or None for a pair that is not correct."""


class MucCounts(NamedTuple):
    """Correct, incorrect, partial, missed and spurious."""

    correct: int = 0
    incorrect: int = 0
    partial: int = 0
    missed: int = 0
    spurious: int = 0

    @property
    def possible(self) -> int:
        """All that the reference has."""
        return self.correct + self.incorrect + self.partial + self.missed

    @property
    def actual(self) -> int:
        """All that was predicted."""
        return self.correct + self.incorrect + self.partial + self.spurious

    @property
    def precision(self) -> Fraction | Undefined:
        """The credit earned of all that was predicted."""
        return Fraction(self._credit, 2 * self.actual) if self.actual else Undefined("nothing was predicted")

    @property
    def recall(self) -> Fraction | Undefined:
        """The credit earned of all that the reference has."""
        return Fraction(self._credit, 2 * self.possible) if self.possible else Undefined("the reference has none")

    @property
    def f1(self) -> Fraction | Undefined:
        """The harmonic mean of both."""
        total = self.possible + self.actual
        return Fraction(self._credit, total) if total else Undefined("there is neither reference nor prediction")

    @property
    def _credit(self) -> int:
        return 2 * self.correct + self.partial


def boundary_distance(ours: Mention, theirs: Mention) -> int:
    """How far start and end lie apart, together."""
    return abs(ours.start - theirs.start) + abs(ours.end - theirs.end)


def _strict(ours: Mention, theirs: Mention) -> int | None:
    return 0 if ours == theirs else None


def _exact(ours: Mention, theirs: Mention) -> int | None:
    return 0 if boundary_distance(ours, theirs) == 0 else None


def _type(ours: Mention, theirs: Mention) -> int | None:
    return boundary_distance(ours, theirs) if ours.type == theirs.type else None


SCHEMAS: dict[str, tuple[Nearness, str]] = {
    "strict": (_strict, "incorrect"),
    "exact": (_exact, "incorrect"),
    "partial": (_exact, "partial"),
    "type": (_type, "incorrect"),
}


def overlapping(
    reference: Sequence[Mention], predicted: Iterable[Mention]
) -> Iterator[tuple[Mention, Sequence[Mention]]]:
    """Each prediction with the reference mentions that share a token with it.

    Both sides stand from left to right, none upon another of its side, so one sweep finds them all, however many.
    """
    first = 0
    for mention in predicted:
        while first < len(reference) and reference[first].end <= mention.start:
            first += 1
        behind = first
        while behind < len(reference) and reference[behind].start < mention.end:
            behind += 1
        yield mention, reference[first:behind]


def muc_counts(reference: Sequence[Mention], predicted: Sequence[Mention], schema: str) -> MucCounts:
    """Count one label run or sentence by one schema.

    >>> from accord.encoding import Mention
    >>> muc_counts([Mention(0, 2, "LOC")], [Mention(0, 1, "LOC"), Mention(1, 2, "LOC")], "partial")
    MucCounts(correct=0, incorrect=0, partial=1, missed=0, spurious=1)
    """
    nearness, otherwise = SCHEMAS[schema]
    free = set(reference)
    counts = dict.fromkeys(MucCounts._fields, 0)
    for mention, others in overlapping(reference, predicted):
        touched = [other for other in others if other in free]
        correct = [other for other in touched if nearness(mention, other) is not None]
        if not touched:
            counts["spurious"] += 1
            continue
        counts["correct" if correct else otherwise] += 1
        free.remove(min(correct, key=lambda other: nearness(mention, other) or 0) if correct else touched[0])
    counts["missed"] = len(free)
    return MucCounts(**counts)


def schema_counts(label_runs: Iterable[tuple[MarkedLabelRun, int]]) -> dict[str, MucCounts]:
    """All four schemas over all label runs."""
    totals = {schema: [0] * len(MucCounts._fields) for schema in SCHEMAS}
    for label_run, times in label_runs:
        for schema, total in totals.items():
            counts = muc_counts(label_run.reference, label_run.predicted, schema)
            totals[schema] = [whole + times * part for whole, part in zip(total, counts, strict=True)]
    return {schema: MucCounts(*total) for schema, total in totals.items()}


def schema_counts_by_type(label_runs: Sequence[tuple[MarkedLabelRun, int]]) -> dict[str, dict[str, MucCounts]]:
    """All four schemas for each type, among the mentions of that type alone."""
    parts: dict[str, list[tuple[MarkedLabelRun, int]]] = {}
    for label_run, times in label_runs:
        for type_, part in _by_type(label_run).items():
            parts.setdefault(type_, []).append((part, times))
    return {type_: schema_counts(parts[type_]) for type_ in sorted(parts)}


def _by_type(label_run: MarkedLabelRun) -> dict[str, MarkedLabelRun]:
    """An label run as if there were no mentions but those of one type, for each of its types."""
    sides: dict[str, tuple[list[Mention], list[Mention]]] = {}
    for side, mentions in enumerate((label_run.reference, label_run.predicted)):
        for mention in mentions:
            sides.setdefault(mention.type, ([], []))[side].append(mention)
    return {
        type_: label_run._replace(reference=tuple(ours), predicted=tuple(theirs))
        for type_, (ours, theirs) in sides.items()
    }
