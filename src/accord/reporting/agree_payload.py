"""Agreement on labels for programs: the JSON payload and the records of a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import MAX_CELLS, part_payload, result_payload, value_payload
from accord.agreement.result import number
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.agreement.result import Measured
    from accord.kinds.labels.agreement import Agreement


def agree_payload(agreement: Agreement, most: int) -> dict[str, Any]:
    """Everything about an agreement; labels, pairs, annotators and documents are those of the first result."""
    coding = agreement.coding
    return {
        "version": 1,
        "results": [result_payload(result, "p") for result in agreement.results],
        "distance": agreement.distance,
        "reasons": list(agreement.reasons),
        "unit": coding.unit,
        "items": coding.items,
        "left_out": dict(coding.left_out),
        "label_names": list(coding.labels),
        "labels": [
            {"label": each.label, "count": each.count, "specific": number(each.specific), **_measured(each.measured)}
            for each in agreement.labels
        ],
        "pairs": [{"first": pair.first, "second": pair.second, **_measured(pair.measured)} for pair in agreement.pairs],
        "annotators": [
            {
                "annotator": each.annotator,
                "labels": each.labels,
                "against_rest": value_payload(each.against_rest),
                "without": value_payload(each.without),
            }
            for each in agreement.annotators
        ],
        "documents": [{"document": each.document, **_measured(each.measured)} for each in agreement.documents],
        "confusions": [
            {
                "first": each.first,
                "second": each.second,
                "pairs": each.pairs,
                "share": each.share,
                "merged": value_payload(each.merged),
            }
            for each in agreement.confusions(most)
        ],
        "hardest": [
            {
                "item": each.item.name,
                "text": each.item.text or None,
                "document": each.document,
                "file": each.item.place.file if each.item.place else None,
                "line": each.item.place.line if each.item.place else None,
                "disagreement": each.disagreement,
                "labels": each.labels,
            }
            for each in agreement.hardest(most)
        ],
        "coincidences": _coincidences(agreement),
        "confusion_matrices": _confusion_matrices(agreement),
    }


def _measured(measured: Measured) -> dict[str, Any]:
    return {"items": measured.count, **part_payload(measured)}


def _coincidences(agreement: Agreement) -> list[list[float]] | None:
    from accord.kinds.labels.coincidence import coincidence_matrix

    coding = agreement.coding
    return coincidence_matrix(coding).tolist() if len(coding.labels) ** 2 <= MAX_CELLS else None


def _confusion_matrices(agreement: Agreement) -> list[dict[str, Any]]:
    from accord.kinds.labels.coincidence import confusion_matrix

    coding, pairs = agreement.coding, agreement.pairs
    if len(coding.labels) ** 2 * len(pairs) > MAX_CELLS:
        return []
    index = {annotator: number for number, annotator in enumerate(coding.annotators)}
    return [
        {
            "first": pair.first,
            "second": pair.second,
            "counts": confusion_matrix(coding, index[pair.first], index[pair.second]).tolist(),
        }
        for pair in pairs
    ]


def agree_records(agreement: Agreement) -> Table:
    """One tidy table: what the value is of, its name, and the value with what it is made of."""
    columns = (
        *("part", "name", "second", "coefficient", "value", "low", "high", "observed", "expected", "items", "p"),
        "signature",
    )
    return Table(columns, tuple(_records(agreement)))


def _records(agreement: Agreement) -> Iterator[tuple[str, ...]]:
    items = agreement.coding.items
    for result in agreement.results:
        seen, by_chance, p = map(exact, (result.observed, result.expected, result.p))
        ends = exact_interval(result.interval)
        value = exact(result.value)
        yield "all", "", "", result.name, value, *ends, seen, by_chance, str(items), p, str(result.signature)
    name = agreement.result.name
    yield from (("label", each.label, "", name, *_record(each.measured)) for each in agreement.labels)
    yield from (("pair", pair.first, pair.second, name, *_record(pair.measured)) for pair in agreement.pairs)
    for each in agreement.annotators:
        for part, of, apart in (
            ("annotator", "against-rest", each.against_rest),
            ("without", name, each.without),
        ):
            yield part, each.annotator, "", of, exact(apart), *[""] * 7
    yield from (("document", each.document, "", name, *_record(each.measured)) for each in agreement.documents)


def _record(measured: Measured) -> tuple[str, ...]:
    return (
        exact(measured.value),
        *exact_interval(measured.interval),
        exact(measured.observed),
        exact(measured.expected),
        str(measured.count),
        "",
        "",
    )
