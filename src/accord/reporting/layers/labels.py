"""What the page holds of a layer of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.labels.page import labels_page

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus


def labels_layer(corpus: Corpus, agreement: Agreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on labels and its payload, with so many items and documents at most."""
    return {"agreement": payload} | labels_page(corpus, agreement, most)
