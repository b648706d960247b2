"""How each annotator's agreement with the rest goes over the items: how it changes, and how far it is behind."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.agreement.resample import holm
from accord.agreement.result import number
from accord.kinds.labels.annotator_gap import behind
from accord.kinds.labels.drift import drift
from accord.kinds.labels.groups import Moments
from accord.reporting.numbers import interval_payload, value_payload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.agreement.result import Value
    from accord.kinds.labels.annotator_gap import Behind
    from accord.kinds.labels.drift import Drift, Window
    from accord.reporting.layers.parts import Pair


class WithRest(NamedTuple):
    """How somebody's agreement with the rest goes: how it changes, and how far it is behind that of the others."""

    drift: Drift
    behind: Behind


class OnItem(NamedTuple):
    """Somebody's mean agreement with the others on an item, that ``among`` the others if there are two, and of all."""

    document: int
    with_others: float
    among: float | None
    of_all: float


class OnItems:
    """The agreement of annotators on items, in their order."""

    def __init__(self) -> None:
        self._items: defaultdict[str, list[OnItem]] = defaultdict(list)
        self._of_all: list[float] = []

    def add(self, document: int, of_all: float, of_each: Iterable[tuple[str, float, float | None]]) -> None:
        """Take in an item: the mean agreement of all pairs, and of each annotator with the others and among these."""
        self._of_all.append(of_all)
        for name, with_others, among in of_each:
            self._items[name].append(OnItem(document, with_others, among, of_all))

    def measured(self, annotators: Iterable[str], level: float, unit: str) -> dict[str, WithRest]:
        """How the agreement of some annotators goes."""
        import numpy as np

        everybody, found = Moments.of(np.array(self._of_all)), {}
        for name in annotators:
            items = self._items.get(name, [])
            agreed = np.array([item.with_others for item in items])
            several = [(item.document, item.with_others - item.among) for item in items if item.among is not None]
            documents, differences = zip(*several, strict=True) if several else ((), ())
            elsewhere = everybody.less(Moments.of(np.array([item.of_all for item in items])))
            found[name] = WithRest(
                drift(agreed, [item.document for item in items], level, unit),
                behind(np.array(differences), documents, (Moments.of(agreed), elsewhere), level, unit),
            )
        return found


def with_rest_of_pairs(
    agreed: Iterable[tuple[str, Mapping[Pair, float]]], annotators: Iterable[str], level: float, unit: str
) -> dict[str, WithRest]:
    """How each annotator's agreement with the others goes, from that of pairs on items of documents."""
    number_of: dict[str, int] = {}
    found = OnItems()
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


def with_rest_payloads(found: Mapping[str, WithRest]) -> dict[str, dict[str, Any]]:
    """Each annotator's agreement with the rest over the order of the items; p is corrected by how many there are."""
    slopes = _corrected({name: each.drift.p for name, each in found.items()})
    behind = _corrected({name: each.behind.p for name, each in found.items()})
    return {
        name: {
            "drift": [_window_payload(window) for window in each.drift.windows],
            "slope": {
                **value_payload(each.drift.slope),
                "interval": interval_payload(each.drift.interval),
                "p": slopes.get(name),
            },
            "behind": {
                **value_payload(each.behind.value),
                "interval": interval_payload(each.behind.interval),
                "p": behind.get(name),
            },
        }
        for name, each in found.items()
    }


def _window_payload(window: Window) -> dict[str, Any]:
    items = window.last - window.first + 1
    return {"from": window.first, "to": window.last, "value": window.value, "items": items}


def _corrected(ps: Mapping[str, Value]) -> dict[str, float]:
    known = {name: p for name, value in ps.items() if (p := number(value)) is not None}
    return dict(zip(known, holm(list(known.values())), strict=True))
