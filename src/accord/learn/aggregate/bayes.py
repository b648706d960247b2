"""Dawid & Skene's model with priors, by Gibbs sampling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.learn.aggregate.fit import CELLS, Draws, Fit, expected, logarithms
from accord.learn.aggregate.votes import shares_of
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats

MIXED = 1.1
"""The largest R-hat at which chains count as one."""
JEFFREYS = 0.5
"""What is added to right and to wrong labels for the share of those to come (Jeffreys' prior)."""


class _Sweep(NamedTuple):
    """One draw of all that is unknown: the confusions, the labels' posterior, and how many labels are right."""

    confusion: Floats
    prevalence: Floats
    posterior: Floats
    right: Floats
    likelihood: float


@dataclass(frozen=True, slots=True)
class Bayes:
    """Dawid & Skene's model with Dirichlet priors, so that few labels do not make an annotator perfect or hopeless.

        prevalence ~ Dirichlet(1, ..., 1)
        confusion_j[k, .] ~ Dirichlet(prior / K, ..., trust + prior / K at k, ..., prior / K)

    Before any label is seen, annotators are right on trust of trust + prior items of every label, eight of ten, and on
    the others they say anything: however many labels K there are, they are trusted alike, and the only label of an
    item stands unless much speaks against who gave it. By Gibbs sampling, ``chains`` begin with the majority's labels,
    and after ``warm_up`` sweeps each draws ``draws`` times labels, prevalence and matrices in turn; posteriors are
    means over all draws, and intervals lie between quantiles of the draws. R-hat compares the halves of the chains by
    the log-likelihood, and says whether they have met. Competence: the share of an annotator's labels that are right;
    its interval is that of the share on other items of this kind, Beta(right + 1/2, wrong + 1/2) for each draw.
    `dawid-skene` finds the most probable matrices instead, and is faster.

    Passonneau, R. J. & Carpenter, B. (2013). The benefits of a model of annotation. LAW. Also TACL 2 (2014).
    """

    trust: float = 8.0
    prior: float = 2.0
    draws: int = 500
    warm_up: int = 100
    chains: int = 2

    def __post_init__(self) -> None:
        if not (self.prior > 0 and self.trust >= 0 and np.isfinite([self.prior, self.trust]).all()):
            raise UsageError("the prior of confusions is above 0, and the trust from 0")

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:  # noqa: ARG002
        """The mean of what is drawn."""
        sizes = self.chains * self.draws, votes.annotators
        right = np.empty(sizes)
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
                    right[row], likelihoods[chain, number] = sweep.right, sweep.likelihood
                    posterior += sweep.posterior
                    prevalence += sweep.prevalence
                    confusion += sweep.confusion
                    if kept is not None:
                        kept[row] = sweep.confusion
        total = len(right)
        r_hat, given = _r_hat(likelihoods), votes.answers.sum(axis=1)
        elsewhere = rng.beta(right + JEFFREYS, given - right + JEFFREYS)
        return Fit(
            posterior / total,
            prevalence / total,
            confusion / total,
            quotient(right.mean(axis=0), given),
            float(likelihoods.mean()),
            tuple(likelihoods.ravel().tolist()),
            bool(r_hat <= MIXED),
            Draws(elsewhere, kept),
            f"R-hat {r_hat:.3f}",
        )

    def _fits(self, votes: Votes) -> bool:
        return self.chains * self.draws * votes.annotators * votes.labels**2 <= CELLS

    def _sweep(self, votes: Votes, labels: Floats, rng: np.random.Generator) -> tuple[_Sweep, Floats]:
        """Confusions and prevalence given the labels, then the labels given these."""
        priors = self.prior / votes.labels + self.trust * np.eye(votes.labels)
        gammas = rng.standard_gamma(votes.confusions(labels) + priors)
        confusion = shares_of(np.maximum(gammas, np.finfo(float).tiny))
        prevalence = rng.dirichlet(1 + labels.sum(axis=0))
        posterior, likelihood = expected(votes, logarithms(prevalence), logarithms(confusion))
        drawn = _labels_drawn(posterior, votes.times, rng)
        right = votes.right(drawn).sum(axis=1)
        return _Sweep(confusion, prevalence, posterior, right, likelihood), drawn

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        priors = {"trust": f"{self.trust:g}", "prior": f"{self.prior:g}"}
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
