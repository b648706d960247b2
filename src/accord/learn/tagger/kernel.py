"""Linear taggers over arrays, compiled: what is drawn, decoding by Viterbi's algorithm, and a perceptron's updates.

Features are rows of integers, one row per token. Only pairs of feature and label that have a weight are held, so that
many labels take no more room than the data has pairs; ``transition[before, label]`` holds those of steps: of its L + 2
rows, row L is the start of a sentence and row L + 1 its end. A step that an encoding forbids weighs minus infinity.

What is random is a hash: of the seed, of what is drawn for, and of a key of the label, which depends on its place in
the order of appearance alone. Nothing depends on what was drawn before. So the same seed gives the same tagger, and
other names and other codes for the same labels give the same result. A kernel is one file with all it calls: Numba
keeps what it compiled until that file changes. Loops take arrays out of tuples before they begin: to take one out is
to count a reference, which costs as much as the work itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.compute.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.study.quotient import Floats

    Codes = NDArray[np.int32]
    Flags = NDArray[np.bool_]
    Integers = NDArray[np.int64]
    Keys = NDArray[np.uint64]

NOTHING, DROPOUT, ZIPF = 0, 1, 2
"""What corrupts sentences."""

_RIGHT = -1.0
_FEW = 18
"""Up to so many labels, paths are quicker to compare label by label than row by row."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31)
_UNIT = 2.0**-53


class Sample(NamedTuple):
    """Tokens: those of sentence i from ``starts[i]``, and the features of token j in ``indices`` from ``indptr[j]``."""

    starts: Integers
    indptr: Integers
    indices: Codes


class Parameters(NamedTuple):
    """The weights: those of feature i from ``rows[i]`` on, for the labels in ``columns``, ascending; and of steps."""

    rows: Integers
    columns: Codes
    emission: Floats
    transition: Floats
    """(labels + 2, labels)"""


class Changes(NamedTuple):
    """A number for each weight."""

    emission: Floats
    transition: Floats


class Draws(NamedTuple):
    """The keys of the labels and the seed; whether ties are broken by them; and what corrupts sentences."""

    labels: Keys
    seed: np.uint64
    by_seed: bool
    tolerance: float
    """Scores that differ by no more count as equal."""
    regulariser: int
    rate: float
    zipf: Floats


class Turn(NamedTuple):
    """A sentence: its first token, its length, how many came before it, and the key of what is drawn for it."""

    first: int
    length: int
    step: float
    key: np.uint64


class Scratch(NamedTuple):
    """Room for the longest sentence."""

    scores: Floats
    best: Floats
    """Of the paths up to each label of each token but the first, the best score without the token's own."""
    order: Integers
    drawn: Keys
    path: Codes
    wrong: Floats


class Lesson(NamedTuple):
    """The sentences with their true labels, what mistakes weigh, and which weights may change."""

    sample: Sample
    gold: Codes
    gamma: Floats
    """By true and predicted label; empty where all are 1."""
    token_weight: Floats
    pairs: Flags
    """Of weights of features, those that a perceptron may change."""
    steps: Flags
    """(labels + 2, labels)"""
    chain: bool
    """Where shares are learnt from: of paths, or of each token's labels."""
    rate: float
    """How far each token moves there,"""
    shrink: float
    """and by what share of the rate all weights shrink for it."""


class State(NamedTuple):
    """The weights, and how much their means over all sentences so far lack of them, times the number of sentences."""

    weights: Parameters
    lags: Changes


@compiled
def mixed(key: np.uint64) -> np.uint64:
    """A hash of 64 bits in which each bit depends on all (the last steps of SplitMix64, Steele et al. 2014)."""
    key = (key ^ (key >> _30)) * _FIRST
    key = (key ^ (key >> _27)) * _SECOND
    return key ^ (key >> _31)


@compiled
def keyed(key: np.uint64, number: int) -> np.uint64:
    """The key of a numbered thing."""
    return mixed(key + _GOLDEN * np.uint64(number + 1))


@compiled
def factor(draws: Draws, key: np.uint64, label: int) -> float:
    """What a feature counts with a label in a corrupted sentence: 0 or 1, or one over a number of Zipf's law."""
    chance = np.float64(mixed(key ^ draws.labels[label]) >> _11) * _UNIT
    if draws.regulariser == DROPOUT:
        return 0.0 if chance < draws.rate else 1.0
    rank = 0
    while rank < draws.zipf.size - 1 and chance >= draws.zipf[rank]:
        rank += 1
    return 1.0 / (rank + 1)


@compiled
def prefer(draws: Draws, key: np.uint64, room: Scratch) -> None:
    """Fill in the labels in a random order: that of the hashes of their keys."""
    order, drawn = room.order, room.drawn
    for label in range(draws.labels.size):
        own, place = mixed(key ^ draws.labels[label]), label
        while place > 0 and drawn[place - 1] > own:
            order[place], drawn[place] = order[place - 1], drawn[place - 1]
            place -= 1
        order[place], drawn[place] = label, own


@compiled
def scratch(starts: Integers, labels: int) -> Scratch:
    """Room for the longest of these sentences."""
    longest = 1
    for sentence in range(starts.size - 1):
        longest = max(longest, starts[sentence + 1] - starts[sentence])
    return Scratch(
        np.empty((longest, labels)),
        np.empty((longest, labels)),
        np.arange(labels),
        np.empty(labels, np.uint64),
        np.empty(longest, np.int32),
        np.empty(longest),
    )


@compiled
def emit(sample: Sample, turn: Turn, weights: Parameters, draws: Draws, room: Scratch) -> None:
    """Fill in the scores of all labels of a sentence, without transitions."""
    indptr, indices, labels = sample.indptr, sample.indices, draws.labels.size
    rows, columns, emission, whole = weights.rows, weights.columns, weights.emission, is_whole(weights)
    table = emission.reshape(rows.size - 1, labels) if whole else np.empty((0, labels))
    for token in range(turn.length):
        scores = room.scores[token]
        for label in range(labels):
            scores[label] = 0.0
        for place in range(indptr[turn.first + token], indptr[turn.first + token + 1]):
            feature = indices[place]
            if draws.regulariser != NOTHING:
                key = keyed(turn.key, feature)
                if whole:
                    row = table[feature]
                    for label in range(labels):
                        scores[label] += row[label] * factor(draws, key, label)
                else:
                    for pair in range(rows[feature], rows[feature + 1]):
                        scores[columns[pair]] += emission[pair] * factor(draws, key, columns[pair])
            elif whole:
                row = table[feature]
                for label in range(labels):
                    scores[label] += row[label]
            else:
                for pair in range(rows[feature], rows[feature + 1]):
                    scores[columns[pair]] += emission[pair]


@compiled
def is_whole(weights: Parameters) -> bool:
    """Whether each feature has a weight with each label, so that their places need not be looked up."""
    whole: bool = weights.emission.size == (weights.rows.size - 1) * weights.transition.shape[1]
    return whole


@compiled
def pair_of(rows: Integers, columns: Codes, feature: int, label: int) -> int:
    """Where the weight of a feature and a label is; -1 where they have none."""
    low, high = rows[feature], rows[feature + 1]
    while low < high:
        middle = (low + high) // 2
        if columns[middle] < label:
            low = middle + 1
        else:
            high = middle
    return low if low < rows[feature + 1] and columns[low] == label else -1


@compiled
def viterbi(length: int, transition: Floats, tolerance: float, room: Scratch) -> float:
    """Fill in the best path and give its score; of equal paths that which comes first in the order of labels.

    The scores of labels become those of the best paths up to them; on the way back it is seen which these were.
    """
    scores, best, order, path, labels = room.scores, room.best, room.order, room.path, room.order.size
    reach(length, transition, scores, best)
    total, place = -np.inf, 0
    for label in range(labels):
        total = max(total, scores[length - 1, label] + transition[labels + 1, label])
    while scores[length - 1, order[place]] + transition[labels + 1, order[place]] < total - tolerance:
        place += 1
    path[length - 1] = order[place]
    for token in range(length - 2, -1, -1):
        label, place = path[token + 1], 0
        highest = best[token + 1, label]
        while scores[token, order[place]] + transition[order[place], label] < highest - tolerance:
            place += 1
        path[token] = order[place]
    return total


@compiled
def reach(length: int, transition: Floats, scores: Floats, best: Floats) -> None:
    """Add to the scores of labels those of the best paths up to them, and fill these in from the second token on."""
    labels = scores.shape[1]
    for label in range(labels):
        scores[0, label] += transition[labels, label]
    for token in range(1, length):
        so_far, now = scores[token - 1], best[token]
        if labels <= _FEW:
            for label in range(labels):
                highest = -np.inf
                for before in range(labels):
                    highest = max(highest, so_far[before] + transition[before, label])
                now[label] = highest
        else:
            for label in range(labels):
                now[label] = -np.inf
            for before in range(labels):
                score, steps = so_far[before], transition[before]
                for label in range(labels):
                    now[label] = max(now[label], score + steps[label])
        for label in range(labels):
            scores[token, label] += now[label]


@compiled
def decode(sample: Sample, parameters: Parameters, draws: Draws, predicted: Codes) -> None:
    """Fill in the best labels of all sentences; ties by a hash of the seed and the sentence's features."""
    room = scratch(sample.starts, draws.labels.size)
    for sentence in range(sample.starts.size - 1):
        first, length = sample.starts[sentence], sample.starts[sentence + 1] - sample.starts[sentence]
        if length == 0:
            continue
        key = keyed(draws.seed, length)
        if draws.by_seed:
            for place in range(sample.indptr[first], sample.indptr[first + length]):
                key = (key ^ np.uint64(sample.indices[place])) * _FIRST
            prefer(draws, mixed(key), room)
        emit(sample, Turn(first, length, 0.0, key), parameters, draws, room)
        viterbi(length, parameters.transition, draws.tolerance, room)
        for token in range(length):
            predicted[first + token] = room.path[token]


@compiled
def margins(sample: Sample, parameters: Parameters, draws: Draws, margin: Floats) -> None:
    """Fill in by how much the best path lies above the best one with another label at each token; infinite if none."""
    labels, transition = draws.labels.size, parameters.transition
    room = scratch(sample.starts, labels)
    behind, nearer = np.empty(labels), np.empty(labels)
    for sentence in range(sample.starts.size - 1):
        first, length = sample.starts[sentence], sample.starts[sentence + 1] - sample.starts[sentence]
        if length == 0:
            continue
        turn = Turn(first, length, 0.0, np.uint64(0))
        emit(sample, turn, parameters, draws, room)
        own = room.scores[:length].copy()
        viterbi(length, transition, 0.0, room)
        for label in range(labels):
            behind[label] = transition[labels + 1, label]
        for token in range(length - 1, -1, -1):
            highest, second = -np.inf, -np.inf
            for label in range(labels):
                total = room.scores[token, label] + behind[label]
                second = max(second, min(total, highest))
                highest = max(highest, total)
            margin[first + token] = highest - second if second > -np.inf else np.inf
            for before in range(labels):
                nearer[before] = -np.inf
                for label in range(labels):
                    nearer[before] = max(nearer[before], transition[before, label] + own[token, label] + behind[label])
            behind, nearer = nearer, behind


@compiled
def epoch(turns: Integers, step: int, lesson: Lesson, state: State, draws: Draws) -> int:
    """Learn from the sentences in this order; gives how many tokens were right before their sentence was learnt from.

    ``step`` counts the sentences seen so far.
    """
    sample = lesson.sample
    room = scratch(sample.starts, draws.labels.size)
    right = 0
    for sentence in turns:
        first, length = sample.starts[sentence], sample.starts[sentence + 1] - sample.starts[sentence]
        if length > 0:
            turn = Turn(first, length, float(step), keyed(draws.seed, step))
            if draws.by_seed:
                prefer(draws, turn.key, room)
            emit(sample, turn, state.weights, draws, room)
            viterbi(length, state.weights.transition, draws.tolerance, room)
            found = mark(lesson, turn, room)
            right += found
            if found < length:
                move_features(lesson, turn, state, draws, room)
                move_steps(lesson, turn, state, room)
        step += 1
    return right


@compiled
def mark(lesson: Lesson, turn: Turn, room: Scratch) -> int:
    """Fill in what each mistake weighs, and give how many tokens are right."""
    gold, gamma, weights, right = lesson.gold, lesson.gamma, lesson.token_weight, 0
    for token in range(turn.length):
        true, predicted = gold[turn.first + token], room.path[token]
        if predicted == true:
            room.wrong[token] = _RIGHT
            right += 1
        else:
            room.wrong[token] = weight_of(weights[turn.first + token], gamma, true, predicted)
    return right


@compiled
def weight_of(weight: float, gamma: Floats, true: int, predicted: int) -> float:
    """What a token of this weight weighs where this label was predicted."""
    return weight * gamma[true, predicted] if gamma.size else weight


@compiled
def move_features(lesson: Lesson, turn: Turn, state: State, draws: Draws, room: Scratch) -> None:
    """Move the features of wrong tokens towards the true label and away from the predicted one."""
    indptr, indices, pairs = lesson.sample.indptr, lesson.sample.indices, lesson.pairs
    rows, columns, labels, whole = state.weights.rows, state.weights.columns, room.order.size, is_whole(state.weights)
    weights, lags = state.weights.emission, state.lags.emission
    for token in range(turn.length):
        by, true, predicted = room.wrong[token], lesson.gold[turn.first + token], room.path[token]
        if by == _RIGHT:
            continue
        for place in range(indptr[turn.first + token], indptr[turn.first + token + 1]):
            feature = indices[place]
            up, down = by, by
            if draws.regulariser != NOTHING:
                key = keyed(turn.key, feature)
                up, down = by * factor(draws, key, true), by * factor(draws, key, predicted)
            pair = feature * labels + true if whole else pair_of(rows, columns, feature, true)
            if pair >= 0 and pairs[pair]:
                nudge(weights, lags, pair, up, turn.step)
            pair = feature * labels + predicted if whole else pair_of(rows, columns, feature, predicted)
            if pair >= 0 and pairs[pair]:
                nudge(weights, lags, pair, -down, turn.step)


@compiled
def move_steps(lesson: Lesson, turn: Turn, state: State, room: Scratch) -> None:
    """Move the transitions that touch a wrong token by its weight, or by the mean of both where both are wrong."""
    gold, path, wrong, labels = lesson.gold, room.path, room.wrong, room.order.size
    weights, lags = state.weights.transition, state.lags.transition
    before, guessed, earlier = labels, labels, _RIGHT
    for token in range(turn.length + 1):
        row, row_guessed, now = before, guessed, _RIGHT
        true, predicted = before, guessed
        if token < turn.length:
            true, predicted, now = int(gold[turn.first + token]), int(path[token]), wrong[token]
        else:
            row = row_guessed = labels + 1
        by = now if earlier == _RIGHT else earlier if now == _RIGHT else (now + earlier) / 2
        if by != _RIGHT:
            if lesson.steps[row, true]:
                nudge(weights, lags, (row, true), by, turn.step)
            if lesson.steps[row_guessed, predicted]:
                nudge(weights, lags, (row_guessed, predicted), -by, turn.step)
        before, guessed, earlier = true, predicted, now


@compiled
def nudge(weights: Floats, lags: Floats, place: int | tuple[int, int], by: float, step: float) -> None:
    """Change a weight, and note how much less its mean over all sentences changes."""
    weights[place] += by
    lags[place] += by * step
