"""Who gave which label to which items, as a method of aggregation sees it: items that are labelled alike are one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.equation import agreement
from accord.study.coding import MISSING
from accord.study.item_kinds import kinds_of
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.study.coding import Coding
    from accord.study.quotient import Floats

    Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Kinds:
    """Who gave which label to items of each kind.

    ``given`` is a sparse matrix of the shape (kinds, annotators x labels) with a 1 where an annotator gave a label, so
    that the steps of every model are products with it.
    """

    given: Any
    annotators: int
    labels: int

    @cached_property
    def by_answer(self) -> Any:
        """The same matrix, the other way round: shape (annotators x labels, kinds)."""
        return self.given.T.tocsr()

    @cached_property
    def kind(self) -> Numbers:
        """The kind of item that each label was given to, in the order of ``given``, shape (labels given,)."""
        return np.repeat(np.arange(self.given.shape[0]), np.diff(self.given.indptr))

    @cached_property
    def ballots(self) -> Floats:
        """How many annotators gave each label to each kind, shape (kinds, labels)."""
        each = np.tile(np.eye(self.labels), (self.annotators, 1))
        ballots: Floats = self.given @ each
        return ballots


@dataclass(frozen=True)
class Votes:
    """The kinds of items, and how many items are of each, shape (kinds,); in a resample, how often each was drawn."""

    kinds: Kinds
    times: Floats

    @classmethod
    def of(cls, coding: Coding) -> tuple[Votes, Numbers]:
        """The votes of a coding, and the kind of each of its items, shape (items,)."""
        from scipy.sparse import csr_array

        kinds = kinds_of(coding, by_annotator=True)
        labels = len(coding.labels)
        kind, annotator = np.nonzero(kinds.codes != MISSING)
        answer = annotator * labels + kinds.codes[kind, annotator]
        shape = len(kinds.codes), len(coding.annotators) * labels
        given = csr_array((np.ones(len(kind)), (kind, answer)), shape=shape)
        return cls(Kinds(given, len(coding.annotators), labels), kinds.times.astype(np.float64)), kinds.kind_of

    @property
    def annotators(self) -> int:
        """How many annotators there are."""
        return self.kinds.annotators

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return self.kinds.labels

    @property
    def ballots(self) -> Floats:
        """How many annotators gave each label to each kind, shape (kinds, labels)."""
        return self.kinds.ballots

    @property
    def shares(self) -> Floats:
        """The share of each label among those given to each kind, shape (kinds, labels)."""
        return shares_of(self.ballots)

    @cached_property
    def answers(self) -> Floats:
        """How often each annotator gave each label, shape (annotators, labels)."""
        answers: Floats = (self.kinds.by_answer @ self.times).reshape(self.annotators, self.labels)
        return answers

    @property
    def count(self) -> float:
        """How many labels were given in all."""
        return float(self.answers.sum())

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """Whether no item of an annotator was labelled by anybody else, shape (annotators,)."""
        several = self.times * (self.ballots.sum(axis=1) > 1)
        shared = (self.kinds.by_answer @ several).reshape(self.annotators, self.labels).sum(axis=1)
        return np.asarray(shared == 0)

    @cached_property
    def alpha(self) -> float:
        """Krippendorff's alpha of the labels, as names; NaN where chance would not disagree either."""
        several = self.ballots.sum(axis=1) > 1
        counts, times = self.ballots[several], self.times[several]
        given = counts.sum(axis=1)
        apart = (counts * (given[:, None] - counts)).sum(axis=1) / (given - 1)
        labels, total = times @ counts, float(times @ given)
        if not total:
            return float("nan")
        expected = (labels * (total - labels)).sum() / (total * (total - 1))
        return float(agreement(times @ apart / total, expected))

    def weighed(self, posterior: Floats) -> Floats:
        """How many items of each kind are expected to have each label, shape (kinds, labels)."""
        weighed: Floats = posterior * self.times[:, None]
        return weighed

    def confusions(self, labels: Floats) -> Floats:
        """How often each annotator gave a label to items of another, shape (annotators, true, given).

        ``labels`` (kinds, labels) says how many items of each kind have each label.
        """
        found = np.asarray(self.kinds.by_answer @ labels)
        return found.reshape(self.annotators, self.labels, self.labels).transpose(0, 2, 1)

    def right(self, labels: Floats) -> Floats:
        """How often each annotator gave each label rightly, shape (annotators, labels), for labels as above."""
        answer = self.kinds.given.indices
        times = self.kinds.given.data * labels[self.kinds.kind, answer % self.labels]
        found = np.bincount(answer, times, self.annotators * self.labels)
        return found.reshape(self.annotators, self.labels).astype(np.float64, copy=False)


def shares_of(counts: Floats) -> Floats:
    """Counts as shares of the last axis; NaN where there are none."""
    return quotient(counts, counts.sum(axis=-1, keepdims=True))
