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
from accord.kinds.labels.options import CodingOptions
from accord.learn.aggregate.mace import Mace
from accord.learn.aggregate.reference import Accuracy
from accord.learn.aggregate.votes import Votes
from accord.verbs.codings import as_coding
from tests.build import items_of
from tests.oracle import aggregation as oracle

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


@pytest.mark.parametrize("method", ["dawid-skene", "bayes"])
def test_intervals_hold_how_often_annotators_are_right_in_the_long_run(method: str) -> None:
    """Of 240 intervals 95 % are 228; fewer than 214 would come with a chance of less than one in a thousand."""
    rng = np.random.default_rng(11)
    more: dict[str, Any] = {"draws": 100} if method == "bayes" else {"resamples": 60}
    held = 0
    for _ in range(60):
        right = rng.uniform(0.55, 0.95, 4)
        matrices = right[:, None, None] * np.eye(3) + (1 - right)[:, None, None] * (1 - np.eye(3)) / 2
        _, said = crowd(80, matrices, [0.5, 0.3, 0.2], int(rng.integers(1 << 30)))
        made = accord.aggregate(said, method, **more)
        for true, annotator in zip(right, made.annotators, strict=True):
            assert not isinstance(annotator.interval, Undefined)
            held += annotator.interval.low <= true <= annotator.interval.high
    assert held >= 214


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
    assert "1 item with one label, which stands" in made.remarks


@pytest.mark.parametrize("method", METHODS)
def test_single_votes_stand_where_nothing_is_known_of_who_gave_them(method: str) -> None:
    table = {"ann": ["X", None, None, "X"], "bob": [None, "Y", "Y", None]}
    made = accord.aggregate(table, method, interval=None)
    assert made.label == ("X", "Y", "Y", "X")
    assert made.overruled == 0
    assert "4 items with one label, which stands" in made.remarks


@pytest.mark.parametrize("method", ["dawid-skene", "bayes"])
def test_single_votes_of_who_is_mostly_wrong_are_overruled_and_counted(method: str) -> None:
    """Of zoe's Y, which all others call X 80 times, three more stand alone; with much trust they stand."""
    others = ["X"] * 80 + ["Y"] * 20
    table: dict[str, list[str | None]] = {who: [*others, None, None, None] for who in ("ann", "bob", "cat")}
    table["zoe"] = [*({"X": "Y", "Y": "X"}[label] for label in others), "Y", "Y", "Y"]
    made = accord.aggregate(table, method, interval=None)
    assert made.label[-3:] == ("X",) * 3
    assert made.overruled == 3
    said = "3 items with one label, of which 3 are overruled by what their annotators are found to confuse"
    assert said in made.remarks
    assert accord.aggregate(table, method, interval=None, trust=1e4).label[-3:] == ("Y",) * 3


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


def test_ties_do_not_depend_on_the_order_of_the_data() -> None:
    rows = [(who, f"s{item}", label) for item in range(40) for who, label in zip("ab", ("yes", "no"), strict=True)]
    orders = [rows, rows[::-1], sorted(rows, key=lambda row: (row[2], row[1]))]
    made = [accord.aggregate(order, "majority", interval=None) for order in orders]
    found = [dict(zip(each.items, each.label, strict=True)) for each in made]
    assert made[0].tied == 40
    assert found[0] == found[1] == found[2]


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


@pytest.mark.parametrize("seed", range(4))
def test_dawid_skene_goes_on_until_the_labels_are_those_of_the_limit(seed: int) -> None:
    """The limit is that of a thousand plain steps of the slow oracle, which takes no leaps and knows no tolerance."""
    rng = np.random.default_rng(seed)
    right = rng.uniform(0.3, 0.8, (6, 1, 1)) * np.eye(3)
    matrices = right + (1 - right.sum(axis=2, keepdims=True)) * rng.dirichlet(np.ones(3), (6, 3))
    _, said = crowd(60, matrices, [0.5, 0.3, 0.2], seed)
    table: oracle.Table = [tuple(str(int(code)) for code in row) for row in said[:, rng.permutation(6)[:3]]]
    made = accord.aggregate(table, "dawid-skene", interval=None, rows="items")
    limit, _ = oracle.dawid_skene(table, list(made.labels), 1_000, 0.0, 4.0)
    assert made.fit.converged
    assert made.posterior == pytest.approx(
        np.array([[each[label] for label in made.labels] for each in limit]), abs=2e-3
    )


def agreeing(seed: int, items: int, prevalence: list[float]) -> list[list[str]]:
    """Two annotators who give the true label nine times of ten, and otherwise any, as few frequent labels allow."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(len(prevalence), p=prevalence, size=(items, 1))
    guesses = rng.integers(len(prevalence), size=(items, 2))
    said = np.where(rng.random((items, 2)) < 0.92, truth, guesses)
    return [[str(code) for code in row] for row in said.tolist()]


def test_mace_says_where_it_explains_agreement_away() -> None:
    table = agreeing(1, 200, [0.9, 0.1])
    assert np.mean([first == second for first, second in table]) > 0.9
    made = accord.aggregate(table, "mace", interval=None, rows="items")
    assert max(made.fit.competence) < 0.05
    alpha = as_number(accord.agree(table, "alpha", rows="items").result.value)
    assert made.votes.alpha == pytest.approx(alpha)
    assert made.remarks[0].startswith("mace explains agreement away: its mean competence is 0.01")
    assert f"(alpha {alpha:.2f})" in made.remarks[0]
    for sound in (
        accord.aggregate(table, "dawid-skene", rows="items"),
        accord.aggregate(agreeing(1, 200, [0.5, 0.5]), "mace", rows="items"),
    ):
        assert not any("explains agreement away" in remark for remark in sound.remarks)


def test_mace_keeps_a_restart_that_does_not_explain_agreement_away() -> None:
    """Of the restarts the one with the highest bound does, and another does not."""
    votes, _ = Votes.of(
        as_coding(agreeing(17, 300, [0.7, 0.1, 0.1, 0.1]), CodingOptions(keep_singletons=True), rows="items")
    )
    kept = Mace().fit(votes, np.random.default_rng(1))
    each = [Mace(restarts=1).fit(votes, np.random.default_rng(seed)) for seed in range(8)]
    highest = max(each, key=lambda fit: fit.log_likelihood or -np.inf)
    assert highest.doubt
    assert any(not fit.doubt for fit in each)
    assert not kept.doubt
    assert kept.competence.mean() > votes.alpha


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
        ({"restarts": 3}, "unknown option 'restarts' of dawid-skene: choose from trust, tolerance, iterations"),
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


@pytest.mark.data
@pytest.mark.skipif(not CROWD.exists(), reason=f"there is no crowd data at {CROWD}")
@pytest.mark.slow
@pytest.mark.parametrize("method", ["dawid-skene", "bayes"])
def test_single_votes_of_the_crowd_are_at_least_as_good_as_they_were_given(method: str) -> None:
    """Of more than half of the items one label is left, of the others five."""
    rng = np.random.default_rng(1)
    by_item: dict[str, list[tuple[str, str]]] = {}
    crowd_ = accord.read(CROWD)
    for who in crowd_.annotators:
        for _, item, label in items_of(crowd_, who):
            by_item.setdefault(item, []).append((who, label))
    kept = {
        item: [given[at] for at in rng.permutation(len(given))[: 1 if rng.random() < 0.566 else 5]]
        for item, given in sorted(by_item.items())
    }
    gold = accord.read(CROWD, item=0, label=3, layout="long")
    expert = {item: label for _, item, label in items_of(gold, gold.annotators[0])}
    made = accord.aggregate(
        [(who, item, label) for item, given in kept.items() for who, label in given], method, interval=None
    )
    single = {item: given[0][1] for item, given in kept.items() if len(given) == 1}
    chosen = dict(zip(made.items, made.label, strict=True))
    assert len(single) > 8_000
    assert 0 < made.overruled < 200
    assert sum(chosen[item] == expert[item] for item in single) >= sum(
        given == expert[item] for item, given in single.items()
    )
