"""Where spans of each length would start by chance, drawn: Figure 1 of Li et al. (2024) for any text."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.messages import plural
from accord.reporting.palette import DASHES, line_look
from accord.reporting.scene import EDGE, GRID, Line, Scene, Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.reporting.scene import Shape

_LEFT, _TOP, _WIDTH, _HEIGHT, _KEYS, _SMALL = 80.0, 40.0, 480.0, 260.0, 220.0, 11.0


def start_scene(tokens: int, lengths: Sequence[int], wide: float | None = None) -> Scene:
    """The chance of each start, a line for each length; of many lengths eight, from the shortest to the longest."""
    from accord.chance.random_spans import expected_starts

    if not lengths:
        raise UsageError("there are no spans whose starts could be drawn")
    counts = Counter(lengths)
    chances = {
        length: (starts / counts[length]).tolist() for length, starts in expected_starts(tokens, lengths).items()
    }
    shown = _spread(sorted(chances), len(DASHES))
    highest = 1.05 * max(max(chances[length]) for length in shown)
    shapes = [
        *_axes(tokens, highest),
        *(_line(place, chances[length], tokens, highest) for place, length in enumerate(shown)),
        *(shape for place, length in enumerate(shown) for shape in _key(place, length, counts[length])),
    ]
    title = f"Where {plural(counts.total(), 'span')} would start by chance in {plural(tokens, 'token')}"
    said = _described(tokens, counts, len(chances) - len(shown))
    return Scene(title, said, max(wide or 0.0, _LEFT + _WIDTH + _KEYS), _TOP + _HEIGHT + 60, shapes)


def _described(tokens: int, counts: Counter[int], left_out: int) -> str:
    items = tokens - sum(length * times for length, times in counts.items()) + counts.total()
    described = ", ".join(f"{times} of length {length}" for length, times in sorted(counts.items()))
    more = f" Not drawn: {plural(left_out, 'length')} between the shortest and the longest." if left_out else ""
    return (
        f"The chance that a span starts at each token, one line for each length ({described}). "
        f"No start is likelier than the first and the last, 1 in {items:,}.{more}"
    )


def _axes(tokens: int, highest: float) -> Iterator[Shape]:
    bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
    for value in ticks(highest):
        y = _down(value, highest)
        yield Line(((_LEFT, y), (right, y)), GRID)
        yield Words(_LEFT - 8, y + 4, f"{value:.6g}", "end", size=_SMALL)
    for token in sorted({1, *(int(value) for value in ticks(tokens) if value >= 1 and value == int(value))}):
        x = _across(token, tokens)
        yield Line(((x, bottom), (x, bottom + 5)))
        yield Words(x, bottom + 20, f"{token:,}", "middle", size=_SMALL)
    yield Line(((_LEFT, _TOP), (_LEFT, bottom), (right, bottom)))
    yield Words(_LEFT + _WIDTH / 2, bottom + 44, "token at which the span starts", "middle")
    yield Words(EDGE + 10, _TOP + _HEIGHT / 2, "chance", "middle", upwards=True)


def _line(place: int, chances: Sequence[float], tokens: int, highest: float) -> Line:
    look, dash = line_look(place)
    points = ((_across(start + 1, tokens), _down(chances[start], highest)) for start in _corners(chances))
    return Line(tuple(points), look, 2.0, dash)


def _key(place: int, length: int, times: int) -> Iterator[Shape]:
    x, y, (look, dash) = _LEFT + _WIDTH + 20, _TOP + 12 + 24 * place, line_look(place)
    yield Line(((x, y), (x + 44, y)), look, 2.0, dash)
    yield Words(x + 54, y + 4, f"length {length} ({plural(times, 'span')})")


def _corners(chances: Sequence[float]) -> list[int]:
    """The starts to draw: the ends, and the lowest and highest in each column of the picture."""
    columns = min(len(chances), round(2 * _WIDTH))
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
