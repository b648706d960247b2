"""Whose annotations are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def chosen_annotators(corpus: Corpus, only: Sequence[str] | None, exclude: Sequence[str] = ()) -> tuple[str, ...]:
    """All annotators, those that are asked for by name, or all but some."""
    if only and exclude:
        raise UsageError("annotators says who is looked at, and exclude who is not: give one of them")
    everybody = list(corpus.annotators)
    for name in sorted({*(only or ()), *exclude}.difference(everybody)):
        raise UsageError(f"there is no annotator {name!r}: {suggestion(name, everybody)}")
    return tuple(name for name in everybody if name not in exclude) if only is None else tuple(only)
