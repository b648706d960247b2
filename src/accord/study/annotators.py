"""Whose annotations are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def chosen_annotators(
    corpus: Corpus, only: Sequence[str] | None, exclude: Sequence[str] = ()
) -> tuple[str, ...]:
    """All annotators, or those that are asked for by name, or all but those that are excluded."""
    if only is not None and exclude:
        raise UsageError("annotators says who is looked at, and exclude who is not: give one of them")
    everybody = list(corpus.annotators)
    annotators = tuple(everybody if only is None else only)
    if unknown := sorted({*annotators, *exclude}.difference(everybody)):
        raise UsageError(f"there is no annotator {unknown[0]!r}: {suggestion(unknown[0], everybody)}")
    return tuple(name for name in annotators if name not in exclude)
