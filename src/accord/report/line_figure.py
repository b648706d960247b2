"""Lines over the same axis, drawn as SVG: how something changes from pass to pass."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import ceil, floor
from typing import TYPE_CHECKING

from accord.report.alignment_legend import HUES, colour
from accord.report.start_figure import DASHES, ticks
from accord.report.table import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LEFT, _TOP, _WIDTH, _HEIGHT = 70, 62, 480, 300
_LONGEST = 24
_STYLE = """
.lines { color: #222; font: 13px system-ui, sans-serif; }
.lines text { fill: currentColor; }
.lines .paper { fill: #fff; }
.lines .axis { stroke: currentColor; fill: none; }
.lines .grid { stroke: currentColor; opacity: 0.15; }
.lines .small { font-size: 11px; opacity: 0.85; }
.lines .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.lines .dot { stroke: none; }
.lines .band { stroke: none; opacity: 0.16; }
"""
_DARK = ".lines { color: #eee; } .lines .paper { fill: #1b1b1b; }"


@dataclass(frozen=True, slots=True)
class Line:
    """Values at growing places, and how far around each of them a band reaches, if there is one."""

    name: str
    places: tuple[float, ...]
    values: tuple[float, ...]
    spreads: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class LineFigure:
    """Some lines with what is said around them.

    >>> line = Line("dev", (1, 2, 3), (70.0, 80.0, 82.5))
    >>> LineFigure("How a tagger learns", "", "pass", "accuracy (%)", (line,)).svg().count("<polyline")
    1
    """

    title: str
    subtitle: str
    across: str
    up: str
    lines: tuple[Line, ...]

    @property
    def span(self) -> tuple[float, float]:
        """The lowest and the highest number on the axis of values, round ones around all there is to see."""
        ends = [
            value + side * spread
            for line in self.lines
            for value, spread in zip(line.values, line.spreads or (0.0,) * len(line.values), strict=True)
            for side in (-1, 1)
        ]
        low, high = min(ends), max(ends)
        step = ticks(max(high - low, abs(high) * 1e-3, 1e-9))[1]
        return floor(low / step - 1e-9) * step, (floor(high / step + 1e-9) + 1) * step

    def svg(self) -> str:
        """The drawing."""
        parts = [
            *self._head(),
            *self._axes(),
            *(self._band(place, line) for place, line in enumerate(self.lines) if line.spreads),
            *(part for place, line in enumerate(self.lines) for part in self._line(place, line)),
            *(_key(place, line) for place, line in enumerate(self.lines)),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _head(self) -> Iterator[str]:
        width, height = _LEFT + _WIDTH + 280, _TOP + _HEIGHT + 62
        ends = "; ".join(f"{line.name}: {line.values[-1]:.4g}" for line in self.lines)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" class="lines" role="img" aria-labelledby="lines-title lines-desc">'
        )
        yield f'<title id="lines-title">{escape(self.title)}</title>'
        yield f'<desc id="lines-desc">{escape(self.subtitle)} Where the lines end: {escape(ends)}.</desc>'
        yield f"<style>{_hues(0.38)}{_STYLE}@media (prefers-color-scheme: dark) {{ {_DARK} {_hues(0.68)} }}\n</style>"
        yield f'<rect class="paper" width="{width}" height="{height}"/>'
        yield f'<text x="{_LEFT}" y="24" font-size="16" font-weight="600">{escape(self.title)}</text>'
        yield f'<text class="small" x="{_LEFT}" y="44">{escape(self.subtitle)}</text>'

    def _axes(self) -> Iterator[str]:
        bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
        low, high = self.span
        step = ticks(high - low)[1]
        for value in (number * step for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)):
            y = self._down(value)
            yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{right}"/>'
            yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:.6g}</text>'
        places = sorted({place for line in self.lines for place in line.places})
        for place in places[:: ceil(len(places) / 15)]:
            x = self._across(place)
            yield f'<path class="axis" d="M{x:.1f} {bottom}v5"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{place:.6g}</text>'
        yield f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{right}"/>'
        yield f'<text x="{_LEFT + _WIDTH / 2}" y="{bottom + 44}" text-anchor="middle">{escape(self.across)}</text>'
        middle = _TOP + _HEIGHT / 2
        yield f'<text transform="translate(18 {middle}) rotate(-90)" text-anchor="middle">{escape(self.up)}</text>'

    def _band(self, place: int, line: Line) -> str:
        rows = list(zip(line.places, line.values, line.spreads, strict=True))
        around = [(at, value + spread) for at, value, spread in rows]
        around += [(at, value - spread) for at, value, spread in reversed(rows)]
        return f'<polygon class="band fill{place % HUES}" points="{self._points(around)}"/>'

    def _line(self, place: int, line: Line) -> Iterator[str]:
        points = list(zip(line.places, line.values, strict=True))
        yield f'<polyline {_stroke(place)} points="{self._points(points)}"/>'
        for at, value in points:
            said = escape(f"{line.name}, {self.across} {at:g}: {value:.4g}")
            where = f'cx="{self._across(at):.1f}" cy="{self._down(value):.1f}"'
            yield f'<circle class="dot fill{place % HUES}" {where} r="3"><title>{said}</title></circle>'

    def _points(self, points: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self._across(at):.1f},{self._down(value):.1f}" for at, value in points)

    def _across(self, place: float) -> float:
        places = [each for line in self.lines for each in line.places]
        return _LEFT + 12 + (_WIDTH - 24) * (place - min(places)) / ((max(places) - min(places)) or 1)

    def _down(self, value: float) -> float:
        low, high = self.span
        return _TOP + _HEIGHT * (high - value) / (high - low)


def _hues(lightness: float) -> str:
    return " ".join(
        f".lines .stroke{place} {{ stroke: {colour(place, lightness)}; }} "
        f".lines .fill{place} {{ fill: {colour(place, lightness)}; }}"
        for place in range(HUES)
    )


def _key(place: int, line: Line) -> str:
    x, y = _LEFT + _WIDTH + 30, _TOP + 12 + 24 * place
    name = escape(shortened(line.name, _LONGEST))
    return f'<path {_stroke(place)} d="M{x} {y}h44"/><text x="{x + 52}" y="{y + 4}">{name}</text>'


def _stroke(place: int) -> str:
    return f'class="line stroke{place % HUES}" stroke-dasharray="{DASHES[place % len(DASHES)]}"'
