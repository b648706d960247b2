"""Learning from shares of labels, compiled: softmax regression by token, and a chain (a conditional random field).

A perceptron moves from the best labels towards the true ones. These learners move from what is expected: the share of
each label of a token, exp(score) / sum of exp(score), or its share among all paths through the sentence, each of which
weighs exp(score). That is a step up the gradient of the likelihood of the true labels. All else is as in `kernel`:
features, draws, what mistakes weigh, and averages.

Who changes `kernel` runs ``make clean``: Numba keeps what it compiled from there until this file changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.compute.compiled import compiled
from accord.learn.tagger.kernel import (
    NOTHING,
    Draws,
    Lesson,
    Parameters,
    Sample,
    Scratch,
    State,
    Turn,
    emit,
    factor,
    keyed,
    nudge,
    prefer,
    scratch,
    viterbi,
    weight_of,
)

if TYPE_CHECKING:
    from accord.learn.tagger.kernel import Integers
    from accord.study.quotient import Floats

_EQUAL = 1e-9
"""Shares that differ by less count as tied, for rounding parts what is."""
_SMALL, _LEAST = 1e-9, 1e-3
"""The scale at which it is taken out of the weights, and the least that they shrink to for a token."""


class Chances(NamedTuple):
    """Room for what the labels of the longest sentence are likely to be."""

    room: Scratch
    share: Floats
    """Of the labels of each token."""
    own: Floats
    """Of the labels of each token, whatever its neighbours are."""
    ahead: Floats
    """What the labels up to each token weigh, and ``behind`` those after it: their product is a share."""
    behind: Floats
    step: Floats
    """What a step multiplies, (labels + 2, labels)."""
    moved: Floats
    """How much the weight of each step is to change, (labels + 2, labels)."""


@compiled
def chances(starts: Integers, labels: int, chain: bool) -> Chances:
    """Room for the longest of these sentences; only chains look at steps."""
    longest = 1
    for sentence in range(starts.size - 1):
        longest = max(longest, starts[sentence + 1] - starts[sentence])
    size, rows = (longest, labels + 2) if chain else (0, 0)
    return Chances(
        scratch(starts, labels),
        np.empty((longest, labels)),
        np.empty((size, labels)),
        np.empty((size, labels)),
        np.empty((size, labels)),
        np.empty((rows, labels)),
        np.empty((rows, labels)),
    )


@compiled
def softmax(length: int, scores: Floats, scale: float, share: Floats) -> None:
    """Fill in the shares of each token's labels: exp(scale * score) / sum of exp(scale * score)."""
    for token in range(length):
        highest, total = -np.inf, 0.0
        for label in range(scores.shape[1]):
            highest = max(highest, scores[token, label])
        for label in range(scores.shape[1]):
            share[token, label] = np.exp(scale * (scores[token, label] - highest))
            total += share[token, label]
        for label in range(scores.shape[1]):
            share[token, label] /= total


@compiled
def exponentiate(transition: Floats, scale: float, chance: Chances) -> None:
    """Fill in what each step multiplies the weight of a path by: nothing where it is forbidden."""
    highest = -np.inf
    for row in range(transition.shape[0]):
        for label in range(transition.shape[1]):
            highest = max(highest, transition[row, label])
    for row in range(transition.shape[0]):
        for label in range(transition.shape[1]):
            chance.step[row, label] = np.exp(scale * (transition[row, label] - highest))


@compiled
def share_of_paths(length: int, transition: Floats, scale: float, chance: Chances) -> bool:
    """Fill in the shares of labels among all paths, each weighing exp(scale * score), forward and backward (Rabiner).

    False where one path outweighs all others by more than numbers can hold: it is in ``room.path`` and has every share.
    """
    softmax(length, chance.room.scores, scale, chance.own)
    if forward(length, chance) and backward(length, chance):
        return True
    viterbi(length, transition, 0.0, chance.room)
    chance.share[:length] = 0.0
    for token in range(length):
        chance.share[token, chance.room.path[token]] = 1.0
    return False


@compiled
def forward(length: int, chance: Chances) -> bool:
    """Fill in what the labels up to each token weigh, scaled to sum to 1; False where that cannot be held."""
    own, ahead, now, labels = chance.own, chance.ahead, chance.room.best[0], chance.room.order.size
    for token in range(length):
        for label in range(labels):
            now[label] = 0.0 if token else chance.step[labels, label]
        for before in range(labels if token else 0):
            so_far, steps = ahead[token - 1, before], chance.step[before]
            for label in range(labels):
                now[label] += so_far * steps[label]
        total = 0.0
        for label in range(labels):
            now[label] *= own[token, label]
            total += now[label]
        if not total > 0.0:
            return False
        for label in range(labels):
            ahead[token, label] = now[label] / total
            own[token, label] /= total
    return True


@compiled
def backward(length: int, chance: Chances) -> bool:
    """Fill in what the labels after each token weigh, and the shares; False where that cannot be held."""
    own, ahead, behind, labels = chance.own, chance.ahead, chance.behind, chance.room.order.size
    now, ends, total = chance.room.best[0], chance.step[labels + 1], 0.0
    for label in range(labels):
        total += ahead[length - 1, label] * ends[label]
    for label in range(labels):
        behind[length - 1, label] = ends[label] / total if total > 0.0 else np.inf
    for token in range(length - 1, -1, -1):
        total = 0.0
        for label in range(labels):
            chance.share[token, label] = ahead[token, label] * behind[token, label]
            now[label] = own[token, label] * behind[token, label]
            total += chance.share[token, label]
        if not 0.5 < total < 2.0:
            return False
        for before in range(labels if token else 0):
            steps, total = chance.step[before], 0.0
            for label in range(labels):
                total += steps[label] * now[label]
            behind[token - 1, before] = total
    return True


@compiled
def shares(sample: Sample, parameters: Parameters, draws: Draws, share: Floats) -> None:
    """Fill in the shares of the labels of all tokens among all paths, each of which weighs exp(score)."""
    chance = chances(sample.starts, draws.labels.size, True)
    exponentiate(parameters.transition, 1.0, chance)
    for sentence in range(sample.starts.size - 1):
        first, length = sample.starts[sentence], sample.starts[sentence + 1] - sample.starts[sentence]
        if length > 0:
            emit(sample, Turn(first, length, 0.0, np.uint64(0)), parameters, draws, chance.room)
            share_of_paths(length, parameters.transition, 1.0, chance)
            share[first : first + length] = chance.share[:length]


@compiled
def epoch_of_shares(turns: Integers, step: int, lesson: Lesson, state: State, draws: Draws) -> int:
    """Learn as `epoch` does, but from shares of labels instead of the best ones.

    A token of weight g moves by rate * g * (1 - share) towards its true label and by rate * g * share from each other;
    then all weights shrink by rate * shrink for each token of the sentence. To shrink is to change one number, the
    scale of all weights, and the time of a mean is the sum of the scales so far; at the end both are taken out.
    """
    sample, transition, right, scale, time = lesson.sample, state.weights.transition, 0, 1.0, float(step)
    chance = chances(sample.starts, draws.labels.size, lesson.chain)
    for sentence in turns:
        first, length = sample.starts[sentence], sample.starts[sentence + 1] - sample.starts[sentence]
        if length > 0:
            turn = Turn(first, length, time, keyed(draws.seed, step))
            if draws.by_seed:
                prefer(draws, turn.key, chance.room)
            emit(sample, turn, state.weights, draws, chance.room)
            whole = True
            if lesson.chain:
                exponentiate(transition, scale, chance)
                whole = share_of_paths(length, transition, scale, chance)
            else:
                softmax(length, chance.room.scores, scale, chance.share)
            right += likeliest(lesson, turn, scale, chance)
            if lesson.chain:
                move_chain(lesson, turn, state, chance, whole)
            move_shares(lesson, turn, state, draws, chance)
            scale *= max(_LEAST, 1.0 - lesson.rate * lesson.shrink) ** length
        if scale < _SMALL:
            rescale(state, scale, time + scale, step + 1)
            scale, time = 1.0, float(step)
        time += scale
        step += 1
    rescale(state, scale, time, step)
    return right


@compiled
def rescale(state: State, scale: float, time: float, steps: int) -> None:
    """Take a scale out of the weights, and the time of their means, so that it is that of as many sentences."""
    for weights, lags in (
        (state.weights.emission, state.lags.emission),
        (state.weights.transition.reshape(-1), state.lags.transition.reshape(-1)),
    ):
        for place in range(weights.size):
            if weights[place] > -np.inf:
                lags[place] += weights[place] * (scale * steps - time)
                weights[place] *= scale


@compiled
def likeliest(lesson: Lesson, turn: Turn, scale: float, chance: Chances) -> int:
    """Fill in the likeliest label of each token, ties as by `prefer`, and what it moves by; give how many are right."""
    gold, gamma, weights, right = lesson.gold, lesson.gamma, lesson.token_weight, 0
    for token in range(turn.length):
        share, highest, place = chance.share[token], 0.0, 0
        for label in range(share.size):
            highest = max(highest, share[label])
        while share[chance.room.order[place]] < highest - _EQUAL:
            place += 1
        guess = chance.room.order[place]
        chance.room.path[token] = guess
        true, weight = gold[turn.first + token], weights[turn.first + token]
        chance.room.wrong[token] = lesson.rate / scale * weight_of(weight, gamma, true, guess)
        right += guess == true
    return right


@compiled
def move_shares(lesson: Lesson, turn: Turn, state: State, draws: Draws, chance: Chances) -> None:
    """Move the features of all tokens from what is expected towards what is true."""
    indptr, indices = lesson.sample.indptr, lesson.sample.indices
    rows, columns, weights, lags = (
        state.weights.rows,
        state.weights.columns,
        state.weights.emission,
        state.lags.emission,
    )
    room, by, labels = chance.room, chance.room.best[0], chance.room.order.size
    for token in range(turn.length):
        for label in range(labels):
            by[label] = -room.wrong[token] * chance.share[token, label]
        by[lesson.gold[turn.first + token]] += room.wrong[token]
        for place in range(indptr[turn.first + token], indptr[turn.first + token + 1]):
            feature = indices[place]
            start, end = rows[feature], rows[feature + 1]
            if draws.regulariser != NOTHING:
                key = keyed(turn.key, feature)
                for pair in range(start, end):
                    nudge(weights, lags, pair, by[columns[pair]] * factor(draws, key, columns[pair]), turn.step)
            elif end - start == labels:
                row, lag = weights[start:end], lags[start:end]
                for label in range(labels):
                    nudge(row, lag, label, by[label], turn.step)
            else:
                for pair in range(start, end):
                    nudge(weights, lags, pair, by[columns[pair]], turn.step)


@compiled
def move_chain(lesson: Lesson, turn: Turn, state: State, chance: Chances, whole: bool) -> None:
    """Move the steps from what is expected towards what is true, each as in `move_steps`."""
    room, gold, moved, last = chance.room, lesson.gold, chance.moved, turn.length - 1
    wrong, labels = room.wrong, room.order.size
    for row in range(labels):
        for label in range(labels):
            moved[row, label] = 0.0
    for label in range(labels):
        moved[labels, label] = -wrong[0] * chance.share[0, label]
        moved[labels + 1, label] = -wrong[last] * chance.share[last, label]
    moved[labels, gold[turn.first]] += wrong[0]
    moved[labels + 1, gold[turn.first + last]] += wrong[last]
    for token in range(1, turn.length):
        before, true = gold[turn.first + token - 1], gold[turn.first + token]
        earlier, now = room.path[token - 1] != before, room.path[token] != true
        by = (wrong[token] + wrong[token - 1]) / 2
        if earlier != now:
            by = wrong[token - 1] if earlier else wrong[token]
        moved[before, true] += by
        if not whole:
            moved[room.path[token - 1], room.path[token]] -= by
            continue
        for label in range(labels):
            room.best[0, label] = by * chance.own[token, label] * chance.behind[token, label]
        for row in range(labels):
            so_far, steps, change = chance.ahead[token - 1, row], chance.step[row], moved[row]
            for label in range(labels):
                change[label] -= so_far * steps[label] * room.best[0, label]
    weights, lags = state.weights.transition, state.lags.transition
    for row in range(labels + 2):
        for label in range(labels):
            if lesson.steps[row, label]:
                nudge(weights, lags, (row, label), moved[row, label], turn.step)
