"""Names of items in a column of Arrow, each made into text when it is asked for: ten million of them are never made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from accord.compute.blocks import blocks
from accord.formats.arrow_tables import library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SPACE, _BEYOND_ASCII = 0x20, 0x80


class ArrowNames(Sequence[str]):
    """The names in a column of whole numbers or of texts, each of them once.

    >>> import pyarrow
    >>> names = ArrowNames.of(pyarrow.chunked_array([[10, 11], [12]]))
    >>> list(names), names == ArrowNames.of(pyarrow.chunked_array([["10", "11", "12"]])), "11" in names
    (['10', '11', '12'], True, True)
    """

    def __init__(self, column: Any) -> None:
        """Take a column as it is."""
        self.column = column

    @classmethod
    def of(cls, column: Any) -> ArrowNames | None:
        """The names in a column; None where one is missing, appears twice, or is not written as cells have it."""
        types = library("pyarrow.types")
        if column.null_count or not len(column):
            return None
        if not types.is_integer(column.type):
            texts = types.is_string(column.type) or types.is_large_string(column.type)
            if not texts or any(map(_is_untidy, column.chunks)):
                return None
        return cls(column) if _are_different(column) else None

    def __len__(self) -> int:
        return len(self.column)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[number] for number in range(len(self))[place]]
        return str(self.column[place].as_py())

    def __iter__(self) -> Iterator[str]:
        return (str(name) for chunk in self.column.chunks for name in chunk.to_pylist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ArrowNames):
            return len(self) == len(other) and list(self) == list(other) if isinstance(other, Sequence) else False
        if self.column is other.column:
            return True
        return len(self) == len(other) and bool(self._texts_beside(other).equals(other._texts_beside(self)))

    __hash__ = None  # type: ignore[assignment]

    def places_of(self, others: ArrowNames) -> NDArray[np.int64]:
        """Where each of other names stands among these, -1 for one that does not."""
        compute = library("pyarrow.compute")
        found = compute.index_in(others._texts_beside(self), value_set=self._texts_beside(others).combine_chunks())
        places: NDArray[np.int64] = compute.fill_null(found, -1).to_numpy()
        return places

    def _texts_beside(self, other: ArrowNames) -> Any:
        """The column as it can be compared with another one."""
        if self.column.type == other.column.type:
            return self.column
        return self.column.cast(library("pyarrow").large_string())


class NamesAlone(Mapping[str, str]):
    """Names that no text stands beside: items without a text.

    >>> alone = NamesAlone(["a", "b"])
    >>> dict(alone), alone.get("a"), "c" in alone
    ({'a': '', 'b': ''}, '', False)
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Take names, each of them once."""
        self.names = names

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __getitem__(self, name: str) -> str:
        if name not in self._known:
            raise KeyError(name)
        return ""


def _are_different(column: Any) -> bool:
    """Whether no name stands in a column twice; at one look where they are in rising order."""
    compute = library("pyarrow.compute")
    if len(column) < 2:
        return True
    before, after = column.slice(0, len(column) - 1), column.slice(1)
    rising = compute.less(before, after)
    if compute.all(rising).as_py():
        return True
    if not library("pyarrow.types").is_integer(column.type):  # item-9 comes before item-10
        short, long = compute.binary_length(before), compute.binary_length(after)
        rising = compute.or_(compute.less(short, long), compute.and_(compute.equal(short, long), rising))
    return bool(compute.all(rising).as_py()) or compute.count_distinct(column).as_py() == len(column)


def _is_untidy(chunk: Any) -> bool:
    """Whether a text in a chunk is empty, or may begin or end with white space."""
    import numpy as np

    wide = library("pyarrow.types").is_large_string(chunk.type)
    _, offsets, data = chunk.buffers()
    if data is None:
        return True
    ends: NDArray[Any] = np.frombuffer(offsets, np.int64 if wide else np.int32)
    ends = ends[chunk.offset : chunk.offset + len(chunk) + 1]
    letters = np.frombuffer(data, np.uint8)
    plain = np.zeros(256, dtype=bool)
    plain[_SPACE + 1 : _BEYOND_ASCII] = True
    for block in blocks(len(chunk)):
        start, end = ends[:-1][block], ends[1:][block]
        if not ((end > start).all() and plain[letters[start]].all() and plain[letters[end - 1]].all()):
            return True
    return False
