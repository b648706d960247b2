"""One pass of a structured perceptron over its sentences, over arrays, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.compute.compiled import compiled
from accord.learn.tagger.draws import NOTHING, factor, keyed, prefer
from accord.learn.tagger.viterbi import Turn, emit, scratch, viterbi

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from accord.learn.tagger.draws import Draws, Floats, Integers
    from accord.learn.tagger.viterbi import Codes, Parameters, Sample, Scratch

    Flags = NDArray[np.bool_]

_RIGHT = -1.0


class Lesson(NamedTuple):
    """The sentences with their true labels, what mistakes weigh, and which pairs have weights that may change."""

    sample: Sample
    gold: Codes
    gamma: Floats
    """By true and predicted label."""
    token_weight: Floats
    features: Flags
    """(features, labels)"""
    steps: Flags
    """(labels + 2, labels)"""


class State(NamedTuple):
    """The weights, and how much their means over all sentences so far lack of them, times the number of sentences."""

    weights: Parameters
    lags: Parameters


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
            turn = Turn(first, length, step, keyed(draws.seed, step))
            if draws.by_seed:
                prefer(draws, turn.key, room.order)
            emit(sample, turn, state.weights.emission, draws, room)
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
    right = 0
    for token in range(turn.length):
        true, predicted = lesson.gold[turn.first + token], room.path[token]
        if predicted == true:
            room.wrong[token] = _RIGHT
            right += 1
        else:
            room.wrong[token] = lesson.gamma[true, predicted] * lesson.token_weight[turn.first + token]
    return right


@compiled
def move_features(lesson: Lesson, turn: Turn, state: State, draws: Draws, room: Scratch) -> None:
    """Move the features of wrong tokens towards the true label and away from the predicted one."""
    indptr, indices = lesson.sample.indptr, lesson.sample.indices
    changed = state.weights.emission, state.lags.emission
    for token in range(turn.length):
        by, true, predicted = room.wrong[token], lesson.gold[turn.first + token], room.path[token]
        if by == _RIGHT:
            continue
        for place in range(indptr[turn.first + token], indptr[turn.first + token + 1]):
            feature = indices[place]
            up, down = by, by
            if draws.corruption != NOTHING:
                key = keyed(turn.key, feature)
                up, down = by * factor(draws, key, true), by * factor(draws, key, predicted)
            if lesson.features[feature, true]:
                nudge(changed, feature, true, up, turn.step)
            if lesson.features[feature, predicted]:
                nudge(changed, feature, predicted, -down, turn.step)


@compiled
def move_steps(lesson: Lesson, turn: Turn, state: State, room: Scratch) -> None:
    """Move the transitions that touch a wrong token by its weight, or by the mean of both where both are wrong."""
    gold, path, wrong, labels = lesson.gold, room.path, room.wrong, room.order.size
    changed = state.weights.transition, state.lags.transition
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
                nudge(changed, row, true, by, turn.step)
            if lesson.steps[row_guessed, predicted]:
                nudge(changed, row_guessed, predicted, -by, turn.step)
        before, guessed, earlier = true, predicted, now


@compiled
def nudge(changed: tuple[Floats, Floats], row: int, label: int, by: float, step: int) -> None:
    """Change a weight, and note how much less its mean over all sentences changes."""
    weights, lags = changed
    weights[row, label] += by
    lags[row, label] += by * step
