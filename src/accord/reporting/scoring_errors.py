"""What systems have wrong, one by one, of every kind that lists it: as tables, as records and as JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.messages import counted
from accord.model.place import Place
from accord.reporting.numbers import thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.counted_scores import CountedRun, CountedScores, ScoringError

_COLUMNS = ("place", "error", "reference", "predicted", "text")


def error_tables(scores: CountedScores) -> Iterator[Table]:
    """The errors of each run."""
    for run in scores.runs:
        errors = [] if run.errors is None else list(run.errors())
        kinds = Counter(error.kind for error in errors)
        said = ", ".join(f"{number:,} {kind}" for kind, number in kinds.items())
        with_text = any(error.text for error in errors)
        columns = _COLUMNS if with_text else _COLUMNS[:-1]
        title = f"{run.file}: {counted(len(errors), 'errors')}{f' ({said})' if len(kinds) > 1 else ''}"
        yield Table(columns, tuple(_row(error)[: len(columns)] for error in errors), title=title)


def error_records(scores: CountedScores) -> Table:
    """The errors of all runs for programs."""
    rows = [
        (run.file, *("" if part is None else str(part) for part in error.place), *_row(error)[1:])
        for run in scores.runs
        for error in (() if run.errors is None else run.errors())
    ]
    return Table(("run", *Place._fields, *_COLUMNS[1:]), tuple(rows))


def error_count_tables(scores: CountedScores) -> Iterator[Table]:
    """How often each run has the same wrong, the most frequent first."""
    for run in scores.runs:
        forms = _forms(run)
        columns = _COLUMNS[1:] if any(form[-1] for form, _ in forms) else _COLUMNS[1:-1]
        rows = tuple((thousands(count), *form[: len(columns)]) for form, count in forms)
        yield Table(("count", *columns), rows, title=f"{run.file}: errors by surface form")


def error_count_records(scores: CountedScores) -> Table:
    """The same of all runs for programs."""
    rows = [(run.file, str(count), *form) for run in scores.runs for form, count in _forms(run)]
    return Table(("run", "count", *_COLUMNS[1:]), tuple(rows))


def error_count_payload(scores: CountedScores) -> dict[str, Any]:
    """The same of all runs, by the run."""
    names = _COLUMNS[1:]
    return {
        "error_counts": {
            run.file: [{"count": count, **dict(zip(names, form, strict=True))} for form, count in _forms(run)]
            for run in scores.runs
        }
    }


def _forms(run: CountedRun) -> list[tuple[tuple[str, ...], int]]:
    errors = () if run.errors is None else run.errors()
    return Counter(_form(error) for error in errors).most_common()


def _form(error: ScoringError) -> tuple[str, ...]:
    """What is the same of an error wherever it stands."""
    return _row(error)[1:] if error.form is None else (error.kind, *error.form, "")


def error_payload(scores: CountedScores) -> dict[str, Any]:
    """The errors of all runs, by the run."""
    return {
        "errors": {
            run.file: [
                {
                    **error.place._asdict(),
                    "error": error.kind,
                    "reference": error.reference,
                    "predicted": error.predicted,
                    "text": error.text,
                }
                for error in (() if run.errors is None else run.errors())
            ]
            for run in scores.runs
        }
    }


def _row(error: ScoringError) -> tuple[str, ...]:
    return str(error.place), error.kind, error.reference, error.predicted, error.text
