"""Majority vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.learn.aggregate.fit import Fit, accuracy
from accord.learn.aggregate.votes import shares_of

if TYPE_CHECKING:
    import numpy as np

    from accord.learn.aggregate.votes import Votes


@dataclass(frozen=True, slots=True)
class Majority:
    """The label that most annotators gave; ties are broken by the seed, and counted.

        p(k | labels of i) = share of the labels of i that are k

    Every annotator has one vote on every item. An annotator's competence is the share of their labels that a voter
    drawn from the same item, themselves among them, gives too; it flatters everyone where items have few labels.
    """

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:  # noqa: ARG002
        """The shares of the votes; nothing is drawn and nothing is searched."""
        shares = votes.shares
        confusion, right = shares_of(votes.confusions(votes.weighed(shares))), accuracy(votes, votes.weighed(shares))
        return Fit(shares, shares_of(votes.times @ shares), confusion, right)

    def choices(self) -> dict[str, object]:
        """Nothing to choose."""
        return {}
