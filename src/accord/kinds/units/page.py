"""What the page holds of a layer of units: pairs, unitary alignments, documents, annotators and categories."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.payload import TOP
from accord.kinds.page.examples import EXAMPLES
from accord.kinds.page.parts import (
    annotators_table,
    coincidences,
    confusion_row,
    counted,
    document_row,
    hard_item_row,
    lowest,
    pair_row,
    unmeasured_label,
)
from accord.kinds.page.strip import strip_of_marks
from accord.kinds.units.breakdown import UnitBreakdown
from accord.kinds.units.differences import unit_differences
from accord.kinds.units.drawing import aligner_view
from accord.kinds.units.links import Links
from accord.payload.labels import LabelsView
from accord.payload.layer import ItemList, LayerParts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import Confusion
    from accord.payload.layer import DocumentRow, PairRow
    from accord.study.units import Continuum, UnitStudy


_NOT_ALONE = "accord agree --coefficient gamma-k measures each category"


def unit_page(agreement: Agreement, most: int) -> LayerParts:
    """What the page holds of an agreement on units, with so many alignments and documents at most."""
    breakdown = agreement.breakdown
    assert isinstance(breakdown, UnitBreakdown)
    aligned, where = breakdown.aligned, breakdown.where
    documents = _documents(agreement, breakdown, most)
    listed = {each.document for each in documents}
    if isinstance(where, Links):
        links = where.shown(most, listed)
        items, divided = [hard_item_row(where.item(link)) for link in links], unit_differences(where, links)
    else:
        items, divided = [hard_item_row(where.item(place)) for place in where.shown(most, listed)], None
    differing = len(where.hardest_first)
    categories = _categories(agreement, breakdown, {each.id for each in items})
    return LayerParts(
        unit=breakdown.study.of,
        counts=counted("document", where.unit, "unit"),
        pairs=list(_pairs(agreement, breakdown)),
        items=ItemList(total=differing, left_out=differing - len(items), shown=items),
        documents=documents,
        documents_difficulty_is="the mean disorder of its places"
        if aligned is None
        else "the disorder of its alignment",
        annotators_table=annotators_table(
            agreement,
            most,
            lambda shown: where.with_rest(shown, agreement.level),
            where.met_rest() if isinstance(where, Links) else None,
        ),
        labels_view=categories,
        labels_left_out=f"{agreement.result.name} does not say which unit is aligned with which"
        if categories is None
        else None,
        differences=divided,
        aligner=aligner_view(aligned, len(breakdown.study.continua), most) if aligned else None,
    )


def worst_documents(agreement: Agreement, most: int) -> list[str]:
    """The documents to align for the page where the agreement holds no alignment: those of least agreement."""
    return [each.document for each in lowest(agreement.documents, lambda each: each.value, most)]


def _pairs(agreement: Agreement, breakdown: UnitBreakdown) -> Iterator[PairRow]:
    """Every two annotators: on how many documents both can be compared, and on how many of these they differ."""
    if len(agreement.annotator_names) > MAX_ANNOTATORS:
        return
    places = breakdown.where.differing_pairs()
    for each in breakdown.pairs_by_document():
        yield pair_row(each, places=places[each.key])


def _documents(agreement: Agreement, breakdown: UnitBreakdown, most: int) -> list[DocumentRow]:
    study = breakdown.study
    continua = {continuum.document: continuum for continuum in study.continua}
    whole = study.of in {"token", "character"}
    return [
        document_row(each, strip_of_marks(*_marked(study, continua[each.document]), whole=whole))
        for each in lowest(agreement.documents, lambda each: each.value, most)
    ]


def _marked(study: UnitStudy, continuum: Continuum) -> tuple[dict[str, list[tuple[float, float, str]]], float]:
    """What everyone marked, counted from where the continuum begins, and how long this is."""
    marked: dict[str, list[tuple[float, float, str]]] = {name: [] for name in continuum.annotators}
    for owner, unit in zip(continuum.owner.tolist(), study.units(continuum), strict=True):
        marked[continuum.annotators[owner]].append(
            (unit.start - continuum.low, unit.end - continuum.low, unit.category)
        )
    return marked, continuum.length


def _categories(agreement: Agreement, breakdown: UnitBreakdown, shown: Collection[str]) -> LabelsView | None:
    """Categories of units that were aligned; nothing where none were."""
    aligned, where = breakdown.aligned, breakdown.where
    if aligned is None or not isinstance(where, Links):
        return None
    names, met = aligned.study.categories, aligned.coincidences
    number = {name: code for code, name in enumerate(names)}
    pairs_met = {(names[one], names[other]): int(met[one, other]) for one, other in np.argwhere(np.triu(met)).tolist()}

    def examples(each: Confusion) -> Iterator[str]:
        """Examples that are shown."""
        ids = (id_ for id_ in map(where.id_of, where.confused[each.first, each.second]) if id_ in shown)
        return islice(ids, EXAMPLES)

    return LabelsView(
        label_names=names,
        coincidences=coincidences(pairs_met, names),
        labels=[
            unmeasured_label(each.label, each.given, int(met[code, code]), int(met[code].sum()), _NOT_ALONE)
            for each in agreement.labels
            for code in [number[each.label]]
        ],
        labels_of="only units that are aligned with each other are compared",
        confusions_of="what is labelled differently",
        confusions_items=sum(map(len, where.confused.values())),
        confusions=[confusion_row(each, examples(each)) for each in agreement.confusions(TOP)],
    )
