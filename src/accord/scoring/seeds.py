"""Several runs of a system: the distribution of its scores, and a test between two systems.

Reporting a distribution instead of one score is guideline 5 of Palen-Michel, Holley & Lignos 2021, and the
Wilcoxon rank-sum test over seeds is the one they use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from accord.agreement.rank_sum import exact_p, normal_p
from accord.agreement.resample import holm
from accord.agreement.result import Interval, Undefined
from accord.agreement.student import t_quantile
from accord.scoring.formula import F1

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.result import Value
    from accord.scoring.formula import Formula


@dataclass(frozen=True, slots=True)
class Distribution:
    """Mean, standard deviation (n - 1), standard error and 95 % t interval of one number over runs."""

    values: tuple[Fraction | float, ...]
    counted_as_zero: int = 0
    """In how many runs the number was undefined (the type is missing there) and counts as 0."""
    bounds: tuple[float, float] = (0.0, 1.0)
    undefined: Undefined | None = None
    """Why no run has a value, or why one has none, of a measure for which that does not count as 0."""
    formula: Formula = F1
    """What gives the values."""

    @property
    def mean(self) -> Fraction | float | Undefined:
        """The mean over runs, exact where they are; undefined where every run is."""
        if self.undefined is not None:
            return self.undefined
        return sum(self.values, Fraction(0)) / len(self.values)

    @property
    def sd(self) -> float | Undefined:
        """The standard deviation over runs."""
        mean = self.mean
        if isinstance(mean, Undefined):
            return mean
        if len(self.values) < 2:
            return Undefined("a standard deviation needs two runs")
        return sqrt(sum((value - mean) ** 2 for value in self.values) / (len(self.values) - 1))

    @property
    def se(self) -> float | Undefined:
        """The standard error of the mean."""
        return self.sd if isinstance(self.sd, Undefined) else self.sd / sqrt(len(self.values))

    @property
    def lowest(self) -> Fraction | float | Undefined:
        """The lowest value of a run."""
        return self.mean if isinstance(self.mean, Undefined) else min(self.values)

    @property
    def highest(self) -> Fraction | float | Undefined:
        """The highest value of a run."""
        return self.mean if isinstance(self.mean, Undefined) else max(self.values)

    @property
    def interval(self) -> Interval | Undefined:
        """Where the mean over many more runs would lie, by Student's t, cut to the range of a score."""
        mean = self.mean
        if isinstance(mean, Undefined) or isinstance(self.se, Undefined):
            return mean if isinstance(mean, Undefined) else Undefined("an interval needs two runs")
        half = t_quantile(0.95, len(self.values) - 1) * self.se
        low, high = self.bounds
        return Interval(max(low, float(mean) - half), min(high, float(mean) + half), "t over runs")


@dataclass(frozen=True, slots=True)
class RankSum:
    """Wilcoxon's rank-sum test between the scores of two systems' runs."""

    first: str
    second: str
    difference: float
    p: float
    p_normal: float
    """By the normal approximation without correction, as in the paper; too small for few runs."""
    smallest_p: float
    """The smallest exact p that this many runs can give."""
    p_holm: float
    """p corrected for the number of pairs tested."""


def distribution(values: Sequence[Value], formula: Formula = F1) -> Distribution:
    """How a score is distributed over runs; where it is undefined it counts as 0, if the measure does."""
    reasons = [value for value in values if isinstance(value, Undefined)]
    defined = tuple(Fraction(0) if isinstance(value, Undefined) else value for value in values)
    if not values:
        return Distribution((), bounds=formula.bounds, undefined=Undefined("there is no run"), formula=formula)
    if reasons and (not formula.counts_as_zero or len(reasons) == len(values)):
        return Distribution(defined, len(reasons) if formula.counts_as_zero else 0, formula.bounds, reasons[0], formula)
    return Distribution(defined, len(reasons), formula.bounds, formula=formula)


def rank_sums(systems: Mapping[str, Distribution]) -> list[RankSum]:
    """The rank-sum test between every two systems with several runs, corrected by Holm's method."""
    several = [(name, each) for name, each in systems.items() if len(each.values) > 1 and each.undefined is None]
    tests = [rank_sum(*first, *second) for first, second in combinations(several, 2)]
    return [replace(test, p_holm=p) for test, p in zip(tests, holm([test.p for test in tests]), strict=True)]


def rank_sum(first: str, ours: Distribution, second: str, theirs: Distribution) -> RankSum:
    """Compare two systems by the ranks of their runs' scores (Wilcoxon 1945; Mann & Whitney's U).

    p is exact, also with ties: twice the share of all ways to deal out the ranks to the two systems that lie as far
    out. How to read it: with three runs a side the smallest p that can come out is 0.1, however clear the difference;
    the normal approximation, which is shown beside it because Palen-Michel, Holley & Lignos 2021 use it, gives 0.0495
    there.
    """
    p = exact_p(ours.values, theirs.values)
    return RankSum(
        first=first,
        second=second,
        difference=fmean(ours.values) - fmean(theirs.values),
        p=p,
        p_normal=normal_p(ours.values, theirs.values),
        smallest_p=min(1.0, 2 / comb(len(ours.values) + len(theirs.values), len(ours.values))),
        p_holm=p,
    )
