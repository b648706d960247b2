"""What a coefficient is for growing amounts of noise, drawn as SVG: Figure 2 of Mathet & Widlöcher (2011)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil, floor
from typing import TYPE_CHECKING

from accord.agreement.result import Undefined
from accord.messages import plural
from accord.reporting.palette import DASHES, HUES, colour, looks
from accord.reporting.start_figure import ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.simulation.calibration import Calibration, Reading

_LEFT, _TOP, _WIDTH, _HEIGHT = 70, 62, 480, 300
_STYLE = """
.calibration { color: #222; font: 13px system-ui, sans-serif; }
.calibration text { fill: currentColor; }
.calibration .paper { fill: #fff; }
.calibration .axis { stroke: currentColor; fill: none; }
.calibration .grid { stroke: currentColor; opacity: 0.15; }
.calibration .chance { stroke: currentColor; opacity: 0.6; }
.calibration .small { font-size: 11px; opacity: 0.85; }
.calibration .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.calibration .band { stroke: none; opacity: 0.16; }
.calibration .value { fill: none; stroke: currentColor; stroke-dasharray: 3 3; }
.calibration .mark { fill: #fff; stroke: currentColor; stroke-width: 1.5; }
"""
_DARK = ".calibration { color: #eee; } .calibration .paper, .calibration .mark { fill: #1b1b1b; }"


@dataclass(frozen=True)
class Curve:
    """The means of a coefficient by the amount of a noise, and how far single repeats lie around them."""

    name: str
    amounts: tuple[float, ...]
    means: tuple[float, ...]
    spreads: tuple[float, ...]


@dataclass(frozen=True)
class Chart:
    """The curves of a calibration and the readings of some values, with what they are measured by."""

    calibration: Calibration
    values: tuple[float, ...] = ()

    @cached_property
    def curves(self) -> list[Curve]:
        """Those that have values."""
        found = []
        for name, settings in self.calibration.curves.items():
            points = [
                (
                    each.amount,
                    float(each.result.value),
                    0.0 if isinstance(each.spread, Undefined) else float(each.spread),
                )
                for each in settings
                if not isinstance(each.result.value, Undefined)
            ]
            if points:
                found.append(Curve(name, *zip(*points, strict=True)))
        return found

    @cached_property
    def readings(self) -> list[tuple[Reading, float]]:
        """The values that are reached, with the amount at which they are."""
        found = [self.calibration.reading(curve.name, value) for value in self.values for curve in self.curves]
        return [(each, float(each.amount)) for each in found if not isinstance(each.amount, Undefined)]

    @cached_property
    def farthest(self) -> float:
        """The largest amount."""
        return max((amount for curve in self.curves for amount in curve.amounts), default=0.0) or 1.0

    @cached_property
    def lowest(self) -> float:
        """Where the axis of values begins: at 0, or at the tenth below the lowest value."""
        least = min((mean for curve in self.curves for mean in curve.means), default=0.0)
        return min(0.0, least // 0.1 / 10)

    @property
    def name(self) -> str:
        """The coefficient."""
        return self.calibration.name

    @property
    def subtitle(self) -> str:
        """What was simulated."""
        made = self.calibration.simulation
        return (
            f"{made.about}, {plural(made.annotators, 'annotator')}: mean of {plural(made.repeats, 'repeat')}, "
            "band: one standard deviation from repeat to repeat"
        )


def calibration_figure(calibration: Calibration, values: Sequence[float] = ()) -> str:
    """A line for each noise, a band around it, and the amounts that some values stand for."""
    chart = Chart(calibration, tuple(values))
    parts = [
        *_head(chart),
        *_axes(chart),
        *(_band(chart, place, curve) for place, curve in enumerate(chart.curves)),
        *(_line(chart, place, curve) for place, curve in enumerate(chart.curves)),
        *_values(chart),
        *(_key(place, curve) for place, curve in enumerate(chart.curves)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _head(chart: Chart) -> Iterator[str]:
    width, height = _LEFT + _WIDTH + 180, _TOP + _HEIGHT + 62
    title = f"What {chart.name} is for known noise"
    ends = "; ".join(f"{each.name} {each.amounts[-1]:g}: {each.means[-1]:.2f}" for each in chart.curves)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'class="calibration" role="img" aria-labelledby="calibration-title calibration-desc">'
    )
    yield f'<title id="calibration-title">{escape(title)}</title>'
    yield f'<desc id="calibration-desc">{escape(chart.subtitle)}. Where the lines end: {escape(ends)}.</desc>'
    yield f"<style>{_hues(0.38)}{_STYLE}@media (prefers-color-scheme: dark) {{ {_DARK} {_hues(0.68)} }}\n</style>"
    yield f'<rect class="paper" width="{width}" height="{height}"/>'
    yield f'<text x="{_LEFT}" y="24" font-size="16" font-weight="600">{escape(title)}</text>'
    yield f'<text class="small" x="{_LEFT}" y="44">{escape(chart.subtitle)}</text>'


def _hues(lightness: float) -> str:
    return " ".join(
        f".calibration .line{place} {{ stroke: {colour(place, lightness)}; }} "
        f".calibration .band{place} {{ fill: {colour(place, lightness)}; }}"
        for place in range(HUES)
    )


def _axes(chart: Chart) -> Iterator[str]:
    bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
    step = ticks(1 - chart.lowest)[1]
    for value in (number * step for number in range(ceil(chart.lowest / step - 1e-9), floor(1 / step + 1e-9) + 1)):
        y = _down(chart, value)
        yield f'<path class="{"grid" if value else "chance"}" d="M{_LEFT} {y:.1f}H{right}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:.6g}</text>'
    for amount in ticks(chart.farthest * 1.0001):
        x = _across(chart, amount)
        yield f'<path class="axis" d="M{x:.1f} {bottom}v5"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{amount:.6g}</text>'
    yield f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{right}"/>'
    yield f'<text x="{_LEFT + _WIDTH / 2}" y="{bottom + 44}" text-anchor="middle">amount of noise</text>'
    middle = _TOP + _HEIGHT / 2
    yield f'<text transform="translate(18 {middle}) rotate(-90)" text-anchor="middle">{escape(chart.name)}</text>'


def _band(chart: Chart, place: int, curve: Curve) -> str:
    points = list(zip(curve.amounts, curve.means, curve.spreads, strict=True))
    around = [(amount, mean + spread) for amount, mean, spread in points]
    around += [(amount, mean - spread) for amount, mean, spread in reversed(points)]
    return f'<polygon class="band band{place % HUES}" points="{_points(chart, around)}"/>'


def _line(chart: Chart, place: int, curve: Curve) -> str:
    points = _points(chart, list(zip(curve.amounts, curve.means, strict=True)))
    return f'<polyline {_stroke(place)} points="{points}"/>'


def _points(chart: Chart, points: Sequence[tuple[float, float]]) -> str:
    held = ((amount, min(max(value, chart.lowest), 1.0)) for amount, value in points)
    return " ".join(f"{_across(chart, amount):.1f},{_down(chart, value):.1f}" for amount, value in held)


def _values(chart: Chart) -> Iterator[str]:
    for value in chart.values:
        if chart.lowest <= value <= 1:
            y = _down(chart, value)
            yield f'<path class="value" d="M{_LEFT} {y:.1f}h{_WIDTH}"/>'
            yield f'<text class="small" x="{_LEFT + _WIDTH + 4}" y="{y + 4:.1f}">{value:g}</text>'
    for reading, amount in chart.readings:
        x, y = _across(chart, amount), _down(chart, reading.value)
        said = escape(f"{reading.coefficient} {reading.value:g}: {reading.noise} {amount:.2f}")
        yield f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{said}</title></circle>'


def _key(place: int, curve: Curve) -> str:
    x, y = _LEFT + _WIDTH + 40, _TOP + 12 + 24 * place
    return f'<path {_stroke(place)} d="M{x} {y}h44"/><text x="{x + 52}" y="{y + 4}">{escape(curve.name)}</text>'


def _stroke(place: int) -> str:
    hue, pattern, _ = looks(place)
    return f'class="line line{hue}" stroke-dasharray="{DASHES[pattern]}"'


def _across(chart: Chart, amount: float) -> float:
    return _LEFT + _WIDTH * amount / chart.farthest


def _down(chart: Chart, value: float) -> float:
    return _TOP + _HEIGHT * (1 - value) / (1 - chart.lowest)
