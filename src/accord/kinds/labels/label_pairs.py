"""The labels of a reference and of a system, item by item or token by token, as codes: what is measured of them.

Items with the same two labels are interchangeable, so that ten million items are as many rows as there are pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.compute.blocks import blocks, counted
from accord.scoring.counted_measure import MAX_CELLS
from accord.scoring.unit_rows import UnitRows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes = NDArray[Any]

_MAX_TABLE = 1 << 22
"""Pairs of labels are counted in a table where that is no larger."""


@dataclass(frozen=True)
class LabelPairs:
    """Codes of labels, shape (items,), both for the same items; ``len(labels)`` is the code of no answer.

    ``unit_of`` says to which unit an item belongs, of so many ``units``; without it each item is one.
    """

    labels: tuple[str, ...]
    reference: Codes
    predicted: Codes
    units: int
    unit_of: Codes | None = None

    @cached_property
    def _distinct(self) -> tuple[Codes, Codes, NDArray[np.int64]]:
        """The different pairs, which of them each item has, and how often each occurs."""
        size = len(self.labels) + 1
        if size**2 <= _MAX_TABLE:
            small = np.uint8 if size**2 <= 1 << 8 else np.int32
            code = np.empty(len(self.reference), dtype=small)
            for block in blocks(len(code)):
                code[block] = self.reference[block].astype(np.int32) * np.int32(size) + self.predicted[block]
            times = counted(code, size**2)
            used = np.flatnonzero(times)
            number = np.zeros(size**2, dtype=np.uint8 if len(used) < 1 << 8 else np.int32)
            number[used] = np.arange(len(used))
            return used, number[code], times[used]
        used, pair_of, times = np.unique(
            self.reference.astype(np.int64) * size + self.predicted, return_inverse=True, return_counts=True
        )
        return used, pair_of.reshape(-1), times

    @cached_property
    def pairs(self) -> tuple[Codes, Codes]:
        """The labels of both sides in each pair that occurs, shape (pairs,)."""
        first, second = np.divmod(self._distinct[0], len(self.labels) + 1)
        return first, second

    @property
    def times(self) -> NDArray[np.int64]:
        """How often each pair occurs, shape (pairs,)."""
        return self._distinct[2]

    @property
    def answered(self) -> NDArray[np.bool_]:
        """Which pairs have an answer of the system."""
        return np.asarray(self.pairs[1] < len(self.labels))

    @property
    def same(self) -> NDArray[np.bool_]:
        """Which pairs are the same label twice."""
        return np.asarray(self.pairs[0] == self.pairs[1])

    @property
    def confused(self) -> dict[tuple[str, str], int]:
        """How often each label was predicted for another or for itself; nothing stands for no answer."""
        names = [*self.labels, ""]
        return {
            (names[ours], names[theirs]): times
            for ours, theirs, times in zip(*(each.tolist() for each in (*self.pairs, self.times)), strict=True)
        }

    @property
    def fits(self) -> bool:
        """Whether each label can be measured for itself, within reasonable memory."""
        rows = self.units if self.unit_of is not None else len(self.times)
        return rows * 3 * len(self.labels) <= MAX_CELLS

    def rows(self, table: NDArray[Any]) -> UnitRows:
        """The numbers of every unit, from those of each pair, shape (pairs, columns)."""
        pair_of = self._distinct[1]
        table = table.astype(np.int64) if table.dtype == bool else table  # truths do not add up
        if self.unit_of is None:
            return UnitRows(table, pair_of, self.times)
        from scipy.sparse import csr_array

        ones = np.ones(len(pair_of), dtype=table.dtype)
        occurring: Any = csr_array((ones, (self.unit_of, pair_of)), shape=(self.units, len(table)))
        return UnitRows.of(occurring @ table)

    def counts(self, of: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """Three counts for each label side by side, for each pair, or for some and nothing for the others."""
        ours, theirs = self.pairs
        table = np.zeros((len(ours), 3 * len(self.labels)), dtype=np.int64)
        chosen = np.ones(len(ours), dtype=bool) if of is None else of
        for rows, column in (
            (chosen, 3 * ours),
            (chosen & self.answered, 3 * theirs + 1),
            (chosen & self.same, 3 * ours + 2),
        ):
            table[np.flatnonzero(rows), column[rows]] = 1
        return table
