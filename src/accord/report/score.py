"""A scoring as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.measure.reference.counts import PARTS, Average, Counts, counted_as_zero
from accord.measure.reference.errors import KINDS, NOTHING, confusion, error_kinds
from accord.measure.reference.schemas import MucCounts, schema_counts
from accord.measure.result import Undefined, number
from accord.report.numbers import p_value, percent, percent_interval, thousands
from accord.report.table import Table
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.measure.reference.run import LocatedError, Run
    from accord.measure.reference.scores import Scores
    from accord.measure.reference.seeds import Distribution
    from accord.measure.reference.surface import SurfaceCounts

_COLUMNS = ("", "precision", "recall", "F1", "reference", "predicted", "correct")


def score_tables(
    scores: Scores, *, schemas: bool = False, confused: bool = False, errors: bool = False, error_counts: bool = False
) -> Iterator[Table]:
    """What a person wants to see: each run, then the systems."""
    if scores.repair == "all":
        yield _repair_table(scores)
        return
    if len(scores.runs) > 1:
        yield _runs_table(scores)
    for run in scores.runs:
        if len(scores.runs) == 1:
            yield _run_table(run, scores)
        if schemas:
            yield _schema_table(run)
        if run.surface:
            yield _surface_table(run, run.surface)
        if confused:
            yield _confusion_table(run)
        if errors:
            yield _error_table(run, scores)
        if error_counts:
            yield _error_count_table(run)
    if any(len(system.runs) > 1 for system in scores.systems):
        yield _system_table(scores)
        yield _type_table(scores)
    if scores.tests:
        yield _test_table(scores)


def _run_table(run: Run, scores: Scores) -> Table:
    rows = [
        ("micro", *_percents(run.micro), *map(thousands, run.micro)),
        ("macro", *_percents(run.macro), "", "", ""),
        ("weighted", *_percents(run.weighted), "", "", ""),
        *((type_, *_percents(counts), *map(thousands, counts)) for type_, counts in run.types.items()),
    ]
    return Table(_COLUMNS, tuple(rows), title=run.file, notes=tuple(_run_notes(run, scores)))


def _runs_table(scores: Scores) -> Table:
    rows = [
        (
            run.file,
            *_percents(run.micro),
            percent_interval(run.intervals["f1"]),
            percent(run.accuracy),
            *map(thousands, run.micro),
            thousands(run.invalid),
        )
        for run in scores.runs
    ]
    columns = ("run", *_COLUMNS[1:4], "95% interval of F1", "accuracy", *_COLUMNS[4:], "invalid")
    first = scores.runs[0]
    notes = [
        f"micro average; {plural(first.tokens, 'token')} in {plural(first.sentences, 'sentence')}",
        "interval: jackknife over sentences",
        f"invalid: invalid transitions in the prediction, read by repair {scores.repair!r}",
        *(f"{run.file}: {note}" for run in scores.runs for note in _warnings(run, scores)),
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
    if zeros := counted_as_zero(run.types):
        yield f"in macro and weighted an undefined precision or recall counts as 0: {', '.join(zeros)}"
    yield from _warnings(run, scores)


def _warnings(run: Run, scores: Scores) -> Iterator[str]:
    """What the reader of a score must know."""
    if scores.invalid_reference:
        transitions = plural(scores.invalid_reference, "invalid transition")
        yield f"{transitions} in the REFERENCE, read by repair {scores.repair_reference!r}"
    for part in PARTS:
        value = getattr(run.micro, part)
        if isinstance(value, Undefined):
            yield f"{part} is undefined: {value.reason}"
    if left := scores.left_out.get(run.file):
        yield f"tokens differ from the reference in {plural(len(left.differences), 'place')}"
        if left.sentences:
            missed = Counts(run.micro.reference + left.mentions, run.micro.predicted, run.micro.correct)
            yield (
                f"left out, not aligned: {plural(left.sentences, 'reference sentence')} with "
                f"{plural(left.mentions, 'mention')}; with these as missed, F1 is {percent(missed.f1)}"
            )


def _percents(scores: Counts | Average | MucCounts) -> tuple[str, str, str]:
    return percent(scores.precision), percent(scores.recall), percent(scores.f1)


def _schema_table(run: Run) -> Table:
    rows = [
        (schema, *_percents(counts), *map(thousands, counts), thousands(counts.possible), thousands(counts.actual))
        for schema, counts in schema_counts(run.islands).items()
    ]
    columns = ("schema", "precision", "recall", "F1", "COR", "INC", "PAR", "MIS", "SPU", "possible", "actual")
    return Table(columns, tuple(rows), title=f"{run.file}: SemEval/MUC schemas")


def _surface_table(run: Run, surface: SurfaceCounts) -> Table:
    rows = [
        (name, *_percents(counts), *map(thousands, counts))
        for name, counts in [("micro", surface.micro), *surface.types.items()]
    ]
    return Table(_COLUMNS, tuple(rows), title=f"{run.file}: distinct surface forms")


def _confusion_table(run: Run) -> Table:
    table = confusion(run.islands)
    types = [*run.types, NOTHING]
    rows = [
        (ours, *(thousands(table[ours, theirs]) if table[ours, theirs] else "" for theirs in types)) for ours in types
    ]
    return Table(
        ("reference \\ predicted", *types), tuple(rows), title=f"{run.file}: which type was predicted for which"
    )


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
    kinds = error_kinds(run.islands)
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
    return f"{file}:{error.line}"


def _repair_table(scores: Scores) -> Table:
    files = list(dict.fromkeys(run.file for run in scores.runs))
    rows, notes = [], []
    for file in files:
        runs = [run for run in scores.runs if run.file == file]
        rows += [(file, run.repair, *_percents(run.micro), *map(thousands, run.micro)) for run in runs]
        values = [run.micro.f1 for run in runs if not isinstance(run.micro.f1, Undefined)]
        if values:
            spread = percent(max(values) - min(values))
            notes.append(
                f"{file}: {plural(runs[0].invalid, 'invalid transition')}, F1 differs by {spread} between repairs"
            )
    columns = ("file", "repair", *_COLUMNS[1:])
    return Table(columns, tuple(rows), title="All repair methods", notes=tuple(notes))


def _spread(distribution: Distribution) -> str:
    sd = distribution.sd
    return percent(distribution.mean) if isinstance(sd, Undefined) else f"{percent(distribution.mean)} ± {percent(sd)}"


def _system_table(scores: Scores) -> Table:
    rows = [
        (
            system.name,
            str(len(system.runs)),
            *(_spread(system.micro[part]) for part in PARTS),
            percent(system.micro["f1"].se),
            percent_interval(system.micro["f1"].interval),
        )
        for system in scores.systems
    ]
    columns = ("system", "runs", "precision", "recall", "F1", "SE of F1", "95% interval of F1")
    notes = ("mean ± standard deviation over runs (n - 1); interval of the mean by Student's t",)
    return Table(columns, tuple(rows), title="Systems, micro average", notes=notes)


def _type_table(scores: Scores) -> Table:
    rows, notes = [], []
    for system in scores.systems:
        for type_, parts in system.types.items():
            rows.append(
                (system.name, type_, *(_spread(parts[part]) for part in PARTS), percent_interval(parts["f1"].interval))
            )
            missing = [f"{part} in {parts[part].counted_as_zero}" for part in PARTS if parts[part].counted_as_zero]
            if missing:
                runs = plural(len(system.runs), "run")
                notes.append(f"{system.name}, {type_}: undefined counts as 0 ({', '.join(missing)} of {runs})")
    columns = ("system", "type", "precision", "recall", "F1", "95% interval of F1")
    return Table(columns, tuple(rows), title="Systems, by type", notes=tuple(notes))


def _test_table(scores: Scores) -> Table:
    rows = [
        (test.first, test.second, percent(test.difference), *map(p_value, (test.p, test.p_holm, test.p_normal)))
        for test in scores.tests
    ]
    notes = [
        f"{test.first}, {test.second}: with so few runs p cannot be smaller than {p_value(test.smallest_p)}"
        for test in scores.tests
        if test.smallest_p > 0.05
    ]
    columns = ("system", "system", "difference in F1", "p", "p (Holm)", "p (normal approximation)")
    return Table(columns, tuple(rows), title="Wilcoxon rank-sum test over runs", notes=tuple(notes))


def score_records(scores: Scores) -> Table:
    """One row a run and type, numbers in full, for CSV."""
    columns = ("file", "repair", "level", "type", *PARTS, "reference", "predicted", "correct")
    rows = []
    for run in scores.runs:
        averages = [("micro", run.micro), ("macro", run.macro), ("weighted", run.weighted)]
        lines = [*((name, "", counts) for name, counts in averages), *(("type", *item) for item in run.types.items())]
        for level, type_, counts in lines:
            values = ("" if (value := number(getattr(counts, part))) is None else repr(value) for part in PARTS)
            whole = map(str, counts) if isinstance(counts, Counts) else ("", "", "")
            rows.append((run.file, run.repair, level, type_, *values, *whole))
    return Table(columns, tuple(rows))
