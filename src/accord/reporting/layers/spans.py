"""What the page holds of a layer of spans: pairs, places, documents, annotators and types."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from accord.agreement.payload import part_payload
from accord.agreement.result import number
from accord.kinds.labels.agreement import MAX_ANNOTATORS
from accord.kinds.page.parts import (
    annotator_payload,
    busiest,
    coincidences,
    confusion_payloads,
    counted,
    document_payload,
    lowest,
    pair_payload,
)
from accord.kinds.page.strip import strip_of_marks
from accord.kinds.page.with_rest import with_rest_payloads
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.match import UNION
from accord.reporting.layers.places import Places, Texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.agreement.result import Measured
    from accord.kinds.spans.agreement import SpanAgreement
    from accord.model import Corpus

_DIFFICULTY = "how hard it is to get right by chance: 1 less the F1 of random spans (accord difficulty)"


def spans_layer(corpus: Corpus, agreement: SpanAgreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on spans and its payload, with so many places and documents at most."""
    study, measure = agreement.study, agreement.measure
    texts = Texts(corpus, study.texts, study.of)
    places = Places(study.texts, measure.match, typed=measure.model.types != "ignore")
    documents = _documents(agreement, texts, places, most)
    shown = places.shown(most, {each["document"] for each in documents})
    return {
        "agreement": payload,
        "counts": counted(study.unit, "place", "span"),
        "pairs": _pairs(corpus, agreement, places),
        "items": {
            "total": len(places.differing),
            "left_out": len(places.differing) - len(shown),
            "shown": [texts.item(place, study.annotators) for place in shown],
        },
        "documents": documents,
        "documents_difficulty_is": _DIFFICULTY,
        "annotators_table": _annotators(agreement, places, most),
        "labels_view": _types(agreement, places, {id(place): texts.id_of(place) for place in shown}),
        "aligner": None,
        "trees_view": None,
    }


def worst_documents(agreement: SpanAgreement, most: int) -> list[str]:
    """The documents to align for the page: those of least agreement in which anything is marked."""
    marked = {text.document for text in agreement.study.texts if any(text.spans.values())}
    found = [each for each in agreement.documents.items() if each[0] in marked]
    return [document for document, _ in lowest(found, lambda each: each[1].value, most)]


def _pairs(corpus: Corpus, agreement: SpanAgreement, places: Places) -> list[dict[str, Any]]:
    if not agreement.pairs:
        return []
    found = _texts_found(corpus, agreement)
    texts, differing = places.differing_texts(), places.differing_pairs()
    return [
        {
            **pair_payload(one, other, part, found - part.count, texts[one, other]),
            "places": differing[one, other],
        }
        for (one, other), part in agreement.pairs.items()
    ]


def _texts_found(corpus: Corpus, agreement: SpanAgreement) -> int:
    """How many sentences or documents any of the annotators looked at."""
    study = agreement.study
    annotators = set(study.annotators)
    looked_at = {document for document, annotator in corpus.annotations if annotator in annotators}
    if study.unit == "document":
        return len(looked_at)
    return sum(len(document.sentences) for document in corpus.documents if document.id in looked_at)


def _documents(agreement: SpanAgreement, texts: Texts, places: Places, most: int) -> list[dict[str, Any]]:
    chosen = lowest(agreement.documents.items(), lambda each: each[1].value, most)
    count = places.by_document()
    hard = _difficulty(agreement, [document for document, _ in chosen])
    typed = agreement.measure.model.types != "ignore"
    return [
        document_payload(
            document,
            measured,
            count[document],
            hard.get(document),
            strip_of_marks(*texts.marked_in(document), typed=typed),
        )
        for document, measured in chosen
    ]


def _difficulty(agreement: SpanAgreement, documents: Sequence[str]) -> Mapping[str, float | None]:
    study, measure = agreement.study, agreement.measure
    if measure.match.name == UNION or len(study.annotators) > MAX_ANNOTATORS:
        return {}
    chosen = set(documents)
    some = replace(study, texts=tuple(text for text in study.texts if text.document in chosen))
    found = Difficulty(some, measure.match, measure.model).documents
    return {document: number(each.value) for document, each in found.items()}


def _annotators(agreement: SpanAgreement, places: Places, most: int) -> list[dict[str, Any]]:
    marked = agreement.study.count()
    shown = busiest({name: marked[name] for name in agreement.study.annotators}, most)
    with_rest = with_rest_payloads(places.with_rest(shown, agreement.uncertainty.level))
    return [
        annotator_payload(name, marked[name], against_rest, without, with_rest[name])
        for name, (against_rest, without) in agreement.annotators.items()
        if name in shown
    ]


def _types(agreement: SpanAgreement, places: Places, id_of: Mapping[int, str]) -> dict[str, Any] | None:
    """Types of spans that lie over each other, and each type for itself; nothing where types are ignored."""
    if not agreement.types:
        return None
    names = agreement.study.types
    met = {both: found.pairs for both, found in places.types_met.items()}
    texts = {both: len(found.by_text) for both, found in places.types_met.items() if both[0] != both[1]}

    def examples(both: tuple[str, str]) -> Iterable[str]:
        return (id_of[id(place)] for place in places.types_met[both].examples if id(place) in id_of)

    return {
        "label_names": list(names),
        "coincidences": coincidences(met, names),
        "labels": [_type(type_, part, places.spans_of[type_]) for type_, part in agreement.types.items()],
        "labels_of": "each type is measured for itself; only spans that overlap are confused",
        "confusions_of": "what is labelled differently",
        "confusions_items": sum(texts.values()),
        "outweighing": places.outweighing_payload(),
        "confusions": [
            {**each, "share_in_one": places.share_in_one((each["first"], each["second"]))}
            for each in confusion_payloads(met, texts, agreement.merged, examples)
        ],
    }


def _type(type_: str, part: Measured, count: int) -> dict[str, Any]:
    return {
        "label": type_,
        "count": count,
        "specific": number(part.observed),
        "items": part.count,
        **part_payload(part),
    }
