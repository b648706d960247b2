"""Learning curves: a panel for each data set, a line for each learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.reporting.letters import text_width
from accord.reporting.numbers import signed
from accord.reporting.palette import line_look
from accord.reporting.scene import EDGE, GRID, INK, SOFT, Line, Scene, Words
from accord.reporting.start_figure import ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.reporting.scene import Shape

    Lines = Mapping[str, Sequence[float]]

_LEFT, _TOP, _WIDTH, _HEIGHT = 62.0, 66.0, 270.0, 170.0
_ACROSS, _DOWN = 350.0, 240.0
_SAMPLE, _GAP, _SMALL = 42.0, 18.0, 11.0
"""The line of a key and what follows it, the room after its name, and small letters."""


def curve_scene(panels: Mapping[str, Lines], title: str, subtitle: str = "", wide: float | None = None) -> Scene:
    """The accuracy after each epoch, in per cent: panels two a row, the same look for a learner in each."""
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    rows = (len(panels) + 1) // 2
    width = max(wide or 0.0, _ACROSS * min(2, len(panels)) + 40)
    keys = _laid_out(names, width - _LEFT)
    shapes: list[Shape] = [Words(EDGE, 42, _end_of(subtitle, width - 2 * EDGE, _SMALL), colour=SOFT, size=_SMALL)]
    for place, (panel, lines) in enumerate(panels.items()):
        corner = _ACROSS * (place % 2) + _LEFT, _DOWN * (place // 2) + _TOP
        shapes += _panel(panel, lines, names, corner)
    for place, (name, (right, row)) in enumerate(zip(names, keys, strict=True)):
        shapes += _key(place, name, (_LEFT + right, _TOP + _DOWN * rows + 8 + 24 * row), width - _LEFT)
    height = _TOP + _DOWN * rows + 24 * (keys[-1][1] + 1 if keys else 0)
    return Scene(title, _described(panels), width, height, shapes)


def _described(panels: Mapping[str, Lines]) -> str:
    ends = (
        f"{panel}: {', '.join(f'{name} {100 * values[-1]:.2f}' for name, values in lines.items() if values)}"
        for panel, lines in panels.items()
    )
    return f"Per cent right after the last epoch. {'; '.join(ends)}."


def _panel(panel: str, lines: Lines, names: Sequence[str], corner: tuple[float, float]) -> Iterator[Shape]:
    values = [100 * value for line in lines.values() for value in line]
    low, high = (min(values), max(values)) if values else (0.0, 100.0)
    low, high = low - 0.05 * (high - low) - 0.01, high + 0.05 * (high - low) + 0.01
    epochs = max(map(len, lines.values()), default=1)
    left, top = corner
    right, bottom = left + _WIDTH, top + _HEIGHT

    def across(epoch: float) -> float:
        return left + _WIDTH * (epoch - 1) / max(1, epochs - 1)

    def down(value: float) -> float:
        return top + _HEIGHT * (high - value) / (high - low)

    yield Words(left, top - 6, _end_of(panel, _WIDTH, bold=True), bold=True)
    step = ticks(high - low)[1]
    for number in range(int(low // step) + 1, int(high // step) + 1):
        y = down(number * step)
        yield Line(((left, y), (right, y)), GRID)
        yield Words(left - 6, y + 4, signed(f"{number * step:.6g}"), "end", size=_SMALL)
    for epoch in range(1, epochs + 1, max(1, epochs // 6)):
        yield Line(((across(epoch), bottom), (across(epoch), bottom + 5)), INK)
        yield Words(across(epoch), bottom + 19, f"{epoch}", "middle", size=_SMALL)
    yield Line(((left, top), (left, bottom), (right, bottom)), INK)
    yield Words(right, bottom + 34, "epoch", "end", SOFT, _SMALL)
    for name, line in lines.items():
        look, dash = line_look(names.index(name))
        points = tuple((across(epoch), down(100 * value)) for epoch, value in enumerate(line, 1))
        if points:
            yield Line(points, look, 2.0, dash)


def _laid_out(names: Sequence[str], room: float) -> list[tuple[float, int]]:
    """How far to the right each name of the key begins, and in which row: as many a row as there is room for."""
    found: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for name in names:
        needed = min(room, _SAMPLE + text_width(name) + _GAP)
        if x and x + needed > room:
            x, row = 0.0, row + 1
        found.append((x, row))
        x += needed
    return found


def _key(place: int, name: str, corner: tuple[float, float], room: float) -> Iterator[Shape]:
    (x, y), (look, dash) = corner, line_look(place)
    yield Line(((x, y), (x + 36, y)), look, 2.0, dash)
    yield Words(x + _SAMPLE, y + 4, _end_of(name, room - _SAMPLE - _GAP))


def _end_of(name: str, room: float, size: float = 13.0, *, bold: bool = False) -> str:
    """A name, or the end of it that there is room for, as files have their own names at the end."""
    if text_width(name, size, bold=bold) <= room:
        return name
    ends = (f"…{name[start:]}" for start in range(1, len(name) + 1))
    return next((end for end in ends if text_width(end, size, bold=bold) <= room), "")
