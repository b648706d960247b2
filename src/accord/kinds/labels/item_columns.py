"""The labels of several annotators for the items that one of them labelled, as codes in the same order."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import NotApplicable
from accord.formats.arrow_names import ArrowNames
from accord.kinds.layout import by_document
from accord.messages import option
from accord.model import ItemLabels, Place, item_id
from accord.model.array_map import ArrayMap, Repeated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from accord.model import Corpus, Document

    Codes = NDArray[Any]

ABSENT = -1
"""The code of an item that an annotator did not label."""


class ItemColumns:
    """The items of a reference, document by document, and what anybody says of them."""

    def __init__(self, corpus: Corpus, reference: str) -> None:
        """Take the items that the annotator labelled who is the reference."""
        if any(not isinstance(each, ItemLabels) for each in corpus.annotations.values()):
            raise NotApplicable(
                "labels of tokens are scored as they stand in files or lists of lists, not as those of items"
            )
        self.reference = reference
        self.layers = by_document(corpus, ItemLabels)
        self.document_of: Mapping[str, Document] = {document.id: document for document in corpus.documents}
        for (_, annotator), each in corpus.annotations.items():
            if isinstance(each, ItemLabels) and each.repeats:
                raise NotApplicable(
                    f"{annotator} labels an item several times: say which label counts, such as "
                    f"{option('repeats', 'majority')}"
                )

    @cached_property
    def items(self) -> dict[str, Sequence[str]]:
        """The names of the items of each document, of which the reference labels all or some."""
        found: dict[str, Sequence[str]] = {}
        for document, held in self.layers.items():
            if self.reference in held:
                labels = held[self.reference].labels
                found[document] = labels.names if isinstance(labels, ArrayMap) else list(labels)
        return found

    @cached_property
    def starts(self) -> Codes:
        """Where the items of each document begin, and the end of all."""
        return np.cumsum([0, *map(len, self.items.values())])

    def used(self, annotator: str) -> list[str]:
        """All labels that somebody gives, each once."""
        found: dict[str, None] = {}
        for held in self.layers.values():
            if annotator in held:
                labels = held[annotator].labels
                found |= dict.fromkeys(labels.used if isinstance(labels, ArrayMap) else labels.values())
        return list(found)

    def codes(self, annotator: str, code_of: Mapping[str, int]) -> Codes:
        """The codes of somebody's labels for all items, `ABSENT` where there is none."""
        parts = [self._codes(document, names, annotator, code_of) for document, names in self.items.items()]
        return np.concatenate(parts) if len(parts) != 1 else parts[0]

    def _codes(self, document: str, names: Sequence[str], annotator: str, code_of: Mapping[str, int]) -> Codes:
        layer = self.layers[document].get(annotator)
        small = np.int8 if max(code_of.values(), default=0) < 1 << 7 else np.int32
        if layer is None:
            return np.full(len(names), ABSENT, dtype=small)
        labels = layer.labels
        if isinstance(labels, ArrayMap) and same_names(labels.names, names):
            coded = np.array([code_of.get(label, ABSENT) for label in labels.coded], dtype=small)
            found: Codes = coded[labels.codes]
            if labels.is_whole:
                return found
            codes = np.full(len(names), ABSENT, dtype=small)
            codes[labels.numbers] = found
            return codes
        if isinstance(labels, ArrayMap) and isinstance(labels.names, ArrowNames) and isinstance(names, ArrowNames):
            places = names.places_of(labels.names)[labels.numbers]
            known = places >= 0
            codes = np.full(len(names), ABSENT, dtype=small)
            codes[places[known]] = np.array([code_of.get(label, ABSENT) for label in labels.coded], dtype=small)[
                labels.codes[known]
            ]
            return codes
        get = labels.get
        return np.fromiter(
            (ABSENT if label is None else code_of[label] for label in map(get, names)), dtype=small, count=len(names)
        )

    def extra(self, annotator: str) -> list[str]:
        """The items that the reference does not label, and somebody does."""
        found = []
        for document, held in self.layers.items():
            layer = held.get(annotator)
            gold = held.get(self.reference)
            if layer is None:
                continue
            known = () if gold is None else gold.labels
            if gold is not None and _is_covered(layer, gold):
                continue
            found += [self._name(document, item) for item in layer.labels if item not in known]
        return found

    def _name(self, document: str, item: str) -> str:
        return item_id(document, item) if len(self.document_of) > 1 else item

    def names_where(self, chosen: NDArray[np.bool_]) -> list[str]:
        """The names of some items, with their document where there are several."""
        return [self._name(*self._item(number)) for number in np.flatnonzero(chosen).tolist()]

    def _item(self, number: int) -> tuple[str, str]:
        where = int(np.searchsorted(self.starts, number, side="right")) - 1
        document = list(self.items)[where]
        return document, self.items[document][number - int(self.starts[where])]

    def describe(self, number: int, annotators: Sequence[str]) -> tuple[Place, str, tuple[str, str]]:
        """Where the first of some annotators labels an item, with its name; its text, and its document and name."""
        document, item = self._item(number)
        held = [self.layers[document][name] for name in annotators if name in self.layers[document]]
        place = next((place for layer in held if (place := layer.place(item))), None)
        texts = (self.document_of[document].items.get(item, ""), *(layer.texts.get(item, "") for layer in held))
        return (
            place._replace(token=item) if place else Place(f"item {item}"),
            next(filter(None, texts), ""),
            (document, item),
        )

    def documents(self, kept: Codes | None) -> Sequence[str]:
        """The document of each item, or of some."""
        small = np.int8 if len(self.items) < 1 << 7 else np.int32
        number_of: NDArray[np.integer] = np.repeat(np.arange(len(self.items)).astype(small), np.diff(self.starts))
        return Repeated(list(self.items), number_of if kept is None else number_of[kept])


def same_names(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether two lists hold the same names in the same order."""
    return ours is theirs or (len(ours) == len(theirs) and ours == theirs)


def _is_covered(ours: ItemLabels, theirs: ItemLabels) -> bool:
    """Whether one layer labels no other items than another one, as far as that is seen without looking at each."""
    first, second = ours.labels, theirs.labels
    if isinstance(first, ArrayMap) and isinstance(second, ArrayMap) and second.is_whole:
        ours_names, theirs_names = first.names, second.names
        if isinstance(ours_names, ArrowNames) and isinstance(theirs_names, ArrowNames) and first.is_whole:
            return ours_names == theirs_names or bool((theirs_names.places_of(ours_names) >= 0).all())
    return _same_items(ours, theirs)


def _same_items(ours: ItemLabels, theirs: ItemLabels) -> bool:
    """Whether two layers label the same items, as far as that is seen without looking at each."""
    first, second = ours.labels, theirs.labels
    if isinstance(first, ArrayMap) and isinstance(second, ArrayMap):
        whole = len(first.names)
        return len(first) == len(second) == whole and same_names(first.names, second.names)
    return len(first) == len(second) and first.keys() == second.keys()
