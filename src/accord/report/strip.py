"""Agreement along a text, in few cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
