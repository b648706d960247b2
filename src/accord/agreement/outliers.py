"""Who stands out: each annotator's agreement with the rest over the items, in their order, whatever was annotated."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.agreement import AnnotatorOutlier
from accord.agreement.annotator_gap import annotator_gap
from accord.agreement.drift import drift
from accord.agreement.item_groups import Moments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Pair = tuple[str, str]


class ItemAgreement(NamedTuple):
    """Somebody's mean agreement with the others on an item, that ``among`` the others if there are two, and of all."""

    document: int
    with_others: float
    among: float | None
    of_all: float


class AgreementWithRest:
    """The agreement of annotators on items, in their order."""

    def __init__(self) -> None:
        self._items: defaultdict[str, list[ItemAgreement]] = defaultdict(list)
        self._of_all: list[float] = []

    def add(self, document: int, of_all: float, of_each: Iterable[tuple[str, float, float | None]]) -> None:
        """Take in an item: the mean agreement of all pairs, and of each annotator with the others and among these."""
        self._of_all.append(of_all)
        for name, with_others, among in of_each:
            self._items[name].append(ItemAgreement(document, with_others, among, of_all))

    def measured(self, annotators: Iterable[str], level: float, unit: str) -> dict[str, AnnotatorOutlier]:
        """How the agreement of some annotators goes."""
        everybody, found = Moments.of(np.array(self._of_all)), {}
        for name in annotators:
            items = self._items.get(name, [])
            agreed = np.array([item.with_others for item in items])
            several = [(item.document, item.with_others - item.among) for item in items if item.among is not None]
            documents, differences = zip(*several, strict=True) if several else ((), ())
            elsewhere = everybody.less(Moments.of(np.array([item.of_all for item in items])))
            found[name] = AnnotatorOutlier(
                drift(agreed, [item.document for item in items], level, unit),
                annotator_gap(np.array(differences), documents, (Moments.of(agreed), elsewhere), level, unit),
            )
        return found


def outliers_of_pairs(
    agreed: Iterable[tuple[str, Mapping[Pair, float]]], annotators: Iterable[str], level: float, unit: str
) -> dict[str, AnnotatorOutlier]:
    """How each annotator's agreement with the others goes, from that of pairs on items of documents."""
    number_of: dict[str, int] = {}
    found = AgreementWithRest()
    for document, of_pairs in agreed:
        if of_pairs:
            place = number_of.setdefault(document, len(number_of))
            found.add(place, sum(of_pairs.values()) / len(of_pairs), _of_each(of_pairs))
    return found.measured(annotators, level, unit)


def _of_each(of_pairs: Mapping[Pair, float]) -> Iterable[tuple[str, float, float | None]]:
    with_others: defaultdict[str, list[float]] = defaultdict(list)
    for pair, agreement in of_pairs.items():
        for name in pair:
            with_others[name].append(agreement)
    whole = sum(of_pairs.values())
    for name, own in with_others.items():
        others = len(of_pairs) - len(own)
        yield name, sum(own) / len(own), (whole - sum(own)) / others if others else None
