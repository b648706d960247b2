"""Rounding, where SeqScore says "half up" and does something else: 3/160 is 1.875 %, and prints as 1.87 there."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

import pytest

from accord.reporting.numbers import percent
from accord.scoring.counts import Counts

HALVES = [
    (numerator, denominator)
    for denominator in range(1, 1_701)
    for numerator in range(1, denominator)
    if 20_000 * numerator % denominator == 0 and 20_000 * numerator // denominator % 2
]
"""All ratios that lie, in percent, exactly between two numbers of two decimals."""


def half_up(numerator: int, denominator: int) -> str:
    with localcontext() as context:
        context.prec = 60  # each of these ratios has finitely many decimals, far fewer than that
        return str((Decimal(100 * numerator) / denominator).quantize(Decimal("0.01"), ROUND_HALF_UP))


def test_there_are_as_many_exact_halves_as_were_counted() -> None:
    assert len(HALVES) == 2_128


@pytest.mark.parametrize(("numerator", "denominator", "shown"), [(3, 160, "1.88"), (1, 32, "3.13")])
def test_a_share_of_correct_mentions_is_rounded_half_up(numerator: int, denominator: int, shown: str) -> None:
    counts = Counts(reference=denominator, predicted=denominator, correct=numerator)
    assert [percent(value) for value in (counts.precision, counts.recall, counts.f1)] == [shown] * 3


def test_every_exact_half_is_rounded_up() -> None:
    assert [percent(Fraction(*half)) for half in HALVES] == [half_up(*half) for half in HALVES]


@pytest.mark.peer
def test_seqscore_rounds_640_of_them_down() -> None:
    scoring = pytest.importorskip("seqscore.scoring")
    theirs = [str(scoring.convert_score(numerator / denominator, False)) for numerator, denominator in HALVES]
    wrong = [half for half, shown in zip(HALVES, theirs, strict=True) if shown != half_up(*half)]
    assert len(wrong) == 640
    assert all(Decimal(shown) <= Decimal(half_up(*half)) for half, shown in zip(HALVES, theirs, strict=True))
