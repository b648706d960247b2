"""Precision, recall, F1 and their averages by hand, with every way to be undefined."""

from __future__ import annotations

from fractions import Fraction

import pytest

from accord.agreement.result import Undefined
from accord.scoring.counts import Average, Counts, counted_as_zero, macro, weighted

NOTHING_PREDICTED = Undefined("nothing was predicted")
NO_REFERENCE = Undefined("the reference has none")
NEITHER = Undefined("there is neither reference nor prediction")


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f1"),
    [
        (Counts(4, 5, 3), Fraction(3, 5), Fraction(3, 4), Fraction(2, 3)),
        (Counts(2, 2, 0), 0, 0, 0),
        (Counts(3, 3, 3), 1, 1, 1),
        (Counts(3, 0, 0), NOTHING_PREDICTED, 0, 0),
        (Counts(0, 3, 0), 0, NO_REFERENCE, 0),
        (Counts(0, 0, 0), NOTHING_PREDICTED, NO_REFERENCE, NEITHER),
    ],
)
def test_scores_of_counts(
    counts: Counts, precision: Fraction | Undefined, recall: Fraction | Undefined, f1: Fraction | Undefined
) -> None:
    assert (counts.precision, counts.recall, counts.f1) == (precision, recall, f1)


def test_counts_add_up() -> None:
    assert Counts(1, 2, 1).plus(Counts(3, 1, 0), times=2) == Counts(7, 4, 1)


# PER: P 1/2, R 1, F 2/3. LOC: P and R 0. ORG: nothing predicted. MISC: only predicted.
TYPES = {"LOC": Counts(2, 1, 0), "MISC": Counts(0, 1, 0), "ORG": Counts(1, 0, 0), "PER": Counts(1, 2, 1)}


def test_a_macro_average_counts_every_type_and_an_undefined_score_as_zero() -> None:
    assert macro(TYPES) == Average(Fraction(1, 8), Fraction(1, 4), Fraction(1, 6))
    assert counted_as_zero(TYPES) == ["MISC", "ORG"]


def test_a_weighted_average_counts_types_by_their_mentions_in_the_reference() -> None:
    assert weighted(TYPES) == Average(Fraction(1, 8), Fraction(1, 4), Fraction(1, 6))
    assert weighted({"A": Counts(3, 3, 3), "B": Counts(1, 1, 0)}).f1 == Fraction(3, 4)


def test_there_is_no_average_over_no_types() -> None:
    assert macro({}) == Average(*[Undefined("there are no types")] * 3)


def test_there_is_no_weighted_average_where_the_reference_is_empty() -> None:
    assert weighted({"PER": Counts(0, 2, 0)}) == Average(*[NO_REFERENCE] * 3)
    assert macro({"PER": Counts(0, 2, 0)}).f1 == 0
