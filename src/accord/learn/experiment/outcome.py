"""What came of an experiment: means over seeds, and differences with tests over seeds and over sentences.

A difference of two weightings has two sources of chance. Seeds: a paired t-test over the seeds, which both share.
Sentences: an interval from resampled test sentences, with the mean over seeds. Neither says anything about the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import mean, stdev
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.interval import LEVEL
from accord.agreement.resample import ResampleRows, holm
from accord.agreement.result import Undefined
from accord.agreement.uncertainty import between_quantiles
from accord.learn.experiment.measures import ACCURACY
from accord.learn.experiment.plan import BASELINE
from accord.scoring.formula import F1, mean_over_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Interval, Value
    from accord.learn.experiment.plan import Plan
    from accord.learn.experiment.runs import Bench, Run

    Floats = NDArray[np.float64]

RESAMPLES = 2_000
_SAME = 1e-12
"""Differences that vary by no more are alike but for rounding."""


class Cell(NamedTuple):
    """One protocol on one test set, by one measure."""

    protocol: str
    test: str
    measure: str = ACCURACY


@dataclass(frozen=True, slots=True)
class Score:
    """The accuracy of a weighting over seeds, or its F1."""

    cell: Cell
    weighting: str
    mean: float
    sd: Value
    seeds: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better a weighting is than another, with both kinds of doubt."""

    cell: Cell
    weighting: str
    against: str
    value: float
    p: Value
    """Of a paired t-test over seeds."""
    holm: Value
    """The same, corrected for all differences that are looked at beside it."""
    interval: Interval | Undefined
    """Over sentences."""


@dataclass(frozen=True, slots=True)
class Gain:
    """How many more tokens with a gold label, or of a word, a weighting has right, as a mean over seeds."""

    name: str
    tokens: int
    gained: float


@dataclass(frozen=True)
class Outcome:
    """All runs of an experiment, and what they say."""

    bench: Bench
    runs: tuple[Run, ...]
    seed: int = 1
    notes: tuple[str, ...] = ()
    """What else is to be known of the data, the weights and runs that were kept."""

    @property
    def plan(self) -> Plan:
        """What was to be done."""
        return self.bench.plan

    @cached_property
    def cells(self) -> list[Cell]:
        """Every protocol on every test set, by every measure that it has."""
        return [
            Cell(protocol, test, measure)
            for protocol in self.plan.protocols
            for test, held_out in self.bench.held_out.items()
            for measure in (ACCURACY, *held_out.measures)
        ]

    @cached_property
    def _counts(self) -> dict[tuple[Cell, str], Floats]:
        """What each seed has right of what, shape (seeds, sentences, 3), seeds in the order of the plan."""
        by_seed: dict[tuple[Cell, str], dict[int, Floats]] = defaultdict(dict)
        for run in self.runs:
            for test, predicted in run.predicted.items():
                for measure, counts in self.bench.held_out[test].counts(predicted).items():
                    by_seed[Cell(run.protocol, test, measure), run.weighting][run.seed] = counts
        return {key: np.stack([found[seed] for seed in sorted(found)]) for key, found in by_seed.items()}

    def by_seed(self, cell: Cell, weighting: str) -> list[float]:
        """The accuracy of each seed, or its F1."""
        return [float(each) for each in F1(self._counts[cell, weighting].sum(axis=1))]

    @cached_property
    def scores(self) -> list[Score]:
        """Every weighting, cell by cell."""
        return [self._score(cell, weighting) for cell in self.cells for weighting in self.plan.weightings]

    def _score(self, cell: Cell, weighting: str) -> Score:
        found = self.by_seed(cell, weighting)
        spread = stdev(found) if len(found) > 1 else Undefined("one seed has no spread")
        return Score(cell, weighting, mean(found), spread, len(found))

    @cached_property
    def differences(self) -> dict[str, list[Difference]]:
        """How all weightings differ from the baseline, and how those that know something differ from each control.

        Each of these lists is corrected for all its tests by Holm's method.
        """
        weightings = list(self.plan.weightings)
        knowing = [name for name in weightings if name not in {BASELINE, *self.plan.controls}]
        others = {BASELINE: [name for name in weightings if name != BASELINE]}
        others |= dict.fromkeys(self.plan.controls, knowing)
        return {against: self._corrected(against, names) for against, names in others.items()}

    def _corrected(self, against: str, weightings: Sequence[str]) -> list[Difference]:
        found = [self._difference(cell, weighting, against) for cell in self.cells for weighting in weightings]
        tested = [place for place, each in enumerate(found) if not isinstance(each.p, Undefined)]
        for place, corrected in zip(tested, holm([float(found[place].p) for place in tested]), strict=True):  # type: ignore[arg-type]
            found[place] = replace(found[place], holm=corrected)
        return found

    def _difference(self, cell: Cell, weighting: str, against: str) -> Difference:
        by_seed = np.subtract(self.by_seed(cell, weighting), self.by_seed(cell, against))
        p, interval = paired_t(by_seed), self._interval(cell, weighting, against)
        return Difference(cell, weighting, against, float(by_seed.mean()), p, p, interval)

    def _interval(self, cell: Cell, weighting: str, against: str) -> Interval | Undefined:
        """Percentiles of the difference over resampled sentences."""
        drawn = self._resampled[cell]
        if not drawn:
            return Undefined("an interval over sentences needs two of them")
        return between_quantiles(drawn[weighting] - drawn[against], LEVEL, "bootstrap over sentences")

    @cached_property
    def _resampled(self) -> dict[Cell, dict[str, Floats]]:
        """The mean over seeds of each weighting on the same resampled sentences of a cell, shape (resamples,)."""
        return {cell: self._resample(cell) for cell in self.cells}

    def _resample(self, cell: Cell) -> dict[str, Floats]:
        counts = {weighting: self._counts[cell, weighting] for weighting in self.plan.weightings}
        reference = counts[BASELINE][0, :, :1]
        if len(reference) < 2:
            return {}
        runs = [seed[:, 1:] for by_seed in counts.values() for seed in by_seed]
        rows = ResampleRows.each(np.concatenate([reference, *runs], axis=1))
        totals = np.concatenate(list(rows.bootstrap(RESAMPLES, np.random.default_rng(self.seed))))
        columns = np.arange(1, totals.shape[1]).reshape(len(counts), -1, 2)
        return {
            weighting: mean_over_runs(np.stack([F1(totals[:, [0, *run]]) for run in its], axis=1), F1)
            for weighting, its in zip(counts, columns, strict=True)
        }

    def by_label(self, cell: Cell, weighting: str, against: str = BASELINE) -> list[Gain]:
        """What is gained and lost on tokens of each gold label, most first."""
        return self._gains(cell, weighting, against, self.bench.held_out[cell.test].gold)

    def by_word(self, cell: Cell, weighting: str, against: str = BASELINE) -> list[Gain]:
        """What is gained and lost on each word, most first."""
        return self._gains(cell, weighting, against, self.bench.held_out[cell.test].text.tokens)

    def _gains(self, cell: Cell, weighting: str, against: str, names: Sequence[str]) -> list[Gain]:
        gained = self._right(cell, weighting) - self._right(cell, against)
        total: dict[str, float] = defaultdict(float)
        count = Counter(names)
        for name, gain in zip(names, gained.tolist(), strict=True):
            total[name] += gain
        found = (Gain(name, count[name], gain) for name, gain in total.items())
        return sorted(found, key=lambda gain: (-abs(gain.gained), gain.name))

    def _right(self, cell: Cell, weighting: str) -> Floats:
        """How many seeds have each token right, as a share."""
        runs = [run for run in self.runs if (run.protocol, run.weighting) == (cell.protocol, weighting)]
        held_out = self.bench.held_out[cell.test]
        share: Floats = np.mean([held_out.right(run.predicted[cell.test]) for run in runs], axis=0)
        return share

    def curve(self, protocol: str, weighting: str, test: str | None) -> list[float]:
        """The mean accuracy over seeds after each epoch, on a test set or while training."""
        runs = [run for run in self.runs if (run.protocol, run.weighting) == (protocol, weighting)]
        return [mean(values) for values in zip(*(_curve(run, test) for run in runs), strict=True)]


def _curve(run: Run, test: str | None) -> Iterable[float]:
    return run.online if test is None else run.curves[test]


def paired_t(differences: Floats) -> Value:
    """The p value of Student's paired t-test, two-sided.

    >>> round(paired_t(np.array([1.0, 2.0, 3.0])), 6)
    0.07418
    """
    from scipy.special import stdtr

    if len(differences) < 2:
        return Undefined("a test over seeds needs two of them")
    if float(np.ptp(differences)) < _SAME:
        return Undefined("every seed differs by the same") if differences.any() else Undefined("no seed differs")
    t = float(differences.mean()) / (float(differences.std(ddof=1)) / len(differences) ** 0.5)
    return float(2 * stdtr(len(differences) - 1, -abs(t)))
