"""One label per item out of the labels of many, how sure each is, and what each annotator is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.result import Undefined
from accord.agreement.signature import Signature
from accord.agreement.uncertainty import between_quantiles
from accord.learn.aggregate.uncertainty import ends_of_cells
from accord.messages import plural
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.learn.aggregate.fit import Draws, Fit
    from accord.learn.aggregate.mentions import Mention
    from accord.learn.aggregate.reference import Accuracy, Found
    from accord.learn.aggregate.votes import Numbers, Votes
    from accord.model import Corpus
    from accord.study.coding import Coding, Item
    from accord.study.quotient import Floats

TIE = 1e-9
"""Probabilities that are nearer to each other tie: they differ by rounding."""


@dataclass(frozen=True)
class Annotator:
    """What is known of one annotator.

    ``confusion`` (labels, labels) says how often which label (column) is given to items of a label (row); a row of
    which nothing is known holds NaN. ``ends`` (2, labels, labels) are the ends of the intervals of its cells.
    """

    name: str
    given: int
    """How many labels they gave."""
    competence: Value
    interval: Interval | Undefined
    confusion: Floats
    ends: Floats | Undefined


class Uncertain(NamedTuple):
    """An item, its label and the next likely one with their probabilities, and how many gave each label."""

    item: Item
    label: str
    probability: float
    next_label: str
    next_probability: float
    ballots: dict[str, int]


@dataclass(frozen=True)
class Aggregation(ResultExport):
    """The label of every item, with its probability, and the competence and the confusions of every annotator.

    ``chosen`` (items,) are indices into ``labels``; ``tied`` of them were decided by the seed. ``mentions`` is what
    was chosen where spans or units were voted on, and ``consensus`` places the result over the documents.
    """

    coding: Coding
    method: str
    votes: Votes
    kind_of: Numbers
    fit: Fit
    chosen: Numbers
    tied: int
    draws: Draws | Undefined
    level: float
    choices: Mapping[str, object]
    consensus: Callable[[], Corpus]
    mentions: tuple[Mention, ...] = ()
    remarks: tuple[str, ...] = ()
    against: tuple[Accuracy | Found, ...] = ()
    """How well the labels and the majority's, without ties, meet a reference, where one is given."""

    def __repr__(self) -> str:
        what = f"{plural(len(self.chosen), self.coding.unit)} by {self.method}"
        return f"<Aggregation of {what}, {plural(len(self.coding.annotators), 'annotator')}>"

    @cached_property
    def corpus(self) -> Corpus:
        """The documents with the labels, spans or units that were chosen, as those of one annotator."""
        return self.consensus()

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels there are."""
        return self.coding.labels

    @property
    def times_chosen(self) -> list[int]:
        """How many items have each label."""
        counts: list[int] = np.bincount(self.chosen, minlength=len(self.labels)).tolist()
        return counts

    @cached_property
    def items(self) -> tuple[str, ...]:
        """What the items are called."""
        return tuple(self.coding.item(index).name for index in range(len(self.chosen)))

    @cached_property
    def label(self) -> tuple[str, ...]:
        """The label of each item."""
        return tuple(map(self.labels.__getitem__, self.chosen.tolist()))

    @cached_property
    def posterior(self) -> Floats:
        """How probable each label is, shape (items, labels)."""
        return np.ascontiguousarray(self.fit.posterior[self.kind_of])

    @cached_property
    def probability(self) -> Floats:
        """How probable the label of each item is, shape (items,)."""
        found: Floats = self.posterior[np.arange(len(self.chosen)), self.chosen]
        return found

    @cached_property
    def changed(self) -> NDArray[np.bool_]:
        """Whether the label of each item has fewer votes than another, shape (items,)."""
        ballots = self.votes.ballots[self.kind_of]
        return np.asarray(ballots[np.arange(len(self.chosen)), self.chosen] < ballots.max(axis=1, initial=0))

    @property
    def overruled(self) -> int:
        """How many items with one label have another."""
        single = self.votes.ballots.sum(axis=1) == 1
        return int(np.count_nonzero(self.changed & single[self.kind_of]))

    @cached_property
    def annotators(self) -> tuple[Annotator, ...]:
        """Every annotator."""
        return tuple(self._annotator(number, name) for number, name in enumerate(self.coding.annotators))

    def annotator(self, name: str) -> Annotator:
        """The annotator of that name."""
        return next(each for each in self.annotators if each.name == name)

    def _annotator(self, number: int, name: str) -> Annotator:
        given = int(self.votes.answers[number].sum())
        reason = self._unknown(number, given)
        if reason:
            competence: Value = Undefined(reason)
            interval: Interval | Undefined = Undefined(reason)
        else:
            competence = float(self.fit.competence[number])
            interval = self._interval(number)
        return Annotator(name, given, competence, interval, self.fit.confusion[number], self._ends(number))

    def _unknown(self, number: int, given: int) -> str:
        """Why nothing can be said of an annotator, or nothing."""
        if not given:
            return "they gave no label"
        if len(self.labels) == 1:
            return f"only the label {self.labels[0]!r} was given, so there is nothing to know"
        return "nobody else labelled any of their items" if self.votes.alone[number] else ""

    def _interval(self, number: int) -> Interval | Undefined:
        if isinstance(self.draws, Undefined):
            return self.draws
        how = "posterior draws" if self.fit.draws else f"bootstrap over {self.coding.unit}s"
        return between_quantiles(self.draws.competence[:, number], self.level, how)

    def _ends(self, number: int) -> Floats | Undefined:
        if isinstance(self.draws, Undefined):
            return self.draws
        if self.draws.confusion is None:
            return Undefined("there are too many cells to keep what was drawn")
        return ends_of_cells(self.draws.confusion[:, number], self.level)

    def uncertain(self, most: int = 10) -> list[Uncertain]:
        """The items whose label is least probable; of those alike, the first."""
        order = np.argsort(self.probability, kind="stable")[:most]
        return [self._uncertain(int(index)) for index in order]

    def _uncertain(self, index: int) -> Uncertain:
        chosen, row = int(self.chosen[index]), self.posterior[index].copy()
        probability, row[chosen] = float(row[chosen]), -1.0
        other = int(row.argmax())
        another = ("", 0.0) if len(row) == 1 else (self.labels[other], float(row[other]))
        return Uncertain(self.coding.item(index), self.labels[chosen], probability, *another, self.ballots(index))

    def ballots(self, index: int) -> dict[str, int]:
        """How many annotators gave which label to an item, the most frequent first."""
        counts = self.votes.ballots[self.kind_of[index]]
        order = np.argsort(-counts, kind="stable")
        return {self.labels[code]: int(counts[code]) for code in order.tolist() if counts[code]}

    @cached_property
    def signature(self) -> Signature:
        """How the labels were found."""
        size = {
            "unit": self.coding.unit,
            "items": len(self.chosen),
            "annotators": len(self.coding.annotators),
            "labels": len(self.labels),
        }
        absent = {"no-answer": "+".join(map(repr, self.coding.no_answer))} if self.coding.no_answer else {}
        return Signature(self.method, {**size, **absent, **self.choices, "data": self.coding.digest()})


def decided(posterior: Floats, coding: Coding, rng: np.random.Generator) -> tuple[Numbers, int]:
    """The most probable label of each item, shape (items,), and how many of them tie and are left to the seed.

    Ties are drawn in the order of what items and labels are called, so that the order of the data changes nothing.
    """
    best = posterior >= posterior.max(axis=1, keepdims=True, initial=0.0) - TIE
    tied = np.flatnonzero(best.sum(axis=1) > 1)
    in_order = tied[sorted(range(len(tied)), key=lambda each: coding.id_of(int(tied[each])))]
    by_name = np.array(sorted(range(len(coding.labels)), key=coding.labels.__getitem__), dtype=np.int64)
    chance = best.astype(float)
    chance[np.ix_(in_order, by_name)] *= 1 - rng.random((len(tied), len(by_name)))
    return (chance.argmax(axis=1) if posterior.size else np.zeros(0, dtype=np.int64)), len(tied)
