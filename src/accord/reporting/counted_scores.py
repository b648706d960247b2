"""What systems score by counts of any kind, as tables, as records and as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import number
from accord.messages import counted, plural
from accord.reporting.compare import measure_title
from accord.reporting.confusion_table import confusion_table
from accord.reporting.further_measures import further_tables, measure_payload
from accord.reporting.numbers import (
    ends,
    exact,
    exact_interval,
    four_digits,
    measured,
    measured_interval,
    percent,
    reasons,
    thousands,
)
from accord.reporting.score_payload import average_payload, counts_payload, distribution_payload, test_payload
from accord.reporting.system_table import paper_table
from accord.reporting.systems import distribution_table, rank_sum_table
from accord.reporting.table import Table
from accord.scoring.counts import counted_as_zero, macro, weighted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.agreement.result import Result
    from accord.scoring.counted_scores import CountedRun, CountedScores
    from accord.scoring.counts import Average, Counts
    from accord.scoring.system_table import SystemTable

_SHARES = {"accuracy", "exact-match", "las"}
"""Measures of which precision and recall are the same where both sides have as many tokens."""
_AVERAGES = {"macro": macro, "weighted": weighted}


def score_tables(scores: CountedScores, *, paper: SystemTable | None = None, confused: bool = False) -> Iterator[Table]:
    """Every run with its measures, the headline with its interval, and alpha beside them; then each label.

    A table for a ``paper`` stands for the systems, if there is one.
    """
    yield paper_table(paper) if paper else _runs_table(scores)
    if scores.label and (not paper or (paper.usual and len(scores.runs) == 1)):
        yield from (_label_table(run, scores.label) for run in scores.runs)
    if not paper:
        yield from further_tables(scores)
    if confused:
        for run in scores.runs:
            yield confusion_table(run.confused, list(run.labels), title=run.file, called=scores.label or "label")
    if scores.has_several_runs and not paper:
        yield _over_runs(scores)
    if scores.tests and not paper:
        yield rank_sum_table(scores.tests, measure_title(scores.measures[0]))


def _runs_table(scores: CountedScores) -> Table:
    head, *others = (measure_title(name) for name in scores.measures)
    first = scores.runs[0]
    shares = scores.measures[0] in _SHARES and all(_same_size(run) for run in scores.runs)
    parts = () if shares else ("precision", "recall")
    columns = ("run", head, f"95% interval of {head}", *others, *parts)
    columns += ("alpha", "95% interval of alpha") if first.alpha else ()
    values = [
        value
        for run in scores.runs
        for value in (
            *(each.value for each in run.scores.values()),
            run.headline.interval,
            *([run.alpha.value] if run.alpha else []),
        )
    ]
    size = ", ".join(counted(count, what) for what, count in first.sizes.items())
    alpha = "; alpha: of run and reference, over squared tree edit distance" if first.alpha else ""
    notes = (
        f"{size}{alpha}",
        *reasons(values),
        *dict.fromkeys(run.alpha_note for run in scores.runs if run.alpha_note),
        str(scores.signature),
    )
    title = f"{plural(len(scores.runs), 'run')} against {scores.reference}"
    return Table(columns, tuple(_row(run, parts) for run in scores.runs), title=title, notes=notes)


def _same_size(run: CountedRun) -> bool:
    return run.headline.counts is not None and run.headline.counts.reference == run.headline.counts.predicted


def _row(run: CountedRun, parts: Sequence[str]) -> tuple[str, ...]:
    head, *others = run.scores.values()
    return (
        run.file,
        measured(head.value, head.formula),
        measured_interval(head.interval, head.formula),
        *(measured(each.value, each.formula) for each in others),
        *(percent(getattr(head.counts, part)) for part in parts),
        *((four_digits(run.alpha.value), ends(run.alpha.interval)) if run.alpha else ()),
    )


def _label_table(run: CountedRun, called: str) -> Table:
    labels = dict(run.labels)
    rows = [
        *((name, *_percents(average(labels)), "", "", "") for name, average in _AVERAGES.items()),
        *((label, *_percents(counts), *map(thousands, counts)) for label, counts in labels.items()),
    ]
    zeros = counted_as_zero(labels)
    said = f"in macro and weighted an undefined precision or recall counts as 0: {', '.join(zeros)}"
    columns = (called, "precision", "recall", "F1", "reference", "predicted", "correct")
    return Table(columns, tuple(rows), title=f"{run.file}: each {called}", notes=(said,) if zeros else ())


def _percents(scores: Counts | Average) -> tuple[str, str, str]:
    return percent(scores.precision), percent(scores.recall), percent(scores.f1)


def _over_runs(scores: CountedScores) -> Table:
    spread = scores.over_runs()
    cells = [(measure_title(name), system, spread[system][name]) for name in scores.measures for system in spread]
    return distribution_table(cells, "Over runs")


def score_records(scores: CountedScores) -> Table:
    """One tidy table for programs; the F1 of a label is called by it."""
    columns = ("run", "measure", "label", "value", "low", "high", "reference", "predicted", "correct", "signature")
    rows: list[tuple[str, ...]] = []
    for run in scores.runs:
        for name, each in {**run.scores, **run.further}.items():
            counts = map(str, each.counts or ("", "", ""))
            signature = str(replace(scores.signature, measure=name))
            rows.append((run.file, name, "", exact(each.value), *exact_interval(each.interval), *counts, signature))
        if run.alpha:
            limits = exact_interval(run.alpha.interval)
            rows.append((run.file, "alpha", "", exact(run.alpha.value), *limits, "", "", "", str(run.alpha.signature)))
        for label, of_label in run.labels.items() if scores.label else ():
            rows.append((run.file, "f1", label, exact(of_label.f1), "", "", *map(str, of_label), ""))
    return Table(columns, tuple(rows))


def score_payload(
    scores: CountedScores, alphas: Mapping[str, Result] | None = None, *, confused: bool = False
) -> dict[str, Any]:
    """All runs as JSON; alpha takes longest, so there may be ``alphas`` of some files only."""
    known = {run.file: run.alpha for run in scores.runs if run.alpha} if alphas is None else alphas
    return {
        "version": 1,
        "reference": scores.reference,
        "signature": str(scores.signature),
        "systems": {name: list(files) for name, files in scores.systems.items()},
        "over_runs": [
            {
                "system": system,
                "scores": {name.replace("-", "_"): distribution_payload(each) for name, each in found.items()},
            }
            for system, found in (scores.over_runs().items() if scores.has_several_runs else ())
        ],
        "runs": [_run_payload(run, known.get(run.file), confused=confused) for run in scores.runs],
        "tests": [test_payload(test) for test in scores.tests],
    }


def _run_payload(run: CountedRun, alpha: Result | None, *, confused: bool) -> dict[str, Any]:
    labels = dict(run.labels)
    payload: dict[str, Any] = {
        "file": run.file,
        **run.sizes,
        "scores": {name.replace("-", "_"): measure_payload(each) for name, each in run.scores.items()},
        **({"further": _further_payload(run)} if run.further else {}),
        "averages": {name: average_payload(average(labels)) for name, average in _AVERAGES.items()},
        "labels": {label: counts_payload(counts) for label, counts in labels.items()},
        "alpha": _alpha_payload(alpha) if alpha else None,
    }
    if any(run.left_out):
        bounds = {"at_worst": number(run.at_worst), "at_best": number(run.at_best)}
        payload["left_out"] = {**run.left_out._asdict(), **bounds}
    if confused:
        payload["confusion"] = [
            {"reference": ours, "predicted": theirs, "count": count}
            for (ours, theirs), count in sorted(run.confused.items())
        ]
    return payload


def _further_payload(run: CountedRun) -> dict[str, Any]:
    return {name.replace("-", "_"): measure_payload(each) for name, each in run.further.items()}


def _alpha_payload(alpha: Result) -> dict[str, Any]:
    return {
        **value_payload(alpha.value),
        "interval": interval_payload(alpha.interval),
        "signature": str(alpha.signature),
    }
