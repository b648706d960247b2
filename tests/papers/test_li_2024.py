"""Estimating agreement by chance for sequence annotation (Li, Rosé, Yuan & Zhou 2024): chance and start distributions.

The paper prints four digits; the fractions are ours. It draws Figure 1; the values here are those of the curves.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from accord.chance.exact_spans import exact_coverage, exact_starts
from accord.chance.random_spans import coverage, expected_starts

GOLD = (3, 3, 3, 3, 3, 16)
SIMULATIONS = {
    "1 A": (20, (2, 3, 4), (3, 4, 5), "0.5335", Fraction(302776, 567567)),
    "1 B": (30, (2, 3, 4), (3, 4, 5), "0.3544", Fraction(333913, 942172)),
    "2 B": (20, (9,), (12,), "0.6455", Fraction(122, 189)),
    "3 A": (20, (3,), (4,), "0.1830", Fraction(28, 153)),
    "4, annotator 1": (41, GOLD, (3, 3, 3, 3, 3), "0.5013", Fraction(23530918963, 46942331436)),
    "4, annotator 2": (41, GOLD, (16,), "0.5437", Fraction(1330159, 2446444)),
}


def chance_f1(tokens: int, first: tuple[int, ...], second: tuple[int, ...]) -> Fraction:
    both = zip(exact_coverage(tokens, first), exact_coverage(tokens, second), strict=True)
    return 2 * sum((one * other for one, other in both), Fraction(0)) / (sum(first) + sum(second))


@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_chance_token_f1_of_the_simulations(simulation: str) -> None:
    tokens, first, second, published, exact = SIMULATIONS[simulation]
    assert chance_f1(tokens, first, second) == exact
    assert f"{float(exact):.4f}" == published
    one, other = (coverage(expected_starts(tokens, lengths), tokens) for lengths in (first, second))
    assert 2 * float(one @ other) / (sum(first) + sum(second)) == pytest.approx(float(exact), rel=1e-14)


FIGURE_1 = {
    1: (0.009614, 28, 73, 0.009381, 15),
    5: (0.009998, 24, 73, 0.009757, 15),
    10: (0.010574, 19, 73, 0.010521, 15),
    15: (0.011418, 14, 73, 0.011365, 10),
}


@pytest.mark.parametrize("length", FIGURE_1)
def test_figure_1(length: int) -> None:
    plateau, first, last, least, where = FIGURE_1[length]
    starts = exact_starts(100, [1, 5, 10, 15])[length]
    assert starts[0] == Fraction(1, 73)
    assert len(set(starts[first - 1 : last])) == 1
    assert starts[first - 2] != starts[first - 1]
    assert float(starts[first - 1]) == pytest.approx(plateau, abs=5e-7)
    assert float(min(starts)) == pytest.approx(least, abs=5e-7)
    assert starts.index(min(starts)) + 1 == where


def test_the_ends_of_the_plateau_are_the_papers() -> None:
    """Proposition 3: from a - a_i - k + 2 to n - a + k, here from 28, 24, 19 and 14 to 73."""
    assert {length: (31 - length - 4 + 2, 100 - 31 + 4) for length in FIGURE_1} == {
        length: (first, last) for length, (_, first, last, _, _) in FIGURE_1.items()
    }


@pytest.mark.parametrize("tokens", range(32, 50))
def test_the_ranks_of_simulation_4_flip_in_short_texts_only(tokens: int) -> None:
    observed = {(3, 3, 3, 3, 3): Fraction(30, 46), (16,): Fraction(32, 47)}
    corrected = [(f1 - (chance := chance_f1(tokens, GOLD, by))) / (1 - chance) for by, f1 in observed.items()]
    assert (corrected[0] > corrected[1]) == (tokens <= 42)
