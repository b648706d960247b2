"""What the page holds of a layer of labels: pairs, items, documents, annotators and labels."""

from __future__ import annotations

from itertools import accumulate, chain, combinations, islice
from typing import TYPE_CHECKING, Any

from accord.agreement.agreement import AnnotatorOutlier
from accord.kinds.labels.agreement import MAX_ANNOTATORS
from accord.kinds.page.context import Context
from accord.kinds.page.parts import (
    EXAMPLES,
    annotator_payload,
    busiest,
    chosen,
    counted,
    document_payload,
    first_of_each,
    item_payload,
    lowest,
    pair_payload,
)
from accord.kinds.page.source import Source
from accord.kinds.page.strip import strip
from accord.kinds.page.with_rest import with_rest_payloads
from accord.study.coding import MISSING
from accord.study.scale import Scale, number_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from accord.kinds.labels.agreement import Agreement
    from accord.model import Corpus
    from accord.study.coding import Coding

    Numbers = NDArray[np.intp]


_MAX_GRADES = 11
"""More numbers than these are no grades."""


def labels_layer(corpus: Corpus, agreement: Agreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on labels and its payload, with so many items and documents at most."""
    quantities = _quantities(agreement)
    confused = _confused(agreement, payload["confusions"] if quantities is None else ())
    documents = _documents(agreement, most)
    shown = _shown(agreement, confused, most, {each["document"] for each in documents})
    items = list(_items(corpus, agreement, shown))
    id_of = {index: item["id"] for index, item in zip(shown, items, strict=True)}
    total = len(agreement.diagnosis.hardest_first)
    unit = agreement.coding.unit
    return {
        "agreement": payload,
        "counts": counted(unit, unit, "label"),
        "pairs": _pairs(agreement, quantities),
        "items": {"total": total, "left_out": total - len(items), "shown": items},
        "documents": documents,
        "documents_difficulty_is": f"the mean disagreement of the {unit}s that two annotators labelled",
        "annotators_table": _annotators(agreement, most),
        "labels_view": _labels_view(payload, agreement.coding, confused, id_of) if quantities is None else None,
        "aligner": None,
        "trees_view": None,
    }


def _quantities(agreement: Agreement) -> NDArray[np.float64] | None:
    """Labels that are measured numbers: hardly any two are the same, so it is not said which are confused."""
    labels = agreement.coding.labels
    if agreement.distance not in {"interval", "ratio"} or len(labels) <= _MAX_GRADES:
        return None
    return None if any(number_in(label) is None for label in labels) else Scale(labels).points


def _labels_view(
    payload: Mapping[str, Any], coding: Coding, confused: Iterable[list[int]], id_of: Mapping[int, str]
) -> dict[str, Any]:
    """Which labels meet, each for itself, and those that are confused most, with examples."""
    named = payload["distance"] == "nominal"
    alone = "" if named else "; each label for itself is one or it is not, whatever the distance between labels"
    return {
        "label_names": payload["label_names"],
        "coincidences": payload["coincidences"],
        "labels": payload["labels"],
        "labels_of": f"all {payload['unit']}s that two annotators labelled are compared{alone}",
        "confusions_of": "all disagreement",
        "confusions_items": _labels_met(coding),
        "confusions": [
            {
                **confusion,
                "items": len(found),
                "examples": list(islice((id_of[each] for each in found if each in id_of), EXAMPLES)),
            }
            for confusion, found in zip(payload["confusions"], confused, strict=True)
        ],
    }


def _labels_met(coding: Coding) -> int:
    """In how many items two labels meet, each two for themselves."""
    import numpy as np

    ordered = np.sort(coding.codes, axis=1)
    labels = ((ordered >= 0) & (np.diff(ordered, axis=1, prepend=MISSING) > 0)).sum(axis=1)
    return int((labels * (labels - 1) // 2).sum())


def _pairs(agreement: Agreement, quantities: NDArray[np.float64] | None) -> list[dict[str, Any]]:
    found = agreement.coding.found
    return [
        {
            **pair_payload(pair.first, pair.second, pair.measured, found - pair.measured.count, pair.differing),
            "apart": None if quantities is None else _apart(agreement.coding, pair.first, pair.second, quantities),
        }
        for pair in agreement.pairs
    ]


def _apart(coding: Coding, first: str, second: str, quantities: NDArray[np.float64]) -> float | None:
    """The median of how far apart the numbers are that two annotators gave to the same items."""
    import numpy as np

    ours, theirs = (coding.codes[:, coding.annotators.index(name)] for name in (first, second))
    both = (ours >= 0) & (theirs >= 0)
    return float(np.median(np.abs(quantities[ours[both]] - quantities[theirs[both]]))) if both.any() else None


def _confused(agreement: Agreement, confusions: Iterable[Mapping[str, Any]]) -> list[list[int]]:
    """The items in which each two confused labels meet, hardest first."""
    code_of = {label: code for code, label in enumerate(agreement.coding.labels)}
    order = agreement.diagnosis.hardest_first
    codes = agreement.coding.codes[order]
    return [
        order[(codes == code_of[each["first"]]).any(axis=1) & (codes == code_of[each["second"]]).any(axis=1)].tolist()
        for each in confusions
    ]


def _shown(agreement: Agreement, confused: list[list[int]], most: int, listed: set[str]) -> list[int]:
    """The items that are shown, the hardest first."""
    coding = agreement.coding
    order = agreement.diagnosis.hardest_first.tolist()
    examples = chain(
        chain.from_iterable(found[:EXAMPLES] for found in confused), chain.from_iterable(_of_pairs(agreement))
    )
    of_documents = first_of_each(order, lambda index: coding.documents[coding.document_of[index]], listed)
    kept = chosen(examples, order, most, of_documents)
    return [index for index in order if index in kept]


def _of_pairs(agreement: Agreement) -> Iterable[list[int]]:
    """Some items on which every two annotators differ, hardest first."""
    order = agreement.diagnosis.hardest_first
    for first, second in combinations(range(len(agreement.coding.annotators)), 2):
        yield order[agreement.diagnosis.differing(first, second)[order]][:EXAMPLES].tolist()


def _items(corpus: Corpus, agreement: Agreement, shown: list[int]) -> Iterable[dict[str, Any]]:
    coding, apart = agreement.coding, agreement.diagnosis.disagreements
    source = Source(corpus, coding.unit)
    starts = dict(zip(source.words, accumulate(map(len, source.words.values()), initial=0), strict=False))
    for index in shown:
        item = coding.item(index)
        document = coding.documents[coding.document_of[index]]
        labels = {
            annotator: coding.labels[code] if code >= 0 else None
            for annotator, code in zip(coding.annotators, coding.codes[index].tolist(), strict=True)
            if code >= 0 or len(coding.annotators) <= MAX_ANNOTATORS
        }
        at: int | str = item.name
        context = Context(item.text, "", "")
        if document in starts:
            at = int(coding.numbers[index]) - starts[document]
            context = source.context(document, at, at + 1)
        places = source.places(document, at, [annotator for annotator, label in labels.items() if label is not None])
        held = item_payload(coding.id_of(index), document, context, places, float(apart[index]))
        yield {**held, "item": item.name, "labels": labels}


def _documents(agreement: Agreement, most: int) -> list[dict[str, Any]]:
    """The documents of least agreement, each with a strip of the items that two annotators labelled."""
    import numpy as np

    coding, diagnosis = agreement.coding, agreement.diagnosis
    items_of = {coding.documents[document]: items for document, items in coding.items_of_documents()}
    largest = float(np.max(diagnosis.between.largest)) if coding.items else 0.0
    harder = diagnosis.harder()
    rows = []
    for each in lowest(agreement.documents, lambda each: each.measured.value, most):
        items = items_of[each.document]
        numbers = coding.numbers[items]
        compared = coding.per_item[items] >= 2
        agreed = 1 - diagnosis.disagreements[items] / (largest or 1.0)
        cells = strip(agreed[compared], numbers[compared] - numbers[0], int(numbers[-1] - numbers[0]) + 1)
        hard = float(diagnosis.disagreements[items][compared].mean()) if compared.any() else None
        seems = harder.get(each.document)
        rows.append(document_payload(each.document, each.measured, each.measured.count, hard, cells, harder_p=seems))
    return rows


def _annotators(agreement: Agreement, most: int) -> list[dict[str, Any]]:
    shown = busiest({each.annotator: each.labels for each in agreement.annotators}, most)
    measured = map(AnnotatorOutlier, agreement.drifts, agreement.behind)
    with_rest = with_rest_payloads(dict(zip(agreement.coding.annotators, measured, strict=True)))
    return [
        annotator_payload(each.annotator, each.labels, each.against_rest, each.without, with_rest[each.annotator])
        for each in agreement.annotators
        if each.annotator in shown
    ]
