"""Each distance on a few labels, by hand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import pytest

from accord.distance import DISTANCES
from accord.distance.between import MAX_LABELS, Squares
from accord.distance.custom import given_function, given_matrix
from accord.errors import NotApplicable, UsageError
from accord.study.scale import Scale

THREE = Scale(("1", "2", "4"))


def matrix(name: str, scale: Scale = THREE, **options: float) -> list[list[float]]:
    return DISTANCES.get(name)(scale, **options).matrix().tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("name", "one_two", "one_four", "two_four"),
    [
        ("nominal", 1, 1, 1),
        ("interval", 1, 9, 4),
        ("linear", 1, 3, 2),
        ("radical", 1, sqrt(3), sqrt(2)),
        ("ratio", 1 / 9, 9 / 25, 4 / 36),
        ("ordinal-gwet", 1, 3, 1),  # pairs of labels from one to the other: 1 of two, 3 of three
        ("circular", 0.5, 0.5, 1),  # a circle of four points: a quarter, three quarters and half of the way round
        ("bipolar", 1 / (1 * 5), 9 / (3 * 3), 4 / (4 * 2)),
    ],
)
def test_distances_of_1_2_and_4(name: str, one_two: float, one_four: float, two_four: float) -> None:
    expected = [[0, one_two, one_four], [one_two, 0, two_four], [one_four, two_four, 0]]
    assert np.array(matrix(name)) == pytest.approx(np.array(expected))


def test_ordinal_distances_know_how_often_a_label_was_given() -> None:
    """2, 4 and 6 times: their mean ranks are 1, 4 and 9."""
    between = DISTANCES.get("ordinal")(THREE).given(np.array([2.0, 4.0, 6.0]))
    assert between.matrix().tolist() == [[0, 9, 64], [9, 0, 25], [64, 25, 0]]
    assert between.largest == 64


def test_ordinal_distances_go_by_the_points_and_not_by_the_order_of_the_labels() -> None:
    between = DISTANCES.get("ordinal")(Scale(("4", "1", "2"), ordered=True)).given(np.array([6.0, 2.0, 4.0]))
    assert between.matrix().tolist() == [[0, 64, 25], [64, 0, 9], [25, 9, 0]]


def test_a_zero_is_as_far_from_any_quantity_as_can_be_and_not_from_itself() -> None:
    assert matrix("ratio", Scale(("0", "5", "50"))) == [
        [0, 1, 1],
        [1, 0, pytest.approx((45 / 55) ** 2)],
        [1, pytest.approx((45 / 55) ** 2), 0],
    ]
    with pytest.raises(NotApplicable, match="-1 is below"):
        matrix("ratio", Scale(("-1", "1")))


def test_hours_of_a_day() -> None:
    hours = Scale(("0", "6", "12", "23"))
    assert matrix("circular", hours, circumference=24)[0] == pytest.approx([0, 0.5, 1, np.sin(np.pi / 24) ** 2])
    with pytest.raises(UsageError, match="more than once round 12"):
        matrix("circular", hours, circumference=12)


@pytest.mark.parametrize(
    ("first", "second", "jaccard", "masi"),
    [
        ("a", "a", 0, 0),
        ("a|b", "b,a", 0, 0),
        ("", "", 0, 0),
        ("a", "b", 1, 1),
        ("", "a", 1, 1),
        ("a", "a|b", 1 / 2, 1 - 1 / 2 * 2 / 3),
        ("a|b", "b|c", 2 / 3, 1 - 1 / 3 * 1 / 3),
        ("a;b;c", "b|c|d", 1 / 2, 1 - 1 / 2 * 1 / 3),
    ],
)
def test_sets(first: str, second: str, jaccard: float, masi: float) -> None:
    scale = Scale((first, second))
    assert matrix("jaccard", scale)[0][1] == pytest.approx(jaccard)
    assert matrix("masi", scale)[0][1] == pytest.approx(masi)


@pytest.mark.parametrize("name", [name for name in DISTANCES if name != "ordinal"])
def test_pairs_expected_and_largest_say_the_same_as_the_matrix(name: str) -> None:
    between = DISTANCES.get(name)(Scale(("0", "1", "3", "8")))
    distances = between.matrix()
    first, second = (codes.ravel().astype(np.int32) for codes in np.indices((4, 4)))
    p, q = np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.7, 0.1, 0.1, 0.1])
    assert between.pairs(first, second) == pytest.approx(distances.ravel())
    assert between.expected(p, q) == pytest.approx(p @ distances @ q)
    assert between.largest == distances.max()


def test_squares_of_numbers_far_from_zero_lose_no_digits() -> None:
    between = Squares(1e9 + np.array([0.0, 1.0, 2.0]))
    share = np.full(3, 1 / 3)
    assert between.expected(share, share) == pytest.approx(4 / 3, rel=1e-12)


def test_more_labels_than_a_matrix_should_hold() -> None:
    many = Scale(tuple(map(str, range(MAX_LABELS + 1))))
    for name in ("linear", "masi"):
        with pytest.raises(NotApplicable, match="5,001 different"):
            matrix(name, many)
    assert DISTANCES.get("interval")(many).largest == MAX_LABELS**2


class TestGiven:
    def test_one_direction_is_enough(self) -> None:
        between = given_matrix(THREE, {("1", "2"): 5, ("4", "1"): 7, ("2", "4"): 0.5, ("other", "label"): 9})
        assert between.matrix().tolist() == [[0, 5, 7], [5, 0, 0.5], [7, 0.5, 0]]

    def test_a_function(self) -> None:
        assert given_function(THREE, lambda a, b: float(len(a + b) * (a != b))).largest == 2

    def test_no_labels(self) -> None:
        assert given_function(Scale(()), lambda a, b: 1.0).largest == 0

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ({("1", "2"): 1, ("1", "4"): 1}, "there is no distance between '2' and '4'"),
            ({("1", "2"): -1, ("1", "4"): 1, ("2", "4"): 1}, "a number from 0 up: from '1' to '2' it is -1"),
            ({("1", "2"): float("nan"), ("1", "4"): 1, ("2", "4"): 1}, "a number from 0 up"),
            ({("1", "1"): 3, ("1", "2"): 1, ("1", "4"): 1, ("2", "4"): 1}, "no distance from itself: from '1' to '1'"),
            ({("1", "2"): 1, ("2", "1"): 2, ("1", "4"): 1, ("2", "4"): 1}, "the same in both directions"),
        ],
    )
    def test_what_is_no_distance(self, values: dict[tuple[str, str], Any], said: str) -> None:
        with pytest.raises(UsageError) as refusal:
            given_matrix(THREE, values)
        assert said in str(refusal.value)
