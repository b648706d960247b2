"""Dawid & Skene's model with priors, by Gibbs sampling or at its most probable point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.learn.aggregate.dawid_skene import ITERATIONS, TOLERANCE, maximised
from accord.learn.aggregate.fit import CELLS, Draws, Fit, accuracy, expected, logarithms
from accord.learn.aggregate.votes import shares_of
from accord.messages import suggestion

if TYPE_CHECKING:
    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats

INFERENCES = ("gibbs", "map")
MIXED = 1.1
"""The largest R-hat at which chains count as one."""


class _Sweep(NamedTuple):
    """One draw of all that is unknown: the confusions, the labels' posterior, and the share of right labels."""

    confusion: Floats
    prevalence: Floats
    posterior: Floats
    competence: Floats
    likelihood: float


@dataclass(frozen=True, slots=True)
class Bayes:
    """Dawid & Skene's model with Dirichlet priors, so that few labels do not make an annotator perfect or hopeless.

        prevalence ~ Dirichlet(1, ..., 1)
        confusion_j[k, .] ~ Dirichlet(prior, ..., prior + diagonal at k, ..., prior)

    The priors say that annotators are somewhat better than chance, which also keeps labels from changing places. By
    Gibbs sampling, ``chains`` begin with the majority's labels, and after ``warm_up`` sweeps each draws ``draws`` times
    labels, prevalence and matrices in turn; posteriors are means over all draws, and intervals lie between quantiles of
    the draws: they hold the uncertainty of the labels too. R-hat compares the halves of the chains by the
    log-likelihood, and says whether they have met. The inference ``map`` finds the most probable matrices by EM
    instead, and draws nothing. Competence: the share of an annotator's labels that are right.

    Passonneau, R. J. & Carpenter, B. (2013). The benefits of a model of annotation. LAW. Also TACL 2 (2014).
    """

    inference: str = "gibbs"
    prior: float = 1.0
    diagonal: float = 1.0
    draws: int = 500
    warm_up: int = 100
    chains: int = 2
    tolerance: float = TOLERANCE
    iterations: int = ITERATIONS

    def __post_init__(self) -> None:
        if self.inference not in INFERENCES:
            raise UsageError(f"unknown inference {self.inference!r}: {suggestion(self.inference, list(INFERENCES))}")
        least = self.prior >= 1 if self.inference == "map" else self.prior > 0
        if not (least and self.diagonal >= 0 and np.isfinite([self.prior, self.diagonal]).all()):
            raise UsageError("the prior of confusions is above 0 (for map, from 1), and its diagonal from 0")

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:
        """The mean of what is drawn, or the most probable point."""
        if self.inference == "gibbs":
            return self._sampled(votes, rng)
        extra = self._priors(votes.labels) - 1
        return maximised(votes, start, extra, tolerance=self.tolerance, iterations=self.iterations)

    def _priors(self, labels: int) -> Floats:
        return self.prior + self.diagonal * np.eye(labels)

    def _sampled(self, votes: Votes, rng: np.random.Generator) -> Fit:
        sizes = self.chains * self.draws, votes.annotators
        competence = np.empty(sizes)
        kept = np.empty((*sizes, votes.labels, votes.labels)) if self._fits(votes) else None
        likelihoods = np.empty((self.chains, self.draws))
        posterior, prevalence = np.zeros((len(votes.times), votes.labels)), np.zeros(votes.labels)
        confusion = np.zeros((votes.annotators, votes.labels, votes.labels))
        for chain in range(self.chains):
            labels = _labels_drawn(votes.shares, votes.times, rng)
            for number in range(-self.warm_up, self.draws):
                sweep, labels = self._sweep(votes, labels, rng)
                if number >= 0:
                    row = chain * self.draws + number
                    competence[row], likelihoods[chain, number] = sweep.competence, sweep.likelihood
                    posterior += sweep.posterior
                    prevalence += sweep.prevalence
                    confusion += sweep.confusion
                    if kept is not None:
                        kept[row] = sweep.confusion
        total = len(competence)
        r_hat = _r_hat(likelihoods)
        return Fit(
            posterior / total,
            prevalence / total,
            confusion / total,
            competence.mean(axis=0),
            float(likelihoods.mean()),
            tuple(likelihoods.ravel().tolist()),
            bool(r_hat <= MIXED),
            Draws(competence, kept),
            f"R-hat {r_hat:.3f}",
        )

    def _fits(self, votes: Votes) -> bool:
        return self.chains * self.draws * votes.annotators * votes.labels**2 <= CELLS

    def _sweep(self, votes: Votes, labels: Floats, rng: np.random.Generator) -> tuple[_Sweep, Floats]:
        """Confusions and prevalence given the labels, then the labels given these."""
        gammas = rng.standard_gamma(votes.confusions(labels) + self._priors(votes.labels))
        confusion = shares_of(np.maximum(gammas, np.finfo(float).tiny))
        prevalence = rng.dirichlet(1 + labels.sum(axis=0))
        posterior, likelihood = expected(votes, logarithms(prevalence), logarithms(confusion))
        drawn = _labels_drawn(posterior, votes.times, rng)
        right = accuracy(votes, drawn)
        return _Sweep(confusion, prevalence, posterior, right, likelihood), drawn

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        priors: dict[str, object] = {"inference": self.inference, "prior": f"{self.prior:g}+{self.diagonal:g}"}
        if self.inference == "map":
            return priors | {"tol": f"{self.tolerance:g}", "iterations": self.iterations}
        return priors | {"chains": self.chains, "warm-up": self.warm_up, "draws": self.draws}


def _labels_drawn(posterior: Floats, times: Floats, rng: np.random.Generator) -> Floats:
    """How many items of each kind get each label, shape (kinds, labels)."""
    single = times == 1
    drawn = np.zeros(posterior.shape)
    rising = posterior[single].cumsum(axis=1)
    label = (rng.random(len(rising))[:, None] * rising[:, -1:] > rising[:, :-1]).sum(axis=1)
    drawn[np.flatnonzero(single), label] = 1.0
    drawn[~single] = rng.multinomial(times[~single].astype(np.int64), posterior[~single])
    return drawn


def _r_hat(chains: Floats) -> float:
    """How much wider all draws lie than those of each half of a chain, 1 where they have met (Gelman et al.)."""
    size = chains.shape[1] // 2
    halves = chains[:, : 2 * size].reshape(-1, size)
    within = halves.var(axis=1, ddof=1).mean()
    between = size * halves.mean(axis=1).var(ddof=1)
    return float(np.sqrt((size - 1) / size + between / (size * within))) if within > 0 else 1.0
