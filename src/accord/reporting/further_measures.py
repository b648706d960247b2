"""Measures that stand in a table of their own, a row for each with what is counted, as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.reporting.compare import measure_title
from accord.reporting.numbers import percent, percent_interval, reasons, thousands
from accord.reporting.score_payload import counts_payload
from accord.reporting.table import Table, said_once
from accord.scoring.counts import PARTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.counted_measure import CountedMeasure
    from accord.scoring.counted_scores import CountedRun, CountedScores

ALIGNED = "aligned-"
"""What the names of measures begin with that are a share of what is aligned, and stand in the row of the others."""

_COLUMNS = ("measure", "run", "precision", "recall", "F1", "95% interval of F1", "reference", "predicted", "correct")


def further_tables(scores: CountedScores) -> Iterator[Table]:
    """Every measure of every run in full, if there are some beside those that systems are ranked by."""
    if not scores.runs[0].further:
        return
    names = _names(scores.runs[0])
    rows = [row for name in names for run in scores.runs for row in _row(run, name)]
    aligned = any(row[-1] for row in rows)
    columns = [*_COLUMNS, *(["aligned accuracy"] if aligned else [])]
    shown = said_once(row if aligned else row[:-1] for row in rows)
    values = [scores.runs[0].measure(name) for name in names]
    notes = reasons([part for each in values for part in (each.value, each.interval)])
    yield Table(tuple(columns), shown, title="Each measure", notes=tuple(notes))


def _names(run: CountedRun) -> list[str]:
    return [name for name in {**run.further, **run.scores} if not name.startswith(ALIGNED)]


def _row(run: CountedRun, name: str) -> Iterator[tuple[str, ...]]:
    measure = run.measure(name)
    if counts := measure.counts:
        aligned = run.further.get(ALIGNED + name)
        yield (
            measure_title(name),
            run.file,
            *map(percent, (counts.precision, counts.recall, counts.f1)),
            percent_interval(measure.interval),
            *map(thousands, counts),
            percent(aligned.value) if aligned else "",
        )


def measure_payload(measure: CountedMeasure) -> dict[str, Any]:
    """A measure as JSON: its value, its interval, and the counts that it is made of, if it is."""
    return {
        **value_payload(measure.value),
        "interval": interval_payload(measure.interval),
        **(counts_payload(measure.counts) if measure.counts else _parts_payload(measure)),
    }


def _parts_payload(measure: CountedMeasure) -> dict[str, Any]:
    """Precision, recall and F1 of what counts halves; nothing of other measures."""
    parts = PARTS if measure.formula.of_counts else ()
    return {part: value_payload(measure.part(part).value)["value"] for part in parts}
