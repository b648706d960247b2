"""Annotators that are made up: one who marks units anywhere, and others who mark the same, with noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.study.units import Continuum, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.random import Generator

    Noise = Callable[[Continuum, float, Generator], Continuum]

_SHORTEST, _LONGEST = 10.0, 70.0


def first_annotator(rng: Generator, units: int = 25, categories: int = 4, density: float = 1.0) -> Continuum:
    """One annotator whose units lie anywhere, with lengths from 10 to 70 and categories all as likely.

    The continuum is so long that the units together are ``density`` times its length; they may overlap.
    """
    length = rng.uniform(_SHORTEST, _LONGEST, units)
    high = max(units * (_SHORTEST + _LONGEST) / 2 / density, _LONGEST)
    start = rng.uniform(size=units) * (high - length)
    owner, category = np.zeros(units, dtype=np.int64), rng.integers(categories, size=units)
    unordered = Continuum("simulated", ("1",), owner, start, start + length, category, 0.0, high)
    return unordered.with_units(owner, start, start + length, category)


def with_copies(first: Continuum, noise: Noise, amount: float, rngs: Sequence[Generator]) -> Continuum:
    """What one annotator marked, and what as many others as there are generators make of it with noise.

    Mathet, Y. & Widlöcher, A. (2011), section 6.1.
    """
    each = [first, *(noise(first, amount, rng) for rng in rngs)]
    return side_by_side(tuple(str(number + 1) for number in range(len(each))), each)
