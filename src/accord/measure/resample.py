"""One resampler for every measure that is a function of summed counts.

Units (sentences, items, documents) with the same row of counts are interchangeable. A resample then only needs to
say how many units of each kind it holds: multinomial numbers for a bootstrap, binomial ones for an exchange of two
systems. This is the same distribution as drawing unit by unit, at the cost of the kinds instead of the units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]

_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Units:
    """The distinct rows of counts, shape (kinds, columns), and how many units have each, shape (kinds,)."""

    rows: Integers
    times: Integers

    @classmethod
    def of(cls, table: Integers) -> Units:
        """From one row of counts a unit, shape (units, columns)."""
        import numpy as np

        rows, times = np.unique(table, axis=0, return_counts=True)
        return cls(rows, times)

    @property
    def count(self) -> int:
        """The number of units."""
        return int(self.times.sum())

    def totals(self) -> Integers:
        """The counts of all units, shape (columns,)."""
        totals: Integers = self.times @ self.rows
        return totals

    def bootstrap(self, resamples: int, rng: np.random.Generator) -> Integers:
        """Totals of resamples drawn with replacement, shape (resamples, columns)."""
        import numpy as np

        share = self.times / self.times.sum()
        return np.concatenate(
            [rng.multinomial(self.count, share, size=size) @ self.rows for size in self._batches(resamples)]
        )

    def exchange(self, left: list[int], right: list[int], resamples: int, rng: np.random.Generator) -> Integers:
        """Totals after exchanging, in each unit with probability 1/2, the columns ``left`` and ``right``."""
        import numpy as np

        exchanged = self.rows.copy()
        exchanged[:, left + right] = self.rows[:, right + left]
        return np.concatenate(
            [
                self.totals() + rng.binomial(self.times, 0.5, size=(size, len(self.times))) @ (exchanged - self.rows)
                for size in self._batches(resamples)
            ]
        )

    def _batches(self, resamples: int) -> Iterator[int]:
        """Resamples in batches that keep the drawn numbers within a few tens of megabytes."""
        size = max(1, _CELLS // max(1, len(self.times)))
        while resamples > 0:
            yield min(size, resamples)
            resamples -= size


def holm(p_values: list[float]) -> list[float]:
    """Holm's correction for several tests: p in rising order times n, n-1, ..., 1, never falling, at most 1.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, p_values[index] * (len(p_values) - rank)))
        corrected[index] = highest
    return corrected
