"""Comparing systems as a caller sees it, at the edges."""

from __future__ import annotations

import pytest

from accord.agreement.resample import holm
from accord.agreement.result import Interval, Undefined
from accord.errors import AccordError, UsageError
from accord.verbs.compare import compare

GOLD = [["B-PER", "O"], ["B-LOC", "O"], ["B-LOC", "I-LOC"]]
HALF = [["B-PER", "O"], ["O", "O"], ["B-LOC", "O"]]
NONE = [["O", "O"], ["O", "O"], ["O", "O"]]


def test_every_pair_of_systems_is_compared_and_corrected_together() -> None:
    compared = compare(GOLD, {"gold": GOLD, "half": HALF, "none": NONE}, encoding="BIO", resamples=200)
    pairs = {(result.first, result.second): result for result in compared.comparisons}
    assert set(pairs) == {("gold", "half"), ("gold", "none"), ("half", "none")}
    assert pairs["gold", "half"].difference == pytest.approx(1 - 2 / 5)  # F1 = 2 * 1 / (3 + 2)
    assert pairs["gold", "none"].difference == pytest.approx(1)
    p_values = [result.p for result in compared.comparisons if isinstance(result.p, float)]
    assert [result.p_holm for result in compared.comparisons] == holm(p_values)


def test_runs_of_a_system_are_averaged() -> None:
    compared = compare(GOLD, {"good": [GOLD, HALF], "bad": [NONE, HALF]}, encoding="BIO", resamples=50)
    [result] = compared.comparisons
    assert (result.first, result.second) == ("good", "bad")
    assert result.difference == pytest.approx((1 + 2 / 5) / 2 - (0 + 2 / 5) / 2)


def test_systems_with_different_numbers_of_runs_cannot_be_exchanged() -> None:
    [result] = compare(GOLD, {"good": [GOLD, HALF], "bad": NONE}, encoding="BIO", resamples=50).comparisons
    assert isinstance(result.p, Undefined)
    assert isinstance(result.p_holm, Undefined)
    assert isinstance(result.interval, Interval)


def test_one_system_is_not_compared() -> None:
    with pytest.raises(UsageError, match="two systems"):
        compare(GOLD, {"good": [GOLD, HALF]}, encoding="BIO")


@pytest.mark.parametrize("resamples", [0, -1])
def test_a_comparison_without_resamples_is_refused_in_words(resamples: int) -> None:
    with pytest.raises(AccordError):
        compare(GOLD, {"gold": GOLD, "half": HALF}, encoding="BIO", resamples=resamples)


def test_a_comparison_over_no_sentences_is_undefined_or_refused_in_words() -> None:
    try:
        [result] = compare([], {"gold": [], "half": []}, encoding="BIO", resamples=50).comparisons
    except AccordError:
        return
    assert isinstance(result.difference, Undefined)


def test_a_bootstrap_that_draws_no_mention_at_all_has_no_interval() -> None:
    """One sentence of twenty has a mention, so a single resample misses it with a chance of 0.36."""
    empty = [["O"]] * 19
    systems = {"a": [["B-PER"], *empty], "b": [["O"], *empty]}
    missed = 0
    for seed in range(40):
        [result] = compare([["B-PER"], *empty], systems, encoding="BIO", resamples=1, seed=seed).comparisons
        few = "a bootstrap needs" if result.undefined_resamples == 1 else "an interval of 95 % needs 39 draws"
        assert isinstance(result.interval, Undefined)
        assert few in result.interval.reason
        missed += result.undefined_resamples
    assert 0 < missed < 40
