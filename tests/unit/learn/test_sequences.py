from __future__ import annotations

import numpy as np
import pytest

from accord.errors import UsageError
from accord.learn.sequences import copied, drawn, expand_sequences

LABELS = ["N", "V"]
SURE = [np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[0.0, 1.0]])]


def test_copies_follow_weights_on_average() -> None:
    weights = np.array([0.3, 1.0, 2.5])
    times = [np.bincount(copied(weights, seed=seed), minlength=3) for seed in range(2_000)]
    assert np.mean(times, axis=0) == pytest.approx(weights, abs=0.04)
    assert np.ptp(times, axis=0).tolist() == [1, 0, 1]


def test_drawn_labels_follow_their_targets_on_average() -> None:
    target = np.array([[0.2, 0.8], [1.0, 0.0], [0.5, 0.5]])
    share = np.mean([[label == "N" for label in row] for row in drawn([target] * 3_000, LABELS)], axis=0)
    assert share == pytest.approx([0.2, 1.0, 0.5], abs=0.04)


def test_sure_targets_keep_their_labels() -> None:
    copies = expand_sequences(["the cat", "runs"], SURE, LABELS, copies=2)
    assert copies.sentences == ["the cat", "the cat", "runs", "runs"]
    assert copies.labels == [["N", "V"], ["N", "V"], ["V"], ["V"]]
    assert copies.origins.tolist() == [0, 0, 1, 1]


def test_labels_are_taken_as_they_are_and_weighted() -> None:
    copies = expand_sequences(["a", "b"], [["N"], ["V"]], weights=np.array([0.0, 3.0]))
    assert copies.labels == [["V"]] * 3


def test_whether_a_sentence_is_copied_says_nothing_of_its_labels() -> None:
    half = [np.array([[0.5, 0.5]])] * 4
    made = [expand_sequences("abcd", half, LABELS, weights=np.full(4, 0.5), seed=seed) for seed in range(2_000)]
    for origin in range(4):
        labels = [row[0] for each in made for row, at in zip(each.labels, each.origins, strict=True) if at == origin]
        assert len(labels) / 2_000 == pytest.approx(0.5, abs=0.05)
        assert labels.count("N") / len(labels) == pytest.approx(0.5, abs=0.07)


def test_the_same_seed_gives_the_same_copies() -> None:
    target = [np.full((5, 2), 0.5)] * 4
    one, same, other = (expand_sequences("abcd", target, LABELS, copies=1.5, seed=seed) for seed in (1, 1, 2))
    assert one.labels == same.labels
    assert one.labels != other.labels


def test_misuse() -> None:
    with pytest.raises(UsageError, match="1 sentence and 2 targets"):
        expand_sequences(["a"], SURE, LABELS)
    with pytest.raises(UsageError, match="needs a weight"):
        expand_sequences(["a", "b"], SURE, LABELS, weights=np.ones(3))
    with pytest.raises(UsageError, match="from 0"):
        copied(np.array([-1.0]))
    with pytest.raises(UsageError, match="sum to 1"):
        drawn([np.ones((1, 2))], LABELS)
