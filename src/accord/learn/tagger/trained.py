"""What came of learning from files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.learn.tagger.tagger import Tagger
    from accord.learn.weights import Weights


@dataclass(frozen=True, slots=True)
class Trained:
    """A tagger, what it learnt from, and what was noted on the way."""

    tagger: Tagger
    sentences: int
    tokens: int
    weights: Weights | None
    digests: tuple[str, ...]
    beside: Mapping[str, str]
    """What else it learnt by: digests of files, other columns, labels that come first."""
    notes: tuple[str, ...]
