"""What agreement on categories can be, where several alignments are equally good."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.kinds.units.disorders import confused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.alignment.alignment import Alignment
    from accord.alignment.ties import Ties
    from accord.distance.dissimilarity import Dissimilarity
    from accord.study.units import Floats

_NOTHING = 1e-12


class Share(NamedTuple):
    """A quotient of sums over candidates of which one choice or another is made."""

    ties: Ties
    above: Floats
    below: Floats


def shares_of(
    alignments: Sequence[Alignment], how: Dissimilarity, categories: int, column: int, with_alone: float
) -> list[Share]:
    """What the candidates of each document that has ties add to both sums: of all pairs (0), or of a category."""
    found = []
    for alignment in alignments:
        if alignment.ties is not None and alignment.ties.parts:
            parts = confused(alignment.continuum, alignment.ties.candidates.members, how, categories)
            alone = with_alone * parts.alone[:, column]
            found.append(Share(alignment.ties, parts.confused[:, column] + alone, parts.weight[:, column] + alone))
    return found


def quotient_range(shares: Sequence[Share], above: float, below: float) -> tuple[float, float]:
    """The least and the greatest quotient of two sums, which are these now, over all choices; NaN where none is."""
    turned = [share._replace(above=-share.above) for share in shares]
    return _least(shares, above, below), -_least(turned, -above, below)


def _least(shares: Sequence[Share], above: float, below: float) -> float:
    """The least quotient by Dinkelbach's method, from the choice of the most below."""

    def sums(now: float | None) -> tuple[float, float]:
        """Both sums for the choices that are cheapest, where below is worth so much for what is above, or all."""
        found = np.array([above, below])
        for ties, up, down in shares:
            cheapest = ties.cheapest(-down if now is None else up - now * down)
            for chosen, times in ((list(ties.taken), -1.0), (cheapest, 1.0)):
                found += times * np.array([up[chosen].sum(), down[chosen].sum()])
        return float(found[0]), float(found[1])

    up, down = sums(None)
    least = up / down if down > _NOTHING else np.nan
    while True:
        up, down = sums(least) if down > _NOTHING else (up, down)
        if not (down > _NOTHING and up / down < least - _NOTHING):
            return least
        least = up / down
