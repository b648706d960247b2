"""How often arcs that are placed at random have as many in common as two sides have: p, where documents are few.

What two sides have in common of a type is drawn without placing single arcs. Of the arcs of each side, so many of each
type lie on pairs of mentions that both could link. Then the arcs of one type after another are placed on these pairs,
of the first side and of the second; all that matters of a pair is whether either has an arc of an earlier type on it.
Each of these numbers is hypergeometric.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.result import Undefined, drawn_p

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accord.agreement.resample import Integers
    from accord.agreement.result import Measured
    from accord.kinds.relations.chance import Placement
    from accord.kinds.relations.study import RelationStudy

_MOST_PAIRS = 1_000_000_000
"""NumPy draws from fewer than these."""


@dataclass(frozen=True)
class Drawn:
    """What two annotators of a study have in common, and would have in so many random placements."""

    study: RelationStudy
    draws: int
    seed: int

    def with_p(self, measured: Measured, *, document: str | None = None, type_: str | None = None) -> Measured:
        """The same with how often chance has as much in common; nothing is drawn where nobody asked for draws."""
        if not self.draws or isinstance(measured.value, Undefined):
            return measured
        if self._cells is None:
            return replace(measured, p=Undefined(f"{_MOST_PAIRS:,} pairs of mentions are too many to draw from"))
        chosen = [
            (seen, by_chance)
            for (name, of_type), (seen, by_chance) in self._cells.items()
            if document in {None, name} and type_ in {None, of_type}
        ]
        seen = sum(each for each, _ in chosen)
        by_chance = sum((each for _, each in chosen), np.zeros(self.draws, dtype=np.int64))
        return replace(measured, p=drawn_p(int(np.count_nonzero(by_chance >= seen)), self.draws))

    @cached_property
    def _cells(self) -> Mapping[tuple[str, str], tuple[int, Integers]] | None:
        """Of each document and type what is common, and what is in each draw; None where pairs are too many."""
        one, other = self.study.annotators
        rng = np.random.default_rng(self.seed)
        found: dict[tuple[str, str], tuple[int, Integers]] = {}
        for graph in self.study.graphs:
            both = [arc.type for arc in graph.arcs[one] & graph.arcs[other]]
            for types, placement in self.study.placements(graph, one, other).items():
                if max(placement.first, placement.second) >= _MOST_PAIRS:
                    return None
                drawn = common_by_type(placement, self.draws, rng)
                found |= {
                    (graph.document, type_): (both.count(type_), each) for type_, each in zip(types, drawn, strict=True)
                }
        return found


def common_by_type(placement: Placement, draws: int, rng: np.random.Generator) -> list[Integers]:
    """How many arcs of each type are common in each draw."""
    ours = _on_shared([mine for mine, _ in placement.counts], placement.first, placement.shared, draws, rng)
    theirs = _on_shared([its for _, its in placement.counts], placement.second, placement.shared, draws, rng)
    first = np.zeros(draws, dtype=np.int64)  # pairs where only the first has an arc of an earlier type
    second = first.copy()
    neither = np.full(draws, placement.shared)
    found = []
    for mine, its in zip(ours, theirs, strict=True):
        on_second = rng.hypergeometric(second, neither, mine)
        alone, neither = mine - on_second, neither - (mine - on_second)
        common = rng.hypergeometric(alone, first + neither, its)
        on_first = rng.hypergeometric(first, neither, its - common)
        free = its - common - on_first
        first, second, neither = first - on_first + alone - common, second - on_second + free, neither - free
        found.append(common)
    return found


def _on_shared(counts: Sequence[int], pairs: int, shared: int, draws: int, rng: np.random.Generator) -> list[Integers]:
    """How many arcs of each type lie on the shared pairs, of arcs of one side that lie anywhere on its pairs."""
    left, room, found = pairs, np.full(draws, shared), []
    for count in counts:
        here = rng.hypergeometric(count, left - count, room)
        left, room = left - count, room - here
        found.append(here)
    return found
