"""Is one system better than another, or is it the sentences? Tests over sentences of one test set.

Approximate randomisation (Noreen 1989; Yeh 2000) exchanges the two outputs of each sentence at random and counts how
often the difference in F1 is at least as large as the one observed; the paired bootstrap (Efron & Tibshirani 1993;
Koehn 2004) draws sentences with replacement and gives an interval for the difference.

    p = (1 + #{|difference of an exchange| >= |observed|}) / (1 + resamples)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.resample import ResampleRows, holm
from accord.agreement.result import Undefined, UpperBound, drawn_p
from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from accord.agreement.resample import Floats, Integers
    from accord.agreement.result import Interval
    from accord.agreement.signature import Signature
    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.counts import Counts
    from accord.scoring.scores import Scores

    Rows = Sequence[Counts]
    """What a run counts in each sentence or document."""

TIE = 1e-12
"""Differences closer than this are equal: they are the same ratio of counts, computed along another path."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same sentences; ``difference`` is the first F1 less the second."""

    first: str
    second: str
    first_f1: float | Undefined
    second_f1: float | Undefined
    difference: float | Undefined
    interval: Interval | Undefined
    p: float | Undefined
    p_bootstrap: float | Undefined
    undefined_resamples: int
    p_holm: float | Undefined


@dataclass(frozen=True, slots=True)
class Compared(ResultExport):
    """All pairs of systems, and the scoring behind them."""

    comparisons: tuple[Comparison, ...]
    signature: Signature
    scores: Scores | CountedScores
    measure: str = "f1"


def compare_systems(
    systems: Mapping[str, Sequence[Rows]], resamples: int, seed: int, unit: str = "sentence"
) -> list[Comparison]:
    """All pairs of systems, each one run or several runs (their F1 is then averaged), corrected by Holm.

    A run is what it counts in each sentence or document.
    """
    import numpy as np

    pairs = list(combinations(systems, 2))
    seeds = np.random.SeedSequence(seed).spawn(len(pairs))
    comparisons = [
        _compare(pair, [systems[name] for name in pair], resamples, np.random.default_rng(child), unit)
        for pair, child in zip(pairs, seeds, strict=True)
    ]
    return _corrected(comparisons)


def _counts(runs: Sequence[Rows]) -> Integers:
    """One row per sentence: mentions of the reference, then predicted and correct ones of each run."""
    import numpy as np

    rows = [
        [sentence[0].reference, *(part for counts in sentence for part in (counts.predicted, counts.correct))]
        for sentence in zip(*runs, strict=True)
    ]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 1 + 2 * len(runs))


def _compare(
    names: tuple[str, str], systems: Sequence[Sequence[Rows]], resamples: int, rng: np.random.Generator, unit: str
) -> Comparison:
    """Exchange and bootstrap the sentences or documents of two systems."""
    import numpy as np

    from accord.agreement.uncertainty import between_quantiles

    first, second = systems
    units = ResampleRows.of(_counts([*first, *second]))
    left = list(range(1, 1 + 2 * len(first)))
    right = list(range(1 + 2 * len(first), 1 + 2 * len(first) + 2 * len(second)))

    def difference(totals: Integers) -> Floats:
        return mean_f1(totals, left) - mean_f1(totals, right)

    totals = units.totals()[None, :]
    observed = _defined(difference(totals))
    compared = partial(Comparison, *names, _defined(mean_f1(totals, left)), _defined(mean_f1(totals, right)), observed)
    if isinstance(observed, Undefined):
        return compared(observed, observed, observed, 0, observed)
    p: float | Undefined = Undefined("the systems have different numbers of runs: their outputs cannot be exchanged")
    if len(left) == len(right):
        exchanged = difference(units.exchange(left, right, resamples, rng))
        p = drawn_p(int(np.count_nonzero(np.abs(exchanged) >= abs(observed) - TIE)), resamples)
    drawn = np.concatenate([difference(totals) for totals in units.bootstrap(resamples, rng)])
    defined = drawn[~np.isnan(drawn)]
    lost = len(drawn) - len(defined)
    if units.count < 2 or not len(defined):
        few = Undefined(f"a bootstrap needs two {unit}s in which something is marked")
        return compared(few, p, few, lost, p)
    far = int(np.count_nonzero(np.abs(defined - observed) >= abs(observed) - TIE))
    interval = between_quantiles(defined, LEVEL, f"bootstrap over {unit}s")
    return compared(interval, p, drawn_p(far, len(defined)), lost, p)


def _defined(value: Floats) -> float | Undefined:
    number = float(value[0])
    return number if number == number else Undefined("there is neither reference nor prediction")  # noqa: PLR0124 - NaN


def mean_f1(totals: Integers | Floats, columns: Sequence[int]) -> Floats:
    """F1 averaged over the runs of a system, for each row of totals.

    A run without F1 (neither reference nor prediction) counts as 0, as everywhere; NaN where every run is without.
    """
    import numpy as np

    mentions = totals[:, :1] + totals[:, columns[::2]]
    f1 = 2 * totals[:, columns[1::2]] / np.maximum(mentions, 1)
    means: Floats = np.where((mentions > 0).any(axis=1), f1.mean(axis=1), np.nan)
    return means


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
