"""The structured perceptron from its definition: dictionaries, fractions, and every path of a sentence looked at.

The updates are those of the LxMLS toolkit of 2013, which Plank, Hovy & Søgaard (2014) used: per position, a feature
when its token is wrong, a transition when one of its two tokens is, the start and the end when the first and the last
token are. A transition weighs what the wrong token weighs, or the mean of both. Pairs not seen in training weigh
nothing.

Random numbers are hashes by definition: SplitMix64's finaliser over the key of a sentence (or of a feature in it) and
the key of a label, which is a hash of its place among the labels: first those of the training data, as they occur.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Sentence = tuple[Sequence[Sequence[int]], Sequence[str]]
    """The features of each token, and its label."""

WORD = 2**64
START, END = "<start>", "<end>"


def mixed(key: int) -> int:
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    key = (key ^ (key >> 27)) * 0x94D049BB133111EB % WORD
    return key ^ (key >> 31)


def keyed(key: int, number: int) -> int:
    return mixed((key + 0x9E3779B97F4A7C15 * (number + 1)) % WORD)


def place_key(place: int) -> int:
    return int.from_bytes(blake2b(str(place).encode(), digest_size=8).digest(), "big")


def zipf(chance: float) -> int:
    """The number of Zipf's law with exponent 3 below whose cumulated chance this one lies."""
    total = sum(number**-3.0 for number in range(1, 1001))
    number = 1
    while chance >= sum(each**-3.0 for each in range(1, number + 1)) / total:
        number += 1
    return number


@dataclass
class Perceptron:
    labels: Sequence[str]
    seed: int = 0
    ties: str = "seed"
    regulariser: str | None = None
    rate: float = 0.1
    average: str = "update"
    supported_only: bool = True
    gamma: Callable[[str, str], Fraction] = lambda gold, predicted: Fraction(1)
    allows: Callable[[str, str], bool] = lambda before, after: True
    weights: dict[tuple[object, str], Fraction] = field(default_factory=dict)
    sums: dict[tuple[object, str], Fraction] = field(default_factory=dict)
    seen: set[tuple[object, str]] = field(default_factory=set)
    met: list[str] = field(default_factory=list)
    sentences: int = 0
    right: int = 0

    def prepare(self, sentences: Iterable[Sentence]) -> None:
        """Note the pairs that occur, and the labels, in the order in which they do."""
        for features, labels in sentences:
            for label in labels:
                if label not in self.met:
                    self.met.append(label)
            for row, label in zip(features, labels, strict=True):
                self.seen |= {(feature, label) for feature in row}
            steps = zip([START, *labels], [*labels, END], strict=True)
            self.seen |= {(END, before) if after == END else (before, after) for before, after in steps}

    def epoch(self, sentences: Sequence[Sentence], token_weights: Sequence[Sequence[Fraction]]) -> None:
        for (features, labels), weights in zip(sentences, token_weights, strict=True):
            key = keyed(self.seed, self.sentences)
            if labels:
                predicted = self.best(features, key, key if self.regulariser else None, self.weights)
                self.right += sum(true == guess for true, guess in zip(labels, predicted, strict=True))
                self.update(features, labels, predicted, weights, key)
            self.sentences += 1
            if self.average == "update":
                self.note()
        if self.average == "epoch":
            self.note()

    def label_key(self, label: str) -> int:
        return place_key([*self.met, *(other for other in self.labels if other not in self.met)].index(label))

    def note(self) -> None:
        for pair, weight in self.weights.items():
            self.sums[pair] = self.sums.get(pair, Fraction(0)) + weight

    def averaged(self, epochs: int) -> dict[tuple[object, str], Fraction]:
        times = self.sentences if self.average == "update" else epochs
        return {pair: total / times for pair, total in self.sums.items()}

    def update(
        self,
        features: Sequence[Sequence[int]],
        labels: Sequence[str],
        predicted: Sequence[str],
        token_weights: Sequence[Fraction],
        key: int,
    ) -> None:
        wrong: dict[int, Fraction] = {}
        for place, (true, guess) in enumerate(zip(labels, predicted, strict=True)):
            if true != guess:
                wrong[place] = by = self.gamma(true, guess) * token_weights[place]
                for feature in features[place]:
                    self.add(feature, true, by * self.factor(key, feature, true))
                    self.add(feature, guess, -by * self.factor(key, feature, guess))
        for place in range(len(labels) + 1):
            touched = [wrong[near] for near in (place - 1, place) if near in wrong]
            if touched:
                by = sum(touched, Fraction(0)) / len(touched)
                self.add(*self.step(labels, place), by)
                self.add(*self.step(predicted, place), -by)

    def step(self, labels: Sequence[str], place: int) -> tuple[str, str]:
        if place == len(labels):
            return END, labels[-1]
        return labels[place - 1] if place else START, labels[place]

    def add(self, what: object, label: str, by: Fraction) -> None:
        if not self.supported_only or (what, label) in self.seen:
            self.weights[what, label] = self.weights.get((what, label), Fraction(0)) + by

    def factor(self, key: int | None, feature: int, label: str) -> Fraction:
        if key is None or self.regulariser is None:
            return Fraction(1)
        chance = (mixed(keyed(key, feature) ^ self.label_key(label)) >> 11) / 2**53
        if self.regulariser == "dropout":
            return Fraction(int(chance >= self.rate))
        return Fraction(1, zipf(chance))

    def score(
        self,
        features: Sequence[Sequence[int]],
        labels: Sequence[str],
        corruption: int | None,
        weights: dict[tuple[object, str], Fraction],
    ) -> Fraction:
        tokens = sum(
            (
                weights.get((feature, label), Fraction(0)) * self.factor(corruption, feature, label)
                for row, label in zip(features, labels, strict=True)
                for feature in row
            ),
            Fraction(0),
        )
        return tokens + sum(weights.get(self.step(labels, place), Fraction(0)) for place in range(len(labels) + 1))

    def best(
        self,
        features: Sequence[Sequence[int]],
        key: int,
        corruption: int | None,
        weights: dict[tuple[object, str], Fraction],
    ) -> list[str]:
        """Of all valid paths the best; of equal ones that whose last label comes first, then the one before."""
        order = sorted(self.labels, key=lambda label: mixed(key ^ self.label_key(label)))
        rank = {label: place for place, label in enumerate(self.labels if self.ties == "lowest" else order)}
        paths = [
            path
            for path in product(self.labels, repeat=len(features))
            if all(self.allows(before, after) for before, after in zip(("O", *path), (*path, "O"), strict=True))
        ]
        scores = {path: self.score(features, path, corruption, weights) for path in paths}
        highest = max(scores.values())
        equal = [path for path, score in scores.items() if score == highest]
        return min(map(list, equal), key=lambda path: [rank[label] for label in reversed(path)])

    def decode(self, features: Sequence[Sequence[int]], weights: dict[tuple[object, str], Fraction]) -> list[str]:
        """The labels of a sentence by finished weights; ties by a hash of the seed and all features."""
        if not features:
            return []
        key = keyed(self.seed, len(features))
        for row in features:
            for feature in row:
                key = (key ^ feature) * 0xBF58476D1CE4E5B9 % WORD
        return self.best(features, mixed(key), None, weights)
