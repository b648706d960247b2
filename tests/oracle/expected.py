"""Softmax regression and a conditional random field from their definitions, looking at every path of a sentence.

A path weighs exp(score), and its share is its weight over that of all paths. Learning moves features and steps by the
rate times what a token weighs times (how often they are in the true path - how often they are expected): a step up the
gradient of the log of the true path's share; then all weights shrink, a step down that of their squares. Softmax
regression has no steps, so that each token is on its own.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from math import exp
from typing import TYPE_CHECKING, Any

from tests.oracle.perceptron import Perceptron, keyed, mixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    Features = Sequence[Sequence[int]]
    Path = tuple[str, ...]


@dataclass
class Expected(Perceptron):
    chain: bool = False
    pace: float = 0.2
    shrink: float = 0.0
    """The share of the pace by which all weights shrink for each token: that of the sum of squares in the objective."""

    def paths(self, features: Features, corruption: int | None, weights: dict[Any, Any]) -> dict[Path, float]:
        """The share of every path that may be; a token on its own may have any label."""
        scores = {
            path: float(self.score(features, path, corruption, weights))
            for path in product(self.labels, repeat=len(features))
            if all(self.allows(before, after) for before, after in zip(("O", *path), (*path, "O"), strict=True))
        }
        highest = max(scores.values())
        total = sum(exp(score - highest) for score in scores.values())
        return {path: exp(score - highest) / total for path, score in scores.items()}

    def marginals(self, paths: dict[Path, float]) -> list[dict[str, float]]:
        """The shares of the labels of each token."""
        length = len(next(iter(paths)))
        found: list[dict[str, float]] = [dict.fromkeys(self.labels, 0.0) for _ in range(length)]
        for path, share in paths.items():
            for place, label in enumerate(path):
                found[place][label] += share
        return found

    def epoch(self, sentences: Sequence[Any], token_weights: Sequence[Sequence[Any]]) -> None:
        for (features, labels), weights in zip(sentences, token_weights, strict=True):
            key = keyed(self.seed, self.sentences)
            if labels:
                self.learn(features, tuple(labels), weights, key)
            self.sentences += 1
            if self.average == "update":
                self.note()
        if self.average == "epoch":
            self.note()

    def learn(self, features: Features, labels: Path, token_weights: Sequence[Any], key: int) -> None:
        corruption = key if self.regulariser else None
        paths = self.paths(features, corruption, self.weights)
        shares = self.marginals(paths)
        order = sorted(self.labels, key=lambda label: mixed(key ^ self.label_key(label)))
        ranked = order if self.ties == "seed" else self.labels
        guesses = [next(label for label in ranked if each[label] >= max(each.values()) - 1e-9) for each in shares]
        wrong = [guess != label for guess, label in zip(guesses, labels, strict=True)]
        self.right += len(labels) - sum(wrong)
        by = [
            self.pace * float(self.gamma(label, guess)) * float(weight)
            for label, guess, weight in zip(labels, guesses, token_weights, strict=True)
        ]
        moves: dict[Any, float] = defaultdict(float)
        for place, row in enumerate(features):
            for feature in row:
                for label, share in shares[place].items():
                    corrupted = float(self.factor(corruption, feature, label))
                    moves[feature, label] += by[place] * corrupted * ((label == labels[place]) - share)
        for place in range(len(labels) + 1 if self.chain else 0):
            near = [each for each in (place - 1, place) if 0 <= each < len(labels)]
            chosen = [each for each in near if wrong[each]] or near
            weight = sum(by[each] for each in chosen) / len(chosen)
            moves[self.step(labels, place)] += weight
            for path, share in paths.items():
                moves[self.step(path, place)] -= weight * share
        for (what, label), move in moves.items():
            self.add(what, label, move)  # type: ignore[arg-type]
        for pair in self.weights:
            self.weights[pair] *= (1 - self.pace * self.shrink) ** len(labels)  # type: ignore[assignment]
