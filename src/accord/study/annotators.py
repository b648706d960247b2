"""Whose annotations are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def chosen_annotators(corpus: Corpus, only: Sequence[str] | None) -> tuple[str, ...]:
    """All annotators, or those that are asked for by name."""
    everybody = list(corpus.annotators)
    annotators = tuple(everybody if only is None else only)
    if unknown := sorted(set(annotators).difference(everybody)):
        raise UsageError(f"there is no annotator {unknown[0]!r}: {suggestion(unknown[0], everybody)}")
    return annotators
