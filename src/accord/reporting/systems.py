"""Systems of several runs as tables: how each score is distributed, and the test between systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.levels import all_levels
from accord.reporting.numbers import measured, measured_interval, p_value, percent
from accord.reporting.table import Table, said_once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution, RankSum

DISTRIBUTED = ("", "system", "runs", "mean", "SD", "SE", "95% interval")
"""The columns of a table of distributions."""
WHAT_IS_DISTRIBUTED = "SD: standard deviation (n - 1); SE: standard error of the mean; its interval by Student's t"
_TITLES = {"f1": "F1 over runs", "precision": "Precision over runs", "recall": "Recall over runs"}


def system_tables(scores: Scores) -> Iterator[Table]:
    """A table each for F1, precision and recall: the averages and types, the systems beneath each other."""
    spread, runs = scores.over_runs(), scores.by_system()
    levels = {system: set(all_levels(own)) for system, own in runs.items()}
    notes = [WHAT_IS_DISTRIBUTED]
    for part, title in _TITLES.items():
        cells = [
            (str(level), system, spread[system][level.measure(part)])
            for level in all_levels(scores.runs)
            for system in runs
            if level in levels[system]
        ]
        yield distribution_table(cells, title, notes)
        notes = []


def distribution_table(
    cells: Iterable[tuple[str, str, Distribution]], title: str, notes: Sequence[str] = (WHAT_IS_DISTRIBUTED,)
) -> Table:
    """What is distributed, the system, and how: mean, standard deviation and error, and the interval of the mean."""
    cells = list(cells)
    rows = [
        (
            what,
            system,
            str(len(found.values)),
            *(measured(value, found.formula) for value in (found.mean, found.sd, found.se)),
            measured_interval(found.interval, found.formula),
        )
        for what, system, found in cells
    ]
    zeros = [
        f"{system}, {what}: undefined counts as 0 (in {found.counted_as_zero} of {plural(len(found.values), 'run')})"
        for what, system, found in cells
        if found.counted_as_zero and not isinstance(found.mean, Undefined)
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
