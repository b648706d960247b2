"""Say how hard texts are to get right by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.options import chosen
from accord.kinds.spans.difficulty import Difficulty
from accord.kinds.spans.options import SpanOptions
from accord.kinds.spans.study import span_data
from accord.verbs.arguments import names
from accord.verbs.read import as_corpus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.encoding import Encoding


def difficulty(
    data: Any,
    *,
    match: str = "token",
    model: str = "disjoint",
    types: str = "apart",
    gap: int = 0,
    text: str = "sentence",
    encoding: str | Encoding | None = None,
    repair: str = "none",
    only: str | Sequence[str] | None = None,
) -> Difficulty:
    """How hard the texts are that one annotator (a gold standard) or several marked spans in.

    ``data`` is a corpus or paths: spans, or chunk labels, whose mentions are the spans. The choices are those of
    agreement on spans.
    """
    given = {
        "match": match,
        "model": model,
        "types": types,
        "gap": gap,
        "text": text,
        "encoding": encoding,
        "repair": repair,
        "annotators": None if only is None else names(only, "only"),
    }
    return Difficulty(*span_data(as_corpus(data), chosen(SpanOptions, given), least=1))
