"""Labels that are sets: several emotions of a text, the members of a coreference chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.distance.between import Matrix, refuse_many

if TYPE_CHECKING:
    from collections.abc import Callable

    from accord.study.scale import Scale

    Members = frozenset[str]


def jaccard(scale: Scale) -> Matrix:
    """What two sets do not share of what they hold together, d = 1 - |A n B| / |A u B|; 0 between two empty sets.

    The members of a label are divided by a comma, a semicolon or a bar. The Jaccard index that stands beside alpha of
    phrases is the share of their brackets that annotators have in common: see bracket-f1.

    Jaccard, P. (1908). Nouvelles recherches sur la distribution florale.
    """
    return _of_sets(scale, lambda first, second: 1 - _overlap(first, second))


def masi(scale: Scale) -> Matrix:
    """Jaccard's overlap, weighted down where neither set holds the other: d = 1 - J M.

    M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they overlap and 0 where they share nothing. The
    members of a label are divided by a comma, a semicolon or a bar.

    Passonneau, R. (2006). Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation.
    """
    return _of_sets(scale, lambda first, second: 1 - _overlap(first, second) * _monotonicity(first, second))


def _of_sets(scale: Scale, distance: Callable[[Members, Members], float]) -> Matrix:
    refuse_many(len(scale.labels))
    values = np.zeros((len(scale.labels), len(scale.labels)))
    for row, first in enumerate(scale.sets):
        for column, second in enumerate(scale.sets[:row]):
            values[row, column] = values[column, row] = distance(first, second)
    return Matrix(values)


def _overlap(first: Members, second: Members) -> float:
    return len(first & second) / len(first | second) if first | second else 1.0


def _monotonicity(first: Members, second: Members) -> float:
    if first == second:
        return 1.0
    if first <= second or second <= first:
        return 2 / 3
    return 1 / 3 if first & second else 0.0
