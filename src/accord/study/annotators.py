"""Whose annotations are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.errors import NotApplicable, UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.model import Corpus


def chosen_annotators(corpus: Corpus, only: Sequence[str] | None, exclude: Sequence[str] = ()) -> tuple[str, ...]:
    """All annotators of a corpus, those that are asked for by name, or all but some."""
    return chosen_among(corpus.annotators, only, exclude)


def chosen_among(everybody: Sequence[str], only: Sequence[str] | None, exclude: Sequence[str] = ()) -> tuple[str, ...]:
    """All annotators, those that are asked for by name, or all but some."""
    if only and exclude:
        raise UsageError("annotators say who is looked at, and exclude who is not: give one of them")
    for name in sorted({*(only or ()), *exclude}.difference(everybody)):
        raise UsageError(f"there is no annotator {name!r}: {suggestion(name, list(everybody))}")
    if only is not None and len(set(only)) < len(only):
        raise UsageError("an annotator is chosen twice: name each once")
    return tuple(name for name in everybody if name not in exclude) if only is None else tuple(only)


def refuse_alone(annotators: Sequence[str], what: str = "agreement") -> None:
    """Refuse what needs two annotators where fewer are looked at."""
    if len(annotators) < 2:
        there = f"{annotators[0]} is the only one here" if annotators else "there is none"
        raise NotApplicable(f"{what} needs two annotators, and {there}: add the annotations of a second one")
