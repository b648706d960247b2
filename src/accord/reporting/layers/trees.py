"""What the page holds of a layer of trees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.trees.page import trees_page

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus


def trees_layer(corpus: Corpus, agreement: Agreement, payload: dict[str, Any], most: int) -> dict[str, Any]:
    """What the page holds of an agreement on trees and its payload."""
    del corpus
    return {"agreement": payload, **trees_page(agreement, most)}
