"""What the page holds of labels: pairs, items, documents, annotators and labels."""

from __future__ import annotations

from itertools import accumulate, chain, combinations, islice
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.equation import share
from accord.agreement.payload import MAX_CELLS, TOP, lowest_first
from accord.agreement.result import Undefined
from accord.kinds.labels.against_rest import met_rest
from accord.kinds.labels.breakdown import breakdown_of
from accord.kinds.labels.coincidence import coincidence_matrix
from accord.kinds.page.context import Context
from accord.kinds.page.document_texts import document_texts
from accord.kinds.page.examples import EXAMPLES, chosen, first_of_each
from accord.kinds.page.parts import (
    annotators_table,
    confusion_row,
    counted,
    document_row,
    item_row,
    label_row,
    lowest,
    pair_row,
)
from accord.kinds.page.source import Source
from accord.kinds.page.strip import strip
from accord.payload.labels import LabelsView
from accord.payload.layer import ItemList, LayerParts
from accord.payload.texts import TextPart
from accord.study.coding import MISSING
from accord.study.scale import Scale, number_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from accord.agreement.agreement import Agreement
    from accord.agreement.breakdown import Confusion
    from accord.kinds.labels.breakdown import LabelBreakdown
    from accord.model import Corpus
    from accord.payload.labels import ConfusionRow
    from accord.payload.layer import DocumentRow, ItemRow, PairRow
    from accord.study.coding import Coding


_MAX_GRADES = 11
"""More numbers than these are no grades."""


def labels_page(corpus: Corpus | None, agreement: Agreement, most: int) -> LayerParts:
    """What the page holds of an agreement on labels, with so many items and documents at most."""
    breakdown = breakdown_of(agreement)
    quantities = _quantities(agreement, breakdown.coding)
    confusions = agreement.confusions(TOP) if quantities is None else []
    confused = _confused(breakdown, confusions)
    documents = _documents(agreement, breakdown, most)
    lowest = sorted(agreement.labels, key=lambda each: lowest_first(each.value))[:TOP] if quantities is None else []
    of_labels = _of_labels(breakdown, [each.label for each in lowest])
    examples = chain(chain.from_iterable(found[:EXAMPLES] for found in confused), of_labels)
    shown = _shown(breakdown, examples, most, {each.document for each in documents})
    items = list(_items(corpus, breakdown, shown)) if corpus is not None else []
    id_of = {index: item.id for index, item in zip(shown, items, strict=corpus is not None)}
    total = len(breakdown.hardest_first)
    unit = agreement.unit
    rows = [
        confusion_row(each, islice((id_of[index] for index in found if index in id_of), EXAMPLES))
        for each, found in zip(confusions, confused, strict=True)
    ]
    return LayerParts(
        unit=agreement.unit,
        counts=counted(unit, unit, "label"),
        pairs=_pairs(agreement, breakdown.coding, quantities),
        items=ItemList(total=total, left_out=total - len(items), shown=items),
        documents=documents,
        documents_difficulty_is=f"the mean disagreement of the {unit}s that two annotators labelled",
        annotators_table=annotators_table(
            agreement, most, met=met_rest(breakdown.coding) if quantities is None else None
        ),
        labels_view=_labels_view(agreement, breakdown.coding, rows) if quantities is None else None,
        texts=document_texts(_texts(corpus, breakdown.coding, [each.document for each in documents])) if corpus else (),
    )


def _quantities(agreement: Agreement, coding: Coding) -> NDArray[np.float64] | None:
    """Labels that are measured numbers: hardly any two are the same, so it is not said which are confused."""
    labels = coding.labels
    if agreement.about["distance"] not in {"interval", "ratio"} or len(labels) <= _MAX_GRADES:
        return None
    return None if any(number_in(label) is None for label in labels) else Scale(labels).points


def _labels_view(agreement: Agreement, coding: Coding, confusions: Sequence[ConfusionRow]) -> LabelsView:
    """Which labels meet, and each for itself."""
    nominal = agreement.about["distance"] == "nominal"
    alone = "" if nominal else "; each label for itself is one or it is not, whatever the distance between labels"
    few = len(coding.labels) ** 2 <= MAX_CELLS
    return LabelsView(
        nominal=nominal,
        label_names=coding.labels,
        coincidences=coincidence_matrix(coding).tolist() if few else None,
        labels=[label_row(each) for each in agreement.labels],
        labels_of=f"all {agreement.unit}s that two annotators labelled are compared{alone}",
        confusions_of="all disagreement",
        confusions_items=_labels_met(coding),
        confusions=confusions,
    )


def _labels_met(coding: Coding) -> int:
    """In how many items two labels meet, each two for themselves."""
    ordered = np.sort(coding.codes, axis=1)
    labels = ((ordered >= 0) & (np.diff(ordered, axis=1, prepend=MISSING) > 0)).sum(axis=1)
    return int((labels * (labels - 1) // 2).sum())


def _pairs(agreement: Agreement, coding: Coding, quantities: NDArray[np.float64] | None) -> list[PairRow]:
    return [
        pair_row(pair, apart=None if quantities is None else _apart(coding, pair.first, pair.second, quantities))
        for pair in agreement.pairs
    ]


def _apart(coding: Coding, first: str, second: str, quantities: NDArray[np.float64]) -> float | None:
    """The median of how far apart the numbers are that two annotators gave to the same items."""
    ours, theirs = (coding.column(coding.annotators.index(name)) for name in (first, second))
    both = (ours >= 0) & (theirs >= 0)
    return float(np.median(np.abs(quantities[ours[both]] - quantities[theirs[both]]))) if both.any() else None


def _confused(breakdown: LabelBreakdown, confusions: Iterable[Confusion]) -> list[list[int]]:
    """The items in which each two confused labels meet, hardest first."""
    code_of = {label: code for code, label in enumerate(breakdown.coding.labels)}
    return [breakdown.meeting(code_of[each.first], code_of[each.second]).tolist() for each in confusions]


def _of_labels(breakdown: LabelBreakdown, labels: Iterable[str]) -> Iterable[int]:
    """Some items to which some annotators gave a label and others another one, of each label, hardest first."""
    coding, order = breakdown.coding, breakdown.hardest_first
    codes = coding.codes[order]
    for label in labels:
        own = codes == coding.labels.index(label)
        yield from order[own.any(axis=1) & ((codes >= 0) & ~own).any(axis=1)][:EXAMPLES].tolist()


def _shown(breakdown: LabelBreakdown, examples: Iterable[int], most: int, listed: set[str]) -> list[int]:
    """The items that are shown, the hardest first."""
    coding, order = breakdown.coding, breakdown.hardest_first.tolist()
    of_documents = first_of_each(order, lambda index: coding.documents[coding.document_of[index]], listed)
    of_pairs = chain.from_iterable(_of_pairs(breakdown))
    kept = chosen(chain(examples, of_pairs), order, most, of_documents)
    return [index for index in order if index in kept]


def _of_pairs(breakdown: LabelBreakdown) -> Iterable[list[int]]:
    """Some items on which every two annotators differ, hardest first."""
    order = breakdown.hardest_first
    for first, second in combinations(range(len(breakdown.coding.annotators)), 2):
        yield order[breakdown.differing(first, second)[order]][:EXAMPLES].tolist()


def _items(corpus: Corpus, breakdown: LabelBreakdown, shown: list[int]) -> Iterable[ItemRow]:
    coding = breakdown.coding
    source = Source(corpus, coding.unit)
    starts = _starts(source)
    for index in shown:
        item = coding.item(index)
        document = coding.documents[coding.document_of[index]]
        labels = breakdown.versions(index)
        at: int | str = item.name
        context = Context(item.text, "", "")
        if document in starts:
            at = int(coding.numbers[index]) - starts[document]
            context = source.context(document, at, at + 1)
        places = source.places(document, at, [annotator for annotator, label in labels.items() if label is not None])
        apart = float(breakdown.disagreements[index])
        yield item_row(
            coding.id_of(index), document, context, places, disagreement=apart, labels=labels, name=item.name
        )


def _texts(corpus: Corpus, coding: Coding, documents: Sequence[str]) -> Iterator[tuple[str, list[TextPart]]]:
    """Some documents with the labels of everybody, sentence by sentence or item by item."""
    items_of = {coding.documents[document]: items.tolist() for document, items in coding.items_of_documents()}
    sentences_of = {each.id: each.sentences for each in corpus.documents}
    starts = _starts(Source(corpus, coding.unit))
    for document in documents:
        items = items_of.get(document, [])
        if document not in starts:
            yield document, [_item_part(coding, index) for index in items]
            continue
        said = {int(coding.numbers[index]) - starts[document]: coding.row(index) for index in items}
        ends = list(accumulate(map(len, sentences_of[document]), initial=0))
        yield (
            document,
            [_sentence(coding, words, start, said) for words, start in zip(sentences_of[document], ends, strict=False)],
        )


def _item_part(coding: Coding, index: int) -> TextPart:
    item = coding.item(index)
    labels = {
        name: [coding.labels[code]]
        for name, code in zip(coding.annotators, coding.row(index), strict=True)
        if code != MISSING
    }
    return TextPart(id=coding.id_of(index), tokens=[item.text or item.name], labels=labels)


def _sentence(coding: Coding, words: Sequence[str], start: int, said: Mapping[int, Sequence[int]]) -> TextPart:
    nobody = [MISSING] * len(coding.annotators)
    codes = [said.get(start + place, nobody) for place in range(len(words))]
    labels = {
        name: [None if row[number] == MISSING else coding.labels[row[number]] for row in codes]
        for number, name in enumerate(coding.annotators)
        if any(row[number] != MISSING for row in codes)
    }
    return TextPart(id=None, tokens=words, labels=labels)


def _starts(source: Source) -> dict[str, int]:
    """The number of the first token of each document that has any."""
    return dict(zip(source.words, accumulate(map(len, source.words.values()), initial=0), strict=False))


def _documents(agreement: Agreement, breakdown: LabelBreakdown, most: int) -> list[DocumentRow]:
    """The documents of least agreement, each with a strip of the items that two annotators labelled."""
    coding = breakdown.coding
    items_of = {coding.documents[document]: items for document, items in coding.items_of_documents()}
    largest = float(np.max(breakdown.between.largest)) if coding.items else 0.0
    outliers = agreement.outliers
    harder = {} if isinstance(outliers, Undefined) else outliers.documents
    rows = []
    for each in lowest(agreement.documents, lambda each: each.value, most):
        items = items_of[each.document]
        numbers = coding.numbers[items]
        compared = coding.per_item[items] >= 2
        agreed = share(breakdown.disagreements[items], largest)
        cells = strip(agreed[compared], numbers[compared] - numbers[0], int(numbers[-1] - numbers[0]) + 1)
        rows.append(document_row(each, cells, harder.get(each.document)))
    return rows
