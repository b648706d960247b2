"""Intervals for other annotators like these: as the reference says, and as leaving out by hand says, of every kind."""

from __future__ import annotations

from math import atanh, sqrt, tanh
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from scipy.stats import t as student

import accord
from accord.agreement.result import Interval, Undefined
from accord.checks.trees import is_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.model import Corpus

HARBOUR = Path("examples/harbour")
ROUND_1 = ["AAB", "ABB", "AAA", "BBC", "CCC", "ABC", "BBB", "AAC", "CCB", "AAA", "BCC", "ABA"]
ROUND_2 = ["AAA", "ABB", "AAA", "BBB", "CCC", "AAC", "BBB", "AAA", "CCC", "AAA", "BCC", "ABA"]
SPARSE = ["a1b1", "a2c2", "b3c2", "a1d1", "b2d3", "c3d3", "a1b2", "a3c3", "b1d1", "c2d2"]
SHROUT_FLEISS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))


def by_annotator(items: Any, names: str = "xyzw") -> dict[str, list[Any]]:
    return {name: [item[place] for item in items] for place, name in zip(range(len(items[0])), names, strict=False)}


def triples() -> list[tuple[str, str, str]]:
    return [(word[at], str(item), word[at + 1]) for item, word in enumerate(SPARSE) for at in (0, 2)]


IN_NUMBERS = str.maketrans("ABC", "012")
# value, these annotators, annotators like these: computed apart from accord, with the package krippendorff
EXPECTED: dict[str, tuple[Any, str, float, tuple[float, float], tuple[float, float]]] = {
    "round 1": (by_annotator(ROUND_1), "nominal", 0.3049065421, (-0.070689, 0.604779), (-0.445913, 0.803860)),
    "round 2": (by_annotator(ROUND_2), "nominal", 0.6610169492, (0.205556, 0.881110), (-0.337365, 0.959562)),
    "numbers": (
        by_annotator([word.translate(IN_NUMBERS) for word in ROUND_1]),
        "interval",
        0.4634433962,
        (-0.052041, 0.783921),
        (-0.750665, 0.962429),
    ),
    "sparse": (triples(), "nominal", 0.5714285714, (-0.101026, 0.885493), (-0.892114, 0.991554)),
    "sparse numbers": (triples(), "interval", 0.7799227799, (0.256260, 0.949654), (-0.657687, 0.993706)),
    "Shrout and Fleiss": (
        by_annotator(SHROUT_FLEISS),
        "interval",
        0.1473078504,
        (-0.265521, 0.514488),
        (-0.355837, 0.584247),
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_alpha_of_small_tables(name: str) -> None:
    data, distance, value, these, others = EXPECTED[name]
    found = accord.agree(data, "alpha", distance=distance).result
    assert found.value == pytest.approx(value, abs=1e-10)
    assert isinstance(found.interval, Interval)
    assert isinstance(found.other_annotators, Interval)
    assert found.interval[:2] == pytest.approx(these, abs=1e-6)
    assert found.other_annotators[:2] == pytest.approx(others, abs=1e-6)


# --- by hand --------------------------------------------------------------------------------------------------------


def of(agreement: accord.Agreement) -> float:
    assert not isinstance(agreement.value, Undefined)
    return float(agreement.value)


def jackknife(values: list[float]) -> float:
    return (len(values) - 1) / len(values) * float(((np.array(values) - np.mean(values)) ** 2).sum())


def by_hand(
    cells: dict[tuple[Any, str], int], value: Callable[[set[tuple[Any, str]]], float], *, few: bool = False
) -> tuple[float, float]:
    """The ends of the interval, from the value of any set of (unit, annotator) that are left, and how much each is."""
    everything = set(cells)
    units, annotators = dict.fromkeys(unit for unit, _ in cells), dict.fromkeys(who for _, who in cells)
    items = jackknife([value({cell for cell in cells if cell[0] != unit}) for unit in units])
    people = jackknife([value({cell for cell in cells if cell[1] != who}) for who in annotators])
    labels = jackknife([value(everything - {cell}) for cell in cells])
    variance = max(items, items + people - labels)
    loads = np.array([sum(size for cell, size in cells.items() if cell[1] == who) for who in annotators])
    effective = loads.sum() ** 2 / (loads**2).sum()
    freedom = max(1.0, (min(effective, len(units)) if few else effective) - 1)
    here = value(everything)
    reach = float(student.ppf(0.975, freedom)) * sqrt(variance) / (1 - here**2)
    return tanh(atanh(here) - reach), tanh(atanh(here) + reach)


@pytest.mark.parametrize(
    ("coefficient", "distance"),
    [
        ("alpha", "nominal"),
        ("alpha", "ordinal"),
        ("alpha", "interval"),
        ("fleiss", "nominal"),
        ("multi-kappa", "nominal"),
        ("light", "nominal"),
        ("ac1", "nominal"),
        ("ac2", "linear"),
        ("randolph", "nominal"),
    ],
)
@pytest.mark.parametrize(("seed", "singles"), [(1, False), (2, False), (1, True)])
def test_labels_left_out_by_hand(coefficient: str, distance: str, seed: int, singles: bool) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, 4, 25)
    table = {
        (str(item), who): str(truth[item] if rng.random() < 0.7 else rng.integers(1, 4))
        for item in range(25)
        for who in "abcd"
        if rng.random() < (0.5 if singles else 0.85)
    }
    how: dict[str, Any] = {"distance": distance, "labels": ("1", "2", "3"), "keep_singletons": singles}

    def value(left: set[tuple[str, str]]) -> float:
        data = [(who, item, table[item, who]) for item, who in left]
        return of(accord.agree(data, coefficient, **how, interval=None))

    there = {cell: 1 for cell in table if singles or sum(item == cell[0] for item, _ in table) > 1}
    data = [(who, item, table[item, who]) for item, who in table]
    found = accord.agree(data, coefficient, **how)
    assert isinstance(found.result.other_annotators, Interval)
    assert found.result.other_annotators[:2] == pytest.approx(by_hand(there, value), abs=1e-9)


def left_of(corpus: Corpus, cells: set[tuple[Any, str]]) -> Corpus:
    """The annotations of some documents by some annotators."""
    return corpus.with_annotations({key: each for key, each in corpus.annotations.items() if key in cells})


def sentences(annotation: Any) -> int:
    return len(annotation.labels)


def trees(annotation: Any) -> int:
    return sum(map(is_tree, annotation.trees))


@pytest.mark.parametrize(
    ("path", "coefficient", "options", "sizes", "within"),
    [
        ("annotators", "corrected-f1", {"repair": "begin"}, sentences, 1e-8),
        ("../relations", "relation-f1", {}, lambda _: 1, 1e-8),
        ("trees", "alpha", {"by_document": True}, trees, 1e-8),
        ("radio.csv", "gamma", {"samples": 8}, lambda _: 1, 0.02),  # chance learns from fewer documents
    ],
)
def test_documents_left_out_by_hand(
    path: str, coefficient: str, options: dict[str, Any], sizes: Callable[[Any], int], within: float
) -> None:
    corpus = accord.read(HARBOUR / path)

    def value(left: set[tuple[Any, str]]) -> float:
        return of(accord.agree(left_of(corpus, left), coefficient, interval=None, **options))

    found = accord.agree(corpus, coefficient, **options).result
    assert isinstance(found.other_annotators, Interval)
    assert found.other_annotators.method.endswith("documents and annotators")
    cells = {key: sizes(each) for key, each in corpus.annotations.items()}
    assert found.other_annotators[:2] == pytest.approx(by_hand(cells, value, few=True), abs=within)
