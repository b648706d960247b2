"""Labels that are strings, some of which are spelt alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, refuse_many

if TYPE_CHECKING:
    from accord.study.scale import Scale


def levenshtein(scale: Scale) -> Matrix:
    """The least insertions, deletions and replacements of letters, as a share of the longer label: 0 to 1.

    Levenshtein, V. I. (1966). Binary codes capable of correcting deletions, insertions and reversals.
    """
    refuse_many(len(scale.labels))
    values = np.zeros((len(scale.labels), len(scale.labels)))
    for row, first in enumerate(scale.labels):
        for column, second in enumerate(scale.labels[:row]):
            values[row, column] = values[column, row] = _edits(first, second) / max(len(first), len(second))
    return Matrix(values)


def _edits(first: str, second: str) -> int:
    before = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        after = [row]
        for column, other in enumerate(second, start=1):
            after.append(min(before[column] + 1, after[-1] + 1, before[column - 1] + (letter != other)))
        before = after
    return before[-1]
