"""How continua are aligned: what is made least, and how hard it is searched for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.alignment.effort import SECONDS
from accord.alignment.exact import best_alignment, soft_alignment
from accord.alignment.greedy import greedy_alignment

if TYPE_CHECKING:
    from accord.alignment.alignment import Alignment
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum


@dataclass(frozen=True)
class Method:
    """A dissimilarity of units, an objective and a method; ``seconds`` is how long one alignment may take."""

    dissimilarity: Dissimilarity
    objective: str = "sum"
    kind: str = "exact"
    seconds: float = SECONDS

    def align(self, continuum: Continuum, *, tie_free: bool = True) -> Alignment:
        """Align the units of a continuum; ties need not be broken where only the disorder is looked at."""
        if self.kind == "greedy":
            return greedy_alignment(continuum, self.dissimilarity, self.objective)
        if self.kind == "soft":
            return soft_alignment(continuum, self.dissimilarity, seconds=self.seconds)
        return best_alignment(continuum, self.dissimilarity, self.objective, seconds=self.seconds, tie_free=tie_free)
