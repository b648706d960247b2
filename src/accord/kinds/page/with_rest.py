"""Annotators who stand out: how their agreement with the rest drifts, and how far it is behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from accord.agreement.payload import value_payload
from accord.agreement.resample import holm
from accord.agreement.result import Interval, Undefined, number
from accord.payload.annotators import DriftWindow
from accord.payload.values import TestedEstimate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.breakdown import AnnotatorOutlier
    from accord.agreement.drift import Window
    from accord.agreement.result import Value


class WithRest(NamedTuple):
    """What is known of an annotator and the rest."""

    drift: list[DriftWindow]
    slope: TestedEstimate
    behind: TestedEstimate


def _tested(value: Value, interval: Interval | Undefined, p: float | None) -> TestedEstimate:
    return TestedEstimate(**value_payload(value), interval=interval if isinstance(interval, Interval) else None, p=p)


_UNKNOWN = _tested(Undefined("it is not measured"), Undefined("it is not measured"), None)
NO_REST = WithRest([], _UNKNOWN, _UNKNOWN)
"""Of an annotator who is not compared with the rest."""


def with_rest_payloads(found: Mapping[str, AnnotatorOutlier]) -> dict[str, WithRest]:
    """Each annotator's agreement with the rest over the order of the items; p is corrected by how many there are."""
    slopes = _corrected({name: each.drift.p for name, each in found.items()})
    behind = _corrected({name: each.gap.p for name, each in found.items()})
    return {
        name: WithRest(
            [_window(window) for window in each.drift.windows],
            _tested(each.drift.slope, each.drift.interval, slopes.get(name)),
            _tested(each.gap.value, each.gap.interval, behind.get(name)),
        )
        for name, each in found.items()
    }


def _window(window: Window) -> DriftWindow:
    items = window.last - window.first + 1
    return DriftWindow(from_=window.first, to=window.last, value=window.value, items=items)


def _corrected(ps: Mapping[str, Value]) -> dict[str, float]:
    known = {name: p for name, value in ps.items() if (p := number(value)) is not None}
    return dict(zip(known, holm(list(known.values())), strict=True))
