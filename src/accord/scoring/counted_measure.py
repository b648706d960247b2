"""A measure of one system: what is counted in each unit, the value of the totals, and its interval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from accord.agreement.interval import LEVEL
from accord.agreement.result import Undefined
from accord.scoring.counts import Counts
from accord.scoring.formula import F1, OF_COUNTS, Formula
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
        columns = self.formula.columns
        return replace(self, name=name, formula=OF_COUNTS[name] if columns is None else OF_COUNTS[name].on(columns))

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


def f1_by_label(units: Sequence[Mapping[str, Counts]], unit: str = "sentence") -> dict[str, CountedMeasure]:
    """F1 of each label, from what is counted of it in each unit; the most frequent in the reference first."""
    return {
        label: CountedMeasure("f1", UnitRows.of([each.get(label, Counts()) for each in units]), unit)
        for label in summed_by_label(units)
    }
