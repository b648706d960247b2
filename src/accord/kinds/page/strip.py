"""Agreement along a text, in few cells.

A text is parted into at most 60 cells of the same length. Of labels and trees a cell shows the mean agreement of the
items or sentences that begin in it; of spans and units it shows for how much of it every two annotators marked the same
or both nothing. 1 is full agreement, and a cell with nothing to compare is empty. This is observed agreement: how much
of it chance would give is not taken off, so strips compare places of one text and not one layer with another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

CELLS = 60
"""The most cells of a strip."""
_DIGITS = 4


def strip(agreement: NDArray[np.float64], places: NDArray[np.integer], length: int) -> list[float | None]:
    """The mean agreement of what lies in each cell of a text, None where nothing does.

    ``agreement`` and ``places``, both of the shape (items,), say how much is agreed on an item, and where in a text of
    this length it stands, from 0.

    >>> import numpy as np
    >>> strip(np.array([1.0, 0.5, 0.0]), np.array([0, 1, 3]), 4)
    [1.0, 0.5, None, 0.0]
    """
    import numpy as np

    cells = min(CELLS, length)
    if not cells:
        return []
    cell_of = places.astype(np.int64) * cells // length
    counts = np.bincount(cell_of, minlength=cells).tolist()
    sums = np.bincount(cell_of, agreement, minlength=cells).tolist()
    return [round(total / count, _DIGITS) if count else None for total, count in zip(sums, counts, strict=True)]


def strip_of_marks(
    marked: Mapping[str, Sequence[tuple[float, float, str]]], length: float, *, typed: bool = True, whole: bool = True
) -> list[float | None]:
    """The share of pairs of annotators who marked the same, or both nothing, along a text of this length.

    ``marked`` holds the start, the end and the type of what everyone who looked at the text marked there. Positions are
    ``whole`` tokens or characters, or not: seconds, of which a text of two has as many cells as any other.

    >>> strip_of_marks({"ada": [(0, 2, "A")], "bram": [(1, 2, "A")]}, 4)
    [0.0, 1.0, 1.0, 1.0]
    """
    cells = min(CELLS, ceil(length)) if whole or length <= 0 else CELLS
    if not cells or len(marked) < 2:
        return [None] * cells
    sums = [0.0] * cells
    for start, end, agreed in _steps(marked, length, typed=typed):
        for cell in range(int(start * cells / length), min(cells, ceil(end * cells / length))):
            sums[cell] += agreed * max(0.0, min(end * cells / length, cell + 1) - max(start * cells / length, cell))
    return [round(min(total, 1.0), _DIGITS) for total in sums]


def _steps(
    marked: Mapping[str, Sequence[tuple[float, float, str]]], length: float, *, typed: bool
) -> Iterator[tuple[float, float, float]]:
    """Stretches within which nobody begins or ends anything, and how much is agreed there."""
    borders: defaultdict[float, list[tuple[str, str, int]]] = defaultdict(list, {0.0: [], length: []})
    for name, found in marked.items():
        for start, end, type_ in found:
            borders[min(max(start, 0.0), length)].append((name, type_ if typed else "", 1))
            borders[min(max(end, 0.0), length)].append((name, type_ if typed else "", -1))
    open_: dict[str, Counter[str]] = {name: Counter() for name in marked}
    all_pairs = len(marked) * (len(marked) - 1)
    for start, end in pairwise(sorted(borders)):
        for name, type_, change in borders[start]:
            open_[name][type_] += change
        alike = Counter(frozenset(+types) for types in open_.values())
        yield start, end, sum(count * (count - 1) for count in alike.values()) / all_pairs
