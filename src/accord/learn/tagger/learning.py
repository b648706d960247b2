"""Learning: epochs over the sentences, what is averaged, and how far it has come after each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.compute.background_task import interruptible
from accord.errors import UsageError
from accord.learn.tagger.kernel import (
    NOTHING,
    Changes,
    Draws,
    Lesson,
    Parameters,
    Sample,
    State,
    decode,
    epoch,
    margins,
)
from accord.learn.tagger.regularisers import REGULARISERS, zipf_chances
from accord.learn.tagger.settings import CHAIN, PERCEPTRON, Settings
from accord.learn.tagger.shares import epoch_of_shares, shares
from accord.learn.tagger.ties import EQUAL, appearance, label_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.compute.progress import OnProgress
    from accord.learn.tagger.kernel import Codes, Flags, Integers
    from accord.study.quotient import Floats

_SMALL = 1 << 23
"""A table of so many weights is held whole, for whole rows are quicker to add up; a larger one by what occurs."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences as a learner sees them, and the codes of their labels."""

    sample: Sample
    gold: Codes

    def __len__(self) -> int:
        return len(self.gold)


@dataclass(frozen=True, slots=True)
class Epoch:
    """How an epoch, once through the data, went.

    ``online`` is the share of tokens that were right before their sentence was learnt from; ``dev`` that on other data
    with the weights averaged so far.
    """

    number: int
    online: float
    dev: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Model:
    """The weights, what breaks ties between them, and the place of each label in the order of appearance."""

    weights: Parameters
    draws: Draws
    places: tuple[int, ...]

    def decode(self, sample: Sample) -> Codes:
        """The codes of the best labels of all tokens."""
        predicted = np.zeros(len(sample.indptr) - 1, dtype=np.int32)
        interruptible(partial(decode, sample, self.weights, self.draws, predicted))
        return predicted

    def shares(self, sample: Sample) -> Floats:
        """The shares of all labels of all tokens among all labellings, each weighing exp(score): (tokens, labels)."""
        found = np.zeros((len(sample.indptr) - 1, len(self.places)))
        interruptible(partial(shares, sample, self.weights, self.draws, found))
        return found

    def margins(self, sample: Sample) -> Floats:
        """How far the best labelling lies above the best one with another label at each token; infinite if none."""
        found = np.zeros(len(sample.indptr) - 1)
        interruptible(partial(margins, sample, self.weights, self.draws, found))
        return found

    def accuracy(self, examples: Examples) -> float:
        """The share of tokens whose label is right; a label that training did not know never is."""
        if not len(examples):
            raise UsageError("there is not a single token to score")
        return float((self.decode(examples.sample) == examples.gold).mean())


def draws_for(places: Sequence[int], settings: Settings, tolerance: float) -> Draws:
    """What is random in a tagger whose labels have these places, sentences not corrupted."""
    by_seed = settings.ties == "seed"
    seed = np.uint64(settings.seed)
    return Draws(
        label_keys(places), seed, by_seed, tolerance if by_seed else 0.0, NOTHING, settings.rate, zipf_chances()
    )


def learn(
    examples: Examples,
    labels: Sequence[str],
    width: int,
    settings: Settings,
    *,
    gamma: Floats | None = None,
    token_weights: Floats | None = None,
    allowed: Flags | None = None,
    dev: Mapping[str, Examples] | None = None,
    done: OnProgress | None = None,
) -> tuple[Model, tuple[Epoch, ...]]:
    """Learn, and give the averaged model and how each epoch went.

    ``gamma[gold, predicted]`` weighs each mistake (Plank, Hovy & Søgaard 2014, Figure 4), ``token_weights`` each token.
    Averages are those of the weights after each sentence, or of the weights at the end of each epoch.
    """
    count, by_share = len(labels), settings.learner != PERCEPTRON
    by_token = np.ones(len(examples)) if token_weights is None else token_weights
    pairs, moved = _pairs(examples, width, count, settings)
    steps = _seen_steps(examples, count) if settings.supported_only else np.full((count + 2, count), True)
    weights = Parameters(*pairs, np.zeros(len(pairs[1])), np.zeros((count + 2, count)))
    if allowed is not None:
        weights.transition[~allowed] = -np.inf
    learnt = Changes(weights.emission, weights.transition)
    lags, sums = (Changes(*(np.zeros(each.shape) for each in learnt)) for _ in range(2))
    rng, curve = np.random.default_rng(settings.seed), []
    errors = 1.0 if gamma is None else float(gamma[~np.eye(count, dtype=bool)].max(initial=0.0))
    rate = settings.learning_rate if by_share else 1.0
    places = appearance(examples.gold, count)
    draws = draws_for(places, settings, EQUAL * errors * float(by_token.max(initial=0.0)) * rate)
    regulariser = NOTHING if settings.regulariser is None else REGULARISERS[settings.regulariser]
    once = epoch_of_shares if by_share else epoch
    known = np.empty((0, 0)) if gamma is None else gamma
    chain = settings.learner == CHAIN
    lesson = Lesson(
        examples.sample, examples.gold, known, by_token, moved, steps, chain, rate, settings.l2 / len(examples)
    )
    state, sentences = State(weights, lags), np.arange(len(examples.sample.starts) - 1)

    def averaged(epochs: int) -> Model:
        if settings.average == "epoch":
            means = [total / epochs for total in sums]
        else:
            times = epochs * len(sentences)
            means = [mean_of(now, lag, times) for now, lag in zip(learnt, lags, strict=True)]
        return Model(Parameters(*pairs, *means), draws, places)

    for number in range(1, settings.epochs + 1):
        turns = rng.permutation(sentences) if settings.shuffle else sentences
        drawn = draws._replace(regulariser=regulariser)
        right = interruptible(partial(once, turns, (number - 1) * len(sentences), lesson, state, drawn))
        if settings.average == "epoch":
            for total, now in zip(sums, learnt, strict=True):
                np.add(total, now, out=total)
        model = averaged(number) if dev else None
        scores = {name: model.accuracy(held_out) for name, held_out in dev.items()} if model and dev else {}
        curve.append(Epoch(number, right / max(1, len(examples)), scores))
        if done is not None:
            done(number, settings.epochs)
    return averaged(settings.epochs), tuple(curve)


def mean_of(learnt: Floats, lag: Floats, times: int) -> Floats:
    """The mean of weights over all sentences, which lacks so much of them."""
    mean = lag / times
    return np.subtract(learnt, mean, out=mean)


def a_gamma(weights: Any, labels: Sequence[str]) -> Floats:
    """The weights of mistakes in the order of these labels, from `Weights` or from an array in that order."""
    matrix = weights
    if hasattr(weights, "aligned_to"):
        if set(weights.labels).isdisjoint(labels):
            theirs, ours = (", ".join(list(names)[:5]) for names in (weights.labels, labels))
            raise UsageError(f"the weights know no label of the data: they are for {theirs}, and it has {ours}")
        matrix = weights.aligned_to(labels, unknown=1.0)
    return _not_negative(matrix, (len(labels), len(labels)), "weights of gold and predicted labels")


def flat_weights(token_weights: Any, tokens: int) -> Floats:
    """One weight a token, from one list for all tokens or one for each sentence."""
    flat = token_weights
    if not isinstance(flat, np.ndarray) and len(flat) and hasattr(flat[0], "__len__"):
        flat = [weight for sentence in flat for weight in sentence]
    return _not_negative(flat, (tokens,), "weights of tokens")


def _not_negative(values: Any, shape: tuple[int, ...], what: str) -> Floats:
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"{what} are numbers, not {type(values).__name__}") from None
    if array.shape != shape:
        needed, found = (" x ".join(map(str, size)) for size in (shape, array.shape))
        raise UsageError(f"{needed} {what} are needed, not {found}")
    if not np.isfinite(array).all() or (array < 0).any():
        raise UsageError(f"{what} are numbers from 0, and not infinite")
    return array


def _pairs(examples: Examples, width: int, count: int, settings: Settings) -> tuple[tuple[Integers, Codes], Flags]:
    """The pairs of feature and label that have weights, all of a small table, and which of these may change."""
    small = settings.learner == PERCEPTRON and width * count <= _SMALL
    if settings.supported_only and not small:
        seen = _seen_pairs(examples, width, count)
        return seen, np.ones(len(seen[1]), dtype=np.bool_)
    every = np.arange(width + 1) * count, np.tile(np.arange(count, dtype=np.int32), width)
    if settings.supported_only:
        return every, _seen_table(examples, width, count)
    return every, np.ones(width * count, dtype=np.bool_)


def _seen_table(examples: Examples, width: int, count: int) -> Flags:
    """Which of all pairs of feature and label occur together."""
    occurs = np.zeros(width * count, dtype=np.bool_)
    occurs[examples.sample.indices * np.int64(count) + np.repeat(examples.gold, np.diff(examples.sample.indptr))] = True
    return occurs


def _seen_pairs(examples: Examples, width: int, count: int) -> tuple[Integers, Codes]:
    """The pairs of feature and label that occur together."""
    from scipy.sparse import csr_array

    indices = examples.sample.indices
    at = indices, np.repeat(examples.gold, np.diff(examples.sample.indptr))
    met = csr_array((np.ones(len(indices), dtype=np.bool_), at), shape=(width, count))
    met.sum_duplicates()
    return met.indptr.astype(np.int64), met.indices.astype(np.int32)


def _seen_steps(examples: Examples, count: int) -> Flags:
    """Which label occurs after which, at the start and at the end."""
    gold, starts = examples.gold, examples.sample.starts
    steps = np.full((count + 2, count), False)
    filled = np.diff(starts) > 0
    before = np.roll(gold, 1)
    before[starts[:-1][filled]] = count
    steps[before, gold] = True
    steps[count + 1, gold[starts[1:][filled] - 1]] = True
    return steps
