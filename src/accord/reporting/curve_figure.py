"""Learning curves as SVG: a panel for each data set, a line for each learner."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from accord.reporting.palette import DASHES, HUES, colour, looks
from accord.reporting.start_figure import ticks
from accord.reporting.table import width as cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Lines = Mapping[str, Sequence[float]]

_LEFT, _TOP, _WIDTH, _HEIGHT = 56, 66, 270, 170
_ACROSS, _DOWN = 350, 240
_SAMPLE, _GAP, _LETTER = 42, 18, 7.5
"""The line of a key and what follows it, the room behind its name, and that of a letter."""
_STYLE = """
.curves { color: #222; font: 13px system-ui, sans-serif; }
.curves text { fill: currentColor; }
.curves .paper { fill: #fff; }
.curves .axis { stroke: currentColor; fill: none; }
.curves .grid { stroke: currentColor; opacity: 0.15; }
.curves .small { font-size: 11px; opacity: 0.85; }
.curves .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
"""
_DARK = ".curves { color: #eee; } .curves .paper { fill: #1b1b1b; }"


def curve_figure(panels: Mapping[str, Lines], title: str, subtitle: str = "") -> str:
    """The accuracy after each epoch, in per cent: panels two a row, the same look for a learner in each.

    >>> curve_figure({"dev": {"none": [0.7, 0.8], "F1": [0.72, 0.81]}}, "Learning").count('class="line ')
    4
    """
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    rows = (len(panels) + 1) // 2
    width = _ACROSS * min(2, len(panels)) + 30
    keys = _laid_out(names, width - _LEFT)
    height = _TOP + _DOWN * rows + 24 * (keys[-1][1] + 1 if keys else 0)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} class="curves" role="img" aria-labelledby="curves-title">',
        f'<title id="curves-title">{escape(title)}</title>',
        f"<desc>{escape(_described(panels))}</desc>",
        f"<style>{_hues(0.38)}{_STYLE}@media (prefers-color-scheme: dark) {{ {_DARK} {_hues(0.68)} }}\n</style>",
        f'<rect class="paper" width="{width}" height="{height}"/>',
        f'<text x="{_LEFT}" y="24" font-size="16" font-weight="600">{escape(title)}</text>',
        f'<text class="small" x="{_LEFT}" y="42">{escape(subtitle)}</text>',
    ]
    for place, (panel, lines) in enumerate(panels.items()):
        x, y = _ACROSS * (place % 2) + _LEFT, _DOWN * (place // 2) + _TOP
        parts += [f'<g transform="translate({x} {y})">', *_panel(panel, lines, names), "</g>"]
    for place, (name, (right, row)) in enumerate(zip(names, keys, strict=True)):
        parts.append(_key(place, name, _LEFT + right, _TOP + _DOWN * rows + 8 + 24 * row, width - _LEFT))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _described(panels: Mapping[str, Lines]) -> str:
    ends = (
        f"{panel}: {', '.join(f'{name} {100 * values[-1]:.2f}' for name, values in lines.items() if values)}"
        for panel, lines in panels.items()
    )
    return f"Per cent right after the last epoch. {'; '.join(ends)}."


def _panel(panel: str, lines: Lines, names: Sequence[str]) -> Iterator[str]:
    values = [100 * value for line in lines.values() for value in line]
    low, high = (min(values), max(values)) if values else (0.0, 100.0)
    low, high = low - 0.05 * (high - low) - 0.01, high + 0.05 * (high - low) + 0.01
    epochs = max(map(len, lines.values()), default=1)

    def across(epoch: float) -> float:
        return _WIDTH * (epoch - 1) / max(1, epochs - 1)

    def down(value: float) -> float:
        return _HEIGHT * (high - value) / (high - low)

    yield f'<text x="0" y="-6" font-weight="600">{_fitted(panel, _WIDTH)}</text>'
    step = ticks(high - low)[1]
    for number in range(int(low // step) + 1, int(high // step) + 1):
        yield f'<path class="grid" d="M0 {down(number * step):.1f}H{_WIDTH}"/>'
        yield f'<text x="-6" y="{down(number * step) + 4:.1f}" text-anchor="end">{number * step:.6g}</text>'
    for epoch in range(1, epochs + 1, max(1, epochs // 6)):
        yield f'<path class="axis" d="M{across(epoch):.1f} {_HEIGHT}v5"/>'
        yield f'<text x="{across(epoch):.1f}" y="{_HEIGHT + 19}" text-anchor="middle">{epoch}</text>'
    yield f'<path class="axis" d="M0 0V{_HEIGHT}H{_WIDTH}"/>'
    yield f'<text class="small" x="{_WIDTH}" y="{_HEIGHT + 34}" text-anchor="end">epoch</text>'
    for name, line in lines.items():
        points = " ".join(f"{across(epoch):.1f},{down(100 * value):.1f}" for epoch, value in enumerate(line, 1))
        yield f'<polyline {_stroke(names.index(name))} points="{points}"/>'


def _laid_out(names: Sequence[str], room: float) -> list[tuple[float, int]]:
    """How far to the right each name of the key begins, and in which row: as many a row as there is room for."""
    found: list[tuple[float, int]] = []
    x, row = 0.0, 0
    for name in names:
        needed = min(room, _SAMPLE + _LETTER * cells_of(name) + _GAP)
        if x and x + needed > room:
            x, row = 0.0, row + 1
        found.append((x, row))
        x += needed
    return found


def _key(place: int, name: str, x: float, y: int, room: float) -> str:
    named = f'<text x="{x + _SAMPLE:.0f}" y="{y + 4}">{_fitted(name, room - _SAMPLE - _GAP)}</text>'
    return f'<path {_stroke(place)} d="M{x:.0f} {y}h36"/>{named}'


def _fitted(name: str, room: float) -> str:
    """A name, or the end of it that there is room for, as files have their own names at the end; whole when asked."""
    cells = int(room / _LETTER)
    if cells_of(name) <= cells:
        return escape(name)
    end = next(name[start:] for start in range(len(name)) if cells_of(name[start:]) < cells)
    return f"<title>{escape(name)}</title>…{escape(end)}"


def _stroke(place: int) -> str:
    hue, pattern, _ = looks(place)
    return f'class="line line{hue}" stroke-dasharray="{DASHES[pattern]}"'


def _hues(lightness: float) -> str:
    return " ".join(f".curves .line{place} {{ stroke: {colour(place, lightness)}; }}" for place in range(HUES))
