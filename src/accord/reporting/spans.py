"""Agreement on spans as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import lowest_first, part_payload, result_payload
from accord.agreement.result import Undefined, number
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

    from accord.agreement.result import Measured
    from accord.kinds.spans.agreement import SpanAgreement


def span_tables(agreement: SpanAgreement, most: int) -> Iterator[Table]:
    """The value, then by type, pair of annotators and document, the lowest first."""
    yield _whole(agreement)
    parts = [
        ("type", agreement.types if len(agreement.types) > 1 else {}),
        ("annotators", {f"{one}, {other}": part for (one, other), part in agreement.pairs.items()}),
        ("document", agreement.documents if len(agreement.documents) > 1 else {}),
    ]
    for name, found in parts:
        if len(found) > 1:
            yield _part(name, found, agreement, most)


def _columns(agreement: SpanAgreement) -> tuple[str, ...]:
    return "corrected F1", interval_name(agreement.uncertainty.level), "F1", "chance", "sd by chance", "z", "p"


def _cells(part: Measured) -> tuple[str, ...]:
    return (
        four_digits(part.value),
        ends(part.interval),
        *map(four_digits, (part.observed, part.expected, part.sd)),
        rounded(part.z, 1),
        p_value(part.p),
    )


def _whole(agreement: SpanAgreement) -> Table:
    study, whole = agreement.study, agreement.whole
    counts = {study.unit: len(study.texts), "span": study.count().total(), "annotator": len(study.annotators)}
    looked_at = ", ".join(plural(count, noun) for noun, count in counts.items())
    notes = [
        f"{looked_at}; spans in {study.of}s",
        *(f"left out: {thousands(count)} {what}" for what, count in study.left_out.items()),
        *([] if agreement.draws or not whole.sd else ["p: by the normal distribution (--draws 1000 draws placements)"]),
        *reasons((whole.value, whole.interval, *([] if isinstance(whole.value, Undefined) else [whole.sd]))),
        str(agreement.signature),
    ]
    return Table(_columns(agreement), (_cells(whole),), title="Agreement on spans", notes=tuple(notes))


def _part(name: str, found: Mapping[str, Measured], agreement: SpanAgreement, most: int) -> Table:
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    counted = name != agreement.study.unit
    rows = tuple((what, *([thousands(part.count)] if counted else []), *_cells(part)) for what, part in ordered[:most])
    columns = (name, *([f"{agreement.study.unit}s"] if counted else []), *_columns(agreement))
    return Table(columns, rows, title=f"By {name}, the lowest first", notes=not_shown(len(found), most))


def span_records(agreement: SpanAgreement) -> Table:
    """One tidy table for programs."""
    columns = (
        *("part", "name", "second", "value", "low", "high", "observed", "expected", "sd", "z", "p", "texts"),
        "signature",
    )
    return Table(columns, tuple(_records(agreement)))


def _records(agreement: SpanAgreement) -> Iterator[tuple[str, ...]]:
    yield "all", "", "", *_record(agreement.whole), str(agreement.signature)
    parts: list[tuple[str, str, str, Measured]] = [
        *(("type", name, "", part) for name, part in agreement.types.items()),
        *(("pair", one, other, part) for (one, other), part in agreement.pairs.items()),
        *(("document", name, "", part) for name, part in agreement.documents.items()),
    ]
    yield from ((kind, name, second, *_record(part), "") for kind, name, second, part in parts)


def _record(part: Measured) -> tuple[str, ...]:
    return (
        exact(part.value),
        *exact_interval(part.interval),
        *map(exact, (part.observed, part.expected, part.sd, part.z, part.p)),
        str(part.count),
    )


def span_payload(agreement: SpanAgreement) -> dict[str, Any]:
    """Everything about an agreement on spans."""
    result = agreement.result
    return {
        "version": 1,
        "results": [
            result_payload(result, "sd", "p") | {"texts": agreement.whole.count, "z": number(agreement.whole.z)}
        ],
        "unit": agreement.study.unit,
        "of": agreement.study.of,
        "types": [{"type": name, **_payload(part)} for name, part in agreement.types.items()],
        "pairs": [{"first": one, "second": other, **_payload(part)} for (one, other), part in agreement.pairs.items()],
        "documents": [{"document": name, **_payload(part)} for name, part in agreement.documents.items()],
    }


def _payload(part: Measured) -> dict[str, Any]:
    return {"texts": part.count, **part_payload(part, "sd", "z", "p")}
