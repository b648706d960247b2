"""How units that are aligned differ: one annotator has none, or other borders, another category, or both.

Units of time hardly ever begin and end in the same place; borders are the same where nine tenths of all that two units
cover are covered by both.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from accord.alignment.alignment import EMPTY
from accord.kinds.page.differences import AGREED, BOTH, BOUNDED, FOUND, LABELLED, differences_view
from accord.kinds.spans.differences import TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.links import Links
    from accord.payload.differences import DifferencesView

_SHARED = 0.9
_SORTS = (AGREED, FOUND, BOUNDED, LABELLED, BOTH)


def unit_differences(where: Links, shown: Sequence[int]) -> DifferencesView | None:
    """How the aligned units of every two annotators divide; examples are among the alignments that are shown."""
    by_document = [_counted(alignment) for alignment in where.aligned.alignments]
    totals = sum((rows.sum(axis=0) for rows in by_document), np.zeros(len(_SORTS), dtype=np.int64))
    counts = Counter(dict(zip(_SORTS, totals.tolist(), strict=True)))

    def sorts(link: int) -> list[str]:
        row = by_document[where.document_of[link]][where.row_of[link]]
        return [name for name, times in zip(_SORTS, row.tolist(), strict=True) if times]

    return differences_view("unit", counts, TITLES, ((sorts(link), where.id_of(link)) for link in shown))


def _counted(alignment: Alignment) -> NDArray[np.int64]:
    """How many pairs of annotators are alike or differ in each way, shape (unitary alignments, sorts)."""
    continuum, members = alignment.continuum, alignment.members
    first, second = np.triu_indices(members.shape[1], 1)
    ours, theirs = members[:, first], members[:, second]
    both, one = (ours != EMPTY) & (theirs != EMPTY), (ours != EMPTY) ^ (theirs != EMPTY)
    start, end = continuum.start, continuum.end
    shared = np.minimum(end[ours], end[theirs]) - np.maximum(start[ours], start[theirs])
    covered = np.maximum(end[ours], end[theirs]) - np.minimum(start[ours], start[theirs])
    place = shared >= _SHARED * covered
    category = continuum.category[ours] == continuum.category[theirs]
    sorts = (
        both & place & category,
        one,
        both & ~place & category,
        both & place & ~category,
        both & ~place & ~category,
    )
    counted: NDArray[np.int64] = np.stack([each.sum(axis=1) for each in sorts], axis=1)
    return counted
