"""Dawid & Skene's model, by expectation maximisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.learn.aggregate.fit import Fit, accuracy, climb, expected, logarithms
from accord.learn.aggregate.votes import shares_of

if TYPE_CHECKING:
    from accord.learn.aggregate.votes import Floats, Votes

TOLERANCE = 1e-4
"""How little the log-likelihood may gain for each label given; what it gains below goes into the rarest confusions."""

ITERATIONS = 500


class Found(NamedTuple):
    """The posterior of the labels, and the model that it follows from."""

    posterior: Floats
    prevalence: Floats = np.empty(0)
    confusion: Floats = np.empty(0)


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """Every annotator has a confusion matrix of their own, found together with the labels (EM).

        p(k | labels of i)  ~  prevalence_k  prod_j confusion_j[k, label of i by j]

    Given the item's true label, annotators answer independently, each by the row of their matrix. From the shares of
    the votes on, matrices and prevalence follow from the labels (M-step: shares of expected counts) and the labels from
    these (E-step), until the log-likelihood gains less than ``tolerance`` for each label given. It never falls; what
    is reached is the nearest maximum, not always the highest. No prior holds it back: where annotators gave few
    labels, it believes them too much, and `bayes` is safer. Competence: the share of an annotator's labels that are
    right, by the posterior.

    Dawid, A. P. & Skene, A. M. (1979). Maximum likelihood estimation of observer error-rates using the EM algorithm.
    Applied Statistics 28(1).
    """

    tolerance: float = TOLERANCE
    iterations: int = ITERATIONS

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:  # noqa: ARG002
        """Both steps in turn, from the shares of the votes; nothing is drawn."""

        def step(found: Found) -> tuple[Found, float]:
            counts = votes.confusions(votes.weighed(found.posterior))
            prevalence, confusion = shares_of(votes.times @ found.posterior), shares_of(counts)
            posterior, likelihood = expected(votes, logarithms(prevalence), logarithms(confusion))
            return Found(posterior, prevalence, confusion), likelihood

        begin = Found(votes.shares if start is None else start.posterior)
        found, climbed, converged = climb(step, begin, least_gain=self.tolerance * votes.count, most=self.iterations)
        right = accuracy(votes, votes.weighed(found.posterior))
        return Fit(*found, right, climbed[-1], climbed, converged)

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        return {"tol": f"{self.tolerance:g}", "iterations": self.iterations}
