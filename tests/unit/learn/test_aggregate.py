"""Aggregation of small tables of labels, and of what is awkward in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.agreement.result import Undefined
from accord.agreement.result import number as as_number
from accord.errors import NotApplicable, UsageError
from accord.learn.aggregate.reference import Accuracy
from tests.build import items_of

CROWD = Path(__file__).parents[3].parent / "shared" / "data" / "pos" / "gimpel_crowdsourced-tf.tsv.gz"
METHODS = ("majority", "dawid-skene", "mace", "bayes")


def crowd(items: int, matrices: np.ndarray, prevalence: list[float], seed: int = 3) -> tuple[list[str], np.ndarray]:
    """True labels, and what annotators with known confusion matrices say of them."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(prevalence), p=prevalence, size=items)
    drawn = rng.random((items, len(matrices), 1))
    said = (drawn > matrices[:, truth].transpose(1, 0, 2).cumsum(axis=2)).sum(axis=2)
    return [str(label) for label in truth], said.astype(np.float64)


@pytest.fixture(scope="module")
def matrices() -> np.ndarray:
    """Two good annotators, one who takes 1 for 2, one who is often lost, and one who always says 0."""
    good = 0.85 * np.eye(3) + 0.05
    biased = np.array([[0.9, 0.05, 0.05], [0.05, 0.25, 0.7], [0.05, 0.05, 0.9]])
    lost = 0.25 * np.eye(3) + 0.25
    always = np.array([[1.0, 0.0, 0.0]] * 3)
    return np.stack([good, good, biased, lost, always])


@pytest.mark.parametrize("method", ["dawid-skene", "bayes"])
def test_known_confusions_are_found_again(method: str, matrices: np.ndarray) -> None:
    truth, said = crowd(4_000, matrices, [0.5, 0.3, 0.2])
    more: dict[str, Any] = {"draws": 60} if method == "bayes" else {}
    made = accord.aggregate(said, method, interval=None, **more)
    assert made.fit.confusion == pytest.approx(matrices, abs=0.06)
    assert made.fit.prevalence == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    right = np.mean([label == true for label, true in zip(made.label, truth, strict=True)])
    vote = accord.aggregate(said, "majority", interval=None).label
    assert right > np.mean([label == true for label, true in zip(vote, truth, strict=True)]) + 0.02


@pytest.mark.parametrize("inference", ["variational", "em"])
def test_mace_finds_out_who_knows(inference: str) -> None:
    knows, habit = np.array([0.9, 0.7, 0.5, 0.0]), np.array([0.2, 0.2, 0.6])
    matrices = knows[:, None, None] * np.eye(3) + (1 - knows)[:, None, None] * habit
    _, said = crowd(4_000, matrices, [1 / 3] * 3)
    made = accord.aggregate(said, "mace", interval=None, inference=inference)
    assert made.fit.competence == pytest.approx(knows, abs=0.06)


@pytest.mark.parametrize("method", METHODS)
def test_intervals_hold_the_true_share_of_right_labels(method: str, matrices: np.ndarray) -> None:
    truth, said = crowd(600, matrices[[0, 1, 2, 3]], [0.5, 0.3, 0.2])
    more: dict[str, Any] = {"draws": 200} if method == "bayes" else {"resamples": 100}
    made = accord.aggregate(said, method, **more)
    for number, annotator in enumerate(made.annotators):
        assert not isinstance(annotator.interval, Undefined)
        assert not isinstance(annotator.competence, Undefined)
        assert annotator.interval.low <= annotator.competence <= annotator.interval.high
        share = np.mean([str(int(label)) == true for label, true in zip(said[:, number], truth, strict=True)])
        if method in {"dawid-skene", "bayes"}:
            assert annotator.interval.low - 0.02 <= share <= annotator.interval.high + 0.02
        assert not isinstance(annotator.ends, Undefined)
        assert (annotator.ends[0] <= annotator.ends[1]).all()


@pytest.mark.parametrize("method", METHODS)
def test_one_annotator_is_taken_at_their_word(method: str) -> None:
    made = accord.aggregate({"ann": ["A", "B", "A"]}, method)
    assert made.label == ("A", "B", "A")
    assert made.annotators[0].competence == Undefined("nobody else labelled any of their items")
    assert "there is one annotator, whose labels are taken as they are" in made.remarks


@pytest.mark.parametrize("method", METHODS)
def test_one_label_is_everywhere(method: str) -> None:
    made = accord.aggregate({"ann": ["A", "A"], "bob": ["A", None]}, method)
    assert made.label == ("A", "A")
    assert made.posterior.tolist() == [[1.0], [1.0]]
    assert isinstance(made.annotators[0].competence, Undefined)
    assert "only the label 'A' was given, so every item gets it" in made.remarks


@pytest.mark.parametrize("method", METHODS)
def test_an_annotator_with_a_single_label_and_one_without_any(method: str) -> None:
    table = {
        "ann": ["A", "B", "B", "A"],
        "bob": ["A", "B", "B", "B"],
        "cat": ["B", None, None, None],
        "dan": [None] * 4,
    }
    made = accord.aggregate(table, method)
    assert made.annotator("cat").given == 1
    assert made.annotator("dan").competence == Undefined("they gave no label")
    assert np.isfinite(made.posterior).all()


@pytest.mark.parametrize("method", METHODS)
def test_items_that_nobody_labelled_are_left_out_and_said(method: str) -> None:
    made = accord.aggregate({"ann": ["A", None, "B"], "bob": ["A", None, None]}, method)
    assert made.items == ("1", "3")
    assert "left out: 1 item without a label" in made.remarks
    assert "1 item with one label, which counts as it stands" in made.remarks


@pytest.mark.parametrize("method", METHODS)
def test_nothing_at_all_is_refused(method: str) -> None:
    with pytest.raises(NotApplicable, match="nobody labelled anything"):
        accord.aggregate({"ann": [None], "bob": [None]}, method)


def test_ties_are_left_to_the_seed_and_counted() -> None:
    table = {"ann": ["A"] * 200, "bob": ["B"] * 200}
    made = accord.aggregate(table, "majority", interval=None, seed=5)
    assert made.tied == 200
    assert 60 < made.label.count("A") < 140
    assert accord.aggregate(table, "majority", interval=None, seed=5).label == made.label
    assert accord.aggregate(table, "majority", interval=None, seed=6).label != made.label


def test_items_alike_are_one_kind() -> None:
    made = accord.aggregate({"ann": ["A", "A", "B"], "bob": ["A", "A", "A"]}, "dawid-skene", interval=None)
    assert sorted(made.votes.times.tolist()) == [1.0, 2.0]
    assert (made.posterior[0] == made.posterior[1]).all()


def test_a_reference_says_how_many_are_right() -> None:
    table = {"ann": ["A", "B", "B", "A"], "bob": ["A", "B", "B", "B"], "cat": ["A", "B", "A", "A"]}
    made = accord.aggregate(table, "majority", reference={"1": "A", "2": "A", "4": "A"})
    assert made.label == ("A", "B", "B", "A")
    ours, majority = (each for each in made.against if isinstance(each, Accuracy))
    assert (ours.right, ours.compared, ours.without) == (2, 3, 1)
    assert majority.right == 2


def test_the_majority_beside_another_method_breaks_ties_like_the_method_majority() -> None:
    table = {"ann": ["A", "B"] * 50, "bob": ["B", "B"] * 50}
    reference = {str(number): "A" for number in range(1, 101)}
    (asked, _), (_, beside) = (
        accord.aggregate(table, method, interval=None, reference=reference, seed=4).against
        for method in ("majority", "bayes")
    )
    assert asked == beside
    assert 0 < (as_number(beside.value) or 0) < 0.5


def test_the_corpus_of_an_aggregation_can_be_aggregated_again() -> None:
    made = accord.aggregate({"ann": ["A", "B"], "bob": ["A", "B"]}, "majority")
    assert [label for *_, label in items_of(made.corpus, "aggregated")] == ["A", "B"]
    assert accord.aggregate(made.corpus, "majority").label == ("A", "B")


def test_more_steps_are_asked_for_where_they_are_needed(matrices: np.ndarray) -> None:
    _, said = crowd(300, matrices, [0.5, 0.3, 0.2])
    made = accord.aggregate(said, "dawid-skene", interval=None, tolerance=1e-12, iterations=2)
    assert not made.fit.converged
    assert made.remarks[0] == "not converged after 2 steps: take more of them, or another method"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"method": "dawid-skin"}, "unknown aggregation 'dawid-skin': did you mean dawid-skene"),
        ({"method": "mention-voting"}, "unknown aggregation 'mention-voting': choose from majority"),
        ({"restarts": 3}, "unknown option 'restarts' of dawid-skene: choose from tolerance, iterations"),
        ({"method": "mace", "restarts": 0}, "restarts: a whole number from 1 is needed, not 0"),
        ({"method": "mace", "inference": "vb"}, "unknown inference 'vb': choose from variational, em"),
        ({"method": "bayes", "prior": 0.0}, "the prior of confusions is above 0"),
        ({"tolerance": -1.0}, "tolerance: a number from 0 is needed, not -1"),
        ({"interval": "jackknife"}, "unknown interval 'jackknife': choose from bootstrap, none"),
        ({"seed": -1}, "seed: a whole number from 0 is needed"),
    ],
)
def test_wrong_calls_say_what_is_right(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        accord.aggregate({"ann": ["A", "B"], "bob": ["A", "B"]}, **wrong)  # type: ignore[arg-type]


@pytest.mark.data
@pytest.mark.skipif(not CROWD.exists(), reason=f"there is no crowd data at {CROWD}")
@pytest.mark.slow
def test_the_crowd_of_gimpel_is_as_good_as_our_notes_say() -> None:
    """Majority 79.7, Dawid-Skene 78.7 and MACE 79.9 % right by crowd-kit, as the reference for learning has them."""
    crowd_ = accord.read(CROWD)
    gold = accord.read(CROWD, item=0, label=3, layout="long")
    for method, noted in {"majority": 0.797, "dawid-skene": 0.787, "mace": 0.799}.items():
        made = accord.aggregate(crowd_, method, interval=None, reference=gold)
        assert as_number(made.against[0].value) == pytest.approx(noted, abs=0.005)
        assert int(made.votes.count) == 236_380
