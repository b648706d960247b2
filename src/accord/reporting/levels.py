"""The levels at which mentions are scored: the averages, then each type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.scoring.run import Run

AVERAGES = ("micro", "macro", "weighted")


class Level(NamedTuple):
    """An average, or one type."""

    kind: str
    type: str = ""

    def __str__(self) -> str:
        return self.type or self.kind

    def measure(self, part: str) -> str:
        """What precision, recall or F1 at this level is called as a measure.

        >>> [level.measure("f1") for level in (Level("micro"), Level("macro"), Level("type", "PER"))]
        ['f1', 'macro-f1', 'f1:PER']
        """
        if self.type:
            return f"{part}:{self.type}"
        return part if self.kind == "micro" else f"{self.kind}-{part}"


def levels(run: Run) -> dict[Level, Any]:
    """The scores of a run at each level."""
    averages = {Level(average): getattr(run, average) for average in AVERAGES}
    return averages | {Level("type", type_): scores for type_, scores in run.types.items()}


def all_levels(runs: Iterable[Run]) -> list[Level]:
    """The levels of some runs together, types by name."""
    types = sorted({type_ for run in runs for type_ in run.types})
    return [*map(Level, AVERAGES), *(Level("type", type_) for type_ in types)]
