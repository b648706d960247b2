"""What the coefficients over alignments have in common: 1 - observed disorder / expected disorder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from accord.agreement.equation import agreement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.alignment.method import Method
    from accord.kinds.units.disorders import Disorders
    from accord.study.units import Floats, UnitStudy


@dataclass(frozen=True)
class Shares:
    """Observed and expected disorder as quotients whose parts add up over documents.

    ``observed`` over ``of`` have the shape (documents,), ``expected`` over ``expected_of`` (documents, samples).
    """

    observed: Floats
    of: Floats
    expected: Floats
    expected_of: Floats

    def rows(self) -> Floats:
        """One row of numbers a document."""
        return np.hstack([self.observed[:, None], self.of[:, None], self.expected, self.expected_of])


def read_rows(totals: Floats) -> tuple[Floats, Floats]:
    """Observed disorder, and expected disorder by sample, of rows that were summed over documents, shape (..., rows).

    Where there is nothing to divide by they are NaN.
    """
    samples = (totals.shape[-1] - 2) // 2
    observed, of = totals[..., 0], totals[..., 1]
    expected, expected_of = totals[..., 2 : 2 + samples], totals[..., 2 + samples :]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(of > 0, observed / of, np.nan), np.where(expected_of > 0, expected / expected_of, np.nan)


def mean_of(samples: Floats) -> Floats:
    """The mean over the last axis, of samples that have a value."""
    there = ~np.isnan(samples)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean: Floats = np.where(there, samples, 0.0).sum(axis=-1) / there.sum(axis=-1)
    return mean


def values(totals: Floats, largest: float = 1.0) -> Floats:
    """1 - observed / expected; NaN where there is no value: chance leaves no disorder, or no two units are aligned.

    ``largest`` is the most disorder there can be.
    """
    observed, samples = read_rows(totals)
    return agreement(observed, mean_of(samples), largest)


class UnitCoefficient(Protocol):
    """A coefficient of agreement on units."""

    name: str
    objective: str
    of_categories: bool
    """Whether it looks at categories alone."""
    by_category: bool
    """Whether it has a value for each category, and none for all."""
    samplers: tuple[str, ...] | None
    """The random processes whose lowest mean disorder is expected, unless others are asked for; None for any one."""

    def shares(
        self, study: UnitStudy, observed: Disorders, drawn: Mapping[str, Disorders], weights: Floats
    ) -> Mapping[str, Shares]:
        """What is measured, by its name: one thing, or one for each category."""
        ...

    def most_disorder(self, method: Method, study: UnitStudy) -> float:
        """The most disorder there can be."""
        ...
