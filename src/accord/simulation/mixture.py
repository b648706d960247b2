"""How much of each sort of error annotators make, estimated from the traces that these leave in what they said.

Errors are simulated, and amounts are those with which the traces are on average as they were found (the method of
simulated moments; McFadden, D. (1989). A method of simulated moments for estimation of discrete response models without
numerical integration. Econometrica 57(5)). So a trace need not be the amount itself, and one sort may leave traces of
another: whatever simulated annotators leave is taken into account.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import NotApplicable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

    from accord.kinds.error_model import ErrorModel, Floats

_STEPS = 10
"""So many times amounts are put right; they seldom change after the fourth."""
_FARTHEST = 0.15
"""By so much of the largest amount they are changed at a time, or by half of what they are."""
_ENOUGH = 0.02
"""Or until none changes by more than this share of its standard error."""
_NONE = 1e-9
"""What is less is rounding."""
_STEP = 0.04
"""How far amounts are moved at least to see how traces follow."""
_TRIES, _LAST_TRIES = 12, 40
"""Simulated corpora for each step, and for standard errors at the end."""


@dataclass(frozen=True)
class Trials:
    """Simulated corpora by the amounts of errors in them: the same generators for all amounts, so that they compare."""

    model: ErrorModel
    seed: int = 1
    done: Callable[[], object] = field(default=lambda: None, compare=False)
    known: dict[tuple[float, ...], Floats] = field(default_factory=dict, compare=False)
    """Agreements that were simulated already, by the amounts of errors."""

    def generators(self, trial: int) -> list[Generator]:
        """One for the truth of a trial, and one for each copy of it."""
        seeds = np.random.SeedSequence(self.seed, spawn_key=(trial,)).spawn(self.model.copies + 1)
        return [np.random.default_rng(seed) for seed in seeds]

    def sample(self, amounts: Floats, trial: int) -> Any:
        """One simulated corpus."""
        return self.model.simulated(amounts.tolist(), self.generators(trial))

    def traces(self, amounts: Floats, trials: int) -> Floats:
        """The traces in so many corpora, shape (trials, sorts)."""
        found = np.array([self.model.traces(self.sample(amounts, trial)) for trial in range(trials)])
        self.done()
        return found

    def values(self, amounts: Floats, trials: int) -> Floats:
        """The agreement in so many corpora, shape (trials,)."""
        key = (trials, *amounts.tolist())
        if key not in self.known:
            self.known[key] = np.array([self.model.value(self.sample(amounts, trial)) for trial in range(trials)])
        self.done()
        return self.known[key]


@dataclass(frozen=True)
class Estimate:
    """The amounts of all sorts of errors with which traces are as they were found, and how sure they are.

    ``middle`` is where the straight line at the end of the search puts them, and ``below`` and ``above`` are the
    standard errors towards less and more of them.
    """

    amounts: Floats
    middle: Floats
    below: Floats
    above: Floats
    most: Floats
    reached: bool

    def ends(self, level: float) -> tuple[Floats, Floats]:
        """Between which ends all amounts lie together with the level of confidence, by Šidák's inequality."""
        from scipy.special import stdtrit

        each = level ** (1 / len(self.amounts))
        reach = stdtrit(_LAST_TRIES - 1, (1 + each) / 2)
        low = np.clip(self.middle - reach * self.below, 0.0, self.most)
        high = np.clip(self.middle + reach * self.above, 0.0, self.most)
        return np.minimum(low, self.amounts), np.maximum(high, self.amounts)


def estimate(trials: Trials) -> Estimate:
    """The amounts with which simulated traces are those of the corpus."""
    from scipy.optimize import lsq_linear

    model = trials.model
    observed = model.traces(model.observed())
    most = np.array([sort.most for sort in model.sorts])
    amounts = np.clip(observed, _STEP, most / 2)  # traces are of the size of amounts, more or less
    none = np.zeros(len(most))
    if np.array_equal(observed, trials.traces(none, 1)[0]):
        amounts = none
    for _ in range(_STEPS if amounts.any() else 0):
        found, slopes = _slopes(trials, amounts, most, _TRIES)
        scale = found.std(axis=0, ddof=1) + 1e-6
        difference = (observed - found.mean(axis=0)) / scale
        reach = np.maximum(_FARTHEST * most, amounts / 2)  # farther away, traces need not follow in a straight line
        ends = np.maximum(-amounts, -reach) - 1e-12, np.minimum(most - amounts, reach) + 1e-12
        change = lsq_linear(slopes / scale[:, None], difference, ends, method="bvls").x
        amounts = np.clip(amounts + change, 0.0, most)
        amounts[amounts < _NONE] = 0.0
        errors = np.abs(np.linalg.pinv(slopes / scale[:, None])).sum(axis=1)
        if (np.abs(change) <= _ENOUGH * errors + 1e-5).all():
            break
    near = np.maximum(amounts, 1 / model.marks)  # no error in n cases does not prove that there are none
    found, slopes = _slopes(trials, near, most, _LAST_TRIES)
    missing = observed - found.mean(axis=0)
    inverse = np.linalg.pinv(slopes)
    known = model.drawn / model.texts + 1 / _LAST_TRIES

    def covariance(traces: Floats) -> Floats:
        return np.asarray(inverse @ np.atleast_2d(np.cov(traces.T)) @ inverse.T * known)

    below = covariance(found)
    farther = np.clip(near + np.sqrt(np.diag(below)), 0.0, most)  # the more errors, the more they vary
    above = covariance(trials.traces(farther, _LAST_TRIES))
    middle = np.clip(near + inverse @ missing, 0.0, most)
    reached = bool((np.abs(missing) <= 3 * found.std(axis=0, ddof=1) * np.sqrt(known) + _STEP).all())
    errors = np.sqrt(np.diag(below)), np.sqrt(np.maximum(np.diag(below), np.diag(above)))
    return Estimate(amounts, middle, *errors, most, reached)


def _slopes(trials: Trials, amounts: Floats, most: Floats, count: int) -> tuple[Floats, Floats]:
    """The traces at some amounts, and how they change with each: shape (traces, sorts)."""
    found = trials.traces(amounts, count)
    columns = []
    for sort in range(len(amounts)):
        step = max(_STEP * most[sort], 0.25 * amounts[sort])
        low, high = max(amounts[sort] - step, 0.0), min(amounts[sort] + step, most[sort])
        ends = [trials.traces(_with(amounts, sort, end), count).mean(axis=0) for end in (low, high)]
        columns.append((ends[1] - ends[0]) / (high - low))
    return found, np.column_stack(columns)


def _with(amounts: Floats, sort: int, amount: float) -> Floats:
    changed = amounts.copy()
    changed[sort] = amount
    return changed


def divided(trials: Trials, amounts: Floats, count: int) -> tuple[dict[frozenset[int], float], Floats]:
    """The mean agreement with each set of the sorts of errors, and how the loss is divided among them.

    What a sort takes away depends on what the others have taken already; its part is the mean over all orders in
    which they may come (Shapley, L. S. (1953). A value for n-person games). The parts add up to the whole loss.
    """
    from math import factorial

    there = [sort for sort in range(len(amounts)) if amounts[sort] > 0]
    values: dict[frozenset[int], float] = {}
    for code in range(2 ** len(there)):
        chosen = frozenset(sort for place, sort in enumerate(there) if code >> place & 1)
        some = np.where(np.isin(np.arange(len(amounts)), sorted(chosen)), amounts, 0.0)
        values[chosen] = _mean_agreement(trials, some, count)
    parts = np.zeros(len(amounts))
    for sort in there:
        for chosen, value in values.items():
            if sort not in chosen:
                before, behind = len(chosen), len(there) - len(chosen) - 1
                weight = factorial(before) * factorial(behind) / factorial(len(there))
                parts[sort] += weight * (value - values[chosen | {sort}])
    return values, parts


def _mean_agreement(trials: Trials, amounts: Floats, count: int) -> float:
    """The mean of the simulated corpora that have a value; where none has one, nothing can be said."""
    values = trials.values(amounts, count)
    values = values[~np.isnan(values)]
    if not len(values):
        model = trials.model
        there = [sort.name for sort, amount in zip(model.sorts, amounts.tolist(), strict=True) if amount > 0]
        raise NotApplicable(
            f"annotators simulated with {' and '.join(there) or 'no errors'} have no {model.result.name}: "
            f"there are too few {model.unit}s, or too little differs between them"
        )
    return float(values.mean())


class Ranking(NamedTuple):
    """How two systems score, of which one makes so many times the errors of the other, and how often they change place.

    ``wrong`` is how often the worse one scores higher by such a gold standard, ``wrong_by_truth`` by the truth itself.
    """

    times: float
    better: float
    worse: float
    wrong: float
    wrong_by_truth: float


class Consequences(NamedTuple):
    """What a gold standard by such an annotator would do: the score of a system without errors, and how others rank."""

    best: float
    best_low: float
    best_high: float
    rankings: tuple[Ranking, ...]


def consequences(trials: Trials, amounts: Floats, count: int, times: Sequence[float], level: float) -> Consequences:
    """Systems that err like the annotators, and more, scored by a gold standard as good as these and by the truth."""
    from scipy.special import ndtri

    model = trials.model
    most = np.array([sort.most for sort in model.sorts])
    rows = []
    for trial in range(count):
        of_truth, of_gold, *others = trials.generators(trial)[0].spawn(len(times) + 3)
        truth = model.truth(of_truth)
        gold = model.degraded(truth, amounts.tolist(), trial, of_gold)
        systems = [
            model.degraded(truth, np.minimum(amounts * factor, most).tolist(), trial + 1, rng)
            for factor, rng in zip((1.0, *times), others, strict=True)
        ]
        scores = [model.score(by, each) for by in (gold, truth) for each in systems]
        rows.append([model.score(gold, truth), *scores])
    trials.done()
    table = np.array(rows).T
    best, by_gold, by_truth = table[0], table[1 : len(times) + 2], table[len(times) + 2 :]
    known = np.sqrt(model.drawn / model.texts)
    reach = ndtri((1 + level) / 2) * best.std(ddof=1) * known
    rankings = tuple(
        Ranking(
            factor,
            float(by_truth[0].mean()),
            float(by_truth[place].mean()),
            _wrong(by_gold[0] - by_gold[place], known),
            _wrong(by_truth[0] - by_truth[place], known),
        )
        for place, factor in enumerate(times, 1)
    )
    mean = float(best.mean())
    return Consequences(mean, max(mean - float(reach), 0.0), min(mean + float(reach), 1.0), rankings)


def _wrong(leads: Floats, known: float) -> float:
    """How often a lead is below 0, if leads are normally distributed around their mean."""
    from scipy.special import ndtr

    spread = leads.std(ddof=1) * known
    return float(ndtr(-leads.mean() / spread)) if spread else 0.5 * float(leads.mean() == 0)
