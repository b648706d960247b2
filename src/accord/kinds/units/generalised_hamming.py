"""The generalised Hamming distance, of Bookstein, Kulyukin and Raita."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from accord.agreement.equation import Parts
from accord.errors import UsageError
from accord.kinds.units.positions import TwoByTwo, boundaries, refuse_fractions
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, Numbers, UnitStudy


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralisedHamming(TwoByTwo):
    """Generalised Hamming distance: what it costs to turn one segmentation into the reference.

        distance = least sum of insertions, deletions and shift x |how far a boundary is moved|

    divided by what it costs to delete every boundary and insert every boundary of the reference, the most there can be;
    with ``raw`` the mean cost of a pair of annotators in a document. ``insertion`` and ``deletion`` cost the mean
    length of the reference's segments and ``shift`` 2 a position, unless other costs are given; then a boundary is
    moved rather than deleted and set again if it is less than a mean segment away. Every annotator is the reference in
    turn, or the one that is named as ``reference``; costs of all pairs and documents add up.

    Assumes a text of positions that is cut into segments: boundaries are the starts and ends of units, their categories
    play no part. How to read it: an error, 0 is perfect, 1 shares no boundary. It is not corrected for chance.

    Bookstein, A., Kulyukin, V. & Raita, T. (2002). Generalized Hamming distance. Information Retrieval 5, 353-375.
    Bestgen, Y. (2009). Quel indice pour mesurer l'efficacité en segmentation de textes ? TALN.
    """

    insertion: float | None = None
    deletion: float | None = None
    shift: float = 2.0
    raw: bool = False
    name: ClassVar[str] = "generalised-hamming"
    perfect: ClassVar[float] = 0.0
    undefined: ClassVar[str] = "nobody set a boundary within a text"

    def __post_init__(self) -> None:
        for cost in (self.insertion, self.deletion, self.shift):
            if cost is not None and cost < 0:
                raise UsageError(f"a cost is 0 or more, not {cost:g}")

    def choices(self) -> dict[str, object]:
        """The costs and the reference."""
        costs = {"insertion": self.insertion, "deletion": self.deletion}
        made: dict[str, object] = {name: "mean" if cost is None else f"{cost:g}" for name, cost in costs.items()}
        return made | {
            "shift": f"{self.shift:g}",
            "norm": "none" if self.raw else "most",
            "reference": self.reference or "each",
        }

    def refuse(self, study: UnitStudy) -> None:
        """Say why it does not apply, if it does not."""
        self.known_reference(study)
        refuse_fractions(self.name, study)

    def row(self, study: UnitStudy, continuum: Continuum) -> Sequence[float]:  # noqa: ARG002
        """The costs of all pairs, the most they could be, and how many pairs there are."""
        cuts, pairs = boundaries(continuum), self.ordered_pairs(continuum)
        cost = most = 0.0
        for one, other in pairs:
            mean = continuum.length / (len(cuts[one]) + 1)
            insertion, deletion = (mean if given is None else given for given in (self.insertion, self.deletion))
            cost += distance(cuts[one], cuts[other], insertion, deletion, self.shift)
            most += insertion * len(cuts[one]) + deletion * len(cuts[other])
        return cost, most, len(pairs)

    def parts(self, totals: Floats) -> Parts:
        """The cost by the most it could be, or of a pair."""
        unknown = np.full(len(totals), np.nan)
        return Parts(quotient(totals[:, 0], totals[:, 2 if self.raw else 1]), unknown, unknown)

    def bounds(self, totals: Floats) -> tuple[float, float]:
        """From nothing to the most it could cost."""
        return 0.0, float(quotient(totals[:, 1], totals[:, 2])[0]) if self.raw else 1.0


def distance(reference: Numbers, other: Numbers, insertion: float, deletion: float, shift: float) -> float:
    """The least cost of turning the boundaries of ``other`` into those of ``reference``.

    It is an edit distance over both in rising order, row by row; the running minimum takes all insertions of a row at
    once.

    >>> distance(np.array([1, 2, 5]), np.array([1, 2, 6]), 1.0, 1.0, 0.5)
    0.5
    """
    inserted = insertion * np.arange(len(reference) + 1)
    cost = inserted
    for place in other:
        moved = cost[:-1] + shift * np.abs(reference - place)
        best = np.minimum(np.append(np.inf, moved), cost + deletion)
        cost = np.minimum.accumulate(best - inserted) + inserted
    return float(cost[-1])
