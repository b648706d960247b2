"""Patterns that tell rectangles apart without colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.scene import Box, Strokes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.reporting.scene import Places, Shape

_APART = 6.0
"""How far apart the lines of a pattern are."""


def hatched(box: Box, pattern: int, colour: str) -> Iterator[Shape]:
    """A rectangle filled by the pattern of this number: full, slanting, dots, level, upright, or crossed lines."""
    if pattern == 0:
        yield Box(box.x, box.y, box.width, box.height, colour)
        return
    lines = tuple(_lines(box, pattern))
    if lines:
        yield Strokes(lines, colour, 2.0 if pattern == 3 else 1.2)


def _lines(box: Box, pattern: int) -> Iterator[Places]:
    if pattern in {1, 6}:
        yield from _slanting(box)
    if pattern in {2, 6}:
        for (left, y), (right, up) in _slanting(box):
            yield (left, 2 * box.y + box.height - y), (right, 2 * box.y + box.height - up)
    if pattern == 3:
        for x in _steps(box.x + 1, box.x + box.width - 2, _APART / 2):
            yield (x, box.y + box.height / 2), (x + 1.6, box.y + box.height / 2)
    for y in {4: (0.25, 0.75), 7: (0.5,)}.get(pattern, ()):
        yield (box.x, box.y + y * box.height), (box.x + box.width, box.y + y * box.height)
    if pattern in {5, 7}:
        for x in _steps(box.x + 1.5, box.x + box.width, _APART if pattern == 7 else _APART / 2):
            yield (x, box.y), (x, box.y + box.height)


def _slanting(box: Box) -> Iterator[Places]:
    """Lines that rise to the right, within the rectangle."""
    right, bottom = box.x + box.width, box.y + box.height
    for at in _steps(box.x - box.height + _APART / 2, right, _APART):
        start, end = max(at, box.x), min(at + box.height, right)
        if end > start:
            yield (start, bottom - (start - at)), (end, bottom - (end - at))


def _steps(first: float, last: float, apart: float) -> Iterator[float]:
    while first < last:
        yield first
        first += apart
