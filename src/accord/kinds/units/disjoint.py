"""Units of one annotator that do not overlap each other, as some baselines need them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable

if TYPE_CHECKING:
    from accord.study.units import UnitStudy


def refuse_overlaps(name: str, study: UnitStudy, *, within_category: bool = False) -> None:
    """Say where units of one annotator overlap first, in the order of documents, annotators and starts."""
    for continuum in study.continua:
        for owner, annotator in enumerate(continuum.annotators):
            group = np.flatnonzero(continuum.owner == owner)
            kinds = continuum.category[group] if within_category else np.zeros(len(group), dtype=np.int64)
            order = group[np.lexsort((continuum.start[group], kinds))]
            kinds = np.sort(kinds)
            upon = (continuum.start[order][1:] < continuum.end[order][:-1]) & (kinds[1:] == kinds[:-1])
            if upon.any():
                first = int(np.argmax(upon))
                one, other = (f"{continuum.start[at]:g}-{continuum.end[at]:g}" for at in order[first : first + 2])
                same = " of one category" if within_category else ""
                raise NotApplicable(
                    f"{name} needs units{same} that do not overlap, and {annotator} marked both {one} and {other} in "
                    f"{continuum.document}: gamma takes units that do"
                )
