"""Whether items have answers of their own: seen where they have, silent elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from accord.kinds.labels.own_answers import two_answers
from accord.reporting.agree_payload import agree_payload
from accord.verbs.agree import agree
from accord.verbs.read import read

if TYPE_CHECKING:
    from collections.abc import Callable

Codes = NDArray[np.int32]
DATA = Path(__file__).parents[4].parent / "shared" / "data" / "kinds"
REAL = pytest.mark.skipif(not DATA.exists(), reason="the preferences by name and by side are not here")
RUNS = 20


def preferences(rng: np.random.Generator, items: int, annotators: int, labels: int, right: float) -> Codes:
    pairs = np.array([rng.choice(labels, 2, replace=False) for _ in range(items)])
    return np.where(rng.random((items, annotators)) < right, pairs[:, :1], pairs[:, 1:]).astype(np.int32)


def noise(rng: np.random.Generator, items: int, annotators: int, labels: int, skew: float) -> Codes:
    share = 1 / np.arange(1, labels + 1) ** skew
    share /= share.sum()
    truth, others = rng.choice(labels, (items, 1), p=share), rng.choice(labels, (items, annotators), p=share)
    return np.where(rng.random((items, annotators)) < 0.6, truth, others).astype(np.int32)


def neighbours(rng: np.random.Generator, items: int, annotators: int, labels: int, spread: float) -> Codes:
    truth = rng.normal(labels / 2, labels / 4, (items, 1))
    return np.clip(np.rint(truth + rng.normal(0, spread, (items, annotators))), 0, labels - 1).astype(np.int32)


@pytest.mark.parametrize(("labels", "right"), [(3, 0.5), (5, 0.5), (8, 0.8), (20, 0.8)])
def test_preferences_by_name_are_seen(labels: int, right: float) -> None:
    rng = np.random.default_rng(7)
    assert sum(two_answers(preferences(rng, 200, 3, labels, right)).seen for _ in range(RUNS)) >= RUNS - 1


@pytest.mark.parametrize("items", [40, 200])
@pytest.mark.parametrize(
    ("make", "labels", "how"),
    [(noise, 3, 0.0), (noise, 8, 1.0), (noise, 40, 1.0), (neighbours, 5, 0.6), (neighbours, 100, 5.0)],
)
def test_ordinary_labels_are_not(
    make: Callable[[np.random.Generator, int, int, int, float], Codes], labels: int, how: float, items: int
) -> None:
    rng = np.random.default_rng(7)
    assert not any(two_answers(make(rng, items, 3, labels, how)).seen for _ in range(RUNS))


def test_answers_that_stand_at_one_item_only() -> None:
    options = {f"q{n}": [f"answer {n}{x}" for x in "abcd"] for n in range(40)}
    ada = {item: offered[n % 3] for n, (item, offered) in enumerate(options.items())}
    bram = {item: offered[n % 2] for n, (item, offered) in enumerate(options.items())}
    (note,) = agree({"ada": ada, "bram": bram}).notes
    assert "% of the labels stand at one item only" in note
    numbers = {"ada": {item: str(n / 7) for n, item in enumerate(ada)}, "bram": dict.fromkeys(bram, "1.5")}
    assert not agree(numbers).notes
    tags = {who: {f"w{n}": f"T{n * factor % 40}" for n in range(45)} for who, factor in (("ada", 1), ("bram", 3))}
    assert not agree(tags).notes


def test_ties_are_answers_that_every_item_has() -> None:
    rng = np.random.default_rng(3)
    codes = preferences(rng, 200, 3, 6, 0.5)
    codes[rng.random(codes.shape) < 0.2] = 6
    names = [*"ABCDEF", "Tie"]
    told = {who: {f"p{n}": names[code] for n, code in enumerate(codes[:, k])} for k, who in enumerate("xyz")}
    (note,) = agree(told).notes
    assert "the same two labels" in note


@REAL
@pytest.mark.data
def test_by_name_and_by_side() -> None:
    (note,) = agree_payload(agree(read(DATA / "pref_names.csv")), 5)["notes"]
    assert "coin flips would reach 0.43" in note
    assert not agree(read(DATA / "pref_side.csv")).notes
