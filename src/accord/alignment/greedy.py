"""The alignment that takes what fits best first."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.alignment import EMPTY, Alignment
from accord.alignment.candidates import Search, in_turn, joined
from accord.alignment.canonical import Canonical
from accord.alignment.effort import TooMany
from accord.alignment.pairs import near_pairs
from accord.errors import NotApplicable
from accord.messages import option

if TYPE_CHECKING:
    from accord.alignment.candidates import Candidates, Kept
    from accord.alignment.pairs import Pairs
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum, Floats, Numbers

GREEDY = "greedy"
"""The method that looks for no best alignment, and has no bound."""
MAX_LISTED = 5_000_000
_ROUNDING = 1e-12


def greedy_alignment(continuum: Continuum, dissimilarity: Dissimilarity, objective: str = "mean") -> Alignment:
    """Take the unitary alignment of least disorder, leave out all that share a unit with it, and so on.

    Unitary alignments of more disorder than a single unit are never reached, as every unit is taken by then. Among
    equals the one of more units comes first, then the one further left. It may leave more disorder than the best
    alignment, of which it knows nothing: the bound is 0.

    Mathet, Y. & Widlöcher, A. (2011), algorithm 1.
    """
    order = Canonical.of(continuum)
    annotators = len(continuum.annotators)
    try:
        candidates = _Orderly(
            order.continuum, order.dissimilarity(dissimilarity), annotators * (annotators - 1) // 2
        ).list()
    except TooMany:
        raise NotApplicable(
            f"{continuum.document}: {annotators} annotators have too many unitary alignments for algorithm 1, which "
            f"looks at them one by one ({option('method', 'exact')} does not)"
        ) from None
    members, disorders = candidates.members, candidates.disorders
    filled = members != EMPTY
    equal = (disorders / dissimilarity.delta_empty).round(12)
    taken = in_turn(candidates, np.lexsort([order.continuum.leftmost(members), -filled.sum(axis=1), equal]))
    found = Alignment(continuum, members[taken], disorders[taken], objective, GREEDY, 0.0, len(candidates))
    return order.restored(found)


class _Orderly(Search):
    """The search for unitary alignments of no more disorder than a single unit's, which algorithm 1 may take."""

    @cached_property
    def pairs(self) -> Pairs:
        """The pairs of units that may be part of one: all others of its pairs may fit perfectly."""
        return near_pairs(self.continuum, self.dissimilarity, self.pairs_of * self.dissimilarity.delta_empty)

    def list(self) -> Candidates:
        """All of them."""
        found = [self.alone()[:0]]
        for part in self.in_parts():
            found.append(part)
            if sum(map(len, found)) > MAX_LISTED:
                raise TooMany
        return joined(found)

    def _worth_keeping(self, members: Numbers, weights: Floats) -> Kept:
        """Whether the disorder is no more than a single unit's, even if everyone to come adds a unit that fits."""
        to_come = self.annotators - members.shape[1]
        units = (members != EMPTY).sum(axis=1)
        pairs_to_come = to_come * units + to_come * (to_come - 1) / 2
        kept: Kept = weights.sum(axis=0) <= (pairs_to_come + _ROUNDING) * self.dissimilarity.delta_empty
        return kept
