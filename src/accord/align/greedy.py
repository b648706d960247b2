"""The alignment that takes what fits best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.align.alignment import EMPTY, Alignment
from accord.align.candidates import Orderly, TooMany, in_turn
from accord.errors import NotApplicable

if TYPE_CHECKING:
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Continuum


def greedy_alignment(continuum: Continuum, dissimilarity: Dissimilarity, objective: str = "mean") -> Alignment:
    """Take the unitary alignment of least disorder, leave out all that share a unit with it, and so on.

    Unitary alignments of more disorder than a single unit are never reached, as every unit is taken by then. Among
    equals the one of more units comes first, then the one further left. It may leave more disorder than the best
    alignment, of which it knows nothing: the bound is 0.

    Mathet, Y. & Widlöcher, A. (2011), algorithm 1.
    """
    annotators = len(continuum.annotators)
    try:
        candidates = Orderly(continuum, dissimilarity, annotators * (annotators - 1) // 2).all()
    except TooMany:
        raise NotApplicable(
            f"{continuum.document}: {annotators} annotators have too many unitary alignments for algorithm 1, which "
            "looks at them one by one (--method exact merges them)"
        ) from None
    members, disorders = candidates.members, candidates.disorders
    filled = members != EMPTY
    first = np.where(filled, continuum.start[members] if len(continuum) else 0.0, np.inf).min(axis=1, initial=np.inf)
    taken = in_turn(candidates, np.lexsort([first, -filled.sum(axis=1), disorders.round(12)]))
    return Alignment(continuum, members[taken], disorders[taken], objective, "greedy", 0.0, len(candidates))
