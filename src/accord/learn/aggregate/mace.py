"""Multi-annotator competence estimation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isnan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.errors import UsageError
from accord.learn.aggregate.fit import TOLERANCE, Fit, climb, expected, logarithms
from accord.learn.aggregate.votes import shares_of
from accord.messages import suggestion
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from accord.learn.aggregate.votes import Votes
    from accord.study.quotient import Floats

INFERENCES = ("variational", "em")
_NOISE = 0.5
"""How far the first guess of a restart may lie above the lowest, as a share of it."""


class _Guess(NamedTuple):
    """How often annotators know, shape (annotators,), how often they guess which label, shape (annotators, labels).

    Of the variational steps these are exp(E[log]), which do not add up to 1; ``distance`` is how far what is believed
    lies from the priors (the Kullback-Leibler divergence).
    """

    knows: Floats
    guesses: Floats
    distance: float = 0.0

    def confusion(self) -> Floats:
        """How likely each annotator gives which label to items of a label, shape (annotators, labels, labels)."""
        labels = self.guesses.shape[1]
        by_guess = np.repeat(self.guesses[:, None, :], labels, axis=1)
        return np.asarray(by_guess + self.knows[:, None, None] * np.eye(labels))


class _State(NamedTuple):
    """The posterior of the labels, the guess that it follows from, and the counts that this was learned from."""

    posterior: Floats
    guess: _Guess
    known: Floats = np.empty(0)
    guessed: Floats = np.empty(0)


@dataclass(frozen=True, slots=True)
class Mace:
    """Annotators know the label with a probability of their own, and otherwise guess by a habit of their own.

        p(given a | true k) = knows_j [a = k] + (1 - knows_j) habit_j(a)

    Competence is how often an annotator knows. All labels are equally frequent beforehand. The ``inference`` is
    variational, with the priors Beta(1/2, 1/2) on competence and Dirichlet(10, ...) on habits as in the paper, or by
    EM with ``smoothing`` added to every count (without it 0.01 / labels). It starts ``restarts`` times from
    random guesses, and the best is kept: by the bound on the evidence, or by the likelihood. Neither ever falls
    (with smoothing, the likelihood with its penalty does not).

    Where one label is frequent and annotators are few, the model may explain by habit what they agree on, and take
    everybody for a guesser. Who agree by knowing must know at least as often as they agree beyond chance; restarts that
    end below, with a mean competence under alpha, are kept only where all do, and this is said.

    Hovy, D., Berg-Kirkpatrick, T., Vaswani, A. & Hovy, E. (2013). Learning whom to trust with MACE. NAACL-HLT.
    """

    inference: str = "variational"
    restarts: int = 10
    tolerance: float = TOLERANCE
    iterations: int = 1_000
    knowing: tuple[float, float] = (0.5, 0.5)
    habit: float = 10.0
    smoothing: float | None = None

    def __post_init__(self) -> None:
        if self.inference not in INFERENCES:
            raise UsageError(f"unknown inference {self.inference!r}: {suggestion(self.inference, list(INFERENCES))}")

    def fit(self, votes: Votes, rng: np.random.Generator, start: Fit | None = None) -> Fit:
        """The best of all restarts, or from the fit of nearly the same votes."""
        if start is not None:
            knows = start.competence
            return self._from(votes, _Guess(knows, _guessed(start.confusion, knows)))
        found = [self._from(votes, self._random(votes, rng)) for _ in range(self.restarts)]
        found = [replace(fit, doubt=_explained_away(votes, fit)) for fit in found]
        return max(found, key=lambda fit: (not fit.doubt, fit.log_likelihood or -inf))

    def _random(self, votes: Votes, rng: np.random.Generator) -> _Guess:
        knows = shares_of(rng.uniform(1, 1 + _NOISE, (votes.annotators, 2)))[:, 1]
        habit = shares_of(rng.uniform(1, 1 + _NOISE, (votes.annotators, votes.labels)))
        return _Guess(knows, (1 - knows)[:, None] * habit)

    def _from(self, votes: Votes, guess: _Guess) -> Fit:
        alike = np.full(votes.labels, -np.log(votes.labels))
        first, _ = expected(votes, alike, logarithms(guess.confusion()))

        def step(at: _State) -> tuple[_State, float]:
            known, guessed = _explained(votes, at.posterior, at.guess)
            learned = self._learned(known, guessed)
            posterior, likelihood = expected(votes, alike, logarithms(learned.confusion()))
            return _State(posterior, learned, known, guessed), likelihood - learned.distance

        begin, drawn = _State(first, guess), votes.times > 0
        at, climbed, converged = climb(step, begin, drawn, tolerance=self.tolerance, most=self.iterations)
        competence, habit = self._means(at.known, at.guessed)
        guess = _Guess(competence, (1 - competence)[:, None] * habit)
        prevalence = shares_of(votes.times @ at.posterior)
        return Fit(at.posterior, prevalence, guess.confusion(), competence, climbed[-1], climbed, converged)

    def _learned(self, known: Floats, guessed: Floats) -> _Guess:
        """The M-step: from how often each annotator is expected to have known, and to have guessed each label."""
        if self.inference == "em":
            knows, habit = self._means(known, guessed)
            return _Guess(knows, (1 - knows)[:, None] * habit)
        from scipy.special import digamma

        knowing, habit = self._beliefs(known, guessed)
        share = np.exp(digamma(knowing) - digamma(knowing.sum(axis=1, keepdims=True)))
        each = np.exp(digamma(habit) - digamma(habit.sum(axis=1, keepdims=True)))
        prior = np.array(self.knowing[::-1])
        distance = _divergence(knowing, prior) + _divergence(habit, np.full(habit.shape[1], self.habit))
        return _Guess(share[:, 1], share[:, :1] * each, distance)

    def _beliefs(self, known: Floats, guessed: Floats) -> tuple[Floats, Floats]:
        """The parameters of Beta (guesses, knows) and Dirichlet after the counts."""
        fails, knows = self.knowing[1], self.knowing[0]
        return np.stack([guessed.sum(axis=1) + fails, known + knows], axis=1), guessed + self.habit

    def _means(self, known: Floats, guessed: Floats) -> tuple[Floats, Floats]:
        """Competence, shape (annotators,), and habits, shape (annotators, labels), as they are expected."""
        if self.inference == "variational":
            knowing, habit = self._beliefs(known, guessed)
        else:
            added = 0.01 / guessed.shape[1] if self.smoothing is None else self.smoothing
            knowing = np.stack([guessed.sum(axis=1), known], axis=1) + added
            habit = guessed + added
        share, each = shares_of(knowing)[:, 1], shares_of(habit)
        return np.where(np.isnan(share), 0.5, share), np.where(np.isnan(each), 1 / guessed.shape[1], each)

    def choices(self) -> dict[str, object]:
        """What stands of it in a signature."""
        how: dict[str, object] = {"inference": self.inference, "restarts": self.restarts}
        if self.inference == "variational":
            how |= {"knowing": "{:g}+{:g}".format(*self.knowing), "habit": f"{self.habit:g}"}
        elif self.smoothing is not None:
            how["smoothing"] = f"{self.smoothing:g}"
        return how | {"tol": f"{self.tolerance:g}", "iterations": self.iterations}


def _explained_away(votes: Votes, fit: Fit) -> str:
    """How much agreement a fit explains by habit though it is beyond chance, or nothing."""
    given, alpha = votes.answers.sum(axis=1), votes.alpha
    competence = float(given @ fit.competence / given.sum())
    if isnan(alpha) or competence >= alpha:
        return ""
    return (
        f"mace explains agreement away: its mean competence is {competence:.2f}, as if annotators guessed alike, and "
        f"they agree beyond chance (alpha {alpha:.2f}); do not trust it here, and take dawid-skene or bayes"
    )


def _explained(votes: Votes, posterior: Floats, guess: _Guess) -> tuple[Floats, Floats]:
    """How often each annotator is expected to have known, and to have guessed each label.

    Only a right answer may have been known; how likely it was is what knowing adds to its probability.
    """
    right = votes.right(votes.weighed(posterior))
    likely = guess.knows[:, None] + guess.guesses
    known = right * np.nan_to_num(quotient(guess.knows[:, None], likely))
    return known.sum(axis=1), np.maximum(votes.answers - known, 0.0)


def _guessed(confusion: Floats, knows: Floats) -> Floats:
    """How often annotators guess which label, from their confusions and how often they know."""
    likely = np.diagonal(confusion, axis1=1, axis2=2)
    return np.maximum(likely - knows[:, None], 0.0)


def _divergence(belief: Floats, prior: Floats) -> float:
    """How far Dirichlet beliefs, a row each, lie from their prior."""
    from scipy.special import digamma, gammaln

    total = belief.sum(axis=1)
    parts = gammaln(total) - gammaln(belief).sum(axis=1) - gammaln(prior.sum()) + gammaln(prior).sum()
    slope = digamma(belief) - digamma(total)[:, None]
    return float((parts + ((belief - prior) * slope).sum(axis=1)).sum())
