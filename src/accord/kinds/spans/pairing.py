"""Which marks of two sides go together: equal ones, overlapping ones, and the best choice of one for each.

A choice is one to one, and depends neither on the order of marks nor on that of documents. How many pairs there are at
most is known without choosing (`accord.kinds.spans.largest_matching`); where it must be known which they are, those of
the largest total overlap among the most pairs are taken.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from accord.errors import NotApplicable
from accord.kinds.spans.mark_arrays import on_one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from accord.kinds.spans.mark_arrays import Borders, Integers, Marks

    Mask = NDArray[np.bool_]

MAX_PAIRS = 50_000_000
"""So many pairs that overlap take about 3 GB."""
_LARGEST = 1 << 60
_ROUNDS = 50
"""After so many rounds, each of which takes all pairs that are best for both, the rest is taken one by one."""


class Pairs(NamedTuple):
    """Marks of the reference and of the prediction that overlap, by number, and how many positions they share."""

    ours: Integers
    theirs: Integers
    shared: NDArray[Any]

    def where(self, chosen: Mask) -> Pairs:
        """Some of them."""
        return Pairs(*(column[chosen] for column in self))


def equal(ours: Integers, theirs: Integers) -> Integers:
    """For each of ours the one of theirs that is equal to it, or -1, where both are in rising order; each once.

    >>> equal(np.array([1, 1, 2, 5]), np.array([1, 2, 2])).tolist()
    [0, -1, 1, -1]
    """
    if not len(ours) or not len(theirs):
        return np.full(len(ours), -1)
    number = np.arange(len(ours))
    first = np.concatenate([[True], ours[1:] != ours[:-1]])
    before = number - np.maximum.accumulate(np.where(first, number, 0))
    at = np.searchsorted(theirs, ours, "left") + before
    found = theirs[np.minimum(at, len(theirs) - 1)] == ours
    return np.where(found & (at < len(theirs)), at, -1)


def overlapping(ours: Marks, theirs: Marks) -> Pairs:
    """All pairs that share a position, in one sweep over all documents."""
    (start, end), (their_start, their_end) = on_one_line([ours, theirs])
    inside = (np.searchsorted(their_start, start, "left"), np.searchsorted(their_start, end, "left"))
    around = (np.searchsorted(start, their_start, "right"), np.searchsorted(start, their_end, "left"))
    counts = [np.maximum(high - low, 0) for low, high in (inside, around)]
    if (total := sum(int(each.sum()) for each in counts)) > MAX_PAIRS:
        raise NotApplicable(f"{total:,} pairs overlap, and more than {MAX_PAIRS:,} are too many to match")
    one, other = _expanded(inside[0], counts[0])
    second, first = _expanded(around[0], counts[1])
    found, partner = np.concatenate([one, first]), np.concatenate([other, second])
    order = np.lexsort((partner, found))
    found, partner = found[order], partner[order]
    shared = np.minimum(ours.end[found], theirs.end[partner]) - np.maximum(ours.start[found], theirs.start[partner])
    for pair in np.flatnonzero((ours.gaps[found] > 0) | (theirs.gaps[partner] > 0)):
        shared[pair] = _shared(ours.parts(found[pair]), theirs.parts(partner[pair]))
    return Pairs(found, partner, shared).where(shared > 0)


def near(ours: Marks, theirs: Marks, limit: int) -> Pairs:
    """All pairs each of whose borders lie so near, wherever they have as many parts."""
    if not len(ours) or not len(theirs):
        nothing = np.zeros(0, dtype=np.int64)
        return Pairs(nothing, nothing, nothing)
    widest = max(int(side.end.max()) for side in (ours, theirs)) + limit + 1
    if widest * (int(ours.document[-1]) + 1) > _LARGEST:
        raise NotApplicable(f"there are spans up to {widest:,}, which are too far to match by near borders")
    line, their_line = (side.document * (2 * widest) + side.start for side in (ours, theirs))
    low = np.searchsorted(their_line, line - limit, "left")
    counts = np.searchsorted(their_line, line + limit, "right") - low
    if (total := int(counts.sum())) > MAX_PAIRS:
        raise NotApplicable(f"{total:,} pairs lie near, and more than {MAX_PAIRS:,} are too many to match")
    found, partner = _expanded(low, counts)
    apart = np.abs(ours.end[found] - theirs.end[partner])
    for pair in np.flatnonzero((ours.gaps[found] > 0) | (theirs.gaps[partner] > 0)):
        one, other = ours.parts(found[pair]), theirs.parts(partner[pair])
        distances = [abs(here - there) for here, there in zip(chain(*one), chain(*other), strict=False)]
        apart[pair] = max(distances) if len(one) == len(other) else limit + 1
    kept = apart <= limit
    return Pairs(found[kept], partner[kept], -apart[kept])


def _expanded(low: Integers, counts: Integers) -> tuple[Integers, Integers]:
    """Each number as often as it counts, and the numbers from ``low`` on that it stands beside."""
    number = np.repeat(np.arange(len(counts)), counts)
    behind = np.arange(len(number)) - np.repeat(np.cumsum(counts) - counts, counts)
    return number, low[number] + behind


def _shared(ours: Borders, theirs: Borders) -> float:
    return sum(max(0, min(end, last) - max(start, first)) for start, end in ours for first, last in theirs)


def best_pairs(pairs: Pairs, ours: int, theirs: int) -> Integers:
    """The partner of each of ours, or -1: as many pairs as possible, and of these the largest total overlap."""
    from accord.alignment.matching import matched
    from accord.alignment.paths import Graph

    worth = pairs.shared - pairs.shared.min(initial=0)
    spared = worth + 1.0 + min(ours, theirs) * float(worth.max(initial=0))
    found = matched(
        Graph(np.searchsorted(pairs.ours, np.arange(ours + 1)), pairs.theirs, spared), ours, theirs, lambda: None
    )
    partner = np.full(ours, -1)
    partner[found.edge_of_row >= 0] = pairs.theirs[found.edge_of_row[found.edge_of_row >= 0]]
    return partner


def nearest_pairs(ours: Marks, theirs: Marks, pairs: Pairs) -> Integers:
    """The partner of each of ours, or -1: the pair that overlaps most first, then the next of what is left, and so on.

    Of pairs that overlap as much, those with the nearest borders come first, then those of one type, then from left to
    right.
    """
    one, other, shared = pairs
    apart = np.abs(ours.start[one] - theirs.start[other]) + np.abs(ours.end[one] - theirs.end[other])
    unlike = (ours.gaps[one] != theirs.gaps[other]) + 2 * (ours.type[one] != theirs.type[other])
    order = np.lexsort((other, one, unlike, apart, -shared))
    one, other = one[order], other[order]
    partner, taken = np.full(len(ours), -1), np.zeros(len(theirs), dtype=bool)
    for _ in range(_ROUNDS):
        if not len(one):
            return partner
        places = np.arange(len(one))
        first, their_first = np.full(len(ours), len(one)), np.full(len(theirs), len(one))
        first[one[::-1]] = places[::-1]
        their_first[other[::-1]] = places[::-1]
        best = (first[one] == places) & (their_first[other] == places)
        partner[one[best]] = other[best]
        taken[other[best]] = True
        left = (partner[one] < 0) & ~taken[other]
        one, other = one[left], other[left]
    for mine, yours in zip(one.tolist(), other.tolist(), strict=True):
        if partner[mine] < 0 and not taken[yours]:
            partner[mine], taken[yours] = yours, True
    return partner
