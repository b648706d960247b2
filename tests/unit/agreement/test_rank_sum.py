"""The rank-sum test and Student's t against scipy."""

from __future__ import annotations

import random

import pytest
from scipy.special import stdtrit
from scipy.stats import mannwhitneyu, ranksums

from accord.agreement.rank_sum import exact_p, normal_p
from accord.agreement.student import t_quantile


@pytest.mark.parametrize("sizes", [(2, 2), (3, 5), (10, 10), (4, 20), (30, 30)])
def test_without_ties_p_is_that_of_scipy(sizes: tuple[int, int]) -> None:
    numbers = random.Random(5).sample(range(1000), sum(sizes))
    first, second = numbers[: sizes[0]], numbers[sizes[0] :]
    assert exact_p(first, second) == pytest.approx(mannwhitneyu(first, second, method="exact").pvalue, rel=1e-9)
    assert normal_p(first, second) == pytest.approx(ranksums(first, second).pvalue, rel=1e-9)


@pytest.mark.parametrize("highest", [1, 5, 1000])
def test_many_values_have_the_approximation_of_scipy(highest: int) -> None:
    draw = random.Random(7)
    first = [draw.randint(0, highest) for _ in range(40)]
    second = [draw.randint(0, highest) for _ in range(50)]
    assert exact_p(first, second) == pytest.approx(mannwhitneyu(first, second, method="asymptotic").pvalue, rel=1e-9)
    assert exact_p([1] * 40, [1] * 50) == 1


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 9, 30, 99, 250])
@pytest.mark.parametrize("probability", [0.5, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(freedom: int, probability: float) -> None:
    assert t_quantile(probability, freedom) == pytest.approx(stdtrit(freedom, (1 + probability) / 2), rel=1e-9)
