"""What one system has right and another wrong, as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.messages import plural
from accord.reporting.numbers import thousands
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.scoring.compare import Compared
    from accord.scoring.examples import Differences, Example, Outcomes

_NOTHING = "–"


def examples_tables(compared: Compared) -> Iterator[Table]:
    """For every two systems how often each is right by label, then examples of what only one of them has right."""
    for each in compared.differences:
        yield _outcomes_table(each)
        for is_first in (True, False):
            if each.only(first=is_first):
                yield _examples_table(each, is_first=is_first)


def _outcomes_table(found: Differences) -> Table:
    rows = [(label, *map(thousands, counts)) for label, counts in [*found.labels.items(), ("all", found.total)]]
    columns = ("", "both", f"only {found.first}", f"only {found.second}", "neither")
    note = "of all that the reference or a system has: who has it right, or did not make it up"
    return Table(columns, tuple(rows), title=f"Who is right: {found.first}, {found.second}", notes=(note,))


def _examples_table(found: Differences, *, is_first: bool) -> Table:
    better = found.first if is_first else found.second
    held = found.only(first=is_first)
    count = found.total.only_first if is_first else found.total.only_second
    rows = tuple(
        (
            str(each.place or ""),
            each.reference or _NOTHING,
            each.first or _NOTHING,
            each.second or _NOTHING,
            each.context or each.text,
        )
        for each in held
    )
    columns = ("place", "reference", found.first, found.second, "")
    shown = f"{plural(len(held), 'example')} of {count:,}"
    notes = () if len(held) >= count else _WHY_FEWER
    return Table(columns, rows, title=f"Only {better} is right: {shown}", notes=notes)


_WHY_FEWER = ("what is made up in place of something in the reference is listed with that, and counted by itself",)


def examples_records(compared: Compared) -> Table:
    """One row an example, for programs."""
    columns = (
        "right",
        "wrong",
        "file",
        "line",
        "label",
        "text",
        "reference",
        "right_answer",
        "wrong_answer",
        "context",
    )
    rows = []
    for found in compared.differences:
        for each in found.examples:
            names = (found.first, found.second) if each.first_is_right else (found.second, found.first)
            answers = (each.first, each.second) if each.first_is_right else (each.second, each.first)
            file = each.place.file if each.place else ""
            line = str(each.place.line) if each.place and each.place.line else ""
            rows.append((*names, file, line, each.label, each.text, each.reference, *answers, each.context))
    return Table(columns, tuple(rows))


def examples_payload(compared: Compared) -> dict[str, Any]:
    """The same as JSON; nothing where no examples were asked for."""
    if not compared.differences:
        return {}
    return {"differences": [_payload(each) for each in compared.differences]}


def _payload(found: Differences) -> dict[str, Any]:
    return {
        "first": found.first,
        "second": found.second,
        "counts": _counts(found.total),
        "labels": {label: _counts(counts) for label, counts in found.labels.items()},
        "examples": [_example(found, each) for each in found.examples],
    }


def _counts(outcomes: Outcomes) -> dict[str, int]:
    return outcomes._asdict()


def _example(found: Differences, example: Example) -> dict[str, Any]:
    return {
        "right": found.first if example.first_is_right else found.second,
        "file": example.place.file if example.place else None,
        "line": example.place.line if example.place else None,
        "label": example.label,
        "text": example.text or None,
        "reference": example.reference or None,
        "first": example.first or None,
        "second": example.second or None,
        "context": example.context or None,
    }
