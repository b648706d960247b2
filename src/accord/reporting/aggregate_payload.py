"""An aggregation as JSON, as JSON lines an item, and as a tidy table."""

from __future__ import annotations

import json
from math import isnan
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.result import Undefined, number
from accord.learn.aggregate.reference import Found
from accord.reporting.numbers import exact, exact_interval
from accord.reporting.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.learn.aggregate.aggregation import Aggregation, Annotator
    from accord.learn.aggregate.reference import Accuracy
    from accord.study.quotient import Floats


def aggregate_payload(aggregation: Aggregation, most: int) -> dict[str, Any]:
    """Everything but the items, of which the least certain are there: the others are written by --posterior."""
    fit = aggregation.fit
    counts = aggregation.times_chosen
    return {
        "version": 1,
        "method": aggregation.method,
        "unit": aggregation.coding.unit,
        "items": len(aggregation.chosen),
        "labels": [
            {"label": label, "items": counts[code], "prevalence": float(fit.prevalence[code])}
            for code, label in enumerate(aggregation.labels)
        ],
        "log_likelihood": fit.log_likelihood,
        "steps": len(fit.climb),
        "converged": fit.converged,
        "changed": int(aggregation.changed.sum()),
        "overruled": aggregation.overruled,
        "tied": aggregation.tied,
        "remarks": list(aggregation.remarks),
        "excluded": dict(aggregation.coding.left_out),
        "reference": [_against_payload(each, aggregation.level) for each in aggregation.against],
        "annotators": [_annotator_payload(each) for each in aggregation.annotators],
        "uncertain": [
            {
                "item": each.item.name,
                "label": each.label,
                "probability": each.probability,
                "next": each.next_label or None,
                "next_probability": each.next_probability,
                "votes": each.ballots,
            }
            for each in aggregation.uncertain(most)
        ],
        "signature": str(aggregation.signature),
    }


def _against_payload(met: Accuracy | Found, level: float) -> dict[str, Any]:
    counted = (
        met.counts._asdict()
        if isinstance(met, Found)
        else {"right": met.right, "compared": met.compared, "without": met.without}
    )
    return {
        "method": met.name,
        **value_payload(met.value),
        "interval": interval_payload(met.interval(level)),
        **counted,
    }


def _annotator_payload(annotator: Annotator) -> dict[str, Any]:
    ends = annotator.ends
    low, high = (None, None) if isinstance(ends, Undefined) else map(_matrix, ends)
    return {
        "annotator": annotator.name,
        "labels": annotator.given,
        "competence": value_payload(annotator.competence),
        "interval": interval_payload(annotator.interval),
        "confusion": _matrix(annotator.confusion),
        "confusion_low": low,
        "confusion_high": high,
    }


def _matrix(shares: Floats) -> list[list[float | None]]:
    return [[None if isnan(share) else share for share in row] for row in shares.tolist()]


def aggregate_records(aggregation: Aggregation) -> Table:
    """One tidy table of the annotators, for programs."""
    signature = str(aggregation.signature)
    rows = tuple(
        (each.name, str(each.given), exact(each.competence), *exact_interval(each.interval), signature)
        for each in aggregation.annotators
    )
    return Table(("annotator", "labels", "competence", "low", "high", "signature"), rows)


def posterior_lines(aggregation: Aggregation) -> Iterator[str]:
    """A JSON object a line: every item with its label, its posterior and its votes."""
    documents = aggregation.coding.documents
    for index, label in enumerate(aggregation.label):
        item = aggregation.coding.item(index)
        row = aggregation.posterior[index].tolist()
        record = {
            "document": documents[int(aggregation.coding.document_of[index])],
            "item": item.name,
            **({"token": item.text} if aggregation.coding.unit == "token" else {}),
            "label": label,
            "probability": number(aggregation.probability[index]),
            "posterior": {name: share for name, share in zip(aggregation.labels, row, strict=True) if share > 0},
            "votes": aggregation.ballots(index),
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"
