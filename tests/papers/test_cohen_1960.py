"""A coefficient of agreement for nominal scales (Cohen 1960): the tables of pages 37 and 45.

As dkpro-statistics (Cohen1960Test) has them. The table of page 45 comes back in Cohen (1968), with its kappa.
"""

from __future__ import annotations

import pytest

from accord.verbs.agree import agree
from tests.build import crossed

PAGE_37 = crossed("1 2 3", "25 12 3", "13 2 15", "12 16 2")
PAGE_45 = crossed("1 2 3", "88 14 18", "10 40 10", "2 6 12")


def test_worse_than_chance_on_page_37() -> None:
    result = agree(PAGE_37, "kappa").result
    assert result.observed == pytest.approx(0.29)
    assert result.expected == pytest.approx(0.35)
    assert result.value == pytest.approx((0.29 - 0.35) / (1 - 0.35))


def test_the_example_of_page_45() -> None:
    result = agree(PAGE_45, "kappa").result
    assert result.observed == pytest.approx(0.70)
    assert result.expected == pytest.approx(0.41)
    assert result.value == pytest.approx(0.492, abs=5e-4)
    assert result.used == {"items": 200, "labels": 400}
