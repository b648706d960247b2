"""A scoring as one table for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.levels import all_levels, levels
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table
from accord.scoring.counts import PARTS, Counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.scoring.run import Run
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution

_SPREAD = ("sd", "se", "low", "high")
COLUMNS = (
    *("system", "runs", "file", "repair", "level", "type"),
    *PARTS,
    *("reference", "predicted", "correct", "accuracy", "invalid"),
    *(f"{part}_{name}" for part in PARTS for name in _SPREAD),
)


def score_records(scores: Scores) -> Table:
    """One row a run and level, then one a system of several runs and level; ratios from 0 to 1 in full.

    In the row of a run ``low`` and ``high`` are the jackknife interval over sentences; in the row of a system
    ``precision``, ``recall`` and ``f1`` are means, and the interval is that of the mean over runs.
    """
    system_of = {file: system for system, files in scores.systems.items() for file in files}
    rows = [row for run in scores.runs for row in _run_rows(run, system_of.get(run.file, ""))]
    for each in scores.by_repair().values() if scores.has_several_runs else ():
        spread = each.over_runs()
        several = [system for system, files in scores.systems.items() if len(files) > 1]
        rows += [row for system in several for row in _system_rows(each, system, spread[system])]
    return Table(COLUMNS, tuple(rows))


def _run_rows(run: Run, system: str) -> Iterator[tuple[str, ...]]:
    for level, scored in levels(run).items():
        micro = level.kind == "micro"
        ends = [exact_interval(run.intervals[part]) if micro else ("", "") for part in PARTS]
        yield (
            *(system, "1", run.file, run.repair, *level),
            *(exact(getattr(scored, part)) for part in PARTS),
            *(map(str, scored) if isinstance(scored, Counts) else ("", "", "")),
            *((exact(run.accuracy), str(run.invalid)) if micro else ("", "")),
            *(cell for interval in ends for cell in ("", "", *interval)),
        )


def _system_rows(scores: Scores, system: str, spread: Mapping[str, Distribution]) -> Iterator[tuple[str, ...]]:
    for level in all_levels(scores.by_system()[system]):
        parts = [spread[level.measure(part)] for part in PARTS]
        yield (
            *(system, str(len(scores.systems[system])), "", scores.repair, *level),
            *(exact(found.mean) for found in parts),
            *("", "", "", "", ""),
            *(cell for found in parts for cell in _spread(found)),
        )


def _spread(distribution: Distribution) -> tuple[str, ...]:
    return exact(distribution.sd), exact(distribution.se), *exact_interval(distribution.interval)
