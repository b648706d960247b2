"""The pictures of an agreement that was measured in Python: those that the page draws of a layer."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from accord.agreement.payload import TOP
from accord.campaign.page_layer import layer_payload
from accord.errors import UsageError
from accord.kinds.kind import KINDS
from accord.messages import suggestion
from accord.reporting.agree_payload import agree_payload
from accord.reporting.export import Drawing
from accord.reporting.figures import layer_figures
from accord.reporting.page_overview import coefficient_name
from accord.reporting.presentation import present_agreement as present

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.payload.layer import LayerPayload
    from accord.reporting.export import Export

_MOST = 50
"""How many documents and hardest items are looked at."""


def present_agreement(agreement: Agreement) -> Export:
    """All ways in which an agreement is shown and handed on, with the pictures of the page."""
    return replace(present(agreement), figures=partial(_figure, agreement))


def _figure(agreement: Agreement, name: str, part: str | None, pair: Sequence[str] | None) -> Drawing:
    figures = layer_figures(name, part, pair)
    if name not in figures:
        raise UsageError(f"unknown picture {name!r}: {suggestion(name, list(figures))}")
    return Drawing(partial(figures[name], agreement_layer(agreement)))


def agreement_layer(agreement: Agreement) -> LayerPayload:
    """An agreement as the page holds it, as a layer without a name, files or single items."""
    kind = KINDS.get(agreement.kind)
    known = {
        "name": "",
        "layer": None,
        "kind": kind.name,
        "traits": kind.traits,
        "bars": kind.bars(agreement.result.name),
        "paths": [],
        "command": None,
        "annotators": list(agreement.annotator_names),
        "not_chosen": [],
        "references": [],
        "documents_total": len(agreement.documents),
        "given": None,
        "coverage": None,
        "progress": None,
        "measure_names": {each.name: coefficient_name(each.name, each.title) for each in agreement.results},
    }
    parts, printed = kind.page(None, agreement, _MOST), agree_payload(agreement, TOP)
    return layer_payload(known, parts, agreement, printed=printed, beside=(), most=_MOST)
