"""The levels at which a run or a system is scored: the averages, then each type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.scoring.run import Run
    from accord.scoring.seeds import System

AVERAGES = ("micro", "macro", "weighted")


class Level(NamedTuple):
    """An average, or one type."""

    kind: str
    type: str = ""

    def __str__(self) -> str:
        return self.type or self.kind


def levels(scored: Run | System) -> dict[Level, Any]:
    """The scores of a run, or the distributions of a system, at each level."""
    averages = {Level(average): getattr(scored, average) for average in AVERAGES}
    return averages | {Level("type", type_): scores for type_, scores in scored.types.items()}


def all_levels(scored: Iterable[Run | System]) -> list[Level]:
    """The levels of some runs or systems together, types by name."""
    types = sorted({type_ for one in scored for type_ in one.types})
    return [*map(Level, AVERAGES), *(Level("type", type_) for type_ in types)]
