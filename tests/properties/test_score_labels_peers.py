"""Scores of labels of items as scikit-learn has them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import accord
from accord.agreement.result import number

pytestmark = pytest.mark.peer
metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
PARTS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}


def drawn(seed: int, labels: list[Any], items: int = 200) -> tuple[list[Any], list[Any]]:
    rng = random.Random(seed)
    reference = rng.choices(labels, weights=range(1, len(labels) + 1), k=items)
    return reference, [label if rng.random() < 0.6 else rng.choice(labels) for label in reference]


@pytest.mark.parametrize("seed", range(8))
def test_labels_are_scored_as_by_scikit_learn(seed: int) -> None:
    reference, predicted = drawn(seed, ["yes", "no", "unsure", "maybe"][: 2 + seed % 3])
    run = accord.score(reference, predicted).run
    report = metrics.classification_report(reference, predicted, output_dict=True, zero_division=0)
    assert float(run.headline.value) == pytest.approx(report["accuracy"])
    for label, counts in run.labels.items():
        for part, name in PARTS.items():
            assert float(getattr(counts, part)) == pytest.approx(report[label][name])
    for average in ("macro", "weighted"):
        for part, name in PARTS.items():
            assert number(run.measure(f"{average}-{part}").value) == pytest.approx(report[f"{average} avg"][name])
    assert number(run.scores["balanced-accuracy"].value) == pytest.approx(
        metrics.balanced_accuracy_score(reference, predicted)
    )
    assert number(run.scores["kappa"].value) == pytest.approx(metrics.cohen_kappa_score(reference, predicted))
    assert number(run.scores["mcc"].value) == pytest.approx(metrics.matthews_corrcoef(reference, predicted))


@pytest.mark.parametrize("seed", range(8))
def test_grades_are_scored_as_by_scikit_learn(seed: int) -> None:
    """Its weights are those of ranks, so they are ours where grades follow on each other."""
    reference, predicted = drawn(seed, [1, 2, 3, 4, 5])
    run = accord.score(reference, predicted).run
    for weights in ("linear", "quadratic"):
        expected = metrics.cohen_kappa_score(reference, predicted, weights=weights)
        assert number(run.scores[f"weighted-kappa-{weights}"].value) == pytest.approx(expected)
    assert number(run.scores["mae"].value) == pytest.approx(metrics.mean_absolute_error(reference, predicted))
    assert number(run.scores["rmse"].value) == pytest.approx(metrics.root_mean_squared_error(reference, predicted))


@pytest.mark.parametrize("seed", range(8))
def test_sets_of_labels_are_scored_as_by_scikit_learn(seed: int) -> None:
    rng = random.Random(seed)
    labels = ["joy", "anger", "fear", "love"]
    reference, predicted = ([{label for label in labels if rng.random() < 0.4} for _ in range(80)] for _ in range(2))
    run = accord.score(reference, predicted).run
    table = [[[int(label in each) for label in labels] for each in side] for side in (reference, predicted)]
    assert float(run.headline.value) == pytest.approx(metrics.accuracy_score(*table))
    assert number(run.scores["hamming-loss"].value) == pytest.approx(metrics.hamming_loss(*table))
    expected = metrics.jaccard_score(*table, average="samples", zero_division=1)
    assert number(run.scores["jaccard"].value) == pytest.approx(expected)
    for average in ("micro", "macro", "weighted"):
        expected = metrics.f1_score(*table, average=average, zero_division=0)
        assert number(run.scores[f"{average}-f1"].value) == pytest.approx(expected)


def test_where_scikit_learn_says_0_there_is_no_value() -> None:
    """One side has one label only: nothing varies, and chance would agree as well."""
    run = accord.score(["a", "a", "b"], ["a", "a", "a"]).run
    assert metrics.matthews_corrcoef(["a", "a", "b"], ["a", "a", "a"]) == 0
    assert run.scores["mcc"].value.reason == "one side has one label only: nothing varies"
