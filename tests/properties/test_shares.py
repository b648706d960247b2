"""Softmax regression and the CRF against their definitions: learning, gradients, shares and margins."""

from __future__ import annotations

from itertools import product
from math import inf, log
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.encoding import encoding
from accord.learn.tagger import Tagger
from accord.learn.tagger.constraint import allowed_steps
from accord.learn.tagger.kernel import NOTHING, Changes, Draws, Lesson, Parameters, Sample, State, decode, margins
from accord.learn.tagger.regularisers import zipf_chances
from accord.learn.tagger.shares import epoch_of_shares, shares
from accord.learn.tagger.ties import label_keys
from tests.oracle.expected import Expected
from tests.oracle.perceptron import END, START
from tests.properties.test_tagger import LABELS, OPTIONS, Case, cases, parameters, weights_of

if TYPE_CHECKING:
    from fractions import Fraction

LEARNERS = ("softmax", "crf")
NUMBER = st.floats(-3, 3)


@pytest.mark.parametrize("learner", LEARNERS)
@settings(max_examples=40, deadline=None)
@given(case=cases(), options=OPTIONS, ties=st.sampled_from(["seed", "lowest"]), l2=st.sampled_from([0.0, 0.3, 1.9]))
def test_learns_what_its_definition_learns(
    case: Case, options: dict[str, Any], ties: str, l2: float, learner: str
) -> None:
    how = options | {"ties": ties, "rate": 0.3}
    tagger = case.train(shuffle=False, learner=learner, learning_rate=0.5, l2=l2, **how)
    how.pop("epochs")

    def gamma(gold: str, predicted: str) -> Fraction:
        return case.gamma[LABELS.index(gold)][LABELS.index(predicted)]  # type: ignore[return-value]

    tokens = sum(len(labels) for _, labels in case.sentences)
    slow = Expected(tagger.labels, gamma=gamma, chain=learner == "crf", pace=0.5, shrink=l2 / tokens, **how)
    slow.prepare(case.sentences)
    for _ in range(options["epochs"]):
        slow.epoch(case.sentences, case.token_weights)
    means = slow.averaged(options["epochs"])
    for pair, weight in weights_of(tagger).items():
        assert weight == pytest.approx(float(means.get(pair, 0)), abs=1e-9)
    assert sum(epoch.online for epoch in tagger.curve) * tokens == pytest.approx(slow.right)


class Chain:
    """Some weights of a few labels and features, one for each token, as arrays and as the definition has them."""

    def __init__(self, length: int, labels: int, numbers: list[float], scheme: str | None = None) -> None:
        self.names = ["O", "B-X", "I-X", "B-Y"][:labels]
        self.length = length
        self.emission = np.array(numbers[:20]).reshape(5, 4)[:, :labels].copy()
        self.transition = np.array(numbers[20:44]).reshape(6, 4)[: labels + 2, :labels].copy()
        self.allowed = np.ones_like(self.transition, dtype=bool)
        if scheme is not None:
            self.allowed = allowed_steps(encoding(scheme), self.names)
            self.transition[~self.allowed] = -inf
        self.sample = Sample(np.array([0, length]), np.arange(length + 1), np.arange(length, dtype=np.int32))
        self.draws = Draws(label_keys(range(labels)), np.uint64(1), False, 0.0, NOTHING, 0.0, zipf_chances())
        self.slow = Expected(self.names, chain=True, allows=lambda *_: True)

    def parameters(self) -> Parameters:
        return parameters(self.emission, self.transition.copy())

    def weights(self) -> dict[Any, Any]:
        pairs = product(range(5), enumerate(self.names))
        steps = product(enumerate([*self.names, START, END]), enumerate(self.names))
        found = {(row, name): float(self.emission[row, code]) for row, (code, name) in pairs}
        return found | {(name, label): float(self.transition[row, code]) for (row, name), (code, label) in steps}

    def paths(self) -> dict[tuple[str, ...], float]:
        return self.slow.paths([[token] for token in range(self.length)], None, self.weights())


CHAINS = st.tuples(st.integers(1, 4), st.integers(1, 4), st.lists(NUMBER, min_size=44, max_size=44))


@settings(max_examples=50, deadline=None)
@given(given_chain=CHAINS, scheme=st.sampled_from([None, "BIO"]))
def test_shares_are_those_of_all_paths(given_chain: tuple[int, int, list[float]], scheme: str | None) -> None:
    chain = Chain(*given_chain, scheme)
    found = np.zeros((chain.length, len(chain.names)))
    shares(chain.sample, chain.parameters(), chain.draws, found)
    wanted = chain.slow.marginals(chain.paths())
    assert found == pytest.approx(np.array([[each[name] for name in chain.names] for each in wanted]), abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(given_chain=CHAINS, scheme=st.sampled_from([None, "BIO"]))
def test_margins_are_those_of_all_paths(given_chain: tuple[int, int, list[float]], scheme: str | None) -> None:
    chain = Chain(*given_chain, scheme)
    found = np.zeros(chain.length)
    margins(chain.sample, chain.parameters(), chain.draws, found)
    features = [[token] for token in range(chain.length)]
    paths = product(chain.names, repeat=chain.length)
    scores = {path: float(chain.slow.score(features, path, None, chain.weights())) for path in paths}
    best = max(scores, key=lambda path: scores[path])
    for token in range(chain.length):
        others = [score for path, score in scores.items() if path[token] != best[token]]
        second = max(others, default=-inf)
        assert found[token] == pytest.approx(inf if second == -inf else scores[best] - second, abs=1e-9)


@pytest.mark.parametrize("whole", [True, False])
@settings(max_examples=15, deadline=None)
@given(given_chain=CHAINS, gold=st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_learning_moves_up_the_gradient_of_the_likelihood(
    given_chain: tuple[int, int, list[float]], gold: list[int], whole: bool
) -> None:
    """Finite differences of the log of the true path's share; without steps, of the product over tokens."""
    chain = Chain(*given_chain)
    labels = len(chain.names)
    if not whole:
        chain.transition[:] = 0.0
    true = [code % labels for code in gold[: chain.length]]
    weights = chain.parameters()
    start = Changes(weights.emission.copy(), weights.transition.copy())
    lags = Changes(*map(np.zeros_like, start))
    codes, ones = np.array(true, dtype=np.int32), np.ones(chain.length)
    lesson = Lesson(
        chain.sample, codes, np.empty((0, 0)), ones, np.empty(0, dtype=np.bool_), chain.allowed, whole, 1.0, 0.0
    )
    epoch_of_shares(np.array([0]), 0, lesson, State(weights, lags), chain.draws)

    def likelihood() -> float:
        return log(chain.paths()[tuple(chain.names[code] for code in true)])

    step = 1e-5
    for table, before, after in (
        (chain.emission, start.emission.reshape(chain.emission.shape), weights.emission.reshape(chain.emission.shape)),
        (chain.transition, start.transition, weights.transition),
    )[: 2 if whole else 1]:
        for place in np.ndindex(table.shape):
            held = table[place]
            table[place] = held + step
            up = likelihood()
            table[place] = held - step
            slope = (up - likelihood()) / (2 * step)
            table[place] = held
            assert after[place] - before[place] == pytest.approx(slope, abs=1e-5)


@settings(max_examples=50, deadline=None)
@given(given_chain=CHAINS, scheme=st.sampled_from([None, "BIO"]), far=st.sampled_from([1e3, 1e5, 1e300]))
def test_a_path_that_outweighs_all_numbers_has_every_share(
    given_chain: tuple[int, int, list[float]], scheme: str | None, far: float
) -> None:
    chain = Chain(*given_chain, scheme)
    chain.emission *= far
    chain.transition *= far
    found = np.zeros((chain.length, len(chain.names)))
    shares(chain.sample, chain.parameters(), chain.draws, found)
    assert np.isfinite(found).all()
    assert found.sum(axis=1) == pytest.approx(np.ones(chain.length))
    best = np.zeros(chain.length, dtype=np.int32)
    decode(chain.sample, chain.parameters(), chain.draws, best)
    features = [[token] for token in range(chain.length)]
    paths = product(chain.names, repeat=chain.length)
    scores = sorted(float(chain.slow.score(features, path, None, chain.weights())) for path in paths)
    if len(scores) > 1 and scores[-1] - scores[-2] > 100:
        assert (found.argmax(axis=1) == best).all()


@pytest.mark.parametrize("learner", LEARNERS)
def test_shrinking_to_hardly_anything_is_taken_out_of_the_scale(learner: str) -> None:
    """A million times as much weight on the squares: the scale passes all that numbers can hold."""
    sentences = [(["a", "b", "c"], ["A", "B", "A"])] * 40
    tagger = Tagger.train(sentences, learner=learner, l2=1e5, epochs=3)
    (rows,) = tagger.probabilities([["a", "b", "c"]])
    assert np.isfinite(rows).all()
    assert rows == pytest.approx(np.full((3, 2), 0.5), abs=0.2)
