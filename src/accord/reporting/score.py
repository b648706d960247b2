"""A scoring as tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.confusion_table import confusion_table
from accord.reporting.levels import all_levels, levels
from accord.reporting.numbers import percent, percent_interval, thousands
from accord.reporting.systems import rank_sum_table, system_tables
from accord.reporting.table import Table, said_once
from accord.scoring.counts import PARTS, Average, Counts, counted_as_zero
from accord.scoring.errors import KINDS, confusion, error_kinds
from accord.scoring.schemas import MucCounts, schema_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from accord.scoring.run import LocatedError, Run
    from accord.scoring.scores import Scores
    from accord.scoring.surface import SurfaceCounts
    from accord.scoring.system_table import SystemTable

_COLUMNS = ("", "precision", "recall", "F1", "reference", "predicted", "correct")


def score_tables(
    scores: Scores,
    *,
    paper: SystemTable | None = None,
    schemas: bool = False,
    confused: bool = False,
    errors: bool = False,
    error_counts: bool = False,
) -> Iterator[Table]:
    """What a person wants to see: each run, then the systems; or these alone as a table for a paper."""
    if paper:
        from accord.reporting.system_table import paper_table  # here, as below, for few ask for it

        shown = paper_table(paper)
        without = " Tokens that could not be aligned with the reference are left out." if scores.left_out else ""
        yield replace(
            shown, caption=f"{shown.caption}{without}", notes=(*shown.notes, *_warnings_of_all(scores, paper.formulas))
        )
    if not paper or (paper.usual and len(scores.runs) == 1):
        yield _runs_table(scores) if len(scores.runs) > 1 else _run_table(scores.run, scores)
    wanted_tables = {_schema_table: schemas, _confusion_table: confused, _error_count_table: error_counts}
    for run in scores.runs:
        yield from _details(run, scores, [table for table, wanted in wanted_tables.items() if wanted], errors=errors)
    if paper:
        return
    if scores.has_several_runs:
        yield from system_tables(scores)
    elif len(scores.runs) > 1:
        yield _level_table(scores)
    if scores.tests:
        yield rank_sum_table(scores.tests)


def _details(run: Run, scores: Scores, tables: Sequence[Callable[[Run], Table]], *, errors: bool) -> Iterator[Table]:
    """What was asked for of a run."""
    for where, surface in run.surface.items():
        yield _surface_table(run, where, surface)
    if run.documents:
        yield _document_table(run)
    yield from (table(run) for table in tables)
    if errors:
        yield _error_table(run, scores)


def repair_tables(scores: Scores, *, paper: bool = False) -> Iterator[Table]:
    """Every run by each of several repairs, and what that changes over runs; or the latter alone as it is printed."""
    from accord.reporting.crossed_repairs import crossed_tables, paper_tables
    from accord.scoring.crossed_repairs import crossed_repairs

    found = crossed_repairs(scores)
    if paper:
        yield from paper_tables(found, PurePath(scores.reference).name, _left_out_of_repairs(scores))
        return
    yield _repair_table(scores)
    if scores.has_several_runs:
        yield from crossed_tables(found)


def _run_table(run: Run, scores: Scores) -> Table:
    rows = [
        ("micro", *_percents(run.micro), *map(thousands, run.micro)),
        ("macro", *_percents(run.macro), "", "", ""),
        ("weighted", *_percents(run.weighted), "", "", ""),
        *((type_, *_percents(counts), *map(thousands, counts)) for type_, counts in run.types.items()),
    ]
    return Table(_COLUMNS, tuple(rows), title=run.file, notes=tuple(_run_notes(run, scores)))


def _level_table(scores: Scores) -> Table:
    """The averages and types of runs that are a system each, those of one type beneath each other."""
    cells = [
        (level, run.file, levels(run)[level])
        for level in all_levels(scores.runs)
        for run in scores.runs
        if level.kind != "micro" and level in levels(run)
    ]
    rows = [
        (str(level), file, *_percents(scored), *(map(thousands, scored) if level.type else ("", "", "")))
        for level, file, scored in cells
    ]
    return Table(("", "run", *_COLUMNS[1:]), said_once(rows), title="Other averages, and each type")


def _runs_table(scores: Scores) -> Table:
    repaired = any(run.invalid for run in scores.runs)
    each = len({run.repair for run in scores.runs}) > 1
    rows = [
        (
            run.file,
            *_percents(run.micro),
            percent_interval(run.intervals["f1"]),
            percent(run.accuracy),
            *map(thousands, run.micro),
            *([thousands(run.invalid)] if repaired else []),
            *([run.repair] if repaired and each else []),
        )
        for run in scores.runs
    ]
    invalid = ["invalid", "repair"][: 1 + each] if repaired else []
    said = "the repair of each system" if each else f"repair {scores.repair!r}"
    columns = ("run", *_COLUMNS[1:4], "95% interval of F1", "accuracy", *_COLUMNS[4:], *invalid)
    first = scores.runs[0]
    notes = [
        f"micro average; {plural(first.tokens, 'token')} in {plural(first.sentences, 'sentence')}",
        "interval: jackknife over sentences",
        *([f"invalid: invalid transitions in the prediction, read by {said}"] if repaired else []),
        *(f"{copy}: the same file as {run}, byte for byte; is it a run of its own?" for copy, run in scores.copies),
        *_warnings_of_all(scores),
    ]
    return Table(
        columns, tuple(rows), title=f"{plural(len(scores.runs), 'run')} against {scores.reference}", notes=tuple(notes)
    )


def _run_notes(run: Run, scores: Scores) -> Iterator[str]:
    interval = run.intervals["f1"]
    if not isinstance(interval, Undefined):
        yield f"micro F1 {percent(run.micro.f1)}, 95% interval {percent_interval(interval)} ({interval.method})"
    yield f"accuracy {percent(run.accuracy)} on {plural(run.tokens, 'token')} in {plural(run.sentences, 'sentence')}"
    if run.invalid:
        yield f"{plural(run.invalid, 'invalid transition')} in the prediction, read by repair {run.repair!r}"
    yield from _warnings(run, scores)


def _warnings_of_all(scores: Scores, measures: Collection[str] | None = None) -> list[str]:
    return [f"{run.file}: {note}" for run in scores.runs for note in _warnings(run, scores, measures)]


def _warnings(run: Run, scores: Scores, measures: Collection[str] | None = None) -> Iterator[str]:
    """What the reader of a score must know, where some measures alone are shown: of these."""
    averaged = measures is None or any(name.startswith(("macro-", "weighted-")) for name in measures)
    if averaged and (zeros := counted_as_zero(run.types)):
        yield f"in macro and weighted an undefined precision or recall counts as 0: {', '.join(zeros)}"
    if scores.invalid_reference:
        transitions = plural(scores.invalid_reference, "invalid transition")
        yield f"{transitions} in the REFERENCE, read by repair {scores.repair_reference!r}"
    for part in PARTS if measures is None else ():
        value = run.ratio(part)
        if isinstance(value, Undefined):
            yield f"{part.replace('f1', 'F1')} is undefined: {value.reason}"
    yield from _left_out_notes(run, scores)


def _left_out_notes(run: Run, scores: Scores) -> Iterator[str]:
    """What could not be compared, and the F1 that counts it."""
    left = scores.left_out.get(run.file)
    if left is None:
        return
    yield f"tokens differ from the reference in {plural(len(left.differences), 'place')}"
    if left.filled:
        yield f"{plural(left.filled, 'token')} missing, taken as O"
    tokens, (missed, spurious, _) = left.tokens, run.left_out
    parts = {
        "missed": f"{plural(tokens, 'reference token')} with {plural(missed, 'mention')}" * (tokens > 0),
        "spurious": plural(spurious, "predicted mention") * (spurious > 0),
    }
    if said := {name: part for name, part in parts.items() if part}:
        counted = f"with these as {' and '.join(said)}, F1 is {percent(run.whole.f1)}"
        at_best = f"; as if they were right, {percent(run.at_best.f1)}" if missed or spurious else ""
        yield f"left out, not aligned: {' and '.join(said.values())}; {counted}{at_best}"


def _percents(scores: Counts | Average | MucCounts) -> tuple[str, str, str]:
    return percent(scores.precision), percent(scores.recall), percent(scores.f1)


def _schema_table(run: Run) -> Table:
    rows = [
        (schema, *_percents(counts), *map(thousands, counts), thousands(counts.possible), thousands(counts.actual))
        for schema, counts in schema_counts(run.label_runs).items()
    ]
    columns = ("schema", "precision", "recall", "F1", "COR", "INC", "PAR", "MIS", "SPU", "possible", "actual")
    return Table(columns, tuple(rows), title=f"{run.file}: SemEval/MUC schemas")


def _surface_table(run: Run, where: str, surface: SurfaceCounts) -> Table:
    rows = [
        (name, *_percents(counts), *map(thousands, counts))
        for name, counts in [("micro", surface.micro), *surface.types.items()]
    ]
    return Table(_COLUMNS, tuple(rows), title=f"{run.file}: distinct surface forms, correct if found {where}")


def _document_table(run: Run) -> Table:
    rows = [(document, *_percents(counts), *map(thousands, counts)) for document, counts in run.documents.items()]
    return Table(("document", *_COLUMNS[1:]), tuple(rows), title=f"{run.file}: by document")


def _confusion_table(run: Run) -> Table:
    return confusion_table(confusion(run.label_runs), list(run.types), title=run.file, called="type")


def _error_table(run: Run, scores: Scores) -> Table:
    rows = [
        (
            _place(error, run, scores),
            error.match.kind,
            error.match.reference.type if error.match.reference else "",
            error.words(0),
            error.match.predicted.type if error.match.predicted else "",
            error.words(1),
        )
        for error in run.errors
    ]
    kinds = error_kinds(run.label_runs)
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS)
    columns = ("place", "error", "reference", "", "predicted", "")
    return Table(columns, tuple(rows), title=f"{run.file}: {plural(sum(kinds.values()), 'error')} ({counts})")


def _error_count_table(run: Run) -> Table:
    rows = tuple((thousands(count), *form) for form, count in run.error_forms().most_common())
    return Table(
        ("count", "error", "reference", "", "predicted", ""), rows, title=f"{run.file}: errors by surface form"
    )


def _place(error: LocatedError, run: Run, scores: Scores) -> str:
    file = scores.reference if error.match.reference else run.file
    return f"{file}:{error.line}" if error.line else file


def _repair_table(scores: Scores) -> Table:
    files = list(dict.fromkeys(run.file for run in scores.runs))
    rows, notes = [], []
    for file in files:
        runs = [run for run in scores.runs if run.file == file]
        rows += [(file, run.repair, *_percents(run.micro), *map(thousands, run.micro)) for run in runs]
        values = [run.micro.f1 for run in runs if not isinstance(run.micro.f1, Undefined)]
        if values and not scores.has_several_runs:
            spread = percent(max(values) - min(values))
            notes.append(
                f"{file}: {plural(runs[0].invalid, 'invalid transition')}, F1 differs by {spread} between repairs"
            )
    notes += _left_out_of_repairs(scores)
    columns = ("file", "repair", *_COLUMNS[1:])
    return Table(columns, tuple(rows), title="All repair methods", notes=tuple(notes))


def _left_out_of_repairs(scores: Scores) -> list[str]:
    return [f"{run.file}, {run.repair}: {note}" for run in scores.runs for note in _left_out_notes(run, scores)]
