"""What measures make of totals: precision, recall and F1 of three counts, and the shape that all others have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from accord.agreement.result import Undefined
from accord.scoring.counts import PARTS, Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.agreement.resample import Floats, Integers, Numbers
    from accord.agreement.result import Value


@dataclass(frozen=True, slots=True)
class Formula:
    """What a measure makes of totals.

    ``of`` takes totals of the shape (resamples, columns) and gives values of the shape (resamples,), NaN where there is
    none, for the reason ``undefined``; of ``columns`` alone, where they are given. Precision, recall and F1 are
    ``of_counts``: what the reference has, what was predicted, and what is correct; ``in_halves``, where something is
    half correct, so that totals are twice these. A run without a value counts as 0 in
    the mean over runs where the measure ``counts_as_zero``. Coefficients and errors are not shown ``in_percent``.
    """

    of: Callable[[Any], Floats]
    undefined: str = "there is neither reference nor prediction"
    bounds: tuple[float, float] = (0.0, 1.0)
    lower_is_better: bool = False
    counts_as_zero: bool = False
    of_counts: str = ""
    in_halves: bool = False
    columns: tuple[int, ...] | None = None
    in_percent: bool = True

    def __call__(self, totals: Integers) -> Floats:
        """The values of some totals."""
        return self.of(totals if self.columns is None else totals[:, self.columns])

    def value(self, totals: Sequence[int]) -> Value:
        """The value of one row of totals, as a fraction where it is made of three counts."""
        import numpy as np

        if counts := self._three(totals):
            value: Value = getattr(counts, self.of_counts)
            return value
        number = float(self(np.asarray(totals)[None, :])[0])
        return Undefined(self.undefined) if np.isnan(number) else number

    def counts(self, totals: Sequence[int]) -> Counts | None:
        """The three counts that the value is made of, if it is and they are whole."""
        return None if self.in_halves else self._three(totals)

    def _three(self, totals: Sequence[int]) -> Counts | None:
        chosen = totals if self.columns is None else [totals[column] for column in self.columns]
        return Counts(*chosen) if self.of_counts else None

    def on(self, columns: Sequence[int]) -> Formula:
        """The same of some columns, in this order."""
        return replace(self, columns=tuple(columns))


def share(part: Numbers, whole: Numbers) -> Floats:
    """A quotient of totals, NaN where the whole is nothing.

    >>> import numpy as np
    >>> share(np.array([1, 0]), np.array([2, 0])).tolist()
    [0.5, nan]
    """
    import numpy as np

    found: Floats = np.divide(part, whole, out=np.full(np.shape(whole), np.nan), where=np.asarray(whole) > 0)
    return found


def _precision(totals: Integers) -> Floats:
    return share(totals[:, 2], totals[:, 1])


def _recall(totals: Integers) -> Floats:
    return share(totals[:, 2], totals[:, 0])


def _f1(totals: Integers) -> Floats:
    return share(2 * totals[:, 2], totals[:, 0] + totals[:, 1])


PRECISION = Formula(_precision, "nothing was predicted", counts_as_zero=True, of_counts="precision")
RECALL = Formula(_recall, "the reference has none", counts_as_zero=True, of_counts="recall")
F1 = Formula(_f1, counts_as_zero=True, of_counts="f1")
OF_COUNTS: Mapping[str, Formula] = dict(zip(PARTS, (PRECISION, RECALL, F1), strict=True))
"""What is made of reference, predicted and correct, by name."""


def micro(part: str) -> Formula:
    """Precision, recall or F1 of three counts for each label side by side, added up over the labels."""

    def added(totals: Integers) -> Floats:
        return OF_COUNTS[part](totals.reshape(len(totals), -1, 3).sum(axis=1))

    return Formula(added, OF_COUNTS[part].undefined)


def macro(part: str) -> Formula:
    """The mean of precision, recall or F1 over the labels that occur, of three counts for each label side by side.

    What is undefined of a label that occurs counts as 0, as in scikit-learn and seqeval.
    """
    return Formula(lambda totals: _averaged(part, totals, by_reference=False), "no label occurs")


def weighted(part: str) -> Formula:
    """The same, each label as often as the reference has it."""
    return Formula(lambda totals: _averaged(part, totals, by_reference=True), "the reference has none")


def _averaged(part: str, totals: Integers, *, by_reference: bool) -> Floats:
    import numpy as np

    labels = totals.reshape(len(totals), -1, 3)
    values = OF_COUNTS[part](labels.reshape(-1, 3)).reshape(labels.shape[:2])
    weights = labels[..., 0] if by_reference else labels[..., :2].any(axis=2)
    return share((np.nan_to_num(values) * weights).sum(axis=1), weights.sum(axis=1))


def mean_over_runs(values: Floats, formula: Formula) -> Floats:
    """The mean of a measure over the runs of a system, of values of the shape (resamples, runs).

    A run without a value counts as 0 where the measure does, and there is none where every run is without.
    """
    import numpy as np

    if not formula.counts_as_zero:
        without: Floats = values.mean(axis=1)
        return without
    lost = np.isnan(values)
    means: Floats = np.where(lost.all(axis=1), np.nan, np.where(lost, 0.0, values).mean(axis=1))
    return means
