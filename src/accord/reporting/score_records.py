"""A scoring as one table for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.levels import levels
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table
from accord.scoring.counts import PARTS, Counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.run import Run
    from accord.scoring.scores import Scores
    from accord.scoring.seeds import Distribution, System

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
    system_of = {run.file: system.name for system in scores.systems for run in system.runs}
    rows = [row for run in scores.runs for row in _run_rows(run, system_of.get(run.file, ""))]
    rows += [row for system in scores.systems if len(system.runs) > 1 for row in _system_rows(system, scores.repair)]
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


def _system_rows(system: System, repair: str) -> Iterator[tuple[str, ...]]:
    for level, distributions in levels(system).items():
        yield (
            *(system.name, str(len(system.runs)), "", repair, *level),
            *(exact(distributions[part].mean) for part in PARTS),
            *("", "", "", "", ""),
            *(cell for part in PARTS for cell in _spread(distributions[part])),
        )


def _spread(distribution: Distribution) -> tuple[str, ...]:
    return exact(distribution.sd), exact(distribution.se), *exact_interval(distribution.interval)
