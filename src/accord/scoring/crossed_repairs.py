"""How much a score depends on the repair, and how far that changes which system is better: repairs crossed with seeds.

The design of Palen-Michel, Holley & Lignos 2021: F1 of every run by each repair method; for each system the difference
between two methods (their Tables 5 and 6), how many invalid transitions its runs have (Table 7), and the difference
between two systems that are read by different methods, as happens where papers do not say how they repair (Table 8).
Differences are of means over runs, and tested by Wilcoxon's rank-sum test over runs; Holm's method corrects p for all
rows of a table. Two methods read the same runs, and the test takes them as independent, as the paper does: it is
careful.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.resample import holm
from accord.agreement.result import Undefined
from accord.scoring.seeds import Distribution, rank_sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.scoring.scores import Scores
    from accord.scoring.seeds import RankSum


class Reading(NamedTuple):
    """A system, and the repair method that reads it."""

    system: str
    repair: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The means of two readings over runs, the first less the second, and the test over runs."""

    first: Reading
    second: Reading
    difference: Fraction | float | Undefined
    test: RankSum | Undefined


@dataclass(frozen=True, slots=True)
class CrossedRepairs:
    """What systems score by each repair."""

    f1: Mapping[Reading, Distribution]
    invalid: Mapping[str, Distribution]
    """How many invalid transitions the runs of each system have."""
    between_repairs: tuple[Difference, ...]
    """Every two methods on the same system."""
    between_systems: tuple[Difference, ...]
    """Every two systems, read by different methods."""

    @property
    def systems(self) -> list[str]:
        """All systems."""
        return list(self.invalid)

    @property
    def repairs(self) -> list[str]:
        """All methods."""
        return list(dict.fromkeys(reading.repair for reading in self.f1))


def crossed_repairs(scores: Scores) -> CrossedRepairs:
    """Repairs crossed with the systems of a scoring that read every run by several methods."""
    by_repair = scores.by_repair()
    methods, (first, *_) = list(by_repair), by_repair.values()
    f1 = {
        Reading(system, method): found["f1"]
        for system in scores.systems
        for method in methods
        for found in [by_repair[method].over_runs("f1")[system]]
    }
    counts = {system: [Fraction(run.invalid) for run in runs] for system, runs in first.by_system().items()}
    return CrossedRepairs(
        f1,
        {system: Distribution(tuple(each), bounds=(0.0, float("inf"))) for system, each in counts.items()},
        _differences(f1, ((Reading(s, a), Reading(s, b)) for s in scores.systems for a, b in combinations(methods, 2))),
        _differences(
            f1,
            (
                (Reading(ours, a), Reading(theirs, b))
                for ours, theirs in combinations(scores.systems, 2)
                for a, b in permutations(methods, 2)
            ),
        ),
    )


def _differences(
    f1: Mapping[Reading, Distribution], pairs: Iterable[tuple[Reading, Reading]]
) -> tuple[Difference, ...]:
    """The difference of each pair with its test, corrected for the number of pairs that have one."""
    found = [Difference(*pair, _difference(f1, *pair), _test(f1, *pair)) for pair in pairs]
    tests = [each.test for each in found if not isinstance(each.test, Undefined)]
    corrected = iter(holm([test.p for test in tests]))
    return tuple(
        each if isinstance(each.test, Undefined) else replace(each, test=replace(each.test, p_holm=next(corrected)))
        for each in found
    )


def _difference(f1: Mapping[Reading, Distribution], first: Reading, second: Reading) -> Fraction | float | Undefined:
    ours, theirs = f1[first].mean, f1[second].mean
    if isinstance(ours, Undefined) or isinstance(theirs, Undefined):
        return ours if isinstance(ours, Undefined) else theirs
    return ours - theirs


def _test(f1: Mapping[Reading, Distribution], first: Reading, second: Reading) -> RankSum | Undefined:
    ours, theirs = f1[first], f1[second]
    if min(len(ours.values), len(theirs.values)) < 2:
        return Undefined("a rank-sum test needs two runs of each")
    difference = _difference(f1, first, second)
    if isinstance(difference, Undefined):
        return difference
    return rank_sum(" ".join(first), ours, " ".join(second), theirs)
