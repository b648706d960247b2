"""What the page holds of an agreement of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.agreement.payload import TOP
from accord.kinds.kind import KINDS, Kind
from accord.kinds.options import chosen
from accord.payload.schema import as_json
from accord.reporting.agree_payload import agree_payload

if TYPE_CHECKING:
    from accord.agreement.agreement import Agreement
    from accord.model import Corpus


def layer_of(corpus: Corpus, agreement: Agreement, most: int) -> dict[str, Any]:
    """The part of the page for this kind of agreement."""
    payload = agree_payload(agreement, TOP)
    return {"agreement": payload, **as_json(KINDS.get(agreement.kind).page(corpus, agreement, most))}


def agree_as(kind: str, corpus: Corpus, **given: Any) -> Agreement:
    """Agreement on a corpus as something of one kind, by what fits it."""
    measured: Kind = KINDS.get(kind)
    return measured.agree(corpus, (), chosen(measured.options, given))
