"""The tagger against its definition, and what must always be true of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from accord.encoding import ENCODINGS, encoding
from accord.encoding.decode import invalid_steps
from accord.learn.tagger import Tagger, learning
from accord.learn.tagger.kernel import Draws, Parameters, Sample, decode
from accord.learn.tagger.regularisers import zipf_chances
from accord.learn.tagger.ties import label_keys
from tests.oracle.chunks import label_set, legal_steps, write
from tests.oracle.perceptron import END, START, Perceptron

if TYPE_CHECKING:
    from collections.abc import Sequence

    Features = list[list[int]]

LABELS = ("A", "B", "C")
EXACT = st.sampled_from([0.125, 0.5, 1.0, 2.0])
KINDS = 4
"""How many features there are."""


class Case(NamedTuple):
    """Sentences as lists of features and labels, a weight for each token, and gamma by gold and predicted label."""

    sentences: list[tuple[Features, list[str]]]
    token_weights: list[list[float]]
    gamma: list[list[float]]

    def words(self) -> list[tuple[list[str], list[str]]]:
        return [(["w"] * len(labels), labels) for _, labels in self.sentences]

    def arrays(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        rows = [row for features, _ in self.sentences for row in features]
        indptr = np.cumsum([0, *map(len, rows)])
        return indptr, np.array([feature for row in rows for feature in row], dtype=np.int64)

    def train(self, labels: Sequence[str] = LABELS, **options: Any) -> Tagger:
        order = [LABELS.index(label) for label in labels] if set(labels) == set(LABELS) else []
        gamma = np.array(self.gamma)[np.ix_(order, order)] if order else None
        weights = {"weights": gamma, "token_weights": self.token_weights} | options
        return Tagger.train(self.words(), features=self.arrays(), labels=labels, **weights)


@st.composite
def cases(draw: st.DrawFn, values: st.SearchStrategy[float] = EXACT) -> Case:
    row = st.lists(st.integers(0, KINDS - 1), max_size=3)
    sentences, weights = [], []
    for _ in range(draw(st.integers(1, 4))):
        length = draw(st.integers(0, 3))
        sentences.append(([draw(row) for _ in range(length)], [draw(st.sampled_from(LABELS)) for _ in range(length)]))
        weights.append([draw(values) for _ in range(length)])
    assume(any(labels for _, labels in sentences))
    return Case(sentences, weights, [[draw(values) for _ in LABELS] for _ in LABELS])


OPTIONS = st.fixed_dictionaries(
    {
        "average": st.sampled_from(["update", "epoch"]),
        "regulariser": st.sampled_from([None, "dropout", "zipf"]),
        "supported_only": st.booleans(),
        "seed": st.integers(0, 50),
        "epochs": st.integers(1, 3),
    }
)
LEARNING = st.builds(
    lambda some, shuffle, rate: some | {"shuffle": shuffle, "rate": rate},
    OPTIONS,
    st.booleans(),
    st.sampled_from([0.1, 0.5]),
)


def twin(case: Case, labels: Sequence[str], epochs: int, **options: Any) -> Perceptron:
    """The same, learnt slowly."""

    def gamma(gold: str, predicted: str) -> Fraction:
        return Fraction(case.gamma[LABELS.index(gold)][LABELS.index(predicted)])

    made = Perceptron(labels, gamma=gamma, **options)
    made.prepare(case.sentences)
    weights = [[Fraction(weight) for weight in row] for row in case.token_weights]
    for _ in range(epochs):
        made.epoch(case.sentences, weights)
    return made


def dense(tagger: Tagger) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The weights of features and of steps as tables."""
    rows, columns, emission, transition = tagger.model.weights
    table = np.zeros((len(rows) - 1, len(tagger.labels)))
    table[np.repeat(np.arange(len(table)), np.diff(rows)), columns] = emission
    return table, transition


def parameters(emission: np.ndarray[Any, Any], transition: np.ndarray[Any, Any]) -> Parameters:
    """The same as a kernel takes them."""
    width, count = emission.shape
    columns = np.tile(np.arange(count, dtype=np.int32), width)
    return Parameters(np.arange(width + 1) * count, columns, emission.ravel().copy(), transition)


def weights_of(tagger: Tagger) -> dict[tuple[object, str], float]:
    emission, transition = dense(tagger)
    rows = [*tagger.labels, START, END]
    found: dict[tuple[object, str], float] = {
        (feature, label): float(emission[feature, code])
        for feature in range(len(emission))
        for code, label in enumerate(tagger.labels)
    }
    steps = product(enumerate(rows), enumerate(tagger.labels))
    return found | {(before, label): float(transition[row, code]) for (row, before), (code, label) in steps}


@pytest.mark.parametrize("ties", ["seed", "lowest"])
@settings(max_examples=60)
@given(case=cases(), options=OPTIONS)
def test_learns_what_its_definition_learns(case: Case, options: dict[str, Any], ties: str) -> None:
    check_learning(case, options, ties)


@settings(max_examples=40)
@given(case=cases(), options=OPTIONS)
def test_learns_the_same_where_only_what_occurs_is_held(case: Case, options: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "_SMALL", 0)
        check_learning(case, options, "seed")


def check_learning(case: Case, options: dict[str, Any], ties: str) -> None:
    """Hold the tagger against its slow twin."""
    assume(ties == "seed" or options["regulariser"] != "zipf")  # one third is no binary number: ties are not exact
    tagger = case.train(shuffle=False, ties=ties, rate=0.3, **options)
    slow = twin(case, tagger.labels, ties=ties, rate=0.3, **options)
    means = slow.averaged(options["epochs"])
    for pair, weight in weights_of(tagger).items():
        assert weight == pytest.approx(float(means.get(pair, 0)), abs=1e-9)
    tokens = sum(len(labels) for _, labels in case.sentences)
    assert sum(epoch.online for epoch in tagger.curve) * tokens == pytest.approx(slow.right)
    if ties == "seed":
        found = tagger.tag([tokens for tokens, _ in case.words()], features=case.arrays())
        assert found == [slow.decode(features, means) for features, _ in case.sentences]


@given(
    length=st.integers(1, 5),
    labels=st.integers(1, 4),
    numbers=st.lists(st.integers(-3, 3), min_size=20 + 24, max_size=20 + 24),
    seed=st.integers(0, 9),
    by_seed=st.booleans(),
)
def test_viterbi_finds_what_looking_at_every_path_finds(
    length: int, labels: int, numbers: list[int], seed: int, by_seed: bool
) -> None:
    names = ["N", "V", "D", "P"][:labels]
    emission = np.array(numbers[:20], dtype=float).reshape(5, 4)[:, :labels].copy()
    transition = np.array(numbers[20:], dtype=float).reshape(6, 4)[: labels + 2, :labels].copy()
    sample = Sample(np.array([0, length]), np.arange(length + 1), np.arange(length, dtype=np.int32))
    draws = Draws(label_keys(range(labels)), np.uint64(seed), by_seed, 1e-9 if by_seed else 0.0, 0, 0.0, zipf_chances())
    predicted = np.zeros(length, dtype=np.int32)
    decode(sample, parameters(emission, transition), draws, predicted)
    slow = Perceptron(names, seed=seed, ties="seed" if by_seed else "lowest")
    weights: dict[tuple[object, str], Fraction] = {
        (row, name): Fraction(int(emission[row, code])) for row in range(5) for code, name in enumerate(names)
    }
    for row, before in enumerate([*names, START, END]):
        weights |= {(before, name): Fraction(int(transition[row, code])) for code, name in enumerate(names)}
    assert [names[code] for code in predicted] == slow.decode([[token] for token in range(length)], weights)


@given(labels=st.integers(16, 22), seed=st.integers(0, 10**6))
def test_viterbi_finds_the_best_of_all_paths_through_many_labels(labels: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, two, three = emission = rng.integers(-3, 4, (3, labels)).astype(float)
    transition = rng.integers(-3, 4, (labels + 2, labels)).astype(float)
    steps, start, end = transition[:labels], transition[labels], transition[labels + 1]
    sample = Sample(np.array([0, 3]), np.arange(4), np.arange(3, dtype=np.int32))
    draws = Draws(label_keys(range(labels)), np.uint64(0), False, 0.0, 0, 0.0, zipf_chances())
    predicted = np.zeros(3, dtype=np.int32)
    decode(sample, parameters(emission, transition), draws, predicted)
    by_last = (three + end)[:, None, None] + (steps.T + two)[:, :, None] + (steps.T + start + one)[None]
    assert tuple(predicted[::-1]) == np.unravel_index(by_last.argmax(), by_last.shape)


@pytest.mark.parametrize("name", list(ENCODINGS))
@settings(max_examples=15)
@given(data=st.data())
def test_with_an_encoding_the_best_valid_path_is_found(name: str, data: st.DataObject) -> None:
    types = ("X",)
    chunks = [[(0, 2, "X")], [(1, 2, "X"), (2, 3, "X")], [(0, 3, "X")], []]
    chosen = data.draw(st.lists(st.sampled_from(range(4)), min_size=1, max_size=4))
    sentences = []
    for number in chosen:
        features = [data.draw(st.lists(st.integers(0, KINDS - 1), max_size=2)) for _ in range(3)]
        sentences.append((features, write(chunks[number], 3, name)))
    case = Case(sentences, [[1.0] * 3 for _ in sentences], [])
    seed = data.draw(st.integers(0, 20))
    tagger = case.train((), encoding=name, shuffle=False, epochs=2, seed=seed, weights=None, token_weights=None)
    legal = legal_steps(name, types)
    slow = Perceptron(tagger.labels, seed=seed, allows=lambda before, after: (before, after) in legal)
    slow.prepare(sentences)
    for _ in range(2):
        slow.epoch(sentences, [[Fraction(1)] * 3 for _ in sentences])
    found = tagger.tag([["w"] * 3 for _ in sentences], features=case.arrays())
    means = slow.averaged(2)
    assert found == [slow.decode(features, means) for features, _ in sentences]
    assert set(tagger.labels) <= set(label_set(name, types)) | {"O"}


@pytest.mark.parametrize("name", ["BIO", "BIOES", "IOB", "BILOU-suffix"])
@settings(max_examples=25)
@given(lengths=st.lists(st.integers(0, 6), min_size=1, max_size=8), seed=st.integers(0, 1000))
def test_predictions_are_always_valid(name: str, lengths: list[int], seed: int) -> None:
    scheme = encoding(name)
    plain = scheme.name.removesuffix("-suffix")
    labels = write([(0, 1, "P"), (1, 3, "P"), (3, 4, "L"), (5, 7, "L"), (7, 8, "P")], 9, plain)
    written = [label if label == "O" or not scheme.suffix else f"{label[2:]}-{label[0]}" for label in labels]
    words = list("abcdefghi")
    tagger = Tagger.train([(words, written)], encoding=name, epochs=1, seed=seed)
    rng = np.random.default_rng(seed)
    noise = [[str(word) for word in rng.choice(words, length)] for length in lengths]
    for sentence in tagger.tag(noise):
        assert not list(invalid_steps(scheme, [scheme.parse(label) for label in sentence]))


@given(case=cases(), options=OPTIONS, ties=st.sampled_from(["seed", "lowest"]))
def test_gamma_of_ones_is_no_gamma_bit_for_bit(case: Case, options: dict[str, Any], ties: str) -> None:
    ones = {"weights": np.ones((3, 3)), "token_weights": np.ones(sum(map(len, case.token_weights)))}
    plain, weighted = (
        case.train(ties=ties, **options, **how) for how in ({"weights": None, "token_weights": None}, ones)
    )
    for one, other in zip(dense(plain), dense(weighted), strict=True):
        assert (one == other).all()


@given(
    case=cases(), options=OPTIONS, ties=st.sampled_from(["seed", "lowest"]), constant=st.sampled_from([0.5, 2.0, 8.0])
)
def test_a_constant_that_is_exact_in_binary_scales_the_weights_exactly(
    case: Case, options: dict[str, Any], ties: str, constant: float
) -> None:
    plain = case.train(ties=ties, **options)
    scaled = case.train(ties=ties, **options | {"weights": constant * np.array(case.gamma)})
    for one, other in zip(dense(plain), dense(scaled), strict=True):
        assert (constant * one == other).all()


@given(case=cases(st.just(1.0)), options=OPTIONS, constant=st.floats(0.01, 100))
def test_any_constant_gives_the_same_labels_with_ties_by_seed(
    case: Case, options: dict[str, Any], constant: float
) -> None:
    """0.9 + 0.9 + 0.9 is not 3 * 0.9: rounding parts what is tied. What it parts so little counts as tied still."""
    plain = case.train(**options)
    scaled = case.train(**options | {"weights": np.full((3, 3), constant)})
    assert [epoch.online for epoch in plain.curve] == [epoch.online for epoch in scaled.curve]
    for one, other in zip(dense(plain), dense(scaled), strict=True):
        assert constant * one == pytest.approx(other, rel=1e-9, abs=1e-9 * constant)
    words = [tokens for tokens, _ in case.words()]
    assert plain.tag(words, features=case.arrays()) == scaled.tag(words, features=case.arrays())


NAMES = ("A", "B", "C", "NOUN", "VERB", "é", "\udc80", "<start>")
RENAMED = st.permutations(NAMES).map(lambda names: dict(zip(LABELS, names, strict=False)))


def renamed(case: Case, names: dict[str, str]) -> Case:
    return case._replace(sentences=[(rows, [names[label] for label in labels]) for rows, labels in case.sentences])


@given(
    case=cases(),
    options=LEARNING,
    ties=st.sampled_from(["seed", "lowest"]),
    order=st.permutations(LABELS),
    names=RENAMED,
)
def test_names_do_not_matter_and_with_ties_by_seed_nor_does_the_order_of_labels(
    case: Case, options: dict[str, Any], ties: str, order: list[str], names: dict[str, str]
) -> None:
    met = {label for _, labels in case.sentences for label in labels}
    absent = iter(label for label in LABELS if label not in met)
    order = [label if label in met else next(absent) for label in order] if ties == "seed" else list(LABELS)
    codes = [LABELS.index(label) for label in order]
    gamma = np.array(case.gamma)[np.ix_(codes, codes)]
    one = case.train(LABELS, ties=ties, **options)
    other = renamed(case, names).train([names[label] for label in order], weights=gamma, ties=ties, **options)
    assert other.labels == tuple(names[label] for label in order)
    assert other.curve == one.curve
    assert (dense(other)[0] == dense(one)[0][:, codes]).all()
    assert (dense(other)[1] == dense(one)[1][np.ix_([*codes, 3, 4], codes)]).all()
    words = [tokens for tokens, _ in case.words()]
    found = one.tag(words, features=case.arrays())
    assert other.tag(words, features=case.arrays()) == [[names[label] for label in each] for each in found]


@given(case=cases(), options=OPTIONS)
def test_a_label_of_one_sentence_does_not_depend_on_the_others(case: Case, options: dict[str, Any]) -> None:
    tagger = case.train(**options)
    words = [tokens for tokens, _ in case.words()]
    together = tagger.tag(words, features=case.arrays())
    for number, (features, labels) in enumerate(case.sentences):
        alone = Case([(features, labels)], [], [])
        assert tagger.tag([words[number]], features=alone.arrays()) == [together[number]]
