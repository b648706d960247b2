"""What was said of items, held as arrays, for a dictionary of each annotator is too much where there are millions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        return map(self.names.__getitem__, self.numbers.tolist())

    def __len__(self) -> int:
        return len(self.numbers)

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

        _, first = np.unique(self.codes, return_index=True)
        return [self.coded[int(self.codes[place])] for place in sorted(first.tolist())]
