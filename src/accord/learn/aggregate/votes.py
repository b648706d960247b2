"""Who gave which label to which items, as a method of aggregation sees it: items that are labelled alike are one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.study.coding import MISSING
from accord.study.kinds import kinds_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.study.coding import Coding

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Votes:
    """The labels of every kind of item, and how many items are of it.

    ``given`` is a sparse matrix of the shape (kinds, annotators x labels) with a 1 where an annotator gave a label,
    so that the steps of every model are products with it. ``times`` has the shape (kinds,); in a resample it
    says how often each kind was drawn.
    """

    given: Any
    times: Floats
    annotators: int
    labels: int

    @classmethod
    def of(cls, coding: Coding) -> tuple[Votes, Numbers]:
        """The votes of a coding, and the kind of each of its items, shape (items,)."""
        from scipy.sparse import csr_array

        kinds = kinds_of(coding, by_annotator=True)
        labels = len(coding.labels)
        kind, annotator = np.nonzero(kinds.codes != MISSING)
        column = annotator * labels + kinds.codes[kind, annotator]
        shape = len(kinds.codes), len(coding.annotators) * labels
        given = csr_array((np.ones(len(kind)), (kind, column)), shape=shape)
        return cls(given, kinds.times.astype(np.float64), len(coding.annotators), labels), kinds.kind_of

    def drawn(self, times: Floats) -> Votes:
        """The same with each kind so many times."""
        again = Votes(self.given, times, self.annotators, self.labels)
        again.__dict__ |= {"by_answer": self.by_answer, "_kind": self._kind, "ballots": self.ballots}  # as they were
        return again

    @cached_property
    def by_answer(self) -> Any:
        """The same matrix, the other way round: shape (annotators x labels, kinds)."""
        return self.given.T.tocsr()

    @cached_property
    def ballots(self) -> Floats:
        """How many annotators gave each label to each kind, shape (kinds, labels)."""
        each = np.tile(np.eye(self.labels), (self.annotators, 1))
        ballots: Floats = self.given @ each
        return ballots

    @property
    def shares(self) -> Floats:
        """The share of each label among those given to each kind, shape (kinds, labels)."""
        shares: Floats = self.ballots / self.ballots.sum(axis=1, keepdims=True)
        return shares

    @cached_property
    def answers(self) -> Floats:
        """How often each annotator gave each label, shape (annotators, labels)."""
        answers: Floats = (self.by_answer @ self.times).reshape(self.annotators, self.labels)
        return answers

    @property
    def count(self) -> float:
        """How many labels were given in all."""
        return float(self.answers.sum())

    @cached_property
    def alone(self) -> NDArray[np.bool_]:
        """Whether no item of an annotator was labelled by anybody else, shape (annotators,)."""
        several = (self.times * (self.ballots.sum(axis=1) > 1)).astype(np.float64)
        shared = (self.by_answer @ several).reshape(self.annotators, self.labels).sum(axis=1)
        return np.asarray(shared == 0)

    def confusions(self, posterior: Floats) -> Floats:
        """How often each annotator is expected to give a label to items of another: (annotators, true, given)."""
        return self.confusions_of(posterior * self.times[:, None])

    def confusions_of(self, labels: Floats) -> Floats:
        """The same where ``labels`` says how many items of each kind have each label, shape (kinds, labels)."""
        weighed = self.by_answer @ labels
        return np.asarray(weighed).reshape(self.annotators, self.labels, self.labels).transpose(0, 2, 1)

    def right(self, labels: Floats) -> Floats:
        """How often each annotator gave each label rightly, shape (annotators, labels), for labels as above."""
        answer = self.given.indices
        found = np.bincount(answer, labels[self._kind, answer % self.labels], self.annotators * self.labels)
        return found.reshape(self.annotators, self.labels)

    @cached_property
    def _kind(self) -> Numbers:
        """The kind of item of each vote, in the order of ``given``, shape (votes,)."""
        return np.repeat(np.arange(len(self.times)), np.diff(self.given.indptr))


def shares_of(counts: Floats) -> Floats:
    """Counts as shares of the last axis; NaN where there are none."""
    total = counts.sum(axis=-1, keepdims=True)
    return np.divide(counts, total, out=np.full(counts.shape, np.nan), where=total > 0)
