"""The best labels of a sentence, over arrays, compiled (Viterbi's algorithm).

Features are rows of integers, one row a token. ``emission[feature, label]`` and ``transition[before, label]`` hold the
weights; of the L + 2 rows of the latter, row L is the start of a sentence and row L + 1 its end. A step that an
encoding forbids weighs minus infinity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.compute.compiled import compiled
from accord.learn.tagger.draws import FIRST, NOTHING, Draws, factor, keyed, mixed, prefer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.learn.tagger.draws import Floats, Integers

    Codes = NDArray[np.int32]


class Sample(NamedTuple):
    """Tokens: those of sentence i from ``starts[i]``, and the features of token j in ``indices`` from ``indptr[j]``."""

    starts: Integers
    indptr: Integers
    indices: Codes


class Parameters(NamedTuple):
    """The weights of features (features, labels) and of transitions (labels + 2, labels)."""

    emission: Floats
    transition: Floats


class Turn(NamedTuple):
    """A sentence: its first token, its length, how many came before it, and the key of what is drawn for it."""

    first: int
    length: int
    step: int
    key: np.uint64


class Scratch(NamedTuple):
    """Room for the longest sentence."""

    scores: Floats
    back: Integers
    path: Codes
    total: Floats
    best: Floats
    order: Integers
    wrong: Floats


@compiled
def scratch(starts: Integers, labels: int) -> Scratch:
    """Room for the longest of these sentences."""
    longest = 1
    for sentence in range(starts.size - 1):
        longest = max(longest, starts[sentence + 1] - starts[sentence])
    return Scratch(
        np.empty((longest, labels)),
        np.empty((longest, labels), np.int64),
        np.empty(longest, np.int32),
        np.empty(labels),
        np.empty(labels),
        np.arange(labels),
        np.empty(longest),
    )


@compiled
def emit(sample: Sample, turn: Turn, emission: Floats, draws: Draws, room: Scratch) -> None:
    """Fill in the scores of all labels of a sentence, without transitions."""
    scores, labels = room.scores, draws.labels.size
    for token in range(turn.length):
        for label in range(labels):
            scores[token, label] = 0.0
        for place in range(sample.indptr[turn.first + token], sample.indptr[turn.first + token + 1]):
            feature = sample.indices[place]
            if draws.corruption == NOTHING:
                for label in range(labels):
                    scores[token, label] += emission[feature, label]
            else:
                key = keyed(turn.key, feature)
                for label in range(labels):
                    scores[token, label] += emission[feature, label] * factor(draws, key, label)


@compiled
def viterbi(length: int, transition: Floats, tolerance: float, room: Scratch) -> float:
    """Fill in the best path and give its score; of equal paths that which comes first in the order of labels."""
    scores, back, path, total, best, order, _ = room
    labels = order.size
    for label in range(labels):
        total[label] = transition[labels, label] + scores[0, label]
    for token in range(1, length):
        for label in range(labels):
            best[label] = -np.inf
            back[token, label] = order[0]
        for place in range(labels):
            before = order[place]
            so_far = total[before]
            for label in range(labels):
                reached = so_far + transition[before, label]
                better = reached > best[label] + tolerance
                best[label] = reached if better else best[label]
                back[token, label] = before if better else back[token, label]
        for label in range(labels):
            total[label] = best[label] + scores[token, label]
    last, highest = order[0], -np.inf
    for place in range(labels):
        reached = total[order[place]] + transition[labels + 1, order[place]]
        if reached > highest + tolerance:
            last, highest = order[place], reached
    for token in range(length - 1, -1, -1):
        path[token] = last
        last = back[token, last] if token else last
    return highest


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
                key = (key ^ np.uint64(sample.indices[place])) * FIRST
            prefer(draws, mixed(key), room.order)
        emit(sample, Turn(first, length, sentence, key), parameters.emission, draws, room)
        viterbi(length, parameters.transition, draws.tolerance, room)
        for token in range(length):
            predicted[first + token] = room.path[token]
