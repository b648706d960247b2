from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

import accord
from accord.errors import AccordError, NotApplicable, ReadError, UsageError
from accord.learn.disagreement import Disagreement
from accord.learn.targets import expand_soft, item_weights
from accord.learn.weights import Weights

if TYPE_CHECKING:
    from pathlib import Path

FIRST = ["N", "N", "N", "V", "V", "A"]
SECOND = ["N", "N", "A", "V", "N", "A"]


@pytest.fixture
def dis() -> Disagreement:
    return Disagreement.from_pairs(FIRST, SECOND, ["N", "V", "A"])


def test_confusion_by_hand(dis: Disagreement) -> None:
    assert dis.confusion.tolist() == [[2, 0, 1], [1, 1, 0], [0, 0, 1]]
    assert dis.f1() == {"N": pytest.approx(4 / 6), "V": pytest.approx(2 / 3), "A": pytest.approx(2 / 3)}


def test_weights_by_hand(dis: Disagreement) -> None:
    assert dis.weights("f1").matrix == pytest.approx(np.full((3, 3), 2 / 3))
    joint = [[1, 11 / 12, 11 / 12], [11 / 12, 1, 1], [11 / 12, 1, 1]]
    assert dis.weights("cm").matrix == pytest.approx(np.array(joint))
    conditional = [[1, 5 / 6, 5 / 6], [3 / 4, 1, 1], [3 / 4, 1, 1]]
    assert dis.weights("cm-cond").matrix == pytest.approx(np.array(conditional))
    assert dis.weights("cm-max").matrix == pytest.approx(np.array([[1, 0.1, 0.1], [0.1, 1, 1], [0.1, 1, 1]]))


def test_labels_that_mean_no_answer_are_left_out_and_counted() -> None:
    dis = Disagreement.from_pairs([*FIRST, "FLAG", "", "N"], [*SECOND, "N", "N", "FLAG"], missing=["FLAG", ""])
    assert dis.confusion.sum() == len(FIRST)
    assert dis.coding.left_out == {"labels 'FLAG'": 2, "labels ''": 1, "items with one label": 3}


def test_every_label_is_an_answer_unless_told_otherwise() -> None:
    assert Disagreement.from_pairs(["FLAG", "N"], ["", "N"]).labels == ("", "FLAG", "N")


def test_a_crowd_counts_every_label_once_however_many_annotators_an_item_has() -> None:
    dis = Disagreement.from_table([["A", "A", "B", None], [None, "B", None, "B"], ["A", None, None, None]])
    assert dis.confusion.tolist() == [[0.5, 0.5], [0.5, 1.0]]
    # of Krippendorff's coincidences 1 of 5 disagrees twice: 1 - (2 / 5) / (2 * 2 * 3 / (5 * 4))
    assert dis.alpha() == pytest.approx(1 / 3)
    with pytest.raises(NotApplicable, match="kappa is for 2 annotators, not 4"):
        dis.kappa()


def test_labels_that_nobody_gave_keep_their_weight_and_have_no_f1() -> None:
    dis = Disagreement.from_pairs(["A", "B"], ["A", "A"], ["A", "B", "C"])
    assert not dis.f1()["C"]
    for kind in ("f1", "cm", "cm-cond", "cm-max"):
        assert (dis.weights(kind).matrix[2] == 1).all()
    assert dis.soft_targets(["C"], 0.5).tolist() == [[0, 0, 1]]


def test_one_side_is_enough_to_say_what_others_say() -> None:
    """The first annotator never said B; where the second did, the first said A."""
    dis = Disagreement.from_pairs(["A", "A"], ["A", "B"])
    assert dis.conditional()[1].tolist() == [1, 0]


def test_weights_that_can_hardly_matter_say_so(dis: Disagreement) -> None:
    assert dis.weights("uniform").warning
    assert "0.9983" in str(dis.weights("cm", strength=0.02).warning)
    assert dis.weights("cm").warning is None


@pytest.mark.parametrize("control", ["eps", "perm"])
def test_seeds_are_whole_numbers_from_0(dis: Disagreement, control: str) -> None:
    for seed in (-1, 1.5, "1", True):
        with pytest.raises(UsageError, match="seed: a whole number from 0 is needed"):
            dis.weights(control, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("control", ["eps", "perm"])
def test_controls_follow_their_seed(dis: Disagreement, control: str) -> None:
    one, same, other = (dis.weights(control, seed=seed).matrix for seed in (3, 3, 4))
    assert (one == same).all()
    assert (one != other).any()
    assert (np.diag(one) == 1).all()


def test_weights_in_the_order_of_a_learner_with_a_label_more(dis: Disagreement) -> None:
    weights = dis.weights("cm-cond")
    aligned = weights.aligned_to(["A", "X", "N"], unknown=1.0)
    assert aligned == pytest.approx(np.array([[1, 1, 3 / 4], [1, 1, 1], [5 / 6, 1, 1]]))


@pytest.mark.parametrize("labels", [["LABEL_0", "LABEL_1", "LABEL_2"], ["n", "v", "a"], ["N", "V", "A", "X"]])
def test_labels_that_the_weights_do_not_know_are_refused(dis: Disagreement, labels: list[str]) -> None:
    weights = dis.weights("cm-cond")
    for use in (weights.aligned_to, weights.class_weight):
        with pytest.raises(UsageError, match=r"the weights know N, V, A, and not .*labels=\[\.\.\.\]"):
            use(labels)


def test_class_weights_of_a_learner_with_fewer_labels(dis: Disagreement) -> None:
    weights = dis.weights("cm-cond")
    assert list(weights.class_weight(["A", "V", "N"])) == ["A", "V", "N"]
    assert weights.class_weight(["A", "N"]) == {"A": pytest.approx(3 / 4), "N": pytest.approx(5 / 6)}


@pytest.mark.parametrize(("kind", "smoothed"), [("cm-cond", 1 - (1.5 / 2.5 + 0.5 / 1.5) / 2), ("f1", 1 / 4)])
def test_labels_given_once_do_not_become_free_in_silence(kind: str, smoothed: float) -> None:
    """R was given once, where the other said A; smoothed, its row sums to 2.5, its column to 1.5, and both met 0.5."""
    dis = Disagreement.from_pairs(["A", "A", "B", "R"], ["A", "A", "B", "A"])
    weights = dis.weights(kind)
    assert weights.free == ("R",)
    assert "some errors cost nothing: on 1 label (R)" in str(weights.warning)
    assert "smooth=0.5" in str(weights.warning)
    assert dis.weights(kind, smooth=0.5).warning is None
    assert dis.weights(kind, smooth=0.5).matrix[2, 0] == pytest.approx(smoothed)


def test_the_cheapest_errors_are_the_first_of_the_sorted_ones(dis: Disagreement) -> None:
    weights = dis.weights("cm-cond")
    assert weights.lowest(3) == [("V", "N", 0.75), ("A", "N", 0.75), ("N", "V", pytest.approx(5 / 6))]
    assert len(weights.lowest(99)) == 6


def test_class_weights_and_costs(dis: Disagreement) -> None:
    weights = dis.weights("cm-cond")
    assert weights.class_weight() == {"N": pytest.approx(5 / 6), "V": pytest.approx(7 / 8), "A": pytest.approx(7 / 8)}
    assert dis.weights("f1").class_weight() == pytest.approx(dis.f1())
    assert np.diag(weights.cost_matrix()).tolist() == [0, 0, 0]
    assert weights.cost_matrix()[1, 0] == 3 / 4


def test_one_label_is_no_obstacle() -> None:
    weights = Disagreement.from_pairs(["A", "A"], ["A", "A"]).weights("cm-cond")
    assert weights.range == (1.0, 1.0)
    assert weights.class_weight() == {"A": 1}


def test_a_file_holds_them_exactly(dis: Disagreement, tmp_path: Path) -> None:
    weights = dis.weights("perm", strength=0.7, smooth=0.3, seed=5)
    file = tmp_path / "weights.json"
    weights.save(file)
    again = Weights.load(file)
    assert (again.matrix == weights.matrix).all()
    assert again.signature == weights.signature
    assert json.loads((tmp_path / "weights.json").read_text())["version"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "weights.json: "),
        ("[]", "no weights"),
        ('{"format": "accord-weights", "version": 9}', "version 9"),
        ('{"format": "accord-weights", "version": 1}', "cannot be used"),
        (
            json.dumps(Weights(("A",), np.ones((1, 1))).to_dict() | {"matrix": [[1, 2]]}),
            "as many rows and columns",
        ),
        (json.dumps(Weights(("A",), np.ones((1, 1))).to_dict() | {"strength": "much"}), "cannot be used"),
    ],
)
def test_files_that_hold_no_weights(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "weights.json").write_text(content)
    with pytest.raises(ReadError, match=message):
        Weights.load(str(tmp_path / "weights.json"))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        Weights.load(str(tmp_path / "none.json"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda dis: dis.weights("cmcond"), "did you mean cm-cond"),
        (lambda dis: dis.weights("cm", strength=-1), "from 0"),
        (lambda dis: dis.weights("cm", smooth=float("nan")), "from 0"),
        (lambda dis: dis.soft_targets(["N"], 1.5), "from 0 to 1"),
        (lambda dis: dis.soft_targets(["Noun"]), "no annotator gave the label 'Noun'"),
        (lambda dis: dis.soft_targets(["N"], labels=["N", "V"]), "label 'A', which is not among"),
        (lambda _: Disagreement.from_table({"ann": ["A"]}), "two annotators"),
        (lambda _: Disagreement.from_pairs(["A", None], [None, "A"]), "no item was labelled by two"),
        (lambda _: Disagreement.from_corpus(cast("Any", "tweets.conll")), "accord.disagreement takes their paths"),
        (lambda _: Weights(("A", "A"), np.ones((2, 2))), "twice"),
        (lambda _: Weights(("A", "B"), -np.ones((2, 2))), "from 0"),
        (lambda _: expand_soft([1], np.ones((2, 2)), "AB"), "1 rows and 2 labels"),
        (lambda _: expand_soft([1], -np.ones((1, 2)), "AB"), "from 0"),
    ],
)
def test_misuse_is_said_in_a_sentence(dis: Disagreement, call: object, message: str) -> None:
    with pytest.raises(AccordError, match=message):
        call(dis)  # type: ignore[operator]


def test_no_two_annotators_is_not_applicable() -> None:
    with pytest.raises(NotApplicable):
        accord.disagreement([["A"], ["B"]], rows="items")


def test_agreement_on_items_weighs_them() -> None:
    table = [["A", "A", "B", "A"], ["B", None, None, None], [None, None, None, None], ["A", "B", "B", None]]
    assert item_weights(table, single=0.5) == pytest.approx(np.array([1 / 2, 0.5, 0, 1 / 3]))
    with pytest.raises(UsageError, match=r"labels are needed here, one row per item, .* not 'labels.csv'"):
        item_weights("labels.csv")


def test_soft_targets_in_a_wider_set_of_labels(dis: Disagreement) -> None:
    soft = dis.soft_targets(["V", "X"], 0.5, labels=["X", "N", "V", "A"])
    assert soft == pytest.approx(np.array([[0, 0.125, 0.875, 0], [1, 0, 0, 0]]))


def test_expanding_keeps_what_kind_of_rows_they_are() -> None:
    from scipy.sparse import csr_array

    targets = np.array([[0.25, 0.75], [0, 1]])
    dense = expand_soft(np.arange(4).reshape(2, 2), targets, [0, 1])
    assert dense.rows.tolist() == [[0, 1], [0, 1], [2, 3]]
    assert dense.origins.tolist() == [0, 0, 1]
    assert expand_soft(csr_array(np.eye(2)), targets, [0, 1]).rows.shape == (3, 2)
