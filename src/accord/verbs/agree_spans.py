"""Measure how much annotators agree on spans, beyond chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.encoding.repair import NO_REPAIR
from accord.kinds.options import chosen
from accord.kinds.spans.kind import SPANS
from accord.kinds.spans.options import SpanOptions
from accord.verbs.arguments import names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.agreement.agreement import Agreement
    from accord.encoding import Encoding


def agree_spans(
    data: Any,
    *,
    match: str = "token",
    model: str = "disjoint",
    types: str = "apart",
    gap: int = 0,
    text: str = "sentence",
    reference: str | None = None,
    shared: int | str | None = None,
    by_most: bool = False,
    encoding: str | Encoding | None = None,
    repair: str = NO_REPAIR,
    only: str | Sequence[str] | None = None,
    interval: str | None = "jackknife",
    level: float = 0.95,
    resamples: int = 1_000,
    draws: int = 1_000,
    seed: int = 1,
) -> Agreement:
    """Corrected F1 of the spans that two annotators or more marked in the same texts.

    ``data`` is a corpus or paths: spans, or chunk labels, whose mentions are the spans. ``match`` says when spans match
    (token, union, exact, overlap, iou:0.5, boundary:1), ``model`` whether chance places them disjoint or with overlap,
    ``types`` whether types are taken apart, joint or ignored, ``text`` within what spans could have been (sentence,
    document). A ``reference`` is held fixed. ``shared`` counts tokens that so many annotators ("all") marked instead of
    pairs.
    """
    given = {
        "match": match,
        "model": model,
        "types": types,
        "gap": gap,
        "text": text,
        "reference": reference,
        "shared": shared,
        "normalize_by_max": by_most,
        "encoding": encoding,
        "repair": repair,
        "annotators": None if only is None else names(only, "only"),
        "interval": interval or "none",
        "level": level,
        "resamples": resamples,
        "draws": draws,
        "seed": seed,
    }
    options = chosen(SpanOptions, given)
    return SPANS.agree(as_corpus(data), (), options)
