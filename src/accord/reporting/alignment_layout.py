"""Where everything goes in a picture of an alignment: Figure 1 of Mathet and Widlöcher (2011) for any continuum."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from accord.messages import plural
from accord.reporting.alignment_lanes import numbers_of, position, stacked
from accord.reporting.letters import fitted, fitted_apart, text_width
from accord.reporting.numbers import thousands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.reporting.alignment_drawn import Drawn

MAX_ROWS, _HIGHEST = 20, 12_000.0
"""How many rows a picture has at most, and below which place no row begins; it says what it left out."""
LEVELS = (0.25, 0.5, 0.75)
"""Shares of the disorder of a unit alone at which links change their looks."""
TEXT, SMALL, NUMBER, STRIP, DOT = 12.0, 10.0, 9.0, 6.0, 2.6
"""The sizes of letters, how high the patterned strip of a box is, and the radius of a link's end."""
WIDE = 1000.0
"""How wide a picture is where nobody says it."""

_EASY, _TIGHT, _FEW_ROWS = 40.0, 15.0, 8
"""How wide a unit of mean length is so that it is easily read, and at least; few rows."""
_MOVED = 0.2
_WIDEST_UNIT = 120.0
_HEAD, _MARGIN, _PAD = 68.0, 16.0, 8.0
_BOX, _BETWEEN_BOXES, _BETWEEN_LANES, _AXIS, _BETWEEN_ROWS = 24.0, 5.0, 30.0, 22.0, 30.0
_LONGEST_NAME, _LEAST_LABEL = 140.0, 16.0


@dataclass(frozen=True, slots=True)
class Box:
    """A unit, or the part of one that lies in a row; ``opens`` and ``closes`` say whether its ends do.

    ``label`` is as much of its category as there is room for; ``numbers``, its unitary alignments, come with it where
    it is ``numbered``.
    """

    x: float
    y: float
    width: float
    unit: int
    category: int
    label: str = ""
    numbers: str = ""
    numbered: bool = False
    alone: bool = False
    opens: bool = True
    closes: bool = True
    height: float = _BOX

    @property
    def above(self) -> tuple[float, float]:
        """Where a link from the lanes above ends."""
        return self.x + self.width / 2, self.y

    @property
    def below(self) -> tuple[float, float]:
        """Where a link to the lanes below begins."""
        return self.x + self.width / 2, self.y + self.height

    @property
    def outline(self) -> list[list[tuple[float, float]]]:
        """Lines around it, open where the unit goes on in another row."""
        left, right, top, bottom = self.x, self.x + self.width, self.y, self.y + self.height
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        if self.opens and self.closes:
            return [[*corners, corners[0]]]
        if self.closes:
            return [corners]
        if self.opens:
            return [[corners[1], corners[0], corners[3], corners[2]]]
        return [corners[:2], corners[2:]]

    @property
    def middle(self) -> tuple[float, float]:
        """Where the label stands, above the strip and before the numbers."""
        numbers = text_width(self.numbers, NUMBER) if self.numbered else 0.0
        return self.x + (self.width - numbers) / 2, self.y + (self.height - STRIP) / 2


def _label(category: str, numbers: str, across: float) -> tuple[str, bool]:
    """As much of a category as there is room for, and whether there is room for the numbers beside it."""
    room, whole = across - 6, text_width(category, TEXT)
    beside = room - text_width(numbers, NUMBER) - 2
    if beside >= min(whole, 4 * _LEAST_LABEL):
        return fitted(category, beside, TEXT), True
    return (fitted(category, room, TEXT) if room >= min(whole, _LEAST_LABEL) else ""), False


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one of two aligned units to the other, or to the edge where the other is in another row."""

    start: tuple[float, float]
    end: tuple[float, float]
    level: int
    number: int
    leaves: bool = False

    @property
    def ends(self) -> tuple[tuple[float, float], ...]:
        """Where it meets a box."""
        return (self.start,) if self.leaves else (self.start, self.end)


@dataclass(frozen=True, slots=True)
class Lane:
    """The part of a row that belongs to an annotator."""

    name: str
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """A stretch of the continuum with its lanes and, below them, an axis."""

    x: float
    width: float
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[float, str], ...]

    @property
    def top(self) -> float:
        """Where the lanes begin."""
        return self.lanes[0].y

    @property
    def axis(self) -> float:
        """Where the axis lies."""
        return self.lanes[-1].y + self.lanes[-1].height + 6


@dataclass(frozen=True, slots=True)
class Layout:
    """All that is drawn of an alignment but for the legend, which begins at ``bottom``."""

    rows: tuple[Row, ...]
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    left: float
    width: float
    bottom: float
    left_out: str


def laid_out(drawn: Drawn, wide: float = WIDE) -> Layout:
    """Rows of lanes with boxes at their place, and links between aligned units of neighbouring lanes."""
    names = fitted_apart(drawn.annotators, min(_LONGEST_NAME, wide / 4), TEXT, bold=True)
    left = _MARGIN + max([text_width(drawn.of, SMALL) + 6, *(text_width(name, TEXT, bold=True) for name in names)]) + 12
    space = wide - left - 2 * _PAD - _MARGIN
    if not drawn.units:
        lanes = tuple(Lane(name, _HEAD + number * 2 * _BOX, _BOX) for number, name in enumerate(names))
        row = Row(left, min(400.0, space), lanes, ())
        return Layout((row,), (), (), left, left + row.width + _MARGIN, row.axis + _AXIS, "")
    cuts = _cuts(drawn, space)
    span = max(end - start for start, end in pairwise(cuts))
    scale = min(space / span, _WIDEST_UNIT / drawn.mean_length)
    numbered = numbers_of(drawn.members, len(drawn.units))
    rows: list[Row] = []
    boxes: list[tuple[int, Box]] = []
    top = _HEAD
    for stretch in pairwise(cuts):
        if len(rows) == MAX_ROWS or (rows and top > _HIGHEST):
            break
        row, found = _row(drawn, names, numbered=numbered, stretch=stretch, corner=(left, top, scale))
        boxes += [(len(rows), box) for box in found]
        rows.append(row)
        top = row.axis + _AXIS + _BETWEEN_ROWS
    seen = len({box.unit for _, box in boxes})
    left_out = (
        f"not drawn: {thousands(len(drawn.units) - seen)} of {plural(len(drawn.units), 'unit')}, "
        f"beyond {drawn.of} {position(cuts[len(rows)])}"
        if len(rows) < len(cuts) - 1
        else ""
    )
    return Layout(
        tuple(rows),
        tuple(box for _, box in boxes),
        tuple(_links(drawn, rows, boxes)),
        left,
        left + max(row.width for row in rows) + _MARGIN,
        top - _BETWEEN_ROWS,
        left_out,
    )


def _rows(length: float, space: float) -> int:
    """How many rows a continuum of so many mean lengths of a unit has: few, all, or else such that can be read."""
    easy, tight = (max(1, round(length * unit / space)) for unit in (_EASY, _TIGHT))
    return easy if easy <= _FEW_ROWS or tight > MAX_ROWS else max(_FEW_ROWS, tight)


def _cuts(drawn: Drawn, space: float) -> list[float]:
    """Where rows begin and end: about equally long, and where the fewest unitary alignments are cut."""
    units = drawn.units
    held = [[units[member] for member in row if member is not None] for row in drawn.members]
    starts = sorted(min(unit.start for unit in row) for row in held)
    ends = sorted(max(unit.end for unit in row) for row in held)
    borders = sorted({border for unit in units for border in (unit.start, unit.end)})
    crossed = {border: bisect_left(starts, border) - bisect_right(ends, border) for border in borders}
    first, last = borders[0], borders[-1]
    rows = _rows((last - first) / drawn.mean_length, space)
    span = (last - first) / rows
    cuts = [first]
    for number in range(1, rows):
        ideal = first + number * span
        near = [
            (crossed[border], abs(border - ideal), border) for border in borders if abs(border - ideal) <= _MOVED * span
        ]
        cuts.append(min(near)[-1] if near else ideal)
    return [*cuts, last]


def _row(
    drawn: Drawn,
    names: Sequence[str],
    *,
    numbered: tuple[Sequence[Sequence[int]], Sequence[bool]],
    stretch: tuple[float, float],
    corner: tuple[float, float, float],
) -> tuple[Row, list[Box]]:
    """The lanes of a stretch, as high as the units that overlap in it, from the upper left corner at a scale."""
    units = drawn.units
    (numbers_by_unit, alone), (begin, finish), (left, top, scale) = numbered, stretch, corner
    seen = [number for number, unit in enumerate(units) if unit.start < finish and unit.end > begin]
    boxes, lanes = [], []
    for owner, name in enumerate(names):
        mine = [number for number in seen if units[number].owner == owner]
        starts = [max(begin, units[number].start) for number in mine]
        ends = [min(finish, units[number].end) for number in mine]
        places = stacked(starts, ends)
        for unit, start, end, place in zip(mine, starts, ends, places, strict=True):
            across = max(scale * (end - start), 2.0)
            category = units[unit].category
            numbers = ",".join(map(str, numbers_by_unit[unit]))
            label, with_numbers = _label(drawn.categories[category], numbers, across)
            boxes.append(
                Box(
                    left + _PAD + scale * (start - begin),
                    top + place * (_BOX + _BETWEEN_BOXES),
                    across,
                    unit,
                    category,
                    label,
                    numbers,
                    with_numbers,
                    alone=alone[unit],
                    opens=units[unit].start >= begin,
                    closes=units[unit].end <= finish,
                )
            )
        lanes.append(Lane(name, top, (1 + max(places, default=0)) * (_BOX + _BETWEEN_BOXES) - _BETWEEN_BOXES))
        top += lanes[-1].height + _BETWEEN_LANES
    ticks = tuple((left + _PAD + scale * (tick - begin), position(tick)) for tick in _ticks(begin, finish, scale))
    return Row(left, scale * (finish - begin) + 2 * _PAD, tuple(lanes), ticks), boxes


def _ticks(begin: float, finish: float, scale: float) -> Iterator[float]:
    """Round positions, at least so far apart that they can be read."""
    apart = 70 / scale
    tenth = 10.0 ** floor(log10(apart))
    step = next(part * tenth for part in (1, 2, 5, 10) if part * tenth >= apart)
    yield from (number * step for number in range(ceil(begin / step), floor(finish / step) + 1))


def _links(drawn: Drawn, rows: Sequence[Row], boxes: Sequence[tuple[int, Box]]) -> Iterator[Link]:
    by_unit: dict[int, dict[int, Box]] = {}
    for row, box in boxes:
        by_unit.setdefault(box.unit, {})[row] = box
    found = zip(drawn.members, drawn.disorders, strict=True)
    for number, (unitary, disorder) in enumerate(found, 1):
        level = sum(disorder > share * drawn.empty for share in LEVELS)
        members = [member for member in unitary if member is not None and member in by_unit]
        for upper, lower in pairwise(members):
            ours, theirs = by_unit[upper], by_unit[lower]
            if both := ours.keys() & theirs.keys():
                meet = max(both, key=lambda row: min(ours[row].width, theirs[row].width))
                yield Link(ours[meet].below, theirs[meet].above, level, number)
            else:
                yield from _leaving(rows, ours, theirs, level, number)


def _leaving(
    rows: Sequence[Row], ours: dict[int, Box], theirs: dict[int, Box], level: int, number: int
) -> Iterator[Link]:
    """Lines to the edges where two aligned units lie in different rows."""
    before = max(ours) < min(theirs)
    for here, goes_on, upper in ((ours, before, True), (theirs, not before, False)):
        row = max(here) if goes_on else min(here)
        x, y = here[row].below if upper else here[row].above
        edge = rows[row].x + (rows[row].width if goes_on else 0)
        yield Link((x, y), (edge, y + (1 if upper else -1) * _BETWEEN_LANES / 2), level, number, leaves=True)
