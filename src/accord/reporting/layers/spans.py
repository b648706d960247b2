"""What the page holds of a layer of spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.spans.page import span_page

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus


def spans_layer(corpus: Corpus, agreement: Agreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on spans and its payload, with so many places and documents at most."""
    del corpus
    return {"agreement": payload, **span_page(agreement, most)}
