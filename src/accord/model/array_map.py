"""What was said of items, held as arrays, for a dictionary of each annotator is too much where there are millions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from accord.compute.blocks import blocks, is_counting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

V = TypeVar("V")


class ArrayMap(Mapping[str, V], Generic[V]):
    """Values of items in the order in which they were given.

    ``names`` are those of all items, and may be shared by many mappings; ``numbers`` says which of them have a value,
    each once, and ``codes`` which one of ``values``.

    >>> import numpy as np
    >>> held = ArrayMap(["a", "b", "c"], np.array([2, 0]), np.array([1, 1]), ["no", "yes"])
    >>> dict(held), held["a"], "b" in held, held.used
    ({'c': 'yes', 'a': 'yes'}, 'yes', False, ['yes'])
    """

    def __init__(
        self, names: Sequence[str], numbers: NDArray[np.integer], codes: NDArray[np.integer], values: Sequence[V]
    ) -> None:
        """Take the arrays as they are."""
        self.names, self.numbers, self.codes, self.coded = names, numbers, codes, values

    @cached_property
    def _held(self) -> dict[str, V]:
        """The same as a dictionary, made when somebody looks for an item."""
        return dict(zip(self, self.given, strict=True))

    def __getitem__(self, name: str) -> V:
        return self._held[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names) if self.is_whole else map(self.names.__getitem__, self.numbers.tolist())

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def is_whole(self) -> bool:
        """Whether all items have a value, and these stand in their order."""
        return len(self.numbers) == len(self.names) and is_counting(self.numbers)

    def __contains__(self, name: object) -> bool:
        return name in self._held

    @property
    def given(self) -> Iterator[V]:
        """The values, item by item."""
        return map(self.coded.__getitem__, self.codes.tolist())

    @cached_property
    def used(self) -> list[V]:
        """The values that any item has, in the order in which they were first given."""
        import numpy as np

        new, found = np.ones(len(self.coded), dtype=bool), []
        for block in blocks(len(self.codes)):
            codes = self.codes[block]
            different, first = np.unique(codes[new[codes]], return_index=True)
            found += different[np.argsort(first)].tolist()
            new[different] = False
            if not new.any():
                break
        return [self.coded[code] for code in found]


class Repeated(Sequence[V], Generic[V]):
    """A few values, each standing in many places.

    >>> import numpy as np
    >>> list(Repeated(["a", "b"], np.array([0, 0, 1])))
    ['a', 'a', 'b']
    """

    def __init__(self, values: Sequence[V], codes: NDArray[np.integer]) -> None:
        """Take the values, and which of them stands in each place."""
        self.values, self.codes = values, codes

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[V]:
        return map(self.values.__getitem__, self.codes.tolist())

    @overload
    def __getitem__(self, place: int) -> V: ...
    @overload
    def __getitem__(self, place: slice) -> Repeated[V]: ...
    def __getitem__(self, place: int | slice) -> V | Repeated[V]:
        if isinstance(place, slice):
            return Repeated(self.values, self.codes[place])
        return self.values[int(self.codes[place])]
