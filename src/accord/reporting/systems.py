"""Systems of several runs as tables: how each score is distributed, and the test between systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.levels import all_levels, levels
from accord.reporting.numbers import p_value, percent, percent_interval
from accord.reporting.table import Table, said_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.scoring.seeds import RankSum, System

DISTRIBUTED = ("", "system", "runs", "mean", "SD", "SE", "95% interval")
"""The columns of a table of distributions."""
WHAT_IS_DISTRIBUTED = "SD: standard deviation (n - 1); SE: standard error of the mean; its interval by Student's t"
_TITLES = {"f1": "F1 over runs", "precision": "Precision over runs", "recall": "Recall over runs"}


def system_tables(systems: Sequence[System]) -> Iterator[Table]:
    """A table each for F1, precision and recall: the averages and types, the systems beneath each other."""
    notes = [WHAT_IS_DISTRIBUTED]
    for part, title in _TITLES.items():
        yield _distribution_table(systems, part, title, notes)
        notes = []


def _distribution_table(systems: Sequence[System], part: str, title: str, notes: Sequence[str]) -> Table:
    cells = [
        (level, system, levels(system)[level][part])
        for level in all_levels(systems)
        for system in systems
        if level in levels(system)
    ]
    rows = [
        (
            str(level),
            system.name,
            str(len(system.runs)),
            *map(percent, (distribution.mean, distribution.sd, distribution.se)),
            percent_interval(distribution.interval),
        )
        for level, system, distribution in cells
    ]
    zeros = [
        f"{system.name}, {level}: undefined counts as 0 "
        f"(in {distribution.counted_as_zero} of {plural(len(system.runs), 'run')})"
        for level, system, distribution in cells
        if distribution.counted_as_zero and not isinstance(distribution.mean, Undefined)
    ]
    return Table(DISTRIBUTED, said_once(rows), title=title, notes=(*notes, *zeros))


def rank_sum_table(tests: Sequence[RankSum], measure: str = "F1") -> Table:
    """The rank-sum test between every two systems."""
    rows = [
        (test.first, test.second, percent(test.difference), *map(p_value, (test.p, test.p_holm, test.p_normal)))
        for test in tests
    ]
    notes = [
        f"{test.first}, {test.second}: with so few runs p cannot be smaller than {p_value(test.smallest_p)}"
        for test in tests
        if test.smallest_p > 0.05
    ]
    columns = ("system", "system", f"difference in {measure}", "p", "p (Holm)", "p (normal approximation)")
    return Table(columns, tuple(rows), title="Wilcoxon rank-sum test over runs", notes=tuple(notes))
