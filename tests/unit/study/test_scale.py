"""Labels as points of a scale and as sets."""

from __future__ import annotations

import pytest

from accord.errors import NotApplicable
from accord.study.scale import Scale, in_natural_order, members_of


def test_numbers_are_points_whatever_their_order() -> None:
    scale = Scale(("10", "-2", "0.5"), ordered=True)
    assert scale.points.tolist() == [10, -2, 0.5]
    assert scale.ranks.tolist() == [2, 0, 1]


def test_words_in_a_given_order_are_ranks() -> None:
    scale = Scale(("never", "seldom", "often"), ordered=True)
    assert scale.points.tolist() == [1, 2, 3]
    assert scale.ranks.tolist() == [0, 1, 2]


def test_words_without_an_order_are_no_points() -> None:
    with pytest.raises(NotApplicable, match="'seldom' is no number: labels= says the order"):
        _ = Scale(("1", "seldom")).points


def test_a_number_among_words_in_an_order_is_a_word() -> None:
    assert Scale(("3", "two", "1"), ordered=True).points.tolist() == [1, 2, 3]


def test_sets() -> None:
    assert Scale(("a,b", "b; a|", "")).sets == [frozenset("ab"), frozenset("ab"), frozenset()]
    assert members_of(" joy | anger ") == {"joy", "anger"}


@pytest.mark.parametrize(
    ("labels", "ordered"),
    [(["10", "9", "-1"], ["-1", "9", "10"]), (["10", "9", "nan"], ["10", "9", "nan"]), (["1.0", "1"], ["1", "1.0"])],
)
def test_the_natural_order(labels: list[str], ordered: list[str]) -> None:
    assert in_natural_order(labels) == ordered
