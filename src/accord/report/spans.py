"""Agreement on spans as tables, as records and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.measure.result import Undefined, number
from accord.report.numbers import (
    UNDEFINED,
    ends,
    exact,
    exact_interval,
    four_digits,
    interval_payload,
    lowest_first,
    p_value,
    rounded,
    thousands,
    value_payload,
)
from accord.report.table import Table
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.measure.spans.agreement import Corrected, SpanAgreement


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


def _level(agreement: SpanAgreement) -> str:
    return f"{100 * agreement.uncertainty.level:g}% interval"


def _whole(agreement: SpanAgreement) -> Table:
    result = agreement.result
    z = _z(agreement)
    row = (
        *map(four_digits, (result.value,)),
        ends(result.interval),
        *map(four_digits, (result.observed, result.expected, result.sd)),
        UNDEFINED if z is None else rounded(z, 1),
        UNDEFINED if result.p is None or isinstance(result.p, Undefined) else p_value(float(result.p)),
    )
    study = agreement.study
    counts = {study.unit: len(study.texts), "span": study.count().total(), "annotator": len(study.annotators)}
    looked_at = ", ".join(plural(count, noun) for noun, count in counts.items())
    notes = [
        f"{looked_at}; spans in {study.of}s",
        *(f"left out: {thousands(count)} {what}" for what, count in study.left_out.items()),
        *_reasons((result.value, result.interval)),
        str(result.signature),
    ]
    columns = ("corrected F1", _level(agreement), "F1", "chance", "sd by chance", "z", "p")
    return Table(columns, (row,), title="Agreement on spans", notes=tuple(notes))


def _reasons(values: Iterable[object]) -> Iterator[str]:
    yield from dict.fromkeys(f"undefined: {value.reason}" for value in values if isinstance(value, Undefined))


def _z(agreement: SpanAgreement) -> float | None:
    """How many standard deviations F1 lies above chance."""
    result = agreement.result
    seen, by_chance, sd = (
        number(part) if part is not None else None for part in (result.observed, result.expected, result.sd)
    )
    return (seen - by_chance) / sd if seen is not None and by_chance is not None and sd else None


def _part(name: str, found: Mapping[str, Corrected], agreement: SpanAgreement, most: int) -> Table:
    ordered = sorted(found.items(), key=lambda entry: lowest_first(entry[1].value))
    rows = tuple(
        (
            what,
            thousands(part.texts),
            four_digits(part.value),
            ends(part.interval),
            four_digits(part.observed),
            four_digits(part.expected),
        )
        for what, part in ordered[:most]
    )
    more = len(found) - most
    notes = (f"and {thousands(more)} more (--top {len(found)} shows all)",) if more > 0 else ()
    columns = (name, f"{agreement.study.unit}s", "corrected F1", _level(agreement), "F1", "chance")
    return Table(columns, rows, title=f"By {name}, the lowest first", notes=notes)


def span_records(agreement: SpanAgreement) -> Table:
    """One tidy table for programs."""
    columns = (
        "part",
        "name",
        "second",
        "value",
        "low",
        "high",
        "observed",
        "expected",
        "sd",
        "p",
        "texts",
        "signature",
    )
    return Table(columns, tuple(_records(agreement)))


def _records(agreement: SpanAgreement) -> Iterator[tuple[str, ...]]:
    result = agreement.result
    sd, p = (exact(part) if part is not None else "" for part in (result.sd, result.p))
    yield "all", "", "", *_record(agreement.whole), sd, p, str(agreement.whole.texts), str(result.signature)
    parts: list[tuple[str, str, str, Corrected]] = [
        *(("type", name, "", part) for name, part in agreement.types.items()),
        *(("pair", one, other, part) for (one, other), part in agreement.pairs.items()),
        *(("document", name, "", part) for name, part in agreement.documents.items()),
    ]
    yield from ((kind, name, second, *_record(part), "", "", str(part.texts), "") for kind, name, second, part in parts)


def _record(part: Corrected) -> tuple[str, ...]:
    return exact(part.value), *exact_interval(part.interval), exact(part.observed), exact(part.expected)


def span_payload(agreement: SpanAgreement) -> dict[str, Any]:
    """Everything about an agreement on spans."""
    result = agreement.result
    return {
        "version": 1,
        "results": [
            {
                "coefficient": result.name,
                **value_payload(result.value),
                "observed": None if result.observed is None else number(result.observed),
                "expected": None if result.expected is None else number(result.expected),
                "sd": None if result.sd is None else number(result.sd),
                "z": _z(agreement),
                "p": None if result.p is None else number(result.p),
                "interval": interval_payload(result.interval),
                "used": dict(result.used),
                "excluded": dict(result.excluded),
                "signature": str(result.signature),
            }
        ],
        "unit": agreement.study.unit,
        "of": agreement.study.of,
        "types": [{"type": name, **_payload(part)} for name, part in agreement.types.items()],
        "pairs": [{"first": one, "second": other, **_payload(part)} for (one, other), part in agreement.pairs.items()],
        "documents": [{"document": name, **_payload(part)} for name, part in agreement.documents.items()],
    }


def _payload(part: Corrected) -> dict[str, Any]:
    return {
        "texts": part.texts,
        **value_payload(part.value),
        "observed": number(part.observed),
        "expected": number(part.expected),
        "interval": interval_payload(part.interval),
    }
