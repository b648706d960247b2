"""Where spans of each length would start by chance, drawn as SVG: Figure 1 of Li et al. (2024) for any text."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import plural
from accord.reporting.palette import DASHES, HUES, colour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LEFT, _TOP, _WIDTH, _HEIGHT = 80, 40, 480, 260

_STYLE = """
.starts { color: #222; background: #fff; font: 13px system-ui, sans-serif; }
.starts text { fill: currentColor; }
.starts .axis { stroke: currentColor; fill: none; }
.starts .grid { stroke: currentColor; opacity: 0.15; }
.starts .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
"""


def start_figure(tokens: int, lengths: Sequence[int]) -> str:
    """The chance of each start, a line for each length; of many lengths eight, from the shortest to the longest.

    >>> start_figure(100, [1, 5, 10, 15]).count('class="line ')
    8
    """
    from accord.chance.random_spans import expected_starts

    if not lengths:
        raise UsageError("there are no spans whose starts could be drawn")
    counts = Counter(lengths)
    chances = {
        length: (starts / counts[length]).tolist() for length, starts in expected_starts(tokens, lengths).items()
    }
    shown = _spread(sorted(chances), len(DASHES))
    highest = 1.05 * max(max(chances[length]) for length in shown)
    left_out = len(chances) - len(shown)
    parts = [
        *_head(tokens, counts, left_out),
        *_axes(tokens, highest),
        *(_line(place, chances[length], tokens, highest) for place, length in enumerate(shown)),
        *(_key(place, length, counts[length]) for place, length in enumerate(shown)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _head(tokens: int, counts: Counter[int], left_out: int) -> Iterator[str]:
    spans = plural(counts.total(), "span")
    items = tokens - sum(length * times for length, times in counts.items()) + counts.total()
    width, height = _LEFT + _WIDTH + 200, _TOP + _HEIGHT + 60
    described = ", ".join(f"{times} of length {length}" for length, times in sorted(counts.items()))
    more = f" Not drawn: {plural(left_out, 'length')} between the shortest and the longest." if left_out else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'class="starts" role="img" aria-labelledby="starts-title starts-desc">'
    )
    yield f'<title id="starts-title">Where {spans} would start by chance in {plural(tokens, "token")}</title>'
    yield (
        f'<desc id="starts-desc">The chance that a span starts at each token, one line for each length ({described}). '
        f"No start is likelier than the first and the last, 1 in {items:,}.{more}</desc>"
    )
    dark = ".starts { color: #eee; background: #1b1b1b; }"
    hues, light_hues = (
        " ".join(f".starts .hue{hue} {{ stroke: {colour(hue, lightness)}; }}" for hue in range(HUES))
        for lightness in (0.38, 0.68)
    )
    yield f"<style>{_STYLE}{hues}\n@media (prefers-color-scheme: dark) {{ {dark} {light_hues} }}\n</style>"
    yield f'<text x="{_LEFT}" y="22" font-weight="600">Where {spans} would start by chance in {tokens:,} tokens</text>'


def _axes(tokens: int, highest: float) -> Iterator[str]:
    bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
    for value in ticks(highest):
        y = _down(value, highest)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{right}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:.6g}</text>'
    for token in sorted({1, *(int(value) for value in ticks(tokens) if value >= 1 and value == int(value))}):
        x = _across(token, tokens)
        yield f'<path class="axis" d="M{x:.1f} {bottom}v5"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 20}" text-anchor="middle">{token:,}</text>'
    yield f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{right}"/>'
    yield f'<text x="{_LEFT + _WIDTH / 2}" y="{bottom + 44}" text-anchor="middle">token at which the span starts</text>'
    middle = _TOP + _HEIGHT / 2
    yield f'<text transform="translate(18 {middle}) rotate(-90)" text-anchor="middle">chance</text>'


def _line(place: int, chances: Sequence[float], tokens: int, highest: float) -> str:
    points = " ".join(
        f"{_across(start + 1, tokens):.2f},{_down(chances[start], highest):.2f}" for start in _corners(chances)
    )
    return f'<polyline {_stroke(place)} points="{points}"/>'


def _key(place: int, length: int, times: int) -> str:
    x, y = _LEFT + _WIDTH + 20, _TOP + 12 + 24 * place
    return (
        f'<path {_stroke(place)} d="M{x} {y}h44"/>'
        f'<text x="{x + 54}" y="{y + 4}">length {length} ({plural(times, "span")})</text>'
    )


def _stroke(place: int) -> str:
    return f'class="line hue{place}" stroke-dasharray="{DASHES[place]}"'


def _corners(chances: Sequence[float]) -> list[int]:
    """The starts to draw: the ends, and the lowest and highest in each column of the picture."""
    columns = min(len(chances), 2 * _WIDTH)
    borders = [column * len(chances) // columns for column in range(columns + 1)]
    turns = {find(range(*ends), key=chances.__getitem__) for ends in pairwise(borders) for find in (min, max)}
    return sorted(turns | {0, len(chances) - 1})


def _spread(lengths: list[int], most: int) -> list[int]:
    if len(lengths) <= most:
        return lengths
    return [lengths[place * (len(lengths) - 1) // (most - 1)] for place in range(most)]


def ticks(highest: float) -> list[float]:
    """Some four to eight round numbers from 0 up."""
    tenth = 10.0 ** floor(log10(highest))
    step = next(part * tenth for part in (0.2, 0.5, 1, 2) if highest / (part * tenth) <= 8)
    return [number * step for number in range(ceil(highest / step + 1e-9)) if number * step <= highest]


def _across(token: int, tokens: int) -> float:
    return _LEFT + _WIDTH * (token - 1) / max(1, tokens - 1)


def _down(value: float, highest: float) -> float:
    return _TOP + _HEIGHT * (1 - value / highest)
