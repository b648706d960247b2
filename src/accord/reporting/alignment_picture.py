"""A stretch of an aligned continuum in characters: a lane an annotator, and one number for units that are aligned."""

from __future__ import annotations

from collections import defaultdict
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.messages import plural, printable
from accord.reporting.alignment_lanes import numbers_of, position, stacked
from accord.reporting.numbers import thousands
from accord.reporting.table import padded, shortened, shortened_apart, width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.alignment.alignment import Alignment
    from accord.kinds.units.aligned import Aligned
    from accord.model import Unit

    Columns = Mapping[float, int]
    """Where each border is drawn."""

_LONGEST_NAME, _LONGEST_LABEL = 16, 16
"""How much of a name is shown, and how much room a box makes for its label."""
_MEAN, _WIDEST = 6, 12
"""How many columns a stretch of the mean length of a unit takes, and how many a stretch without borders at most."""
_NARROWEST = 20


class _Box(NamedTuple):
    """A unit, from one column to another."""

    owner: int
    left: int
    right: int
    label: str
    alone: bool


def alignment_picture(aligned: Aligned, alignment: Alignment, space: int = 100, rows: int = 6) -> str:
    """Some rows of an alignment, the worst unitary alignment among them, no line wider than ``space`` if it can be.

    Every box has room for its label, and borders that differ are in different columns; so columns are not all equally
    far apart, and the axis above each row says what is where.
    """
    continuum = alignment.continuum
    if not len(continuum):
        return "nobody marked anything"
    names = shortened_apart(list(map(printable, continuum.annotators)), _LONGEST_NAME)
    margin = 2 + max(map(width, (*names, aligned.study.of)))
    boxes, columns = _boxes(aligned, alignment)
    space = max(_NARROWEST, space - margin)
    cuts = _cuts(boxes, space)
    shown = _around_the_worst(alignment, boxes, cuts, rows)
    lines = []
    for left, right in pairwise(shown):
        lines.append(padded(aligned.study.of, margin) + _axis(columns, left, right, space))
        for owner, name in enumerate(names):
            lanes = _lanes([box for box in boxes if box.owner == owner], left, right)
            lines += [padded("" if number else name, margin) + lane for number, lane in enumerate(lanes)]
        lines.append("")
    return "\n".join(line.rstrip() for line in (*lines, *_notes(aligned, boxes, columns, shown, cuts)))


def _boxes(aligned: Aligned, alignment: Alignment) -> tuple[list[_Box], Columns]:
    numbers, alone = numbers_of(alignment.worst_members, len(alignment.continuum))
    units = aligned.study.units(alignment.continuum)
    labels = [
        f"{','.join(map(str, numbers[index]))} {printable(unit.category)}".rstrip() for index, unit in enumerate(units)
    ]
    columns = _columns(units, labels, alignment.continuum.mean_length)
    rows = zip(alignment.continuum.owner.tolist(), units, labels, strict=True)
    return [
        _Box(owner, columns[unit.start], columns[unit.end], label, alone[index])
        for index, (owner, unit, label) in enumerate(rows)
    ], columns


def _columns(units: Sequence[Unit], labels: Sequence[str], mean_length: float) -> Columns:
    """A column for each border, as far from the one before as it must be."""
    ending = defaultdict(list)
    for unit, label in zip(units, labels, strict=True):
        ending[unit.end].append((unit.start, min(width(label), _LONGEST_LABEL) + 2))
    borders = sorted({border for unit in units for border in (unit.start, unit.end)})
    columns = {borders[0]: 0}
    for before, border in pairwise(borders):
        apart = min(max(1, round(_MEAN * (border - before) / mean_length)), _WIDEST)
        columns[border] = max([columns[before] + apart, *(columns[start] + least for start, least in ending[border])])
    return columns


def _cuts(boxes: Sequence[_Box], space: int) -> list[int]:
    """Where rows end: in their second half, where the fewest boxes are cut."""
    last = max(box.right for box in boxes)
    change = [0] * (last + 2)
    for box in boxes:
        change[box.left + 1] += 1
        change[box.right] -= 1
    crossed = list(accumulate(change))
    cuts = [0]
    while cuts[-1] + space < last:
        cuts.append(min(range(cuts[-1] + space, cuts[-1] + space // 2, -1), key=crossed.__getitem__))
    return [*cuts, last]


def _around_the_worst(alignment: Alignment, boxes: Sequence[_Box], cuts: Sequence[int], rows: int) -> Sequence[int]:
    left = min(boxes[member].left for member in alignment.worst_members[0] if member is not None)
    row = max(number for number, cut in enumerate(cuts[:-1]) if cut <= left)
    first = max(0, min(row - (rows - 1) // 2, len(cuts) - 1 - rows))
    return cuts[first : first + rows + 1]


def _axis(columns: Columns, left: int, right: int, space: int) -> str:
    """The borders that there is room for, each from its column on."""
    line = ""
    for border, column in columns.items():
        if left <= column <= right and (not line or column - left > len(line)):
            label = position(border)
            line = padded(line, column - left) + label if column - left + len(label) <= space else line
    return line


def _lanes(boxes: Sequence[_Box], left: int, right: int) -> list[str]:
    """The part of some boxes that lies in a row, those that overlap below each other."""
    seen = [box for box in boxes if box.left < right and box.right > left]
    places = stacked([box.left for box in seen], [box.right for box in seen])
    lanes = [""] * max(1, 1 + max(places, default=0))
    for box, lane in sorted(zip(seen, places, strict=True)):
        lanes[lane] = padded(lanes[lane], max(box.left - left, 0)) + _drawn(box, left, right)
    return lanes


def _drawn(box: _Box, left: int, right: int) -> str:
    opening, closing = "()" if box.alone else "[]"
    opening, closing = "<" if box.left < left else opening, ">" if box.right > right else closing
    space = min(box.right, right) - max(box.left, left)
    if space == 1:
        return closing if box.left < left else opening
    label = shortened(box.label, space - 2)
    return f"{opening}{label}{'─' * (space - 2 - width(label))}{closing}"


def _notes(
    aligned: Aligned, boxes: Sequence[_Box], columns: Columns, shown: Sequence[int], cuts: Sequence[int]
) -> Iterator[str]:
    yield "[1 A]: number of the unitary alignment (1 is the worst) and category; (1 A): nobody else has the unit"
    if any(box.left < cut < box.right for box in boxes for cut in shown):
        yield "< and >: the unit goes on in another row"
    if len(shown) < len(cuts):
        seen = sum(box.left < shown[-1] and box.right > shown[0] for box in boxes)
        first = min(border for border, column in columns.items() if column >= shown[0])
        last = max(border for border, column in columns.items() if column <= shown[-1])
        yield (
            f"shown: {thousands(seen)} of {plural(len(boxes), 'unit')}, "
            f"from {aligned.study.of} {position(first)} to {position(last)}"
        )
