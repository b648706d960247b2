"""Learning: epochs over the sentences, what is averaged, and how far it has come after each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.compute.background_task import interruptible
from accord.errors import UsageError
from accord.learn.tagger.kernel import NOTHING, Draws, Lesson, Parameters, Sample, State, decode, epoch
from accord.learn.tagger.regularisers import REGULARISERS, zipf_chances
from accord.learn.tagger.ties import EQUAL, appearance, label_keys
from accord.messages import shown, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.compute.progress import OnProgress
    from accord.learn.tagger.kernel import Codes, Flags
    from accord.study.quotient import Floats

LARGEST_SEED = 2**64 - 1
"""Draws are hashes of 64 bits."""
MAX_EPOCHS = 10_000
"""Hundreds of times what a tagger needs: more is a slip that would run for days."""
AVERAGES, TIES = ("update", "epoch"), ("seed", "lowest")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a tagger learns."""

    epochs: int = 5
    average: str = "update"
    shuffle: bool = True
    ties: str = "seed"
    regulariser: str | None = None
    rate: float = 0.1
    supported_only: bool = True
    seed: int = 1

    def __post_init__(self) -> None:
        for what, least, most in (("epochs", 1, MAX_EPOCHS), ("seed", 0, LARGEST_SEED)):
            given: Any = getattr(self, what)
            if isinstance(given, bool) or not isinstance(given, int | np.integer) or not least <= given <= most:
                raise UsageError(f"{what}: a whole number from {least} to {most} is needed, not {shown(given)}")
            object.__setattr__(self, what, int(given))
        for what in ("shuffle", "supported_only"):
            given = getattr(self, what)
            if not isinstance(given, bool | np.bool_):
                raise UsageError(f"{what}: True or False is needed, not {shown(given)}")
            object.__setattr__(self, what, bool(given))
        for what, known in (("average", AVERAGES), ("ties", TIES), ("regulariser", (*REGULARISERS, None))):
            given = getattr(self, what)
            if given not in known:
                names = [name for name in known if name is not None]
                raise UsageError(f"{what}: there is no {shown(given)}: {suggestion(shown(given), names)}")
        rate: Any = self.rate
        if isinstance(rate, bool) or not isinstance(rate, int | float | np.floating) or not 0 <= rate < 1:
            raise UsageError(f"rate: a number from 0 to below 1 is needed, not {shown(self.rate)}")
        object.__setattr__(self, "rate", float(rate))


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
    count = len(labels)
    gamma = np.ones((count, count)) if gamma is None else gamma
    by_token = np.ones(len(examples)) if token_weights is None else token_weights
    weights = Parameters(np.zeros((width, count)), np.zeros((count + 2, count)))
    if allowed is not None:
        weights.transition[~allowed] = -np.inf
    lags, sums = (Parameters(*map(np.zeros_like, weights)) for _ in range(2))
    rng, curve = np.random.default_rng(settings.seed), []
    seen = _seen(examples, width, count, all_pairs=not settings.supported_only)
    largest = float(gamma[~np.eye(count, dtype=bool)].max(initial=0.0)) * float(by_token.max(initial=0.0))
    places = appearance(examples.gold, count)
    draws = draws_for(places, settings, EQUAL * largest)
    regulariser = NOTHING if settings.regulariser is None else REGULARISERS[settings.regulariser]
    lesson, state = Lesson(examples.sample, examples.gold, gamma, by_token, *seen), State(weights, lags)
    sentences = np.arange(len(examples.sample.starts) - 1)

    def averaged(epochs: int) -> Model:
        if settings.average == "epoch":
            means = [total / epochs for total in sums]
        else:
            steps = epochs * len(sentences)
            means = [learnt - lag / steps for learnt, lag in zip(weights, lags, strict=True)]
        return Model(Parameters(*means), draws, places)

    for number in range(1, settings.epochs + 1):
        turns = rng.permutation(sentences) if settings.shuffle else sentences
        now = draws._replace(regulariser=regulariser)
        right = interruptible(partial(epoch, turns, (number - 1) * len(sentences), lesson, state, now))
        if settings.average == "epoch":
            for total, learnt in zip(sums, weights, strict=True):
                np.add(total, learnt, out=total)
        model = averaged(number) if dev else None
        scores = {name: model.accuracy(held_out) for name, held_out in dev.items()} if model and dev else {}
        curve.append(Epoch(number, right / max(1, len(examples)), scores))
        if done is not None:
            done(number, settings.epochs)
    return averaged(settings.epochs), tuple(curve)


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


def _seen(examples: Examples, width: int, count: int, *, all_pairs: bool) -> tuple[Flags, Flags]:
    """Which labels each feature, and each label before, was seen with in training."""
    features, steps = np.full((width, count), all_pairs), np.full((count + 2, count), all_pairs)
    gold, starts, indptr, indices = examples.gold, *examples.sample
    features[indices, np.repeat(gold, np.diff(indptr))] = True
    filled = np.diff(starts) > 0
    before = np.roll(gold, 1)
    before[starts[:-1][filled]] = count
    steps[before, gold] = True
    steps[count + 1, gold[starts[1:][filled] - 1]] = True
    return features, steps
