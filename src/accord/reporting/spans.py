"""Agreement on spans as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import lowest_first, part_payload, result_payload
from accord.agreement.result import Measured, Undefined, number
from accord.messages import plural
from accord.reporting.numbers import (
    ends,
    exact,
    exact_interval,
    four_digits,
    interval_name,
    p_value,
    reasons,
    rounded,
    thousands,
)
from accord.reporting.table import Table, not_shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.agreement.agreement import Agreement


def span_tables(agreement: Agreement, most: int) -> Iterator[Table]:
    """The value, then by type, pair of annotators and document, the lowest first."""
    yield _whole(agreement)
    parts: list[tuple[str, dict[str, Measured]]] = [
        ("type", {each.label: each.measured for each in agreement.labels}),
        ("annotators", {f"{each.first}, {each.second}": each.measured for each in agreement.pairs}),
        ("document", {each.document: each.measured for each in agreement.documents}),
    ]
    for name, found in parts:
        if len(found) > 1:
            yield _part(name, found, agreement, most)


def _columns(agreement: Agreement) -> tuple[str, ...]:
    return "corrected F1", interval_name(agreement.level), "F1", "chance", "sd by chance", "z", "p"


def _cells(part: Measured) -> tuple[str, ...]:
    return (
        four_digits(part.value),
        ends(part.interval),
        *map(four_digits, (part.observed, part.expected, part.sd)),
        rounded(part.z, 1),
        p_value(part.p),
    )


def _whole_of(agreement: Agreement) -> Measured:
    result = agreement.result
    assert result.observed is not None
    assert result.expected is not None
    count = next(iter(agreement.used.values()))
    return Measured(result.value, result.observed, result.expected, result.interval, count, result.sd, result.p)


def _whole(agreement: Agreement) -> Table:
    whole = _whole_of(agreement)
    counts = [plural(count, what.removesuffix("s")) for what, count in agreement.used.items()]
    looked_at = ", ".join([*counts, plural(len(agreement.annotator_names), "annotator")])
    notes = [
        f"{looked_at}; spans in {agreement.about['positions']}s",
        *(f"left out: {thousands(count)} {what}" for what, count in agreement.left_out.items()),
        *agreement.notes,
        *reasons((whole.value, whole.interval, *([] if isinstance(whole.value, Undefined) else [whole.sd]))),
        str(agreement.result.signature),
    ]
    return Table(_columns(agreement), (_cells(whole),), title="Agreement on spans", notes=tuple(notes))


def _part(name: str, found: Mapping[str, Measured], agreement: Agreement, most: int) -> Table:
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    counted = name != agreement.unit
    rows = tuple((what, *([thousands(part.count)] if counted else []), *_cells(part)) for what, part in ordered[:most])
    columns = (name, *([f"{agreement.unit}s"] if counted else []), *_columns(agreement))
    return Table(columns, rows, title=f"By {name}, the lowest first", notes=not_shown(len(found), most))


def span_records(agreement: Agreement) -> Table:
    """One tidy table for programs."""
    columns = (
        *("part", "name", "second", "value", "low", "high", "observed", "expected", "sd", "z", "p", "texts"),
        "signature",
    )
    return Table(columns, tuple(_records(agreement)))


def _records(agreement: Agreement) -> Iterator[tuple[str, ...]]:
    yield "all", "", "", *_record(_whole_of(agreement)), str(agreement.result.signature)
    parts: list[tuple[str, str, str, Measured]] = [
        *(("type", each.label, "", each.measured) for each in sorted(agreement.labels, key=lambda each: each.label)),
        *(("pair", each.first, each.second, each.measured) for each in agreement.pairs),
        *(("document", each.document, "", each.measured) for each in agreement.documents),
    ]
    yield from ((kind, name, second, *_record(part), "") for kind, name, second, part in parts)


def _record(part: Measured) -> tuple[str, ...]:
    return (
        exact(part.value),
        *exact_interval(part.interval),
        *map(exact, (part.observed, part.expected, part.sd, part.z, part.p)),
        str(part.count),
    )


def span_payload(agreement: Agreement) -> dict[str, Any]:
    """Everything about an agreement on spans."""
    whole = _whole_of(agreement)
    types = sorted(agreement.labels, key=lambda each: each.label)
    return {
        "version": 1,
        "results": [result_payload(agreement.result, "sd", "p") | {"texts": whole.count, "z": number(whole.z)}],
        "unit": agreement.unit,
        "of": agreement.about["positions"],
        "types": [{"type": each.label, **_payload(each.measured)} for each in types],
        "pairs": [{"first": each.first, "second": each.second, **_payload(each.measured)} for each in agreement.pairs],
        "documents": [{"document": each.document, **_payload(each.measured)} for each in agreement.documents],
    }


def _payload(part: Measured) -> dict[str, Any]:
    return {"texts": part.count, **part_payload(part, "sd", "z", "p")}
