"""Agreement for programs, the same for every kind of annotation: the JSON payload and the records of a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import confusion_payload, interval_payload, part_payload, result_payload, value_payload
from accord.agreement.result import Interval, Undefined, number
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import Extra, HardItem, Part
    from accord.agreement.result import Measured, Result, Value

COLUMNS = (
    *("part", "name", "second", "coefficient", "value", "low", "high", "observed", "expected", "sd", "z", "p"),
    *("items", "undefined", "signature"),
)
"""What the table of records holds; ``undefined`` says why there is no value, or no interval for other annotators."""
TEXT = frozenset({"part", "name", "second", "coefficient", "undefined", "signature"})
"""The columns that hold no numbers."""
_CHANCE = ("sd", "z", "p")


def agree_payload(agreement: Agreement, most: int) -> dict[str, Any]:
    """Everything about an agreement; labels, pairs, annotators and documents are those of the headline."""
    return {
        "version": 2,
        "kind": agreement.kind,
        "results": [result_payload(result, *_CHANCE) for result in agreement.results],
        "unit": agreement.unit,
        "used": dict(agreement.used),
        "left_out": dict(agreement.left_out),
        "reasons": list(agreement.reasons),
        "notes": list(agreement.notes),
        "about": dict(agreement.about),
        "labels": [
            {
                "label": each.label,
                "given": each.given,
                "specific": number(each.specific),
                **({"coefficient": agreement.labels.coefficient} if agreement.labels.coefficient else {}),
                **_part(each),
            }
            for each in agreement.labels
        ],
        "pairs": [
            {
                "first": each.first,
                "second": each.second,
                **_part(each),
                "differing": each.differing,
                "unshared": each.unshared,
                "beside": {name: number(value) for name, value in each.beside.items()},
            }
            for each in agreement.pairs
        ],
        "annotators": [
            {
                "annotator": each.annotator,
                "given": each.given,
                "against_rest": value_payload(each.against_rest) | {"interval": interval_payload(each.interval)},
                "without": value_payload(each.without),
            }
            for each in agreement.annotators
        ],
        "documents": [
            {"document": each.document, **_part(each), "difficulty": each.difficulty} for each in agreement.documents
        ],
        "absent": absent(agreement),
        "confusions": [confusion_payload(each) for each in agreement.confusions(most)],
        "hardest": [_hard(each) for each in agreement.hardest(most)],
        "extra": {each.name: _extra(each) for each in agreement.extra(most)},
    }


def ceilings_payload(agreement: Agreement) -> dict[str, Any]:
    """Between which values the best possible system lies against an annotator."""
    found = agreement.ceilings
    if isinstance(found, Undefined):
        return {"ceilings": [], "ceilings_undefined": found.reason}
    return {
        "ceilings": [
            {
                "of": each.of,
                "annotators": each.value,
                "low": each.low,
                "high": each.high,
                "interval": interval_payload(each.interval),
                "is_distance": each.is_distance,
            }
            for each in found
        ],
        "ceilings_undefined": None,
    }


def absent(agreement: Agreement) -> dict[str, str]:
    """Why there are no labels, pairs, annotators or documents, of those that there are not."""
    parts = {name: getattr(agreement, name) for name in ("labels", "pairs", "annotators", "documents")}
    return {name: rows.why for name, rows in parts.items() if rows.why}


def _part(part: Part) -> dict[str, Any]:
    return {"items": part.count, **part_payload(part.measured, *_CHANCE)}


def _hard(each: HardItem) -> dict[str, Any]:
    return {
        "id": each.id,
        "item": each.name,
        "text": each.text or None,
        "document": each.document,
        "file": each.place.file if each.place else None,
        "line": each.place.line if each.place else None,
        "places": {name: [place.file, place.line] for name, place in each.places.items()},
        "disagreement": each.disagreement,
        "versions": dict(each.versions),
    }


def _extra(each: Extra) -> dict[str, Any]:
    rows = [[_cell(cell) for cell in row] for row in each.rows]
    return {"title": each.title, "columns": list(each.columns), "rows": rows, "notes": list(each.notes)}


def _cell(cell: Any) -> Any:
    if isinstance(cell, Interval | Undefined):
        return interval_payload(cell)
    return cell if cell is None or isinstance(cell, str | int) else number(cell)


def agree_records(agreement: Agreement) -> Table:
    """One tidy table: what the value is of, its name, and the value with what it is made of."""
    return Table(COLUMNS, tuple(_records(agreement)))


def _records(agreement: Agreement) -> Iterator[tuple[str, ...]]:
    yield from result_records(agreement.results)
    name = agreement.result.name
    of_labels = agreement.labels.coefficient or name
    yield from (("label", each.label, "", of_labels, *_record(each)) for each in agreement.labels)
    for pair in agreement.pairs:
        yield "pair", pair.first, pair.second, name, *_record(pair)
        for other, value in pair.beside.items():
            yield _bare(("pair", pair.first, pair.second, other), value)
    for each in agreement.annotators:
        yield _bare(("annotator", each.annotator, "", "against-rest"), each.against_rest)
        yield _bare(("without", each.annotator, "", name), each.without)
    yield from (("document", each.document, "", name, *_record(each)) for each in agreement.documents)
    for extra in agreement.extra():
        if not extra.on_request:
            yield from _extra_records(extra)


def result_records(results: Sequence[Result]) -> Iterator[tuple[str, ...]]:
    """Coefficients of everything, and then where each would lie for other annotators."""
    yield from map(_result_record, results)
    yield from (_other_record(result) for result in results if result.other_annotators is not None)


def _result_record(result: Result) -> tuple[str, ...]:
    items = str(next(iter(result.used.values()), ""))
    return "all", "", "", result.name, *_numbers(result), items, _why(result.value), str(result.signature)


def _other_record(result: Result) -> tuple[str, ...]:
    """Where a coefficient would lie for other annotators, or why that is not known."""
    *record, why, _ = _bare(("other-annotators", "", "", result.name), result.value, result.other_annotators)
    if isinstance(result.other_annotators, Undefined):
        why = why or result.other_annotators.reason
    return *record, why, str(result.other_signature or "")


def _why(value: Value) -> str:
    return value.reason if isinstance(value, Undefined) else ""


def _numbers(part: Result | Measured) -> tuple[str, ...]:
    found = (part.observed, part.expected, part.sd, part.z, part.p)
    return exact(part.value), *exact_interval(part.interval), *map(exact, found)


def _record(part: Part) -> tuple[str, ...]:
    return *_numbers(part.measured), str(part.count), _why(part.value), ""


def _extra_records(extra: Extra) -> Iterator[tuple[str, ...]]:
    """Each number of a table that only this kind has, under the texts of its row; an interval belongs to it."""
    for row in extra.rows:
        names = [cell for cell in row if isinstance(cell, str)]
        first, second = (*names, "", "")[:2]
        for at, (column, cell) in enumerate(zip(extra.columns, row, strict=True)):
            if not isinstance(cell, str | None) and not extra.is_interval(at):
                after = row[at + 1] if extra.is_interval(at + 1) else None
                yield _bare((extra.name, first, second, column), cell, after)


def _bare(known: tuple[str, ...], value: Value, interval: Any = None) -> tuple[str, ...]:
    """A record of a value that little else is known of."""
    ends = exact_interval(interval) if isinstance(interval, Interval) else ("", "")
    blank = [""] * (len(COLUMNS) - len(known) - 5)
    return *known, exact(value), *ends, *blank, _why(value), ""
