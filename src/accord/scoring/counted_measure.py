"""A measure of one system: what is counted in each unit, the value of the totals, and its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.result import Undefined
from accord.scoring.counts import PARTS, Counts
from accord.scoring.formula import F1, OF_COUNTS, Formula, macro, weighted
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from accord.agreement.result import Interval, Value


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
        left_out = leave_one_out(self.rows.resampled, self.formula, bounds, self.unit)
        return left_out if isinstance(left_out, Undefined) else left_out.interval(bounds, self.unit, LEVEL)

    def part(self, name: str) -> CountedMeasure:
        """Precision, recall or F1 of the same counts."""
        return replace(
            self, name=name, formula=replace(OF_COUNTS[name.partition(":")[0]], columns=self.formula.columns)
        )

    def by(self, groups: Sequence[Hashable]) -> dict[Hashable, CountedMeasure]:
        """The same on the units of each group."""
        return {group: replace(self, rows=rows) for group, rows in self.rows.grouped(groups).items()}

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
    """What can be measured of labels: F1 of each, and averages over them, from what is counted of each in every unit.

    ``others`` are labels that other systems have and this one does not.
    """

    units: Sequence[Mapping[str, Counts]]
    unit: str = "sentence"
    others: tuple[str, ...] = ()

    @cached_property
    def labels(self) -> list[str]:
        """All labels, the most frequent in the reference first."""
        return [*summed_by_label(self.units), *self.others]

    @cached_property
    def rows(self) -> UnitRows:
        """Three counts for each label side by side, of every unit."""
        import numpy as np

        column = {label: 3 * number for number, label in enumerate(self.labels)}
        table = np.zeros((len(self.units), 3 * len(column)), dtype=np.int64)
        for row, each in enumerate(self.units):
            for label, counts in each.items():
                table[row, column[label] : column[label] + 3] = counts
        return UnitRows.of(table)

    def f1(self) -> dict[str, CountedMeasure]:
        """F1 of each label."""
        return {
            label: CountedMeasure(f"f1:{label}", self.rows, self.unit, F1.on(range(3 * number, 3 * number + 3)))
            for number, label in enumerate(self.labels)
        }

    def averages(self) -> dict[str, CountedMeasure]:
        """Macro and weighted averages of precision, recall and F1."""
        return {
            f"{name}-{part}": CountedMeasure(f"{name}-{part}", self.rows, self.unit, average(part))
            for name, average in (("macro", macro), ("weighted", weighted))
            for part in reversed(PARTS)
        }
