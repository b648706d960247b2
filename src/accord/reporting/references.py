"""Scores against several references, as a table, as records and as JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import value_payload
from accord.agreement.result import number
from accord.messages import capital, counted, plural
from accord.reporting.compare import measure_title
from accord.reporting.numbers import exact, measured, reasons
from accord.reporting.table import Table, said_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.scoring.references import AgainstReferences, ReferenceScores

HOW_TO_READ = (
    "a system at the mean of the annotators agrees with one of them as much as they do with each other; that is no "
    "ceiling: annotators can be wrong alike"
)

MANY = 12
"""With more references a table has no column for each of them."""
_SPREAD = "SD: standard deviation over references (n - 1)"


def references_tables(scores: ReferenceScores, measures: Sequence[str] = (), *, paper: bool = False) -> Iterator[Table]:
    """The headline, or other measures, of every system and annotator against each reference, with mean and spread."""
    *others, last = measures or scores.measures[:1]
    yield from (replace(_table(scores, measure, paper=paper), notes=()) for measure in others)
    yield _table(scores, last, paper=paper)


def _table(scores: ReferenceScores, measure: str, *, paper: bool) -> Table:
    systems, humans = scores.systems(measure), scores.humans(measure)
    formula = systems[0].over.formula
    title = f"{measure_title(measure)} against {plural(len(scores.references), 'reference')}"
    shown = scores.references if len(scores.references) <= MANY else ()
    columns = ("", " ", *shown, "mean", "SD", "least", "most")
    several = any(len(runs) > 1 for runs in scores.first.systems.values())
    how = (*(["systems: means over the runs of each"] if several else []), _SPREAD)
    notes = (
        *(() if paper else how),
        HOW_TO_READ,
        *_ceiling(scores, measure),
        *reasons(each.over.mean for each in (*systems, *humans)),
        *_few(list(_left_out(scores))),
        *(f"{name}: {scores.signatures[name]}" for name in shown),
        *([] if shown else ["the value and signature of each reference: --format csv"]),
    )
    mean_of_all = measured(scores.human_mean(measure), formula)
    rows = said_once(
        [
            *(("systems", *_row(each, shown)) for each in systems),
            *(("annotators", *_row(each, shown)) for each in humans),
            ("annotators", "mean of all", *([""] * len(shown)), mean_of_all, "", "", ""),
        ]
    )
    if not paper:
        return Table(columns, rows, title=title, notes=notes)
    percent = " in percent" * formula.in_percent
    return Table(columns, rows, caption=f"{title}{percent}. {'. '.join(map(capital, how))}.", notes=notes)


def _ceiling(scores: ReferenceScores, measure: str) -> Iterator[str]:
    """Between which scores the best possible system lies."""
    if ends := scores.ceiling(measure):
        low, high = (measured(end, scores.systems(measure)[0].over.formula) for end in ends)
        yield (
            f"the best possible system scores {low} to {high} against an annotator like these: that says what cannot "
            "be reached, not what is enough (accord explain ceiling)"
        )


def _left_out(scores: ReferenceScores) -> Iterator[str]:
    """What was not scored against which reference."""
    for part, who in ((scores.scores, ""), (scores.annotators, "annotators ")):
        for name, each in part.items():
            lost = {key: number for key, number in each.signature.choices.items() if key.startswith("left-out-")}
            listed = [said for said in getattr(each, "assumptions", ()) if "left out" in said]
            if any(lost.values()) and not listed:
                said = [counted(int(str(count)), key.removeprefix("left-out-")) for key, count in lost.items()]
                listed = [f"left out where tokens differ: {', '.join(said)}"]
            yield from (f"{who}against {name}: {said}" for said in listed)


def _few(lines: list[str]) -> list[str]:
    """The first of many lines."""
    return lines if len(lines) <= 2 * MANY else [*lines[:MANY], f"and {len(lines) - MANY:,} more such lines"]


def _row(each: AgainstReferences, shown: Sequence[str]) -> tuple[str, ...]:
    formula = each.over.formula
    held = (measured(each.values[name], formula) if name in each.values else "" for name in shown)
    spread = (measured(value, formula) for value in (each.over.mean, each.over.sd, each.least, each.most))
    return (each.name, *held, *spread)


def references_records(scores: ReferenceScores, measures: Sequence[str] = ()) -> Table:
    """One row for every system or annotator, measure and reference, then one for their mean."""
    columns = ("part", "name", "measure", "reference", "value", "sd", "least", "most", "signature")
    rows: list[tuple[str, ...]] = []
    for measure in measures or scores.measures:
        for part, found in (("system", scores.systems(measure)), ("annotator", scores.humans(measure))):
            for each in found:
                signatures = scores.signatures if part == "system" else {}
                rows += [
                    (part, each.name, measure, reference, exact(value), "", "", "", str(signatures.get(reference, "")))
                    for reference, value in each.values.items()
                ]
                spread = map(exact, (each.over.mean, each.over.sd, each.least, each.most))
                rows.append((part, each.name, measure, "", *spread, ""))
    return Table(columns, tuple(rows))


def references_payload(scores: ReferenceScores, measures: Sequence[str] = ()) -> dict[str, Any]:
    """Everything as JSON."""
    return {
        "version": 1,
        "references": list(scores.references),
        "signatures": {name: str(signature) for name, signature in scores.signatures.items()},
        "measures": [
            {
                "measure": measure,
                "systems": [_payload(each) for each in scores.systems(measure)],
                "annotators": [_payload(each) for each in scores.humans(measure)],
                "annotators_mean": number(scores.human_mean(measure)),
                "ceiling": scores.ceiling(measure),
            }
            for measure in measures or scores.measures
        ],
    }


def _payload(each: AgainstReferences) -> dict[str, Any]:
    return {
        "name": each.name,
        "references": {name: value_payload(value) for name, value in each.values.items()},
        "mean": number(each.over.mean),
        "sd": number(each.over.sd),
        "least": number(each.least),
        "most": number(each.most),
    }
