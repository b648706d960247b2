"""What the page holds of a layer of units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.units.page import unit_page

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus


def units_layer(corpus: Corpus, agreement: Agreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on units and its payload, with so many alignments and documents at most."""
    del corpus
    return {"agreement": payload, **unit_page(agreement, most)}
