"""Is one system better than another, or is it the sentences? Tests over the units of one test set.

Approximate randomisation (Noreen 1989; Yeh 2000) exchanges the two outputs of each sentence at random and counts how
often the difference is at least as large as the one observed; the paired bootstrap (Efron & Tibshirani 1993; Koehn
2004) draws sentences with replacement and gives an interval for the difference.

    p = (1 + #{|difference of an exchange| >= |observed|}) / (1 + resamples)

Every pair is tested with the same random numbers, its systems and their runs in an order that depends on what they
hold. So what comes out does not depend on the order in which systems and files are named, nor on the other systems.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.resample import holm
from accord.agreement.result import Undefined, UpperBound, drawn_p, shown
from accord.errors import UsageError
from accord.model.presentation import ResultExport
from accord.scoring.formula import F1, mean_over_runs
from accord.scoring.unit_rows import side_by_side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.result import Interval
    from accord.agreement.signature import Signature
    from accord.scoring.counted_measure import CountedMeasure
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.examples import Differences
    from accord.scoring.formula import Formula
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution

TIE = 1e-12
"""Differences closer than this are equal: they are the same ratio of counts, computed along another path."""
FLOAT_TIE = 1e-9
"""The same where what is added up is no counts: sums of a million floats are off by some 1e-10 at most."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same units; ``difference`` is the first value less the second."""

    first: str
    second: str
    first_value: float | Undefined
    second_value: float | Undefined
    difference: float | Undefined
    interval: Interval | Undefined
    p: float | Undefined
    p_bootstrap: float | Undefined
    undefined_resamples: int
    p_holm: float | Undefined
    smallest_p: float = 0.0
    """What p can be at least: of n units in which they differ there are 2^n exchanges, and two of them are as large."""


@dataclass(frozen=True, slots=True)
class Compared(ResultExport):
    """All pairs of systems, and the scoring behind them."""

    comparisons: tuple[Comparison, ...]
    signature: Signature
    scores: Scores | CountedScores
    systems: Mapping[str, Distribution]
    """How the measure is distributed over the runs of each system."""
    measure: str = "f1"
    unit: str = "sentence"
    formula: Formula = F1
    """What gives the values of the measure."""
    differences: tuple[Differences, ...] = ()
    """What each system has right and another wrong, where examples were asked for."""
    left_out: int = 0
    """How many sentences are left out of all systems, because some do not have their tokens."""

    @property
    def value(self) -> float | Undefined:
        """The difference of the only two systems; an error where there are more."""
        if len(self.comparisons) != 1:
            raise UsageError(f"there are {len(self.comparisons)} pairs of systems: choose one by the names of both")
        return self.comparisons[0].difference

    def __getitem__(self, pair: tuple[str, str]) -> Comparison:
        """Two systems by name: the first less the second."""
        for each in self.comparisons:
            if (each.first, each.second) == pair:
                return each
            if (each.second, each.first) == pair:
                return _reversed(each)
        raise KeyError(f"{pair} was not compared: the systems are {', '.join(self.systems)}")

    def __repr__(self) -> str:
        pairs = (f"{each.first} - {each.second} {shown(each.difference)}" for each in self.comparisons)
        return f"<Compared by {self.measure}: {', '.join(pairs)} ({self.signature})>"


def compare_systems(systems: Mapping[str, Sequence[CountedMeasure]], resamples: int, seed: int) -> list[Comparison]:
    """All pairs of systems by one measure of each of their runs, whose values are averaged; corrected by Holm."""
    import numpy as np

    held = {name: _by_digest([run.narrowed for run in runs]) for name, runs in systems.items()}
    comparisons = []
    for pair in combinations(systems, 2):
        first, second = sorted(pair, key=lambda name: [digest for digest, _ in held[name]])
        sides = [[run for _, run in held[name]] for name in (first, second)]
        found = _compare((first, second), sides, resamples, np.random.default_rng(seed))
        comparisons.append(found if found.first == pair[0] else _reversed(found))
    return _corrected(comparisons)


def _by_digest(runs: Sequence[CountedMeasure]) -> list[tuple[bytes, CountedMeasure]]:
    """Runs in an order that does not depend on that in which they are given."""
    return sorted(((run.rows.digest, run) for run in runs), key=lambda each: each[0])


def _reversed(found: Comparison) -> Comparison:
    """The same seen from the second system."""
    interval = found.interval
    return replace(
        found,
        first=found.second,
        second=found.first,
        first_value=found.second_value,
        second_value=found.first_value,
        difference=found.difference if isinstance(found.difference, Undefined) else 0.0 - found.difference,
        interval=interval
        if isinstance(interval, Undefined)
        else interval._replace(low=0.0 - interval.high, high=0.0 - interval.low),
    )


def _compare(
    names: tuple[str, str], systems: Sequence[Sequence[CountedMeasure]], resamples: int, rng: np.random.Generator
) -> Comparison:
    """Exchange and bootstrap the units of two systems."""
    import numpy as np

    from accord.agreement.uncertainty import between_quantiles

    first, second = map(len, systems)
    measures = [measure for system in systems for measure in system]
    unit, width = measures[0].unit, measures[0].rows.kinds.shape[1]
    units = side_by_side([measure.rows for measure in measures])
    tie = TIE if units.rows.dtype.kind == "i" else FLOAT_TIE
    left, right = list(range(width * first)), list(range(width * first, width * (first + second)))

    def both(totals: Integers) -> list[Floats]:
        return [_over_runs(totals[:, columns], system) for columns, system in zip((left, right), systems, strict=True)]

    def difference(totals: Integers) -> Floats:
        ours, theirs = both(totals)
        return ours - theirs

    totals = units.totals()[None, :]
    undefined = measures[0].formula.undefined
    ours, theirs = (_defined(value, undefined) for value in both(totals))
    observed = _defined(difference(totals), undefined)
    smallest = 0.0
    if first == second:
        apart = (units.rows[:, left] != units.rows[:, right]).any(axis=1)
        smallest = min(1.0, 2.0 ** (1 - int(units.times[apart].sum())))
    compared = partial(Comparison, *names, ours, theirs, observed, smallest_p=smallest)
    if isinstance(observed, Undefined):
        return compared(observed, observed, observed, 0, observed)
    p: float | Undefined = Undefined("the systems have different numbers of runs: their outputs cannot be exchanged")
    if first == second:
        exchanged = difference(units.exchange(left, right, resamples, rng))
        exchanged = exchanged[~np.isnan(exchanged)]
        p = drawn_p(int(np.count_nonzero(np.abs(exchanged) >= abs(observed) - tie)), len(exchanged))
    drawn = np.concatenate([difference(totals) for totals in units.bootstrap(resamples, rng)])
    defined = drawn[~np.isnan(drawn)]
    lost = len(drawn) - len(defined)
    if units.count < 2 or not len(defined):
        few = Undefined(f"a bootstrap needs two {unit}s in which something is marked")
        return compared(few, p, few, lost, p)
    far = int(np.count_nonzero(np.abs(defined - observed) >= abs(observed) - tie))
    interval = between_quantiles(defined, LEVEL, f"bootstrap over {unit}s")
    return compared(interval, p, drawn_p(far, len(defined)), lost, p)


def _over_runs(totals: Integers, runs: Sequence[CountedMeasure]) -> Floats:
    """The mean over the runs of a system, whose totals stand beside each other."""
    import numpy as np

    parts = np.split(totals, len(runs), axis=1)
    values = np.stack([run.formula(part) for run, part in zip(runs, parts, strict=True)], axis=1)
    return mean_over_runs(values, runs[0].formula)


def _defined(value: Floats, reason: str) -> float | Undefined:
    number = float(value[0])
    return number if number == number else Undefined(reason)  # noqa: PLR0124 - NaN


def _corrected(comparisons: list[Comparison]) -> list[Comparison]:
    """The same with p corrected for the number of pairs that have one."""
    tested = {index: pair.p for index, pair in enumerate(comparisons) if not isinstance(pair.p, Undefined)}
    corrected = {
        index: UpperBound(p) if isinstance(tested[index], UpperBound) and p < 1 else p
        for index, p in zip(tested, holm(list(tested.values())), strict=True)
    }
    return [
        replace(pair, p_holm=corrected[index]) if index in corrected else pair for index, pair in enumerate(comparisons)
    ]
