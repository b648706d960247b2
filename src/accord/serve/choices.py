"""What a layer can be measured on and by: only what its labels, units and annotators allow."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from accord.campaign.request import kind_of
from accord.distance import DISTANCES, TREE_DISTANCES
from accord.encoding.repair import NO_REPAIR
from accord.errors import AccordError
from accord.formats.names import references_among
from accord.kinds.labels import COEFFICIENTS
from accord.kinds.labels.options import CodingOptions
from accord.kinds.labels.study import coding_from_corpus
from accord.kinds.spans.mentions import mentions_of
from accord.kinds.units import BASELINES, UNIT_COEFFICIENTS
from accord.kinds.units.options import SelectionOptions
from accord.kinds.units.study import unit_data
from accord.model import ItemLabels, Units
from accord.study.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.model import Corpus
    from accord.study.coding import Coding

_FEW_LABELS = 50
"""Up to so many labels somebody may want to put in order."""


def choices(corpus: Corpus, repair: str) -> dict[str, Any]:
    """The units that can be compared in a layer, each with coefficients and distances; its annotators and labels.

    A coefficient comes with how many ``annotators`` it takes at most, which of the ``distances`` it takes, and whether
    it must, or must not, be ``weighted`` by another than the nominal one; a distance with whether it ``needs_order`` of
    the labels. ``references`` are annotators who are looked at only where that is said.
    """
    kind = kind_of(corpus)
    references = references_among(corpus.annotators)
    voters = [name for name in corpus.annotators if name not in references]
    coding = coding_from_corpus(corpus, CodingOptions()) if kind == "labels" else None
    how = mentions_of(corpus, repair).how if kind == "labels" else NO_REPAIR
    units = []
    if coding:
        items = any(isinstance(layer, ItemLabels) for layer in corpus.annotations.values())
        distances = _distances(coding.labels, may_order=True)
        units.append(_unit("items" if items else "tokens", _of_labels(coding, distances), distances))
    if kind in {"labels", "spans"} and how is not None:
        units.append(_unit("spans", [_coefficient("corrected-f1", [])], []))
    if kind != "trees" and how is not None:
        categories = {
            unit.category for each in corpus.annotations.values() if isinstance(each, Units) for unit in each.units
        }
        distances = _distances(tuple(sorted(categories)), may_order=False) if categories else []
        units.append(_unit("units", _of_units(corpus, how, voters, distances), distances))
    if kind == "trees":
        units.append(_unit("trees", [], [{"name": name, "needs_order": False} for name in TREE_DISTANCES]))
    labels = coding.labels if coding else ()
    return {
        "units": units,
        "annotators": list(corpus.annotators),
        "references": references,
        "documents": [document.id for document in corpus.documents],
        "labels": list(labels) if len(labels) <= _FEW_LABELS else [],
    }


def _unit(name: str, coefficients: list[dict[str, Any]], distances: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": name, "coefficients": coefficients, "distances": distances}


def _coefficient(name: str, taken: list[str], most: int | None = None) -> dict[str, Any]:
    by_nominal = "nominal" in taken or not taken
    weighted = False if taken == ["nominal"] else None if by_nominal else True
    return {"name": name, "annotators": most, "distances": taken, "weighted": weighted}


def _of_labels(coding: Coding, distances: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The coefficients of labels that take one of the distances, for all who labelled or for so many of them."""
    found = []
    for name in COEFFICIENTS:
        coefficient = COEFFICIENTS.get(name)
        most = getattr(coefficient, "annotators", None)
        taken = [each["name"] for each in distances if coefficient.takes(each["name"])]
        of_some = most is not None and len(coding.annotators) > most
        if taken and (of_some or _applies(partial(coefficient.refuse, coding, taken[0]))):
            found.append(_coefficient(name, taken, most))
    return found


def _of_units(corpus: Corpus, how: str, annotators: list[str], distances: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The coefficients of units that take such as were marked: units that overlap, or lie between whole positions."""
    taken = [each["name"] for each in distances]
    aligned = [_coefficient(name, taken) for name in UNIT_COEFFICIENTS]
    try:
        study = unit_data(corpus, SelectionOptions(annotators=tuple(annotators), repair=how)).study
    except AccordError:  # which every measure of units says
        return aligned
    others = [name for name in BASELINES if _applies(partial(BASELINES.get(name)().refuse, study))]
    return aligned + [_coefficient(name, ["nominal"]) for name in others]


def _applies(refuse: Callable[[], object]) -> bool:
    try:
        refuse()
    except AccordError:
        return False
    return True


def _distances(labels: tuple[str, ...], *, may_order: bool) -> list[dict[str, Any]]:
    """The distances that labels have as they are, and those that they have once their order is said."""
    as_they_are = [name for name in DISTANCES if _fits(name, labels, ordered=False)]
    in_order = [name for name in DISTANCES if may_order and _fits(name, labels, ordered=True)]
    usable = [name for name in DISTANCES if name in {*as_they_are, *in_order}]
    return [{"name": name, "needs_order": name not in as_they_are} for name in usable]


def _fits(distance: str, labels: tuple[str, ...], *, ordered: bool) -> bool:
    return _applies(lambda: DISTANCES.get(distance)(Scale(labels, ordered)))
