"""What the page holds of any agreement, from the breakdowns that all kinds have."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from accord.agreement.agreement import TOP, ByDocument
from accord.agreement.payload import value_payload
from accord.agreement.result import Measured, Undefined, number
from accord.kinds.page.parts import (
    annotator_payload,
    busiest,
    confusion_payload,
    counted,
    document_payload,
    hard_item_payload,
    lowest,
    pair_payload,
)
from accord.kinds.page.with_rest import with_rest_payloads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement, HardItem

_UNKNOWN: dict[str, Any] = {
    "drift": [],
    "slope": {**value_payload(Undefined("it is not measured")), "interval": None, "p": None},
    "behind": {**value_payload(Undefined("it is not measured")), "interval": None, "p": None},
}


def agreement_page(agreement: Agreement, most: int) -> dict[str, Any]:
    """Pairs, the hardest items, documents, annotators and labels, with so many items and documents at most."""
    items = agreement.hardest(most)
    unit = agreement.unit
    return {
        "counts": counted(unit, unit, "label"),
        "pairs": [
            pair_payload(each.first, each.second, each.measured, each.unshared, each.differing)
            for each in agreement.pairs
        ],
        "items": {"total": len(items), "left_out": 0, "shown": [hard_item_payload(each) for each in items]},
        "documents": [
            document_payload(each.document, each.measured, each.count, each.difficulty, [])
            for each in lowest(_documents(agreement, items), lambda each: each.value, most)
        ],
        "documents_difficulty_is": f"the mean disagreement of its {unit}s",
        "annotators_table": _annotators(agreement, most),
        "labels_view": _labels(agreement, {each.id for each in items}),
        "aligner": None,
        "trees_view": None,
    }


def _documents(agreement: Agreement, items: Sequence[HardItem]) -> Sequence[ByDocument]:
    """The documents that are measured, or else those of the hardest items, so that these can be looked at."""
    if len(agreement.documents):
        return agreement.documents
    why = Undefined(agreement.documents.why)
    found: dict[str, list[float]] = {}
    for each in items:
        found.setdefault(each.document, []).append(each.disagreement)
    return [
        ByDocument(name, Measured(why, why, why, why, len(apart)), fsum(apart) / len(apart))
        for name, apart in found.items()
    ]


def _annotators(agreement: Agreement, most: int) -> list[dict[str, Any]]:
    shown = busiest({each.annotator: each.given for each in agreement.annotators}, most)
    outliers = agreement.outliers
    stand_out = {} if isinstance(outliers, Undefined) else with_rest_payloads(outliers.annotators)
    return [
        annotator_payload(
            each.annotator, each.given, each.against_rest, each.without, stand_out.get(each.annotator, _UNKNOWN)
        )
        for each in agreement.annotators
        if each.annotator in shown
    ]


def _labels(agreement: Agreement, ids: set[str]) -> dict[str, Any] | None:
    if not len(agreement.labels):
        return None
    return {
        "label_names": [each.label for each in agreement.labels],
        "coincidences": None,
        "labels": [
            {
                "label": each.label,
                "count": each.given,
                "specific": number(each.specific),
                "items": each.count,
                **value_payload(each.value),
                "observed": number(each.observed),
                "expected": number(each.expected),
                "interval": None if isinstance(each.interval, Undefined) else each.interval._asdict(),
            }
            for each in agreement.labels
        ],
        "labels_of": "each label is measured for itself",
        "confusions_of": "what is labelled differently",
        "confusions_items": sum(each.items for each in agreement.confusions(TOP)),
        "confusions": [
            {**confusion_payload(each), "examples": [name for name in each.examples if name in ids]}
            for each in agreement.confusions(TOP)
        ],
    }
