"""What the page holds of a layer of spans: pairs, places, documents, annotators and types."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.payload import TOP
from accord.agreement.result import number
from accord.kinds.page.parts import (
    annotators_table,
    coincidences,
    confusion_row,
    counted,
    document_row,
    hard_item_row,
    label_row,
    lowest,
    pair_row,
)
from accord.kinds.page.strip import strip_of_marks
from accord.kinds.spans.breakdown import SpanBreakdown
from accord.kinds.spans.differences import span_differences
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.match import UNION
from accord.payload.labels import LabelsView, OutweighingText
from accord.payload.layer import ItemList, LayerParts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.kinds.spans.place_table import PlaceTable
    from accord.payload.layer import DocumentRow, PairRow
    from accord.study.spans import SpanStudy

_DIFFICULTY = "how hard it is to get right by chance: 1 less the F1 of random spans (accord difficulty)"


def span_page(agreement: Agreement, most: int) -> LayerParts:
    """What the page holds of an agreement on spans, with so many places and documents at most."""
    breakdown = agreement.breakdown
    assert isinstance(breakdown, SpanBreakdown)
    study, places = breakdown.study, breakdown.places
    documents = _documents(agreement, breakdown, most)
    shown = places.shown(most, {each.document for each in documents})
    ids = {breakdown.offsets.id_of(place) for place in shown}
    return LayerParts(
        unit=agreement.unit,
        counts=counted(study.unit, "place", "span"),
        pairs=_pairs(agreement, breakdown),
        items=ItemList(
            total=len(places.differing),
            left_out=len(places.differing) - len(shown),
            shown=[hard_item_row(breakdown.offsets.item(place, study.annotators)) for place in shown],
        ),
        documents=documents,
        documents_difficulty_is=_DIFFICULTY,
        difficulty_left_out=_no_difficulty(study, documents),
        annotators_table=annotators_table(
            agreement, most, lambda shown: places.with_rest(shown, agreement.level), places.met_rest()
        ),
        labels_view=_types(agreement, breakdown, ids),
        differences=span_differences(places.all, shown, breakdown.offsets.id_of),
    )


def worst_documents(agreement: Agreement, most: int) -> list[str]:
    """The documents to align for the page: those of least agreement in which anything is marked."""
    breakdown = agreement.breakdown
    assert isinstance(breakdown, SpanBreakdown)
    marked = {text.document for text in breakdown.study.texts if any(text.spans.values())}
    found = [each for each in agreement.documents if each.document in marked]
    return [each.document for each in lowest(found, lambda each: each.value, most)]


def _pairs(agreement: Agreement, breakdown: SpanBreakdown) -> list[PairRow]:
    differing = breakdown.places.differing_pairs()
    return [pair_row(each, places=differing[each.key]) for each in agreement.pairs]


def _documents(agreement: Agreement, breakdown: SpanBreakdown, most: int) -> list[DocumentRow]:
    chosen = lowest(agreement.documents, lambda each: each.value, most)
    count = breakdown.places.by_document()
    hard, harder = _difficulty(breakdown, [each.document for each in chosen]), breakdown.harder_documents()
    typed = breakdown.measure.model.types != "ignore"
    return [
        replace(
            document_row(
                each,
                strip_of_marks(*breakdown.offsets.marked_in(each.document), typed=typed),
                harder.get(each.document),
            ),
            items=count[each.document],
            difficulty=hard.get(each.document),
        )
        for each in chosen
    ]


def _no_difficulty(study: SpanStudy, documents: Sequence[DocumentRow]) -> str | None:
    """Why it is not said how hard documents are, if it is not."""
    if not documents or any(row.difficulty is not None for row in documents):
        return None
    if len(study.annotators) > MAX_ANNOTATORS:
        return f"it looks at every two annotators, and only of {MAX_ANNOTATORS} or fewer (accord difficulty)"
    return "spans of one annotator overlap"


def _difficulty(breakdown: SpanBreakdown, documents: Sequence[str]) -> Mapping[str, float | None]:
    study, measure = breakdown.study, breakdown.measure
    if measure.match.name == UNION or len(study.annotators) > MAX_ANNOTATORS:
        return {}
    chosen = set(documents)
    some = replace(study, texts=tuple(text for text in study.texts if text.document in chosen))
    found = Difficulty(some, measure.match, measure.model).documents
    return {document: number(each.value) for document, each in found.items()}


def _outweighing(places: PlaceTable) -> OutweighingText | None:
    """The text that says more of types than its part, who read it, and its share of all pairs of different types."""
    if places.outweighing is None:
        return None
    text = places.texts[places.outweighing]
    return OutweighingText(document=text.document, annotators=len(text.spans), share=places.outweighing_share())


def _types(agreement: Agreement, breakdown: SpanBreakdown, shown: Collection[str]) -> LabelsView | None:
    """Types of spans that overlap, and each type for itself; nothing where types are ignored."""
    if not agreement.labels:
        return None
    places, names = breakdown.places, breakdown.study.types
    met = {both: found.pairs for both, found in places.types_met.items()}
    texts = [len(found.by_text) for both, found in places.types_met.items() if both[0] != both[1]]
    return LabelsView(
        label_names=names,
        coincidences=coincidences(met, names),
        labels=[label_row(each) for each in sorted(agreement.labels, key=lambda each: each.label)],
        labels_of="each type is measured for itself; only spans that overlap are confused",
        confusions_of="what is labelled differently",
        confusions_items=sum(texts),
        outweighing=_outweighing(places),
        confusions=[
            confusion_row(
                each,
                (name for name in each.examples if name in shown),
                places.share_in_one((each.first, each.second)),
            )
            for each in agreement.confusions(TOP)
        ],
    )
