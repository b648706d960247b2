"""The same systems on several test sets, such as languages or domains, each with a reference of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.model.presentation import ResultExport

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.scoring.counted_scores import CountedScores
    from accord.scoring.scores import Scores


@dataclass(frozen=True)
class ScoresBySet(ResultExport):
    """What systems score on each test set; a system need not be there on all of them."""

    scores: Mapping[str, Scores | CountedScores]

    @property
    def systems(self) -> list[str]:
        """The systems of all test sets."""
        return list(dict.fromkeys(system for scores in self.scores.values() for system in scores.systems))

    @property
    def crossed(self) -> bool:
        """Whether each run was read by several repairs."""
        return any(scores.crossed for scores in self.scores.values())

    @property
    def measures(self) -> tuple[str, ...]:
        """What systems can be compared by on all test sets, the headline first."""
        first, *others = (scores.measures for scores in self.scores.values())
        return tuple(name for name in first if all(name in measures for measures in others))

    def __repr__(self) -> str:
        return f"<ScoresBySet of {', '.join(self.systems)} on {', '.join(self.scores)}>"
