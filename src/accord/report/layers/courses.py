"""How an annotator's agreement with the rest goes over the items: how it changes, and how far it is behind."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.measure.coding.behind import behind
from accord.measure.coding.drift import drift
from accord.measure.resample import holm
from accord.measure.result import number
from accord.report.numbers import interval_payload, value_payload

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.measure.coding.behind import Behind
    from accord.measure.coding.drift import Drift
    from accord.measure.result import Value
    from accord.report.layers.parts import Pair


class WithRest(NamedTuple):
    """How somebody's agreement with the rest goes: how it changes, and how far it is behind that of the others."""

    drift: Drift
    behind: Behind


class Course:
    """Somebody's mean agreement with the others on each item, and that less the agreement of the others."""

    def __init__(self) -> None:
        self.agreed: list[float] = []
        self.documents: list[int] = []
        self.behind: list[float] = []
        self.behind_documents: list[int] = []

    def add(self, with_others: float, among: float | None, document: int) -> None:
        """Take in one more item; there may be no two others."""
        self.agreed.append(with_others)
        self.documents.append(document)
        if among is not None:
            self.behind.append(with_others - among)
            self.behind_documents.append(document)

    def measured(self, level: float, unit: str) -> WithRest:
        """How it goes."""
        import numpy as np

        return WithRest(
            drift(np.array(self.agreed), self.documents, level, unit),
            behind(np.array(self.behind), self.behind_documents, level, unit),
        )


def courses_of_pairs(
    agreed: Iterable[tuple[str, Mapping[Pair, float]]], annotators: Iterable[str], level: float, unit: str
) -> dict[str, WithRest]:
    """How each annotator's mean agreement with the others goes, from that of pairs on items of documents."""
    number_of: dict[str, int] = {}
    courses: defaultdict[str, Course] = defaultdict(Course)
    for document, of_pairs in agreed:
        place = number_of.setdefault(document, len(number_of))
        with_others: defaultdict[str, list[float]] = defaultdict(list)
        for pair, agreement in of_pairs.items():
            for name in pair:
                with_others[name].append(agreement)
        whole = sum(of_pairs.values())
        for name, found in with_others.items():
            others = len(of_pairs) - len(found)
            among = (whole - sum(found)) / others if others else None
            courses[name].add(sum(found) / len(found), among, place)
    return {name: courses[name].measured(level, unit) for name in annotators}


def course_payloads(found: Mapping[str, WithRest]) -> dict[str, dict[str, Any]]:
    """Each annotator's agreement with the rest over the order of the items; p is corrected by how many there are."""
    slopes = _corrected({name: each.drift.p for name, each in found.items()})
    behind = _corrected({name: each.behind.p for name, each in found.items()})
    return {
        name: {
            "drift": [
                {"from": each.first, "to": each.last, "value": each.value, "items": each.last - each.first + 1}
                for each in course.drift.windows
            ],
            "slope": {
                **value_payload(course.drift.slope),
                "interval": interval_payload(course.drift.interval),
                "p": slopes.get(name),
            },
            "behind": {
                **value_payload(course.behind.value),
                "interval": interval_payload(course.behind.interval),
                "p": behind.get(name),
            },
        }
        for name, course in found.items()
    }


def _corrected(ps: Mapping[str, Value]) -> dict[str, float]:
    known = {name: p for name, value in ps.items() if (p := number(value)) is not None}
    return dict(zip(known, holm(list(known.values())), strict=True))
