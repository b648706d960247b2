"""Annotators who stand out as JSON holds them: how their agreement with the rest drifts, and how far it is behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import interval_payload, value_payload
from accord.agreement.resample import holm
from accord.agreement.result import Undefined, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.agreement import AnnotatorOutlier
    from accord.agreement.drift import Window
    from accord.agreement.result import Value

_UNKNOWN = {**value_payload(Undefined("it is not measured")), "interval": None, "p": None}
NO_REST: dict[str, Any] = {"drift": [], "slope": _UNKNOWN, "behind": _UNKNOWN}
"""Of an annotator who is not compared with the rest."""


def with_rest_payloads(found: Mapping[str, AnnotatorOutlier]) -> dict[str, dict[str, Any]]:
    """Each annotator's agreement with the rest over the order of the items; p is corrected by how many there are."""
    slopes = _corrected({name: each.drift.p for name, each in found.items()})
    behind = _corrected({name: each.gap.p for name, each in found.items()})
    return {
        name: {
            "drift": [_window_payload(window) for window in each.drift.windows],
            "slope": {
                **value_payload(each.drift.slope),
                "interval": interval_payload(each.drift.interval),
                "p": slopes.get(name),
            },
            "behind": {
                **value_payload(each.gap.value),
                "interval": interval_payload(each.gap.interval),
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
