"""Systems on several test sets as tables for a paper, as records and as JSON."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.messages import plural
from accord.reporting.compare import measure_title
from accord.reporting.crossed_repairs import (
    HOW_TESTED,
    about_tests,
    apart,
    bold_means,
    is_significant,
    mean_and_sd,
    method_title,
    with_tests,
)
from accord.reporting.numbers import UNDEFINED, percent
from accord.reporting.system_table import caption, paper_table, short_systems
from accord.reporting.table import Table
from accord.scoring.crossed_repairs import Reading, crossed_repairs
from accord.scoring.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.scoring.crossed_repairs import CrossedRepairs
    from accord.scoring.testsets import ScoresBySet


def tables_of_sets(found: ScoresBySet, measures: Sequence[str] = (), **how: Any) -> Iterator[Table]:
    """Of each measure a table with systems as rows and test sets as columns; of several repairs those of the paper."""
    if found.crossed:
        crossed = {name: crossed_repairs(scores) for name, scores in found.scores.items() if isinstance(scores, Scores)}
        first, *others = repair_tables(crossed, found.systems)
        signatures = (f"{name}: {scores.signature}" for name, scores in found.scores.items())
        yield replace(first, notes=(*first.notes, *signatures))
        yield from others
        return
    for measure in measures or found.measures[:1]:
        yield _across(found, measure, how)


def _across(found: ScoresBySet, measure: str, how: Mapping[str, Any]) -> Table:
    """The column of one measure of every test set, side by side."""
    of_sets = {name: scores.table(measure, **how) for name, scores in found.scores.items()}
    tables = {name: paper_table(each) for name, each in of_sets.items()}
    systems = {name: list(scores.systems) for name, scores in found.scores.items()}
    short = short_systems(found.systems)
    rows = tuple(
        (
            short[system],
            *(tables[name].rows[own.index(system)][1] if system in own else UNDEFINED for name, own in systems.items()),
        )
        for system in found.systems
    )
    bold = frozenset(
        (found.systems.index(systems[name][row]), column)
        for column, name in enumerate(systems, 1)
        for row, _ in tables[name].bold
    )
    said = caption(of_sets, f"on {plural(len(tables), 'test set')}")
    captions = f"{measure_title(measure)}. {said}"
    notes = tuple(f"{name}: {note}" for name, table in tables.items() for note in table.notes)
    return Table(
        ("system", *tables), rows, caption=captions, bold=bold, bold_means="Bold: the best." * bool(bold), notes=notes
    )


def repair_tables(found: Mapping[str, CrossedRepairs], systems: Sequence[str]) -> Iterator[Table]:
    """Tables 5 to 8 of Palen-Michel, Holley & Lignos 2021, a row for each test set."""
    names = short_systems(systems)
    methods = list(dict.fromkeys(method for each in found.values() for method in each.repairs))
    for system in systems:
        yield _by_repair(found, system, names, methods)
    yield Table(
        ("test set", *(names[system] for system in systems)),
        tuple(
            (
                name,
                *(
                    mean_and_sd(each.invalid[system], counts=True) if system in each.invalid else UNDEFINED
                    for system in systems
                ),
            )
            for name, each in found.items()
        ),
        caption="Invalid transitions in a run, mean ± standard deviation over runs (n - 1).",
    )
    for ours, theirs in combinations(systems, 2):
        yield _between(found, ours, theirs, names)


def _by_repair(
    found: Mapping[str, CrossedRepairs], system: str, names: Mapping[str, str], methods: Sequence[str]
) -> Table:
    """F1 of a system by repair on every test set that it is there on."""
    pairs = list(combinations(methods, 2))
    held = {name: each for name, each in found.items() if system in each.invalid}
    tests = {
        name: {(each.first, each.second): each for each in crossed.between_repairs} for name, crossed in held.items()
    }
    rows = [
        (
            name,
            [crossed.f1[Reading(system, method)] for method in methods],
            [tests[name][Reading(system, a), Reading(system, b)] for a, b in pairs],
        )
        for name, crossed in held.items()
    ]
    table = with_tests("test set", rows, [method_title(method) for method in methods], [f"{a}, {b}" for a, b in pairs])
    caption = (
        f"F1 of {names[system]} in percent by repair of invalid label sequences, mean ± standard deviation over runs "
        f"(n - 1). {HOW_TESTED}"
    )
    notes = [
        f"{name}: {note}"
        for name, crossed in held.items()
        for note in about_tests([each for each in crossed.between_repairs if each.first.system == system], names)
    ]
    return replace(table, caption=caption, bold_means=bold_means(table.bold), notes=tuple(notes))


def _between(found: Mapping[str, CrossedRepairs], ours: str, theirs: str, names: Mapping[str, str]) -> Table:
    """Two systems that are read by different repairs on every test set: their means, Δ and p of each two methods."""
    held = {
        name: [each for each in crossed.between_systems if (each.first.system, each.second.system) == (ours, theirs)]
        for name, crossed in found.items()
    }
    held = {name: differences for name, differences in held.items() if differences}
    heads = next(iter(held.values()), [])
    columns = [
        column
        for each in heads
        for column in (
            f"{names[ours]} {method_title(each.first.repair)}",
            f"{names[theirs]} {method_title(each.second.repair)}",
            "Δ",
            "p",
        )
    ]
    rows = tuple(
        (
            name,
            *(
                cell
                for each in differences
                for cell in (*(percent(found[name].f1[one].mean) for one in (each.first, each.second)), *apart(each))
            ),
        )
        for name, differences in held.items()
    )
    bold = frozenset(
        (row, 4 + 4 * number)
        for row, differences in enumerate(held.values())
        for number, each in enumerate(differences)
        if is_significant(each)
    )
    caption = f"F1 of {names[ours]} and {names[theirs]} read by different repairs, means over runs. {HOW_TESTED}"
    notes = tuple(f"{name}: {note}" for name, each in held.items() for note in about_tests(each, names))
    return Table(("test set", *columns), rows, caption=caption, bold=bold, bold_means=bold_means(bold), notes=notes)


def records_of_sets(found: ScoresBySet) -> Table:
    """The records of every test set, with its name in front."""
    from accord.reporting import counted_scores, score_records

    tables = {
        name: score_records.score_records(scores)
        if isinstance(scores, Scores)
        else counted_scores.score_records(scores)
        for name, scores in found.scores.items()
    }
    columns = ("test_set", *next(iter(tables.values())).columns)
    return Table(columns, tuple((name, *row) for name, table in tables.items() for row in table.rows))


def payload_of_sets(found: ScoresBySet) -> dict[str, Any]:
    """The scores on every test set as JSON."""
    from accord.reporting import counted_scores, score_payload

    return {
        "version": 1,
        "test_sets": {
            name: score_payload.score_payload(scores)
            if isinstance(scores, Scores)
            else counted_scores.score_payload(scores)
            for name, scores in found.scores.items()
        },
    }
