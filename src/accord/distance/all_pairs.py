"""The distances between all trees of a forest, equal ones merged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from accord.compute.progress import Progress
    from accord.study.forest import Forest

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class AllPairs:
    """A table of the shape (kinds, kinds), the kind of each tree, shape (trees,), and how to read the table.

    ``read`` takes numbers from the table with the kinds of their rows and columns, and makes distances of them.
    """

    table: NDArray[Any]
    kind_of: Numbers
    read: Callable[[NDArray[Any], Numbers, Numbers], Floats]

    def between(self, rows: Numbers, columns: Numbers) -> Floats:
        """The distance from each kind of the rows to each of the columns, shape (rows, columns)."""
        return self.read(self.table[rows[:, None], columns], rows[:, None], columns)

    def of(self, some: Numbers, others: Numbers) -> Floats:
        """The distance of each of some trees to the other at the same place, shape (pairs,)."""
        one, other = self.kind_of[some], self.kind_of[others]
        return self.read(self.table[one, other], one, other)

    def only(self, trees: Numbers) -> AllPairs:
        """Those between some of the trees."""
        return replace(self, kind_of=self.kind_of[trees])

    def to_the(self, power: int) -> AllPairs:
        """The same with every distance raised to a power."""
        return replace(self, read=lambda *found: self.read(*found) ** power)


class TreeDistance(Protocol):
    """How different two trees are; what takes long counts its steps, and stops where ``progress`` says so."""

    @property
    def name(self) -> str:
        """What it is called in signatures and on the command line."""
        ...

    @property
    def choices(self) -> dict[str, object]:
        """What stands of it in a signature beside the name."""
        ...

    @property
    def max_nodes(self) -> int | None:
        """The most nodes that a tree may have, if there is a limit."""
        ...

    def pairs(self, forest: Forest, some: Numbers, others: Numbers, progress: Progress | None = None) -> Floats:
        """The distance of each of some trees to the other at the same place, shape (pairs,)."""
        ...

    def all_pairs(self, forest: Forest, progress: Progress | None = None) -> AllPairs:
        """The distances between all trees."""
        ...

    def work(self, forest: Forest) -> float:
        """About how many steps all pairs take."""
        ...
