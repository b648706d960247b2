"""Marks against a reference: what goes together, and what is right by that in every document.

    precision = correct / predicted,   recall = correct / reference,   F1 = 2 correct / (reference + predicted)

The rules differ in what is correct (`accord.kinds.spans.span_measures`). Each mark counts once, and of all choices of
pairs the one with the most is counted, so a score does not depend on the order of anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.kinds.spans.largest_matching import largest_matching
from accord.kinds.spans.pairing import best_pairs, equal, near, nearest_pairs, overlapping
from accord.scoring.errors import NOTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.kinds.spans.mark_arrays import Integers, Marks
    from accord.kinds.spans.pairing import Pairs


@dataclass(frozen=True, eq=False)
class MarkedPair:
    """What the reference and a system marked in the same documents, and which marks of theirs go together."""

    ours: Marks
    theirs: Marks
    documents: Sequence[str]
    types: Sequence[str]

    @cached_property
    def exact(self) -> Integers:
        """The partner of each of ours with the same borders and type, or -1."""
        return equal(self.ours.code, self.theirs.code)

    @cached_property
    def bordered(self) -> Integers:
        """The partner of each of ours with the same borders, or -1."""
        return equal(self.ours.border, self.theirs.border)

    @cached_property
    def pairs(self) -> Pairs:
        """All that overlap."""
        return overlapping(self.ours, self.theirs)

    @cached_property
    def same_type(self) -> Pairs:
        """All of one type that overlap."""
        return self.typed(self.pairs)

    def typed(self, pairs: Pairs) -> Pairs:
        """Those of some pairs that are of one type."""
        return pairs.where(self.ours.type[pairs.ours] == self.theirs.type[pairs.theirs])

    def near(self, limit: int) -> Pairs:
        """All of one type each of whose borders lie so near."""
        return self.typed(near(self.ours, self.theirs, limit))

    def most(self, pairs: Pairs) -> Integers:
        """Which of ours have a partner in the most pairs."""
        return largest_matching(pairs.ours, pairs.theirs, len(self.ours), len(self.theirs))

    def best(self, pairs: Pairs) -> Integers:
        """The partner of each of ours in the best of the most pairs, or -1."""
        return best_pairs(pairs, len(self.ours), len(self.theirs))

    @cached_property
    def overlapped(self) -> Integers:
        """Which of ours overlap a partner of theirs beside those that have one with the same borders."""
        free = self.bordered < 0
        their_free = np.ones(len(self.theirs), dtype=bool)
        their_free[self.bordered[~free]] = False
        return self.most(self.pairs.where(free[self.pairs.ours] & their_free[self.pairs.theirs]))

    @cached_property
    def nearest(self) -> Integers:
        """The partner of each of ours that explains it, or -1: what is taken for what."""
        return nearest_pairs(self.ours, self.theirs, self.pairs)

    def per_document(self, marks: Marks) -> Integers:
        """How many marks each document has."""
        return np.bincount(marks.document, minlength=len(self.documents))

    def rows(self, right: Integers, times: int = 1) -> Integers:
        """Three counts of each document where these of ours are correct."""
        correct = np.bincount(self.ours.document[right], minlength=len(self.documents))
        return times * np.stack([self.per_document(self.ours), self.per_document(self.theirs), correct], axis=1)

    def rows_by_type(self, right: Integers) -> Integers:
        """Three counts of each document and type, those of a type beside each other."""
        columns = [self._table(self.ours), self._table(self.theirs), self._table(self.ours, right)]
        return np.stack(columns, axis=2).reshape(len(self.documents), -1)

    def _table(self, marks: Marks, chosen: Any = slice(None)) -> Integers:
        cell = marks.document[chosen] * len(self.types) + marks.type[chosen]
        size = len(self.documents) * len(self.types)
        return np.bincount(cell, minlength=size).reshape(len(self.documents), len(self.types))

    def confused(self) -> dict[tuple[str, str], int]:
        """How often a mark of one type was taken for another; `NOTHING` where one side has none."""
        names = [*self.types, NOTHING]
        nothing = len(self.types)
        partner = self.nearest
        given = np.where(partner < 0, nothing, self.theirs.type[partner]) if len(self.theirs) else partner + nothing + 1
        spurious = self.theirs.type[self.unpaired]
        both = np.concatenate([self.ours.type * len(names) + given, nothing * len(names) + spurious])
        known, counts = np.unique(both, return_counts=True)
        return {
            (names[code // len(names)], names[code % len(names)]): count
            for code, count in zip(known.tolist(), counts.tolist(), strict=True)
        }

    @cached_property
    def unpaired(self) -> Integers:
        """Those of theirs that no mark of ours is explained by."""
        free = np.ones(len(self.theirs), dtype=bool)
        free[self.nearest[self.nearest >= 0]] = False
        return np.flatnonzero(free)
