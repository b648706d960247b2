"""What parsers score, and how they compare, as tables, as records and as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import number
from accord.messages import plural
from accord.reporting.compare import comparisons_payload, comparisons_table
from accord.reporting.numbers import ends, exact, exact_interval, four_digits, percent, percent_interval, reasons
from accord.reporting.score_payload import counts_payload, distribution_payload
from accord.reporting.systems import DISTRIBUTED, WHAT_IS_DISTRIBUTED
from accord.reporting.table import Table, said_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.agreement.result import Result
    from accord.kinds.trees.runs import TreeCompared, TreeRun, TreeScores

TITLES = {
    "las": "LAS",
    "uas": "UAS",
    "clas": "CLAS",
    "bracket-f1": "bracket F1",
}
"""What the measures of parsers are called in tables."""


def score_tables(scores: TreeScores) -> Iterator[Table]:
    """Every run with its measures, the headline with its interval, and alpha beside them."""
    names = list(scores.runs[0].scores)
    rows = tuple(_row(run) for run in scores.runs)
    values = (
        value
        for run in scores.runs
        for value in (*(each.value for each in run.scores.values()), run.headline.interval, run.alpha.value)
    )
    head, *others = names
    columns = ("run", TITLES[head], f"95% interval of {TITLES[head]}", *(TITLES[name] for name in others))
    more = () if len(names) > 1 else ("precision", "recall")
    run = scores.runs[0]
    tokens = sum(sentence.tokens for sentence in run.parses.sentences)
    size = f"{plural(len(run.parses.sentences), 'sentence')}, {plural(tokens, 'token')}"
    notes = (
        f"{size}; alpha: of run and reference, over squared tree edit distance",
        *reasons(values),
        *_sampled(scores),
        str(scores.signature),
    )
    title = f"{plural(len(scores.runs), 'run')} against {scores.reference}"
    yield Table((*columns, *more, "alpha", "95% interval of alpha"), rows, title=title, notes=notes)
    yield from _over_runs(scores)


def _over_runs(scores: TreeScores) -> Iterator[Table]:
    systems = scores.over_runs()
    rows = [
        (
            TITLES[name],
            system,
            str(len(scores.systems[system])),
            *map(percent, (found[name].mean, found[name].sd, found[name].se)),
            percent_interval(found[name].interval),
        )
        for name in scores.runs[0].scores
        for system, found in systems.items()
    ]
    if rows:
        yield Table(DISTRIBUTED, said_once(rows), title="Over runs", notes=(WHAT_IS_DISTRIBUTED,))


def _sampled(scores: TreeScores) -> Iterator[str]:
    widths = [run.agreement.whole.sampling.half_width for run in scores.runs if run.agreement.whole.sampling]
    if widths:
        yield f"alpha from a sample of pairs of trees: that of all pairs lies within {max(widths):.4f}"


def _row(run: TreeRun) -> tuple[str, ...]:
    head, *others = run.scores.values()
    more = () if others else (percent(head.counts.precision), percent(head.counts.recall))
    return (
        run.file,
        percent(head.value),
        percent_interval(head.interval),
        *(percent(each.value) for each in others),
        *more,
        four_digits(run.alpha.value),
        ends(run.alpha.interval),
    )


def score_records(scores: TreeScores) -> Table:
    """One tidy table for programs."""
    columns = ("run", "measure", "value", "low", "high", "reference", "predicted", "correct", "signature")
    rows: list[tuple[str, ...]] = []
    for run in scores.runs:
        for name, each in run.scores.items():
            counts, signature = map(str, each.counts), str(replace(scores.signature, measure=name))
            rows.append((run.file, name, exact(each.value), *exact_interval(each.interval), *counts, signature))
        alpha = run.alpha
        ends_ = exact_interval(alpha.interval)
        rows.append((run.file, "alpha", exact(alpha.value), *ends_, "", "", "", str(alpha.signature)))
    return Table(columns, tuple(rows))


def score_payload(scores: TreeScores, alphas: Mapping[str, Result] | None = None) -> dict[str, Any]:
    """All runs as JSON; alpha takes longest, so there may be ``alphas`` of some files only."""
    known = {run.file: run.alpha for run in scores.runs} if alphas is None else alphas
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
            for system, found in scores.over_runs().items()
        ],
        "runs": [
            {
                "file": run.file,
                "scores": {
                    name.replace("-", "_"): {
                        **value_payload(each.value),
                        "interval": interval_payload(each.interval),
                        "precision": number(each.counts.precision),
                        "recall": number(each.counts.recall),
                        **each.counts._asdict(),
                    }
                    for name, each in run.scores.items()
                },
                "labels": {label: counts_payload(counts) for label, counts in run.labels.items()},
                "alpha": _alpha_payload(known[run.file]) if run.file in known else None,
            }
            for run in scores.runs
        ],
    }


def _alpha_payload(alpha: Result) -> dict[str, Any]:
    return {
        **value_payload(alpha.value),
        "interval": interval_payload(alpha.interval),
        "signature": str(alpha.signature),
    }


def compare_table(compared: TreeCompared) -> Table:
    """Every pair of parsers."""
    title = TITLES[compared.measure]
    return comparisons_table(compared.comparisons, compared.signature, title, title)


def compare_payload(compared: TreeCompared) -> dict[str, Any]:
    """Every pair of parsers as JSON."""
    return {
        "version": 1,
        "measure": compared.measure,
        "signature": str(compared.signature),
        "comparisons": comparisons_payload(compared.comparisons),
    }
