"""Large arrays block by block: what a step makes on its way takes the same small memory again and again.

New memory costs time, too: of ten million numbers more than what is computed from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 1 << 17


def blocks(length: int) -> Iterator[slice]:
    """Slices that together are so long.

    >>> [*blocks(200_000)], [*blocks(0)]
    ([slice(0, 131072, None), slice(131072, 200000, None)], [])
    """
    return (slice(start, min(start + _BLOCK, length)) for start in range(0, length, _BLOCK))


def is_counting(numbers: NDArray[np.integer]) -> bool:
    """Whether numbers are 0, 1, 2 and so on.

    >>> import numpy as np
    >>> is_counting(np.arange(3)), is_counting(np.array([0, 2]))
    (True, False)
    """
    import numpy as np

    return all((numbers[block] == np.arange(block.start, block.stop)).all() for block in blocks(len(numbers)))


def counted(codes: NDArray[Any], size: int) -> NDArray[np.int64]:
    """How often each code below a size occurs.

    >>> import numpy as np
    >>> counted(np.array([2, 0, 2], dtype=np.uint8), 4).tolist()
    [1, 0, 2, 0]
    """
    import numpy as np

    times = np.zeros(size, dtype=np.int64)
    for block in blocks(len(codes)):
        times += np.bincount(codes[block], minlength=size)
    return times
