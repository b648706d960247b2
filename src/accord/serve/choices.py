"""What a layer can be measured on and by: only what its labels and annotators allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.distance import DISTANCES, TREE_DISTANCES
from accord.errors import AccordError
from accord.measure.coding import COEFFICIENTS
from accord.measure.units import BASELINES
from accord.measure.units.coefficient import UNIT_COEFFICIENTS
from accord.model import ItemLabels, Units
from accord.read.names import references_among
from accord.study.labelled import Told, coding_from_corpus
from accord.study.scale import Scale
from accord.verbs.layer_measures import kind_of, repair_of

if TYPE_CHECKING:
    from accord.model import Corpus

_FEW_LABELS = 50
"""Up to so many labels somebody may want to put in order."""


def choices(corpus: Corpus, repair: str) -> dict[str, Any]:
    """The units that can be compared in a layer, each with coefficients and distances; its annotators and labels.

    A coefficient comes with how many ``annotators`` it takes at most and whether it must, or must not, be ``weighted``
    by a distance, a distance with whether it ``needs_order`` of the labels. ``references`` are annotators who are
    looked at only where that is said.
    """
    kind = kind_of(corpus)
    labels = coding_from_corpus(corpus, Told()).labels if kind == "labels" else ()
    mentions = kind == "labels" and repair_of(corpus, repair) is not None
    units = []
    if kind == "labels":
        items = any(isinstance(layer, ItemLabels) for layer in corpus.layers.values())
        distances = _distances(labels, may_order=True)
        scaled = any(each["name"] != "nominal" for each in distances)
        given = [
            _coefficient(name)
            for name in COEFFICIENTS
            if scaled or not getattr(COEFFICIENTS.get(name), "weighted", None)
        ]
        units.append(_unit("items" if items else "tokens", given, distances))
    if kind == "spans" or mentions:
        units.append(_unit("spans", [_coefficient("corrected-f1")], []))
    if kind in {"spans", "units"} or mentions:
        categories = {
            unit.category for each in corpus.layers.values() if isinstance(each, Units) for unit in each.units
        }
        distances = _distances(tuple(sorted(categories)), may_order=False) if categories else []
        units.append(_unit("units", [_coefficient(name) for name in (*UNIT_COEFFICIENTS, *BASELINES)], distances))
    if kind == "trees":
        units.append(_unit("trees", [], [{"name": name, "needs_order": False} for name in TREE_DISTANCES]))
    return {
        "units": units,
        "annotators": list(corpus.annotators),
        "references": references_among(corpus.annotators),
        "documents": [document.id for document in corpus.documents],
        "labels": list(labels) if len(labels) <= _FEW_LABELS else [],
    }


def _unit(name: str, coefficients: list[dict[str, Any]], distances: list[dict[str, Any]]) -> dict[str, Any]:
    return {"name": name, "coefficients": coefficients, "distances": distances}


def _coefficient(name: str) -> dict[str, Any]:
    found = COEFFICIENTS.get(name) if name in COEFFICIENTS else None
    return {
        "name": name,
        "annotators": getattr(found, "annotators", None),
        "weighted": getattr(found, "weighted", None),
    }


def _distances(labels: tuple[str, ...], *, may_order: bool) -> list[dict[str, Any]]:
    """The distances that labels have as they are, and those that they have once their order is said."""
    as_they_are = [name for name in DISTANCES if _fits(name, labels, ordered=False)]
    in_order = [name for name in DISTANCES if may_order and _fits(name, labels, ordered=True)]
    usable = [name for name in DISTANCES if name in {*as_they_are, *in_order}]
    return [{"name": name, "needs_order": name not in as_they_are} for name in usable]


def _fits(distance: str, labels: tuple[str, ...], *, ordered: bool) -> bool:
    try:
        DISTANCES.get(distance)(Scale(labels, ordered))
    except AccordError:
        return False
    return True
