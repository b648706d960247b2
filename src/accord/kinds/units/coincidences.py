"""How much of a text two annotators mark alike, and how much they would by chance: coincidences of lengths.

l_ck is how much of the text has category c for one annotator and k for another, each of the m annotators paired with
the m - 1 others and counted once; category 0 is the gap between units. By chance all that was marked is paired with
all, but no unit with itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.study.units import Continuum, Floats, Numbers


class Pieces(NamedTuple):
    """A continuum cut wherever any unit starts or ends.

    ``length`` has the shape (pieces,); ``unit``, the number of the unit that an annotator has there or -1, and
    ``value``, its category from 1 up or 0 for a gap, have the shape (annotators, pieces).
    """

    length: Floats
    unit: Numbers
    value: Numbers


def pieces(continuum: Continuum) -> Pieces:
    """Cut a continuum, whose annotators' units do not overlap, from its beginning to its end."""
    cuts = np.unique(np.concatenate([[continuum.low, continuum.high], continuum.start, continuum.end]))
    unit = np.full((len(continuum.annotators), max(len(cuts) - 1, 0)), -1, dtype=np.int64)
    first, last = np.searchsorted(cuts, continuum.start), np.searchsorted(cuts, continuum.end)
    sizes = last - first
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    numbers = np.repeat(np.arange(len(continuum)), sizes)
    unit[continuum.owner[numbers], first[numbers] + within] = numbers
    value = np.append(continuum.category + 1, 0)[unit]
    return Pieces(np.diff(cuts), unit, value)


class Coincidences(NamedTuple):
    """Lengths that add up over documents, each of the shape (..., values).

    ``agreed`` is l_cc, ``margin`` l_c., and ``own`` how much of the pairs of a value with itself would pair a unit with
    itself.
    """

    agreed: Floats
    margin: Floats
    own: Floats

    @classmethod
    def of(cls, totals: Floats) -> Coincidences:
        """From the totals of rows."""
        return cls(*np.split(totals, 3, axis=-1))

    def row(self) -> Sequence[float]:
        """All in one row."""
        row: list[float] = np.concatenate(self).tolist()
        return row

    def by_chance(self) -> tuple[Floats, Floats]:
        """e_cc and e_c.: the pairs that are no unit with itself, scaled to the length of all."""
        total = self.margin.sum(-1, keepdims=True)
        apart = total - quotient(self.own.sum(-1, keepdims=True), total)
        return quotient(self.margin**2 - self.own, apart), quotient(self.margin * total - self.own, apart)


def coincidences(continuum: Continuum, categories: int) -> Coincidences:
    """All of the text, gaps and units; in a gap only a position is not paired with itself."""
    length, _, value = pieces(continuum)
    others = len(continuum.annotators) - 1
    count = _annotators_by_value(value, categories)
    units = (continuum.end - continuum.start) ** 2
    margin = length @ count
    own = np.bincount(continuum.category + 1, weights=units, minlength=categories + 1).astype(np.float64)
    own[0] = margin[0]
    return Coincidences(length @ (count * (count - 1)) / others, margin, own)


def marked_coincidences(continuum: Continuum, categories: int) -> Coincidences:
    """Only where two annotators marked a unit, of whatever category."""
    length, unit, value = pieces(continuum)
    others = len(continuum.annotators) - 1
    count = _annotators_by_value(value, categories)[:, 1:]
    marked = count.sum(axis=1, keepdims=True)
    beside = length * np.maximum(marked[:, 0] - 1, 0) / others
    here = unit >= 0
    added = np.bincount(unit[here], weights=np.broadcast_to(beside, unit.shape)[here], minlength=len(continuum))
    own = np.bincount(continuum.category, weights=added**2, minlength=categories).astype(np.float64)
    agreed = length @ (count * (count - 1)) / others
    return Coincidences(agreed, beside @ count, own)


def _annotators_by_value(value: Numbers, categories: int) -> Floats:
    """How many annotators have a value on a piece, shape (pieces, values)."""
    values, size = categories + 1, value.shape[1]
    cells = np.arange(size) * values + value
    return np.bincount(cells.ravel(), minlength=size * values).reshape(size, values).astype(np.float64)
