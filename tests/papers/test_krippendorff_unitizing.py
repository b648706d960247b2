"""Krippendorff's coefficients for unitising: his examples of 1995 and 2004, and another reading of the paper of 2016.

The examples of 1995 (page 57) and 2004 (page 254) and their numbers are as dkpro-statistics tests them. Where its
authors found an error in the first edition of the formula, the numbers of 2004 hold.
"""

from __future__ import annotations

import numpy as np
import pytest

from accord.kinds.units.alpha_u import UAlpha
from accord.kinds.units.alpha_u_1995 import AlphaU1995
from accord.kinds.units.baseline import baseline
from accord.model import Unit
from accord.study.units import UnitStudy, study_of

ON_PAGE_254 = {
    "c": ([(75, 70), (220, 30)], [(70, 80), (205, 20), (250, 20)]),
    "k": ([(30, 60), (150, 50)], [(30, 60), (150, 50)]),
}
"""Starts and lengths on a continuum of 300; in the book it starts at 150."""

ON_PAGE_57 = {
    "A": ([(2, 8), (14, 6)], [(4, 4), (15, 2)]),
    "B": ([(0, 18)], [(0, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 3), (9, 1)]),
    "C": ([(2, 6), (10, 2), (14, 4), (20, 2)], [(0, 2), (4, 4), (10, 4), (16, 2), (20, 2)]),
    "D": ([(0, 2), (2, 8), (10, 4), (14, 6), (20, 4)], [(0, 4), (4, 4), (8, 7), (15, 2), (17, 7)]),
}

Example = dict[str, tuple[list[tuple[int, int]], list[tuple[int, int]]]]


def study(example: Example, length: int, categories: str, stretch: int = 1) -> UnitStudy:
    sides = {
        name: [
            Unit(start * stretch, (start + size) * stretch, category)
            for category in categories
            for start, size in example[category][number]
        ]
        for number, name in enumerate("ij")
    }
    return study_of([("text", float(length * stretch), sides)], "ij")


def disagreements(made: UnitStudy) -> tuple[float, float]:
    observed, expected = AlphaU1995().row(made, made.continua[0])
    return observed, expected


def test_each_category_on_page_254() -> None:
    assert disagreements(study(ON_PAGE_254, 300, "c")) == pytest.approx((0.0144, 0.0532), abs=1e-4)
    assert disagreements(study(ON_PAGE_254, 300, "k")) == pytest.approx((0.0, 0.0490), abs=1e-4)
    assert baseline(study(ON_PAGE_254, 300, "c"), "alpha-u-1995").value == pytest.approx(0.7286, abs=1e-4)
    assert baseline(study(ON_PAGE_254, 300, "k"), "alpha-u-1995").value == 1.0


def test_both_categories_on_page_254() -> None:
    """The book has .8591, from rounded disagreements."""
    assert baseline(study(ON_PAGE_254, 300, "ck"), "alpha-u-1995").value == pytest.approx(0.8591, abs=5e-4)


@pytest.mark.parametrize(("category", "observed"), [("A", 0.03125), ("B", 2.26736), ("C", 0.02777), ("D", 0.38715)])
def test_observed_on_page_57(category: str, observed: float) -> None:
    assert disagreements(study(ON_PAGE_57, 24, category))[0] == pytest.approx(observed, abs=1e-5)


@pytest.mark.parametrize(
    ("category", "expected", "alpha"),
    [("A", 0.06990, 0.553), ("B", 1.17731, -0.926), ("C", 0.08642, 0.679), ("D", 0.41445, 0.066)],
)
def test_expected_on_page_57_of_a_continuum_of_many_positions(category: str, expected: float, alpha: float) -> None:
    made = study(ON_PAGE_57, 24, category, stretch=50_000)
    assert disagreements(made)[1] == pytest.approx(expected, abs=0.005)
    assert baseline(made, "alpha-u-1995").value == pytest.approx(alpha, abs=0.02)


def test_u_alpha_as_another_program_has_it() -> None:
    """Three coders of the example of the Python package krippendorff_unitized_alpha, made from the paper of 2016.

    It takes the last position of a segment for its end, so its segments do not touch; hence the lengths that coincide
    are counted here, and the coefficient takes them.
    """
    coders = [
        [(0, 0, 2), (1, 3, 14), (0, 15, 21), (1, 22, 52), (0, 53, 55)],
        [(0, 0, 2), (1, 3, 9), (0, 10, 21), (1, 22, 52), (0, 53, 55)],
        [(0, 0, 21), (1, 22, 45), (0, 46, 55)],
    ]
    lengths, own = np.zeros((2, 2)), np.zeros(2)
    for number, segments in enumerate(coders):
        for value, start, end in segments:
            own[value] += (end - start) ** (1 + value)
            for other in coders[:number] + coders[number + 1 :]:
                for theirs, their_start, their_end in other:
                    lengths[value, theirs] += max(0, min(end, their_end) - max(start, their_start)) / 2
    row = np.concatenate([np.diag(lengths), lengths.sum(axis=1), own])
    assert UAlpha().parts(row[None, :]).value[0] == pytest.approx(0.5671992508994135, abs=1e-12)
