"""Agreement on relations falls with every kind of noise, and full noise by the chance model is worth nothing."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np
import pytest

from accord.agreement.uncertainty import Uncertainty
from accord.kinds.relations import RELATION_COEFFICIENTS
from accord.kinds.relations.measure import RelationMeasure
from accord.model import Span
from accord.model.relation import Relation, Relations
from tests.relations import study_relations

if TYPE_CHECKING:
    from collections.abc import Callable

    Arcs = dict[tuple[int, int], str]
    Noise = Callable[[Arcs, float, np.random.Generator], Arcs]

MENTIONS = tuple(Span(10 * number, 10 * number + 5, "T") for number in range(7))
PAIRS = [(source, target) for source in range(7) for target in range(7) if source != target]
TYPES = ("x", "y", "z")


def drawn(rng: np.random.Generator) -> Arcs:
    return {PAIRS[place]: TYPES[rng.integers(3)] for place in rng.permutation(len(PAIRS))[:8].tolist()}


def leave_out(arcs: Arcs, amount: float, rng: np.random.Generator) -> Arcs:
    return {pair: type_ for pair, type_ in arcs.items() if rng.random() >= amount}


def invent(arcs: Arcs, amount: float, rng: np.random.Generator) -> Arcs:
    free = [pair for pair in PAIRS if pair not in arcs]
    chosen = rng.permutation(len(free))[: round(amount * len(arcs))].tolist()
    return arcs | {free[place]: TYPES[rng.integers(3)] for place in chosen}


def move(arcs: Arcs, amount: float, rng: np.random.Generator) -> Arcs:
    """All that move leave first, so that an arc may land anywhere that is then free: fully moved, by chance alone."""
    moving = [pair for pair in arcs if rng.random() < amount]
    moved = {pair: type_ for pair, type_ in arcs.items() if pair not in moving}
    free = [pair for pair in PAIRS if pair not in moved]
    places = rng.permutation(len(free))[: len(moving)].tolist()
    return moved | {free[place]: arcs[pair] for pair, place in zip(moving, places, strict=True)}


def retype(arcs: Arcs, amount: float, rng: np.random.Generator) -> Arcs:
    return {pair: TYPES[rng.integers(3)] if rng.random() < amount else type_ for pair, type_ in arcs.items()}


def reverse(arcs: Arcs, amount: float, rng: np.random.Generator) -> Arcs:
    return {(pair[::-1] if rng.random() < amount else pair): type_ for pair, type_ in arcs.items()}


def layer(arcs: Arcs) -> Relations:
    return Relations(MENTIONS, tuple(Relation(*pair, type_) for pair, type_ in arcs.items()), 100)


def value(name: str, noise: Noise, amount: float, seed: int, documents: int = 10) -> float:
    rng = np.random.default_rng(seed)
    layers = {}
    for number in range(documents):
        arcs = drawn(rng)
        layers[str(number), "ada"], layers[str(number), "bram"] = layer(arcs), layer(noise(arcs, amount, rng))
    found = RelationMeasure(study_relations(layers), RELATION_COEFFICIENTS.get(name)(), Uncertainty("none"))
    assert isinstance(found.whole.value, float)
    return found.whole.value


NOISES = [
    (name, noise)
    for name in RELATION_COEFFICIENTS
    for noise in (leave_out, invent, move, retype, reverse)
    if (name, noise) != ("link-f1", retype)
]


@pytest.mark.parametrize(("name", "noise"), NOISES)
def test_more_noise_is_less_agreement(name: str, noise: Noise) -> None:
    means = [fmean(value(name, noise, amount, seed) for seed in range(40)) for amount in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert means[0] == pytest.approx(1.0, abs=1e-12)
    assert all(less < more for more, less in pairwise(means))


def test_links_do_not_see_types() -> None:
    assert value("link-f1", retype, 1.0, 1) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("name", list(RELATION_COEFFICIENTS))
def test_full_noise_is_worth_nothing(name: str) -> None:
    values = [value(name, move, 1.0, seed) for seed in range(60)]
    error = float(np.std(values, ddof=1)) / np.sqrt(len(values))
    assert abs(fmean(values)) < 2.6 * error


@pytest.mark.parametrize("name", list(RELATION_COEFFICIENTS))
def test_nothing_and_everything_are_worth_nothing(name: str) -> None:
    everything = dict.fromkeys(PAIRS, "x")
    assert value(name, lambda *_: {}, 1.0, 3) == 0
    assert value(name, lambda *_: everything, 1.0, 3) <= 1e-12


@pytest.mark.parametrize("name", list(RELATION_COEFFICIENTS))
def test_doubling_the_corpus_changes_nothing(name: str) -> None:
    rng = np.random.default_rng(5)
    once = {}
    for number in range(6):
        arcs = drawn(rng)
        once[str(number), "ada"], once[str(number), "bram"] = layer(arcs), layer(move(arcs, 0.5, rng))
    twice = once | {(f"again {document}", annotator): found for (document, annotator), found in once.items()}
    single, double = (
        RelationMeasure(study_relations(layers), RELATION_COEFFICIENTS.get(name)(), Uncertainty("none")).whole.value
        for layers in (once, twice)
    )
    assert single == pytest.approx(double, abs=1e-12)
