"""The errors of mentions as tables for programs, one by one or counted by the words of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.run import Run
    from accord.scoring.scores import Scores

_TYPES = ("error", "reference", "predicted", "text", "predicted_text")


def error_records(scores: Scores) -> Table:
    """Every error of every run with its place, the types of both sides, and their words."""
    rows = [row for run in scores.runs for row in _rows(run, scores.reference)]
    return Table(("run", "file", "line", *_TYPES), tuple(rows))


def _rows(run: Run, reference: str) -> Iterator[tuple[str, ...]]:
    for error in run.errors:
        ours, theirs = error.match
        yield (
            run.file,
            reference if ours else run.file,
            str(error.line),
            error.match.kind,
            ours.type if ours else "",
            theirs.type if theirs else "",
            error.words(0),
            error.words(1),
        )


def error_count_records(scores: Scores) -> Table:
    """How often each run has the same error, the most frequent first."""
    rows = [
        (run.file, str(count), kind, ours, theirs, text, other)
        for run in scores.runs
        for (kind, ours, text, theirs, other), count in run.error_forms().most_common()
    ]
    return Table(("run", "count", *_TYPES), tuple(rows))
