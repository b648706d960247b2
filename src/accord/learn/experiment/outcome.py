"""What came of an experiment: means over seeds, and differences with tests over seeds and over sentences.

A difference of two weightings has two sources of chance. Seeds: a paired t-test over the seeds, which both share.
Sentences: an interval from resampled test sentences, with each token's mean over seeds. Neither says anything about
the other.
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
from accord.agreement.result import Interval, Undefined
from accord.learn.experiment.plan import BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from accord.agreement.result import Value
    from accord.learn.experiment.plan import Plan
    from accord.learn.experiment.runs import Bench, Run

    Floats = NDArray[np.float64]

RESAMPLES = 2_000
_SAME = 1e-12
"""Differences that vary by no more are alike but for rounding."""


class Cell(NamedTuple):
    """One protocol on one test set."""

    protocol: str
    test: str


@dataclass(frozen=True, slots=True)
class Score:
    """The accuracy of a weighting over seeds."""

    cell: Cell
    weighting: str
    mean: float
    sd: Value
    seeds: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more often a weighting is right than another, with both kinds of doubt."""

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
        """Every protocol on every test set."""
        return [Cell(protocol, test) for protocol in self.plan.protocols for test in self.plan.data.test]

    @cached_property
    def _right(self) -> dict[tuple[Cell, str], NDArray[np.bool_]]:
        """Which tokens each seed has right, shape (seeds, tokens), seeds in the order of the plan."""
        by_seed: dict[tuple[Cell, str], dict[int, NDArray[np.bool_]]] = defaultdict(dict)
        for run in self.runs:
            for test, predicted in run.predicted.items():
                gold = self.bench.tests[test].examples.gold
                by_seed[Cell(run.protocol, test), run.weighting][run.seed] = predicted == gold
        return {key: np.stack([found[seed] for seed in sorted(found)]) for key, found in by_seed.items()}

    def accuracies(self, cell: Cell, weighting: str) -> list[float]:
        """The accuracy of each seed."""
        return [float(each) for each in self._right[cell, weighting].mean(axis=1)]

    @cached_property
    def scores(self) -> list[Score]:
        """The accuracy of every weighting, cell by cell."""
        return [self._score(cell, weighting) for cell in self.cells for weighting in self.plan.weightings]

    def _score(self, cell: Cell, weighting: str) -> Score:
        found = self.accuracies(cell, weighting)
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
        right, other = self._right[cell, weighting], self._right[cell, against]
        by_seed = right.mean(axis=1) - other.mean(axis=1)
        p, interval = paired_t(by_seed), self._interval(cell, weighting, against)
        return Difference(cell, weighting, against, float(by_seed.mean()), p, p, interval)

    def _interval(self, cell: Cell, weighting: str, against: str) -> Interval | Undefined:
        """Percentiles of the difference over resampled sentences."""
        drawn = self._resampled[cell]
        if not drawn:
            return Undefined("an interval over sentences needs two of them")
        low, high = np.quantile(drawn[weighting] - drawn[against], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
        return Interval(float(low), float(high), "bootstrap over sentences", LEVEL)

    @cached_property
    def _resampled(self) -> dict[Cell, dict[str, Floats]]:
        """The accuracies of all weightings on the same resampled sentences of each cell, shape (resamples,) each."""
        return {cell: self._resample(cell) for cell in self.cells}

    def _resample(self, cell: Cell) -> dict[str, Floats]:
        starts = self.bench.tests[cell.test].examples.sample.starts
        starts = starts[np.concatenate([[True], np.diff(starts) > 0])]
        if len(starts) < 3:
            return {}
        right = [self._right[cell, weighting].mean(axis=0) for weighting in self.plan.weightings]
        by_sentence = [np.add.reduceat(each, starts[:-1]) for each in (*right, np.ones(starts[-1]))]
        drawn = ResampleRows.each(np.stack(by_sentence, axis=1)).bootstrap(RESAMPLES, np.random.default_rng(self.seed))
        totals = np.concatenate(list(drawn))
        return dict(zip(self.plan.weightings, (totals[:, :-1] / totals[:, -1:]).T, strict=True))

    def by_label(self, cell: Cell, weighting: str, against: str = BASELINE) -> list[Gain]:
        """What is gained and lost on tokens of each gold label, most first."""
        return self._gains(cell, weighting, against, self.bench.gold(cell.test))

    def by_word(self, cell: Cell, weighting: str, against: str = BASELINE) -> list[Gain]:
        """What is gained and lost on each word, most first."""
        return self._gains(cell, weighting, against, self.bench.tokens[cell.test])

    def _gains(self, cell: Cell, weighting: str, against: str, names: Sequence[str]) -> list[Gain]:
        gained = self._right[cell, weighting].mean(axis=0) - self._right[cell, against].mean(axis=0)
        total: dict[str, float] = defaultdict(float)
        count = Counter(names)
        for name, gain in zip(names, gained.tolist(), strict=True):
            total[name] += gain
        found = (Gain(name, count[name], gain) for name, gain in total.items())
        return sorted(found, key=lambda gain: (-abs(gain.gained), gain.name))

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
