"""How an annotator's agreement with the rest goes over the items: how it changes, and how far it is behind."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.measure.coding.behind import LEAST_ITEMS, behind, behind_elsewhere
from accord.measure.coding.drift import drift
from accord.measure.coding.groups import Moments
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
        self.of_items: list[float] = []

    def add(self, with_others: float, among: float | None, document: int, of_item: float = 0.0) -> None:
        """Take in one more item, and the agreement of all on it; there may be no two others."""
        self.agreed.append(with_others)
        self.documents.append(document)
        self.of_items.append(of_item)
        if among is not None:
            self.behind.append(with_others - among)
            self.behind_documents.append(document)

    def measured(self, level: float, unit: str, everybody: Moments | None = None) -> WithRest:
        """How it goes; ``everybody`` is the agreement on all items, where items of others may stand in."""
        import numpy as np

        agreed = np.array(self.agreed)
        far = behind(np.array(self.behind), self.behind_documents, level, unit)
        if everybody and len(self.behind) < LEAST_ITEMS:
            elsewhere = everybody.less(Moments.of(np.array(self.of_items)))
            far = behind_elsewhere(Moments.of(agreed), elsewhere, level, unit)
        return WithRest(drift(agreed, self.documents, level, unit), far)


def courses_of_pairs(
    agreed: Iterable[tuple[str, Mapping[Pair, float]]], annotators: Iterable[str], level: float, unit: str
) -> dict[str, WithRest]:
    """How each annotator's mean agreement with the others goes, from that of pairs on items of documents."""
    import numpy as np

    number_of: dict[str, int] = {}
    courses: defaultdict[str, Course] = defaultdict(Course)
    of_items = []
    for document, of_pairs in agreed:
        if not of_pairs:
            continue
        place = number_of.setdefault(document, len(number_of))
        with_others: defaultdict[str, list[float]] = defaultdict(list)
        for pair, agreement in of_pairs.items():
            for name in pair:
                with_others[name].append(agreement)
        whole = sum(of_pairs.values())
        of_items.append(whole / len(of_pairs))
        for name, found in with_others.items():
            others = len(of_pairs) - len(found)
            among = (whole - sum(found)) / others if others else None
            courses[name].add(sum(found) / len(found), among, place, of_items[-1])
    everybody = Moments.of(np.array(of_items))
    return {name: courses[name].measured(level, unit, everybody) for name in annotators}


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
