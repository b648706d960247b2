"""One resampler for every measure that is a function of summed numbers.

Units (sentences, items, documents) with the same row of numbers are interchangeable. A resample then only needs to
say how many units of each kind it holds: multinomial numbers for a bootstrap, binomial ones for an exchange of two
systems. This is the same distribution as drawing unit by unit, at the cost of the kinds instead of the units.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Numbers = NDArray[Any]
    """Counts, or floats where something expected adds up."""

_CELLS = 4_000_000


def dense_batches(rows: Any) -> Iterator[NDArray[Any]]:
    """Rows, dense or sparse, as dense ones: so many at once that they take some tens of megabytes."""
    size = max(1, _CELLS // max(1, rows.shape[1]))
    for start in range(0, rows.shape[0], size):
        batch = rows[start : start + size]
        yield batch.toarray() if hasattr(batch, "toarray") else batch


@dataclass(frozen=True, slots=True)
class ResampleRows:
    """The rows of numbers, shape (kinds, columns), dense or sparse, and how many units have each, shape (kinds,)."""

    rows: Any
    times: Integers

    @classmethod
    def of(cls, table: Integers) -> ResampleRows:
        """From one row of counts a unit, shape (units, columns)."""
        import numpy as np

        rows, times = np.unique(table, axis=0, return_counts=True)
        return cls(rows, times)

    @classmethod
    def each(cls, rows: Any) -> ResampleRows:
        """Every row a unit of its own."""
        import numpy as np

        return cls(rows, np.ones(rows.shape[0], dtype=np.int64))

    @classmethod
    def grouped(cls, rows: Any, group_of: Sequence[Hashable]) -> ResampleRows:
        """Every group a unit, in the order they come first, with the rows of its members summed.

        >>> import numpy as np
        >>> ResampleRows.grouped(np.array([[1, 0], [2, 1], [4, 4]]), ["b", "a", "b"]).rows.tolist()
        [[5.0, 4.0], [2.0, 1.0]]
        """
        import numpy as np

        number = {group: index for index, group in enumerate(dict.fromkeys(group_of))}
        groups = [number[group] for group in group_of]
        if isinstance(rows, np.ndarray):  # without SciPy, which takes longer to import than most rows to be summed
            summed = np.zeros((len(number), rows.shape[1]))
            np.add.at(summed, groups, rows)
            return cls.each(summed)
        from scipy.sparse import csr_array

        member = groups, range(len(group_of))
        return cls.each(csr_array((np.ones(len(group_of)), member), shape=(len(number), len(group_of))) @ rows)

    @property
    def count(self) -> int:
        """The number of units."""
        return int(self.times.sum())

    def totals(self) -> NDArray[Any]:
        """The numbers of all units together, shape (columns,)."""
        totals: NDArray[Any] = self.times @ self.rows
        return totals

    def left_out(self) -> Iterator[NDArray[Any]]:
        """The totals without one unit of each kind, in batches of the shape (some kinds, columns)."""
        totals = self.totals()
        for batch in dense_batches(self.rows):
            yield totals - batch

    def bootstrap(self, resamples: int, rng: np.random.Generator) -> Iterator[NDArray[Any]]:
        """Totals of resamples drawn with replacement, in batches of the shape (some resamples, columns)."""
        for size in self._batches(resamples):
            yield self._draw(size, rng) @ self.rows

    def _draw(self, size: int, rng: np.random.Generator) -> Integers:
        """How many units of each kind each resample holds, shape (size, kinds)."""
        import numpy as np

        if len(self.times) < self.count:
            return rng.multinomial(self.count, self.times / self.times.sum(), size=size)
        units = rng.integers(self.count, size=(size, self.count))
        return np.stack([np.bincount(drawn, minlength=self.count) for drawn in units])

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
        size = max(1, _CELLS // max(1, len(self.times), self.rows.shape[1]))
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


def benjamini_hochberg(p_values: list[float]) -> list[float]:
    """The false discovery rate at which each of several tests would count as a discovery (Benjamini & Hochberg 1995).

    q of the k-th smallest of n values is the least p n / k of it and all larger ones. How to read it: of all tests with
    q below 0.05 one in twenty, on average, is none; p values may be correlated as those of overlapping groups are.

    >>> [round(q, 3) for q in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    corrected = [0.0] * len(p_values)
    lowest = 1.0
    falling = sorted(range(len(p_values)), key=p_values.__getitem__, reverse=True)
    for rank, index in zip(range(len(p_values), 0, -1), falling, strict=True):
        lowest = min(lowest, p_values[index] * len(p_values) / rank)
        corrected[index] = lowest
    return corrected
