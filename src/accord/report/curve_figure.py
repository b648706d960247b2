"""Learning curves as SVG: a panel for each data set, a line for each learner."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from accord.report.alignment_legend import HUES, colour
from accord.report.start_figure import DASHES, ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Lines = Mapping[str, Sequence[float]]

_LEFT, _TOP, _WIDTH, _HEIGHT = 56, 66, 270, 170
_ACROSS, _DOWN = 350, 240
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
    width, height = _ACROSS * min(2, len(panels)) + 30, _TOP + _DOWN * rows + 24 * ((len(names) + 4) // 5)
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
    parts += [_key(place, name, _TOP + _DOWN * rows + 8) for place, name in enumerate(names)]
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

    yield f'<text x="0" y="-6" font-weight="600">{escape(panel)}</text>'
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


def _key(place: int, name: str, top: int) -> str:
    x, y = _LEFT + 130 * (place % 5), top + 24 * (place // 5)
    return f'<path {_stroke(place)} d="M{x} {y}h36"/><text x="{x + 42}" y="{y + 4}">{escape(name)}</text>'


def _stroke(place: int) -> str:
    return f'class="line line{place % HUES}" stroke-dasharray="{DASHES[place % len(DASHES)]}"'


def _hues(lightness: float) -> str:
    return " ".join(f".curves .line{place} {{ stroke: {colour(place, lightness)}; }}" for place in range(HUES))
