"""What one side marked in all documents, as arrays: spans of a text, with gaps or without, or units of a continuum."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]
    Part = tuple[float, float, str]
    """Start, end and type; spans and units are such."""
    Borders = tuple[tuple[float, float], ...]
    Marked = tuple[Sequence[Sequence[Any]], Mapping[int, Borders]]
    """The starts, the ends and the types of the marks of a document, and the borders of the parts of those with gaps,
    by their number among them."""

_LARGEST = 1 << 62
NOWHERE = 1 << 40
"""From here on there is no text: where marks stand that have no place, each for itself."""
_COLUMNS = ("document", "start", "end", "gaps", "type", "border", "code")


@dataclass(frozen=True, eq=False)
class Marks:
    """What one side marked, by document, start, end, gaps and type: in this order whatever the order it was given in.

    ``gaps`` is 0, or the number of the parts of a mark with gaps among ``with_gaps``; ``start`` and ``end`` are then
    those of the whole. ``border`` and ``code`` are equal where the borders, and the type too, are.
    """

    document: Integers
    start: NDArray[Any]
    end: NDArray[Any]
    gaps: Integers
    type: Integers
    border: Integers
    code: Integers
    with_gaps: Sequence[Borders]

    def __len__(self) -> int:
        return len(self.code)

    def parts(self, number: Any) -> Borders:
        """From where to where each part of one of them reaches."""
        if gap := int(self.gaps[number]):
            return self.with_gaps[gap]
        return ((self.start[number].item(), self.end[number].item()),)

    @cached_property
    def size(self) -> NDArray[Any]:
        """How many positions each covers, gaps not counted."""
        whole: NDArray[Any] = self.end - self.start
        if self.gaps.any():
            whole = whole.copy()
            for number in np.flatnonzero(self.gaps):
                whole[number] = sum(end - start for start, end in self.parts(number))
        return whole


def in_columns(marks: Sequence[Part]) -> Sequence[Sequence[Any]]:
    """The starts, the ends and the types of marks.

    >>> in_columns([(4, 9, "B"), (0, 3, "A")])
    ((4, 0), (9, 3), ('B', 'A'))
    """
    return tuple(zip(*marks, strict=True)) if marks else ((), (), ())


def mark_arrays(sides: Sequence[Sequence[Marked]], *, whole: bool = True) -> tuple[list[Marks], list[str]]:
    """Each side from the marks of each document, and all types in order; positions are ``whole`` numbers, or any.

    >>> given = [[(([4, 0], [9, 3], ["B", "A"]), {})], [(([4], [9], ["A"]), {})]]
    >>> (ours, theirs), types = mark_arrays(given)
    >>> ours.start.tolist(), bool(ours.border[1] == theirs.border[0]), bool(ours.code[1] == theirs.code[0]), types
    ([0, 4], True, False, ['A', 'B'])
    """
    number: dict[str, int] = {}
    gaps: dict[Borders, int] = {(): 0}
    columns = [_columns(side, number, gaps, np.int64 if whole else np.float64) for side in sides]
    types = sorted(number)
    rank = np.zeros(len(number), dtype=np.int64)
    rank[[number[type_] for type_ in types]] = np.arange(len(types))
    columns = [(*first, rank[type_]) for *first, type_ in columns]
    at = np.cumsum([0, *(len(side[0]) for side in columns)])
    together = [np.concatenate(each) for each in zip(*columns, strict=True)]
    border = _combined(together[:4])
    code = _combined([border, together[4]])
    made = []
    for side, (low, high) in zip(columns, pairwise(at), strict=True):
        held = [*side, border[low:high], code[low:high]]
        if np.any(held[-1][1:] < held[-1][:-1]):
            order = np.argsort(held[-1], kind="stable")
            held = [column[order] for column in held]
        made.append(Marks(**dict(zip(_COLUMNS, held, strict=True)), with_gaps=list(gaps)))
    return made, types


def _columns(
    side: Sequence[Marked], number: dict[str, int], gaps: dict[Borders, int], kind: Any
) -> tuple[NDArray[Any], ...]:
    """Document, start, end, gaps and type of the marks of one side; new types and gaps are numbered."""
    counts = np.fromiter((len(columns[0]) for columns, _ in side), np.int64, len(side))
    total = int(counts.sum())
    start, end = (np.fromiter(chain.from_iterable(columns[at] for columns, _ in side), kind, total) for at in (0, 1))
    for type_ in set().union(*(columns[2] for columns, _ in side)):
        number.setdefault(type_, len(number))
    types = chain.from_iterable(columns[2] for columns, _ in side)
    of_type = np.fromiter(map(number.__getitem__, types), np.int64, total)
    gap = np.zeros(total, dtype=np.int64)
    before = np.cumsum(counts) - counts
    for index, (_, with_gaps) in enumerate(side):
        for place, borders in with_gaps.items():
            gap[before[index] + place] = gaps.setdefault(borders, len(gaps))
    return np.repeat(np.arange(len(side)), counts), start, end, gap, of_type


def _combined(columns: Sequence[NDArray[Any]]) -> Integers:
    """One number for each row, in the order of the rows."""
    found = np.zeros(len(columns[0]), dtype=np.int64)
    largest = 1
    for column in columns:
        values, span = _ranks(column)
        if largest * span >= _LARGEST:
            found, largest = _ranks(found, dense=True)
        if largest * span >= _LARGEST:
            values, span = _ranks(values, dense=True)
        if span > 1:
            found *= span
            found += values
            largest *= span
    return found


def _ranks(values: NDArray[Any], *, dense: bool = False) -> tuple[Integers, int]:
    """Numbers from 0 in the order of some values, and how many there may be."""
    if not len(values):
        return np.zeros(0, dtype=np.int64), 1
    low = values.min()
    if values.dtype == np.int64 and not dense and int(values.max()) - int(low) < _LARGEST:
        return values - low, int(values.max() - low) + 1
    known, ranks = np.unique(values, return_inverse=True)
    return ranks.reshape(-1), len(known)


def on_one_line(sides: Sequence[Marks]) -> list[tuple[Integers, Integers]]:
    """Start and end of all marks with the documents one after another: in the order of positions, whatever these are.

    Whole numbers that are not too large keep their distances within a document.
    """
    documents = 1 + max((int(side.document.max()) for side in sides if len(side)), default=-1)
    starts, ends, of = (
        np.concatenate([getattr(each, name) for each in sides]) for name in ("start", "end", "document")
    )
    low, high = np.zeros((2, documents), dtype=starts.dtype)
    np.minimum.at(low, of, starts)
    np.maximum.at(high, of, ends)
    if starts.dtype == np.int64 and float(high.sum()) - float(low.sum()) < _LARGEST:
        shift = np.cumsum(high - low) - high
        placed = starts + shift[of], ends + shift[of]
    else:
        ranks = _combined([np.concatenate([of, of]), np.concatenate([starts, ends])])
        placed = ranks[: len(starts)], ranks[len(starts) :]
    at = np.cumsum([0, *map(len, sides)])
    return [(placed[0][low:high], placed[1][low:high]) for low, high in pairwise(at)]
