"""A short hash of a study of spans, for signatures."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accord.study.spans import SpanStudy


def digest(study: SpanStudy) -> str:
    """Eight digits that change with any span, text or annotator."""
    whole = sha256()
    for text in study.texts:
        whole.update(repr((text.document, text.tokens, sorted(text.spans.items()))).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:8]
