"""Who stands out: each annotator's agreement with the rest over the items, in their order, whatever was annotated."""

from __future__ import annotations

from array import array
from collections import defaultdict
from math import nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.agreement.annotator_gap import annotator_gap
from accord.agreement.breakdown import AnnotatorOutlier
from accord.agreement.drift import drift
from accord.agreement.item_groups import Moments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Pair = tuple[str, str]


class ItemAgreements(NamedTuple):
    """Somebody's mean agreement with the others on each item, that ``among`` the others, NaN for one, and of all."""

    document: array[int]
    with_others: array[float]
    among: array[float]
    of_all: array[float]


class AgreementWithRest:
    """The agreement of annotators on items, in their order."""

    def __init__(self) -> None:
        self._items: defaultdict[str, ItemAgreements] = defaultdict(_none)
        self._of_all = array("d")

    def add(self, document: int, of_all: float, of_each: Iterable[tuple[str, float, float | None]]) -> None:
        """Take in an item: the mean agreement of all pairs, and of each annotator with the others and among these."""
        self._of_all.append(of_all)
        for name, with_others, among in of_each:
            numbers = document, with_others, nan if among is None else among, of_all
            for column, number in zip(self._items[name], numbers, strict=True):
                column.append(number)  # type: ignore[attr-defined]

    def measured(self, annotators: Iterable[str], level: float, unit: str) -> dict[str, AnnotatorOutlier]:
        """How the agreement of some annotators goes."""
        everybody, found = Moments.of(np.array(self._of_all)), {}
        for name in annotators:
            documents, agreed, among, of_all = map(np.array, self._items.get(name, _none()))
            several = ~np.isnan(among)
            elsewhere = everybody.less(Moments.of(of_all))
            differences = agreed[several] - among[several]
            found[name] = AnnotatorOutlier(
                drift(agreed, documents, level, unit),
                annotator_gap(differences, documents[several], (Moments.of(agreed), elsewhere), level, unit),
            )
        return found


def _none() -> ItemAgreements:
    return ItemAgreements(array("q"), array("d"), array("d"), array("d"))


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
