"""What is counted in each sentence, document or item: rows of numbers that add up.

Units with the same numbers are interchangeable, so each kind of row is held once. This is what lets ten million items
be resampled as the few hundred kinds that there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from accord.compute.blocks import counted
from accord.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from accord.agreement.resample import Integers, Numbers, ResampleRows


@dataclass(frozen=True, eq=False)
class UnitRows:
    """The kinds of rows, shape (kinds, columns), and which of them each unit has, shape (units,).

    ``times`` is how many units have each, where that is known.
    """

    kinds: Numbers
    kind_of: Integers
    times: Integers | None = None

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]] | Numbers, width: int = 3) -> UnitRows:
        """From the numbers of each unit: counts, or floats where something expected adds up.

        >>> UnitRows.of([(2, 1, 1), (0, 0, 0), (2, 1, 1)]).totals
        (4, 2, 2)
        """
        import numpy as np

        table = np.asarray(rows, dtype=None if len(rows) else np.int64)
        table = (table if table.dtype == np.float64 else table.astype(np.int64)).reshape(
            len(rows), width if not len(rows) else -1
        )
        return cls(*_different(table))

    def __len__(self) -> int:
        return len(self.kind_of)

    @cached_property
    def resampled(self) -> ResampleRows:
        """The rows as resampling takes them."""
        from accord.agreement.resample import ResampleRows

        return ResampleRows(self.kinds, counted(self.kind_of, len(self.kinds)) if self.times is None else self.times)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The numbers of all units together."""
        totals: list[int] = self.resampled.totals().tolist()
        return tuple(totals)

    @property
    def digest(self) -> bytes:
        """What tells these rows from others."""
        from hashlib import blake2b

        found = blake2b(_steady(self.kinds).tobytes(), digest_size=16)
        found.update(self.kind_of.tobytes())
        return found.digest()

    def resampled_on(self, columns: Sequence[int]) -> ResampleRows:
        """Some columns as resampling takes them, without a look at every unit."""
        import numpy as np

        from accord.agreement.resample import ResampleRows

        kinds, merged = _different(self.kinds[:, list(columns)])
        times = np.bincount(merged, weights=self.resampled.times, minlength=len(kinds))
        return ResampleRows(kinds, times.astype(np.int64))

    def on(self, columns: Sequence[int]) -> UnitRows:
        """Some columns, in this order; units that differ in others only become the same kind.

        >>> UnitRows.of([(2, 1), (2, 5), (3, 5)]).on([0]).kinds.tolist()
        [[2], [3]]
        """
        kinds, merged = _different(self.kinds[:, list(columns)])
        return UnitRows(kinds, merged.astype(self.kind_of.dtype)[self.kind_of])

    def widened(self, columns: int) -> UnitRows:
        """The same with so many columns of nothing after them."""
        import numpy as np

        return UnitRows(np.pad(self.kinds, ((0, 0), (0, columns))), self.kind_of)

    def each(self) -> Numbers:
        """The numbers of every unit, shape (units, columns)."""
        rows: Numbers = self.kinds[self.kind_of]
        return rows

    def grouped(self, groups: Sequence[Hashable]) -> dict[Hashable, UnitRows]:
        """The rows of the units of each group, in the order in which groups come first."""
        import numpy as np

        number = {group: index for index, group in enumerate(dict.fromkeys(groups))}
        group_of = np.fromiter((number[group] for group in groups), np.int64, len(self))
        return {group: UnitRows(self.kinds, self.kind_of[group_of == index]) for group, index in number.items()}

    def only(self, units: Sequence[int]) -> UnitRows:
        """Some units, by their numbers.

        >>> UnitRows.of([(1,), (2,), (4,)]).only([0, 2]).totals
        (5,)
        """
        return UnitRows(self.kinds, self.kind_of[list(units)])

    def summed(self, groups: Sequence[Hashable]) -> UnitRows:
        """Every group as one unit."""
        import numpy as np

        return UnitRows.of(
            np.array([rows.totals for rows in self.grouped(groups).values()], dtype=self.kinds.dtype),
            self.kinds.shape[1],
        )


def _different(table: Numbers) -> tuple[Numbers, Integers]:
    """The different rows in rising order, and which of them each row is."""
    import numpy as np

    _, first, kind_of = np.unique(_steady(table), axis=0, return_index=True, return_inverse=True)
    return table[first], kind_of.reshape(-1)


def _steady(table: Numbers) -> Numbers:
    """Floats to forty bits of fifty-three: the last ones are another processor's rounding, and decide nothing."""
    import numpy as np

    if table.dtype.kind != "f":
        return table
    mantissa, exponent = np.frexp(table)
    steady: Numbers = np.ldexp(np.round(np.ldexp(mantissa, 40)), exponent - 40)
    return steady


def side_by_side(runs: Sequence[UnitRows]) -> ResampleRows:
    """The rows of several runs on the same units, one run after the other in the columns.

    >>> both = side_by_side([UnitRows.of([(1,), (2,), (1,)]), UnitRows.of([(5,), (6,), (5,)])])
    >>> both.rows.tolist(), both.times.tolist()
    ([[1, 5], [2, 6]], [2, 1])
    """
    import numpy as np

    from accord.agreement.resample import ResampleRows

    if len({len(rows) for rows in runs}) > 1:
        raise UsageError("the systems are not scored on the same sentences, so they cannot be compared one by one")
    kinds, times = np.zeros((1, 0), dtype=runs[0].kinds.dtype), np.array([len(runs[0])])
    code = np.zeros(len(runs[0]), dtype=np.int64)
    for rows in runs:
        found, code, times = np.unique(code * len(rows.kinds) + rows.kind_of, return_inverse=True, return_counts=True)
        before, here = np.divmod(found, max(1, len(rows.kinds)))
        kinds = np.hstack([kinds[before], rows.kinds[here]])
    return ResampleRows(kinds, times)
