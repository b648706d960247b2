"""A measure of one system: what is counted in each unit, the value of the totals, and its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.result import Undefined, shown
from accord.scoring.counts import PARTS, Counts
from accord.scoring.formula import F1, OF_COUNTS, Formula, macro, micro, weighted
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from accord.agreement.result import Interval, Value


MAX_CELLS = 40_000_000
"""How many counts of labels in units are held: with more, labels are not measured each for itself."""


@dataclass(frozen=True)
class CountedMeasure:
    """A measure of one system: what is counted in each unit, and the formula that makes a value of the totals.

    Where nothing else is said, the counts are those of the reference, of the prediction and of what is correct; what is
    right then counts once for both sides.
    """

    name: str
    rows: UnitRows
    unit: str = "sentence"
    formula: Formula = F1

    def __repr__(self) -> str:
        return f"<CountedMeasure {self.name} {shown(self.value)}>"

    @cached_property
    def counts(self) -> Counts | None:
        """The counts of all units together; None where the measure is not made of three counts."""
        return self.formula.counts(self.rows.totals)

    @cached_property
    def value(self) -> Value:
        """What the formula makes of all units; F1 is the share that is right where both sides have as many."""
        return self.formula.value(self.rows.totals)

    @cached_property
    def interval(self) -> Interval | Undefined:
        """A jackknife interval over units, the same that agreement has."""
        from accord.agreement.uncertainty import leave_one_out

        bounds = self.formula.bounds
        if isinstance(self.value, Undefined):
            return self.value
        columns = self.formula.columns
        rows = self.rows.resampled if columns is None else self.rows.resampled_on(columns)
        left_out = leave_one_out(rows, replace(self.formula, columns=None), bounds, self.unit)
        return left_out if isinstance(left_out, Undefined) else left_out.interval(bounds, self.unit, LEVEL)

    @property
    def narrowed(self) -> CountedMeasure:
        """The same with the columns that the formula looks at, so that more units are interchangeable."""
        columns = self.formula.columns
        if columns is None or list(columns) == list(range(self.rows.kinds.shape[1])):
            return self
        return replace(self, rows=self.rows.on(columns), formula=replace(self.formula, columns=None))

    def part(self, name: str) -> CountedMeasure:
        """Precision, recall or F1 of the same counts."""
        part = OF_COUNTS[name.partition(":")[0].rpartition("-")[2]]
        columns, in_halves = self.formula.columns, self.formula.in_halves
        return replace(self, name=name, formula=replace(part, columns=columns, in_halves=in_halves))

    def by(self, groups: Sequence[Hashable]) -> dict[Hashable, CountedMeasure]:
        """The same on the units of each group."""
        return {group: replace(self, rows=rows) for group, rows in self.rows.grouped(groups).items()}

    def on(self, units: Sequence[int]) -> CountedMeasure:
        """The same on some units, by their numbers."""
        return replace(self, rows=self.rows.only(units))

    def over(self, groups: Sequence[Hashable], unit: str) -> CountedMeasure:
        """The same with every group as one unit."""
        return replace(self, rows=self.rows.summed(groups), unit=unit)


def summed_by_label(units: Iterable[Mapping[str, Counts]]) -> dict[str, Counts]:
    """The counts of each label over all units, the most frequent in the reference first."""
    totals: dict[str, Counts] = {}
    for each in units:
        for label, counts in each.items():
            totals[label] = totals.get(label, Counts()).plus(counts)
    return dict(sorted(totals.items(), key=lambda each: (-each[1].reference, each[0])))


@dataclass(frozen=True)
class LabelMeasures:
    """What can be measured of labels: F1 of each, and averages over them.

    ``rows`` begin with three counts for each label side by side, of every unit.
    """

    labels: Sequence[str]
    rows: UnitRows
    unit: str = "sentence"

    @classmethod
    def of(cls, units: Sequence[Mapping[str, Counts]], unit: str = "sentence") -> LabelMeasures | None:
        """From what is counted of each label in every unit, the most frequent label first; None where that is too much.

        >>> units = [{"LOC": Counts(2, 1, 1)}, {"LOC": Counts(0, 1, 0), "PER": Counts(1, 1, 1)}]
        >>> LabelMeasures.of(units).counts["LOC"]
        Counts(reference=2, predicted=2, correct=1)
        """
        import numpy as np

        labels = list(summed_by_label(units))
        if len(units) * 3 * len(labels) > MAX_CELLS:
            return None
        column = {label: 3 * number for number, label in enumerate(labels)}
        table = np.zeros((len(units), 3 * len(column)), dtype=np.int64)
        for row, each in enumerate(units):
            for label, counts in each.items():
                table[row, column[label] : column[label] + 3] = counts
        return cls(labels, UnitRows.of(table), unit)

    def with_labels(self, others: Iterable[str]) -> LabelMeasures:
        """The same with labels that only other systems have after them."""
        known = set(self.labels)
        more = [label for label in others if label not in known]
        rows = self.rows.on(range(3 * len(self.labels))).widened(3 * len(more)) if more else self.rows
        return replace(self, labels=[*self.labels, *more], rows=rows)

    @property
    def counts(self) -> dict[str, Counts]:
        """The counts of each label in all units together."""
        totals = self.rows.totals
        return {label: Counts(*totals[3 * number : 3 * number + 3]) for number, label in enumerate(self.labels)}

    def f1(self) -> dict[str, CountedMeasure]:
        """F1 of each label."""
        return {
            label: CountedMeasure(f"f1:{label}", self.rows, self.unit, F1.on(range(3 * number, 3 * number + 3)))
            for number, label in enumerate(self.labels)
        }

    def averages(self) -> dict[str, CountedMeasure]:
        """Micro, macro and weighted averages of precision, recall and F1."""
        columns = range(3 * len(self.labels))
        return {
            f"{name}-{part}": CountedMeasure(f"{name}-{part}", self.rows, self.unit, average(part).on(columns))
            for name, average in (("micro", micro), ("macro", macro), ("weighted", weighted))
            for part in reversed(PARTS)
        }
