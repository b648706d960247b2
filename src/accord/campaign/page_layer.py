"""One layer as the page holds it: its headline, what stands beside it, and the part of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.result import Undefined
from accord.payload.layer import IntervalPlan, LayerContent, LayerHeadline, LayerPayload, extended
from accord.payload.values import interval_in
from accord.reporting.page_overview import words
from accord.reporting.page_width import WIDE
from accord.reporting.plot_rows import layer_plots

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from accord.agreement.agreement import Agreement
    from accord.payload.layer import BesideMeasure, LayerParts

_MANY = 2_000
"""Of more documents than these only the lowest are held, and of more annotators only those who gave most."""
_PLANNED = 0.2
"""How wide an interval is wanted where it is too wide."""


def layer_payload(
    known: Mapping[str, Any],
    parts: LayerParts,
    agreement: Agreement,
    *,
    printed: Mapping[str, Any],
    beside: Sequence[BesideMeasure],
    most: int,
) -> LayerPayload:
    """All that the page holds of a layer.

    ``known`` says what it is (its name, kind, paths, command, annotators, not_chosen, references, documents_total,
    given, coverage, measure_names, progress),
    ``parts`` is what its kind says of the agreement, and ``printed`` what the command prints of it.
    """
    first = printed["results"][0]
    content = extended(
        LayerContent,
        parts,
        id=known["name"],
        **known,
        headline=LayerHeadline(
            coefficient=first["coefficient"],
            value=first["value"],
            undefined=first["undefined"],
            interval=interval_in(first["interval"]),
            signature=first["signature"],
            other_annotators=interval_in(first["other_annotators"]),
            other_annotators_undefined=_why(agreement.result.other_annotators),
        ),
        plan=_plan(agreement),
        agreement=shortened_agreement(printed, most),
        beside=list(beside),
        pairs_left_out=_no_pairs(len(known["annotators"]), parts.pairs, printed["absent"].get("pairs")),
    )
    return extended(LayerPayload, content, words=words(content), plots=layer_plots(content))


def _why(found: object) -> str | None:
    """Why something is not known, if it was looked for."""
    return found.reason if isinstance(found, Undefined) else None


def _no_pairs(annotators: int, pairs: Sequence[object], why: str | None) -> str | None:
    """Why every two annotators are not compared, if they are not."""
    if pairs:
        return None
    if annotators > MAX_ANNOTATORS:
        some = f"only of {MAX_ANNOTATORS} or fewer (accord agree --annotators)"
        return f"of {annotators:,} annotators every two are not compared, {some}"
    return why or "no two annotators have anything to be compared on"


def shortened_agreement(agreement: Mapping[str, Any], most: int) -> Mapping[str, Any]:
    """The same agreement, of very many documents only the lowest, and of very many annotators those who gave most."""
    orders: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "documents": lambda row: (row["value"] is None, row["value"]),
        "annotators": lambda row: -row["given"],
    }
    shortened: dict[str, Any] = {}
    for name, order in orders.items():
        rows = agreement.get(name) or []
        if len(rows) > max(most, _MANY):
            shortened |= {name: sorted(rows, key=order)[:most], f"{name}_left_out": len(rows) - most}
    return {**agreement, **shortened}


def _plan(agreement: Agreement) -> IntervalPlan | None:
    """How many items a narrower interval needs, where it is too wide."""
    if isinstance(agreement.result.interval, Undefined):
        return None
    interval = agreement.result.interval
    if interval.high - interval.low <= WIDE:
        return None
    forecast = agreement.needed(_PLANNED)
    if isinstance(forecast, Undefined):
        return None
    return IntervalPlan(width=forecast.width, have=forecast.have, needed=forecast.needed, unit=agreement.unit)
