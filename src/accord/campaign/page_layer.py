"""One layer as the page holds it: its headline, what stands beside it, and the part of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.agreement import MAX_ANNOTATORS, Agreement
from accord.agreement.result import Undefined
from accord.reporting.page_overview import WIDE, words
from accord.reporting.plot_rows import layer_plots

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MANY_DOCUMENTS = 2_000
"""More documents than these are held only as far as they are the lowest."""
_PLANNED = 0.2
"""How wide an interval is wanted where it is too wide."""
_HEADLINE = ("coefficient", "value", "undefined", "interval", "signature")


def layer_payload(
    known: Mapping[str, Any], parts: Mapping[str, Any], agreement: Any, beside: Sequence[Mapping[str, Any]], most: int
) -> dict[str, Any]:
    """All that the page holds of a layer.

    ``known`` says what it is (its name, kind, paths, command, annotators, not_chosen, references, documents_total),
    ``parts`` is what the page holds of its kind, and ``agreement`` the headline that these were made from.
    """
    payload = parts["agreement"]
    held: dict[str, Any] = {
        "id": known["name"],
        **known,
        "unit": payload.get("unit") or payload.get("of") or "sentence",
        "headline": {key: payload["results"][0][key] for key in _HEADLINE},
        "plan": _plan(agreement),
        **parts,
        "agreement": lowest_documents(payload, most),
        "beside": list(beside),
        "pairs_left_out": _no_pairs(len(known["annotators"]), parts["pairs"]),
        "difficulty_left_out": parts.get("difficulty_left_out"),
    }
    return held | {"words": words(held), "plots": layer_plots(held)}


def _no_pairs(annotators: int, pairs: Sequence[object]) -> str | None:
    """Why every two annotators are not compared, if they are not."""
    if pairs:
        return None
    if annotators > MAX_ANNOTATORS:
        some = f"only of {MAX_ANNOTATORS} or fewer (accord agree --annotators)"
        return f"of {annotators:,} annotators every two are not compared, {some}"
    return "no two annotators have anything to be compared on"


def lowest_documents(agreement: dict[str, Any], most: int) -> dict[str, Any]:
    """The same agreement, of very many documents only the lowest."""
    documents = agreement.get("documents") or []
    if len(documents) <= max(most, _MANY_DOCUMENTS):
        return agreement
    lowest = sorted(documents, key=lambda row: (row["value"] is None, row["value"]))[:most]
    return {**agreement, "documents": lowest, "documents_left_out": len(documents) - most}


def _plan(agreement: Any) -> dict[str, Any] | None:
    """How many items a narrower interval needs, where it is too wide."""
    if not isinstance(agreement, Agreement) or isinstance(agreement.result.interval, Undefined):
        return None
    interval = agreement.result.interval
    if interval.high - interval.low <= WIDE:
        return None
    forecast = agreement.needed(_PLANNED)
    if isinstance(forecast, Undefined):
        return None
    unit = agreement.unit
    return {"width": forecast.width, "have": forecast.have, "needed": forecast.needed, "unit": unit}
