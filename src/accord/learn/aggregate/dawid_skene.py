"""Dawid & Skene's model, by expectation maximisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.learn.aggregate.fit import TOLERANCE, Fit, accuracy, climb, expected, logarithms
from accord.learn.aggregate.votes import shares_of

if TYPE_CHECKING:
    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats

ITERATIONS = 1_000


class _State(NamedTuple):
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
    these (E-step), until no probability moves by more than ``tolerance``. What is reached is the nearest maximum, not
    always the highest.

    Annotators are trusted: to what they are found to say of items of a label, ``trust`` right answers are added. So
    who labelled little is believed, and the only label of an item stands unless much speaks against who gave it. The
    paper's model, with the trust 0, believes every confusion that it has seen once, and overrules single labels on
    little evidence. Competence: the share of an annotator's labels that are right, by the posterior.

    Dawid, A. P. & Skene, A. M. (1979). Maximum likelihood estimation of observer error-rates using the EM algorithm.
    Applied Statistics 28(1).
    """

    trust: float = 4.0
    tolerance: float = TOLERANCE
    iterations: int = ITERATIONS

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:  # noqa: ARG002
        """Both steps in turn, from the shares of the votes, or from where another fit ended; nothing is drawn."""
        extra = self.trust * np.eye(votes.labels)

        def step(at: _State) -> tuple[_State, float]:
            confusion = shares_of(votes.confusions(votes.weighed(at.posterior)) + extra)
            prevalence, logs = shares_of(votes.times @ at.posterior), logarithms(confusion)
            posterior, likelihood = expected(votes, logarithms(prevalence), logs)
            return _State(posterior, prevalence, confusion), likelihood + _log_prior(extra, logs)

        begin = _State(votes.shares if start is None else start.posterior)
        drawn = votes.times > 0
        found, climbed, converged = climb(step, begin, drawn, tolerance=self.tolerance, most=self.iterations)
        right = accuracy(votes, votes.weighed(found.posterior))
        likelihood = climbed[-1] - _log_prior(extra, logarithms(found.confusion))
        return Fit(*found, right, likelihood, climbed, converged)

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        return {"trust": f"{self.trust:g}", "tol": f"{self.tolerance:g}", "iterations": self.iterations}


def _log_prior(extra: Floats, logs: Floats) -> float:
    """The logarithm of the priors of all matrices, but for a constant."""
    return float((extra * np.where(extra > 0, logs, 0.0)).sum())
