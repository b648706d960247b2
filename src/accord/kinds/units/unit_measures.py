"""When a predicted unit is correct: each rule a function that makes a measure of what both sides marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.registry import Registry
from accord.scoring.counted_measure import CountedMeasure
from accord.scoring.formula import F1
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from accord.kinds.spans.mark_arrays import Integers
    from accord.kinds.units.scores import AlignedPair

UNIT_SCORES = Registry(
    "score of units",
    {
        "aligned-f1": "accord.kinds.units.unit_measures:aligned_f1",
        "found-f1": "accord.kinds.units.unit_measures:found_f1",
    },
)
"""Measures of units against a reference, beside those that spans have too."""


def aligned_f1(pair: AlignedPair) -> CountedMeasure:
    """Aligned F1: a unit is correct where it is aligned with one of the same category in the reference.

        F1 = 2 correct / (reference + predicted)

    The alignment is the one of least disorder, which gamma is made of: units need not have equal borders, and a pair
    that is too far apart is not aligned. ``position``, ``delta_empty`` and the weights say how far that is.

    Mathet, Y., Widlöcher, A. & Métivier, J.-P. (2015). The unified and holistic method gamma for inter-annotator
    agreement measure and alignment. Computational Linguistics 41(3), 437-479.
    """
    return _measure("aligned-f1", pair, pair.right)


def found_f1(pair: AlignedPair) -> CountedMeasure:
    """Found F1: a unit is correct where it is aligned with one of the reference, whatever the categories are.

        F1 = 2 aligned / (reference + predicted)

    The alignment is that of aligned-f1, in which categories that differ cost something.
    """
    return _measure("found-f1", pair, pair.aligned)


def _measure(name: str, pair: AlignedPair, partners: Integers) -> CountedMeasure:
    return CountedMeasure(name, UnitRows.of(pair.rows(np.flatnonzero(partners >= 0))), "document", F1)
