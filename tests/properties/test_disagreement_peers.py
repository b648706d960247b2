"""Disagreement against scikit-learn, and what scikit-learn's estimators do with it."""

from __future__ import annotations

import numpy as np
import pytest

from accord.learn.disagreement import Disagreement
from accord.learn.targets import expand_soft, item_weights

pytestmark = pytest.mark.peer
LABELS = ["A", "B", "C"]


@pytest.fixture(params=range(5))
def annotators(request: pytest.FixtureRequest) -> tuple[list[str], list[str]]:
    rng = np.random.default_rng(request.param)
    first = rng.choice(LABELS, 200, p=[0.6, 0.3, 0.1])
    second = np.where(rng.random(200) < 0.7, first, rng.choice(LABELS, 200))
    return first.tolist(), second.tolist()


def test_confusion_kappa_and_f1(annotators: tuple[list[str], list[str]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics", reason="scikit-learn is not installed")
    dis = Disagreement.from_pairs(*annotators)
    assert (dis.confusion == metrics.confusion_matrix(*annotators, labels=LABELS)).all()
    assert dis.kappa() == pytest.approx(metrics.cohen_kappa_score(*annotators))
    assert list(dis.f1().values()) == pytest.approx(list(metrics.f1_score(*annotators, labels=LABELS, average=None)))
    assert dis.agreement() == pytest.approx(metrics.accuracy_score(*annotators))


def test_expanded_rows_fit_the_soft_cross_entropy(annotators: tuple[list[str], list[str]]) -> None:
    """Logistic regression on expanded rows finds the minimum of the soft cross-entropy, found here by scipy."""
    linear = pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")
    from scipy.optimize import minimize

    gold, other = annotators
    shift = np.array([[label == "A", label == "B"] for label in gold])
    features = shift + np.random.default_rng(1).normal(size=(len(gold), 2))
    targets = Disagreement.from_pairs(gold, other).soft_targets(gold, 0.5)
    expanded = expand_soft(features, targets, LABELS)
    fitted = linear.LogisticRegression(C=1.0, tol=1e-10, max_iter=1_000)
    fitted.fit(expanded.rows, expanded.labels, sample_weight=expanded.weights)

    def loss(flat: np.ndarray) -> float:
        weights, bias = flat[:6].reshape(3, 2), flat[6:]
        scores = features @ weights.T + bias
        log_p = scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)
        return float(-(targets * log_p).sum() + (weights**2).sum() / 2)

    best = minimize(loss, np.zeros(9), tol=1e-12).x
    expected = features @ best[:6].reshape(3, 2).T + best[6:]
    found = fitted.decision_function(features)
    assert found - found.mean(axis=1, keepdims=True) == pytest.approx(
        expected - expected.mean(axis=1, keepdims=True), abs=1e-3
    )


def test_class_weights_and_item_weights_are_taken(annotators: tuple[list[str], list[str]]) -> None:
    linear = pytest.importorskip("sklearn.linear_model", reason="scikit-learn is not installed")
    gold, other = annotators
    dis = Disagreement.from_pairs(gold, other)
    features = np.random.default_rng(1).normal(size=(len(gold), 2))
    by_class = linear.LogisticRegression(class_weight=dis.weights("f1").class_weight()).fit(features, gold)
    each = np.array([dis.f1()[label] for label in gold])
    assert by_class.coef_ == pytest.approx(linear.LogisticRegression().fit(features, gold, each).coef_, abs=1e-4)
    agreement = item_weights(list(zip(gold, other, strict=True)))
    weighted = linear.LogisticRegression().fit(features, gold, sample_weight=agreement)
    agreed = np.array(gold) == np.array(other)
    alone = linear.LogisticRegression().fit(features[agreed], np.array(gold)[agreed])
    assert weighted.coef_ == pytest.approx(alone.coef_, abs=1e-3)
