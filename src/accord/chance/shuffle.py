"""Observed units, moved along the continuum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_units import Sampler, drawn_like

if TYPE_CHECKING:
    from numpy.random import Generator

    from accord.study.units import Continuum, Numbers

_TRIES = 1_000


@dataclass(frozen=True)
class Shuffle(Sampler):
    """For each annotator the units of one that is drawn, moved along by as much as is drawn, and on from the beginning.

    What starts beyond the end comes in at the beginning. No two are moved by nearly the same: on the way round, their
    moves differ by half the mean length of a unit, wherever there is room for that. Sizes, gaps, order and nesting stay
    as observed.

    pygamma-agreement keeps moves apart along the line and not on the way round, so that a move near 0 and one near the
    whole length, which are nearly the same, may stand together there: the two differ a little, and no
    seed makes them draw alike.

    Mathet, Y., Widlöcher, A. & Métivier, J.-P. (2015), section 5.2, with half the mean length as in their program.
    """

    def draw(self, rng: Generator) -> Continuum:
        """A random continuum of as many annotators."""
        seen = self.seen
        whole = not (seen.start % 1).any() and not (seen.end % 1).any()
        parts: list[Numbers] = []
        moves: list[float] = []
        while not sum(map(len, parts)):
            parts, moves = [], []
            for _ in self.continuum.annotators:
                drawn = int(rng.integers(len(seen.annotators)))
                parts.append(np.arange(seen.offsets[drawn], seen.offsets[drawn + 1]))
                moves.append(self._move(rng, moves, whole=whole))
        units = np.concatenate(parts)
        owner = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        moved = np.array(moves)[owner]
        back = np.where(seen.start[units] + moved > seen.high, seen.high - seen.low, 0.0)
        start, end = seen.start[units] + moved - back, seen.end[units] + moved - back
        return drawn_like(self.continuum, owner, start, end, seen.category[units])

    def _move(self, rng: Generator, moves: list[float], *, whole: bool) -> float:
        length, least = self.seen.length, self.seen.mean_length / 2
        for _ in range(_TRIES):
            move = float(rng.uniform(0.0, length))
            move = float(int(move)) if whole else move
            if all(least <= abs(move - other) <= length - least for other in moves):
                break
        return move
