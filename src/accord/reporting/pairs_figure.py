"""A matrix of the agreement of every two annotators, for papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.messages import capital, plural
from accord.reporting.hatching import hatched
from accord.reporting.letters import fitted_apart, text_width
from accord.reporting.numbers import rounded, signed
from accord.reporting.plot_rows import MAX_ROWS, value_text
from accord.reporting.scene import CHANCE, EDGE, GRID, Box, Scene, Words, not_drawn, nothing, shade

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.payload.layer import LayerPayload, PairRow
    from accord.reporting.scene import Shape

    Texts = Callable[[PairRow], list[str]]

_WHOLE, _WIDEST_CELL, _NARROWEST_CELL = 1000.0, 116.0, 12.0
"""How wide a matrix is where nobody says it, its cells at most, and at least."""
_NAMES, _LEAST_HEAD, _TOP, _COUNTS = 0.28, 48.0, 40.0, "#f2f0eb"


@dataclass(frozen=True, slots=True)
class Cells:
    """What cells say above and below the diagonal, line by line in letters of these sizes, and how high they are."""

    above: Texts
    below: Texts
    sizes: tuple[tuple[float, ...], tuple[float, ...]]
    high: float
    said: str

    def fits(self, pairs: Sequence[PairRow], wide: float) -> bool:
        """Whether there is room for what all of them say."""
        return all(
            text_width(text, size, bold=texts is self.above and number == 0) <= wide - 6
            for pair in pairs
            for texts, sizes in ((self.above, self.sizes[0]), (self.below, self.sizes[1]))
            for number, (text, size) in enumerate(zip(texts(pair), sizes, strict=True))
        )


def pairs_figure(layer: LayerPayload, wide: float | None = None) -> Scene:
    """Every two annotators: above the diagonal the value, below it the counts, as much as there is room for."""
    if not layer.pairs:
        return nothing(layer.pairs_left_out or "no two annotators are compared")
    names = layer.annotators[:MAX_ROWS]
    place = {name: number for number, name in enumerate(names)}
    pairs = [pair for pair in layer.pairs if pair.first in place and pair.second in place]
    rows = fitted_apart(names, _NAMES * (wide or _WHOLE))
    left = EDGE + max(map(text_width, rows)) + 10
    cell = min(_WIDEST_CELL, max(_NARROWEST_CELL, ((wide or _WHOLE) - left - EDGE) / len(names)))
    cells = next(each for each in _choices(layer) if each.fits(pairs, cell))
    upwards = cell < _LEAST_HEAD
    high = cells.high or cell
    size = min(13.0, high - 2, cell - 2)
    heads = rows if upwards else fitted_apart(names, cell - 4)
    top = _TOP + (max(text_width(head, size) for head in heads) if upwards else 26) + 10
    shapes: list[Shape] = []
    for number, (row, head) in enumerate(zip(rows, heads, strict=True)):
        middle = left + cell * (number + 0.5)
        shapes += matrix_names(row, head, (left, middle), (top, top + high * (number + 0.5)), size, upwards=upwards)
    for pair in pairs:
        ends = sorted((place[pair.first], place[pair.second]))
        shapes += _cell(Box(left + cell * ends[1], top + high * ends[0], cell, high), pair, cells, upper=True)
        shapes += _cell(Box(left + cell * ends[0], top + high * ends[1], cell, high), pair, cells, upper=False)
    title = layer.titled(capital(f"{layer.measure} of every two annotators"))
    notes = [cells.said, *not_drawn(len(layer.annotators) - len(names), "annotator"), layer.headline.signature]
    said = f"{plural(len(names), 'annotator')}. {cells.said}"
    width = left + cell * len(names) + EDGE
    return Scene(title, said, max(width, wide or 0.0), top + high * len(names) + 14, shapes, notes)


def matrix_names(
    row: str, head: str, across: tuple[float, float], down: tuple[float, float], size: float, *, upwards: bool
) -> Iterator[Words]:
    """The names of a row and of a column: from the left edge and the middle of the column, the top and the row's."""
    (left, x), (top, y) = across, down
    low = 0.34 * size
    yield Words(x + low * upwards, top - 10, head, "start" if upwards else "middle", size=size, upwards=upwards)
    yield Words(left - 10, y + low, row, "end", size=size)


def _choices(layer: LayerPayload) -> Iterator[Cells]:
    """What cells may say, most first."""
    apart = any(pair.apart is not None for pair in layer.pairs)
    counted = f"how many {layer.counts.pairs}s both annotated"
    differ = "how far apart their numbers typically are" if apart else "on how many they differ"
    yield Cells(
        lambda pair: [value_text(pair), _ends(pair)],
        lambda pair: [f"{pair.used:,} used", _differs(pair)],
        ((15.0, 10.5), (12.0, 10.5)),
        52.0,
        f"Above the diagonal the value and its interval; below it {counted} and {differ}.",
    )
    for size, high in ((13.0, 32.0), (11.0, 26.0)):
        yield Cells(
            lambda pair: [value_text(pair)],
            lambda pair: [f"{pair.used:,}"],
            ((size,), (size - 1,)),
            high,
            f"Above the diagonal the value; below it {counted}.",
        )
    for size in (10.0, 8.5):
        yield Cells(
            lambda pair: [_short(pair)],
            lambda _: [],
            ((size,), ()),
            20.0,
            "The value in hundredths, the darker the farther from chance; ? is undefined.",
        )
    yield Cells(
        lambda _: [],
        lambda _: [],
        ((), ()),
        0.0,
        "The darker the more agreement; slanting lines are below chance, a cross is undefined.",
    )


def _cell(box: Box, pair: PairRow, cells: Cells, *, upper: bool) -> Iterator[Shape]:
    texts, sizes = (cells.above(pair), cells.sizes[0]) if upper else (cells.below(pair), cells.sizes[1])
    if not upper and cells.sizes[0] and not texts:
        return
    inner = Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2)
    shaded = upper or not cells.sizes[0]
    edge = GRID if box.width >= _LEAST_HEAD else "none"
    yield Box(inner.x, inner.y, inner.width, inner.height, shade(pair.value) if shaded else _COUNTS, edge)
    if shaded and not texts and (pair.value is None or pair.value < 0):
        yield from hatched(inner, 6 if pair.value is None else 1, CHANCE)
    lines = [(text, size) for text, size in zip(texts, sizes, strict=True) if text]
    y = box.y + box.height / 2 - 17 * (len(lines) - 1) / 2
    for number, (text, size) in enumerate(lines):
        bold = upper and number == 0
        yield Words(box.x + box.width / 2, y + 17 * number + 0.36 * size, text, "middle", size=size, bold=bold)


def _differs(pair: PairRow) -> str:
    """On how many they differ; of measured numbers how far these are apart, the median."""
    return f"{pair.differing:,} differ" if pair.apart is None else f"{pair.apart:.3g} apart"


def _ends(pair: PairRow) -> str:
    if pair.interval is None:
        return ""
    return " to ".join(signed(rounded(end, 3)) for end in (pair.interval.low, pair.interval.high))


def _short(pair: PairRow) -> str:
    """A value in hundredths."""
    return "?" if pair.value is None else signed(str(int(rounded(pair.value, 2).replace(".", ""))))
