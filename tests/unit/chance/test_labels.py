"""What each chance model expects of one small table, by hand."""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree

TABLE = {"ann": ["A", "A", "B", None], "bob": ["A", "B", "B", "B"], "cy": ["A", None, "B", None]}
"""Three items with two labels or more: A A A, A B and B B B; one that only bob saw."""


def expected(coefficient: str, *, singles: bool = False) -> float:
    found = agree(TABLE, coefficient, distance="nominal", keep_singletons=singles).result.expected
    assert isinstance(found, float)
    return found


def test_uniform_takes_every_label_as_often() -> None:
    assert expected("randolph") == pytest.approx(1 / 2)
    assert agree(TABLE, "randolph", distance="nominal", labels=list("ABC")).result.expected == pytest.approx(1 / 3)


def test_pooled_takes_the_mean_share_in_an_item() -> None:
    """A: (1 + 1/2 + 0) / 3 = 1/2; with the item of bob alone 3/8."""
    assert expected("fleiss") == pytest.approx(1 / 2)
    assert expected("fleiss", singles=True) == pytest.approx((3 / 8) ** 2 + (5 / 8) ** 2)


def test_skewed_takes_random_labels_for_rare_where_one_label_prevails() -> None:
    assert expected("ac1") == pytest.approx(2 * 1 / 2 * 1 / 2)
    assert expected("ac1", singles=True) == pytest.approx(2 * 3 / 8 * 5 / 8)


def test_all_pairs_draws_without_putting_back_and_never_counts_single_labels() -> None:
    """Four A and four B: 2 (4 x 3) of 8 x 7 pairs agree."""
    assert expected("alpha") == pytest.approx(24 / 56)
    assert expected("alpha", singles=True) == pytest.approx(24 / 56)


def test_each_annotator_has_an_urn() -> None:
    """A is 2/3 of ann's labels, 1/3 of bob's (1/4 with the item of bob alone) and 1/2 of cy's."""

    def together(bob: float) -> float:
        urns = [2 / 3, bob, 1 / 2]
        pairs = [(0, 1), (0, 2), (1, 2)]
        return sum(urns[i] * urns[j] + (1 - urns[i]) * (1 - urns[j]) for i, j in pairs) / 3

    assert expected("multi-kappa") == pytest.approx(together(1 / 3))
    assert expected("multi-kappa", singles=True) == pytest.approx(together(1 / 4))
