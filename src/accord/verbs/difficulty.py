"""Say how hard texts are to get right by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.kinds.spans.difficulty import Difficulty
from accord.verbs.spans import marked

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
    study, matched, laid, read_by = marked(
        data,
        match=match,
        model=model,
        types=types,
        gap=gap,
        text=text,
        encoding=encoding,
        repair=repair,
        only=only,
        least=1,
    )
    return Difficulty(study, matched, laid, read_by)
