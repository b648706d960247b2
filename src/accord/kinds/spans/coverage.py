"""How many positions of each document marks of each type cover, on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from accord.kinds.spans.mark_arrays import Integers, Marks
    from accord.kinds.spans.marked_pair import MarkedPair


def covered(pair: MarkedPair, *, once: bool) -> Integers:
    """Positions of the reference, of the prediction and of both, shape (documents, types, 3).

    Every position counts as often as marks of its type cover it, or ``once``; of both, as often as both sides do.
    """
    cells, at, steps = (
        np.concatenate(each) for each in zip(*map(_steps, (pair.ours, pair.theirs), (0, 1)), strict=True)
    )
    cells = cells[:, 0] * len(pair.types) + cells[:, 1]
    order = np.lexsort((at, cells))
    cells, at = cells[order], at[order]
    depth = np.cumsum(steps[order], axis=0)[:-1]  # back at 0 after each document and type
    length = np.diff(at)
    if once:
        depth = np.minimum(depth, 1)
    columns = [depth[:, 0], depth[:, 1], depth.min(axis=1, initial=np.iinfo(np.int64).max)]
    found = np.zeros((len(pair.documents) * len(pair.types), 3), dtype=np.int64)
    for column, times in enumerate(columns):
        np.add.at(found[:, column], cells[:-1][times > 0], (length * times)[times > 0])
    return found.reshape(len(pair.documents), len(pair.types), 3)


def _steps(marks: Marks, side: int) -> tuple[Integers, Integers, Integers]:
    """Document and type of each border of a mark, where it is, and what begins or ends there on which side."""
    parts = [
        (number, start, end) for number in np.flatnonzero(marks.gaps).tolist() for start, end in marks.parts(number)
    ]
    plain = np.flatnonzero(marks.gaps == 0)
    gapped = np.array([number for number, *_ in parts], dtype=np.int64)
    owner = np.concatenate([plain, gapped])
    start = np.concatenate([marks.start[plain], np.array([each[1] for each in parts], dtype=np.int64)])
    end = np.concatenate([marks.end[plain], np.array([each[2] for each in parts], dtype=np.int64)])
    cell = np.stack([marks.document[owner], marks.type[owner]], axis=1)
    steps = np.zeros((2 * len(owner), 2), dtype=np.int64)
    steps[: len(owner), side], steps[len(owner) :, side] = 1, -1
    return np.concatenate([cell, cell]), np.concatenate([start, end]), steps
