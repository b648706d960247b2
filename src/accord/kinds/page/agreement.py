"""What the page holds of any agreement, from the breakdowns that all kinds have."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING

from accord.agreement.breakdown import ByDocument
from accord.agreement.payload import TOP
from accord.agreement.result import Measured, Undefined
from accord.kinds.page.parts import (
    annotators_table,
    confusion_row,
    counted,
    document_row,
    hard_item_row,
    label_row,
    lowest,
    pair_row,
)
from accord.payload.labels import LabelsView
from accord.payload.layer import ItemList, LayerParts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import HardItem


def agreement_page(agreement: Agreement, most: int) -> LayerParts:
    """Pairs, the hardest items, documents, annotators and labels, with so many items and documents at most."""
    items = agreement.hardest(most)
    unit = agreement.unit
    documents = lowest(_documents(agreement, items), lambda each: each.value, most)
    return LayerParts(
        unit=agreement.unit,
        counts=counted(unit, unit, "label"),
        pairs=[pair_row(each) for each in agreement.pairs],
        items=ItemList(total=len(items), left_out=0, shown=[hard_item_row(each) for each in items]),
        documents=[document_row(each, []) for each in documents],
        documents_difficulty_is=f"the mean disagreement of its {unit}s",
        annotators_table=annotators_table(agreement, most),
        labels_view=_labels(agreement, {each.id for each in items}),
    )


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


def _labels(agreement: Agreement, ids: set[str]) -> LabelsView | None:
    if not len(agreement.labels):
        return None
    confusions = agreement.confusions(TOP)
    return LabelsView(
        label_names=[each.label for each in agreement.labels],
        coincidences=None,
        labels=[label_row(each) for each in agreement.labels],
        labels_of="each label is measured for itself",
        confusions_of="what is labelled differently",
        confusions_items=sum(each.items for each in confusions),
        confusions=[confusion_row(each, (name for name in each.examples if name in ids)) for each in confusions],
    )
