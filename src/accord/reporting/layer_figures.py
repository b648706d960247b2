"""More pictures of a layer for papers, from its payload: labels that meet, and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.reporting.letters import fitted_apart, text_width
from accord.reporting.pairs_figure import matrix_names
from accord.reporting.plot_rows import MAX_ROWS, value_text
from accord.reporting.scene import EDGE, GRID, INK, SOFT, WIDE, Box, Scene, Words, not_drawn, nothing, shade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.payload.layer import LayerPayload
    from accord.reporting.scene import Shape

Part = TypeVar("Part")

_WHOLE, _CELL, _NARROWEST, _LEAST_HEAD, _ROW = 1000.0, 64.0, 12.0, 40.0, 24.0
_NAMES = 0.28
_SIZES = (11.0, 9.5, 8.0)
"""The sizes of the letters of counts, as there is room for."""


def confusion_figure(layer: LayerPayload, wide: float | None = None) -> Scene:
    """How often every two labels meet, the more often the darker, on a scale of its own for each row."""
    view = layer.labels_view
    if view is None or not view.coincidences:
        return nothing("there are no labels that meet, or too many of them")
    names, counts = view.label_names[:MAX_ROWS], view.coincidences
    rows = fitted_apart(names, _NAMES * (wide or _WHOLE))
    left = EDGE + max(map(text_width, rows)) + 10
    cell = min(_CELL, max(_NARROWEST, ((wide or _WHOLE) - left - EDGE) / len(names)))
    upwards = any(text_width(name) > cell - 4 for name in rows) or cell < _LEAST_HEAD
    heads = rows if upwards else fitted_apart(names, cell - 4)
    letters = min(13.0, cell - 2)
    top = 40 + (max(text_width(head, letters) for head in heads) if upwards else 26) + 10
    texts = [[f"{count:,.6g}" for count in row[: len(names)]] for row in counts[: len(names)]]
    size = next((each for each in _SIZES if _widest(texts, each) <= cell - 5), None)
    shapes: list[Shape] = []
    for number, (row, head) in enumerate(zip(rows, heads, strict=True)):
        x, y = left + cell * (number + 0.5), top + _ROW * (number + 0.5)
        shapes += matrix_names(row, head, (left, x), (top, y), letters, upwards=upwards)
        total = sum(counts[number]) or 1.0
        for column, text in enumerate(texts[number]):
            share = counts[number][column] / total
            fill = shade(share if number == column else -share)
            shapes.append(Box(left + cell * column + 1, y - _ROW / 2 + 1, cell - 2, _ROW - 2, fill))
            if size is not None:
                shapes.append(Words(left + cell * (column + 0.5), y + 0.36 * size, text, "middle", size=size))
    said = (
        f"{plural(len(names), 'label')}: how often one annotator gives the label of the row and another that of the "
        "column; the same on the diagonal, in blue; the larger its share of the row, the darker."
    )
    left_out = not_drawn(len(view.label_names) - len(names), "label")
    width = max(left + cell * len(names) + EDGE, wide or 0.0)
    notes = [said, *left_out, layer.headline.signature]
    return Scene(layer.titled("How often labels meet"), said, width, top + _ROW * len(names) + 14, shapes, notes)


def _widest(texts: Sequence[Sequence[str]], size: float) -> float:
    return max(text_width(text, size) for row in texts for text in row)


def documents_figure(layer: LayerPayload, wide: float | None = None) -> Scene:
    """Agreement along the text of every document, the lowest first."""
    rows = [each for each in layer.documents if each.strip][:MAX_ROWS]
    if not rows:
        return nothing("no document has two annotators, or nothing lies along its text")
    wide = wide or WIDE
    names = fitted_apart([row.document for row in rows], 0.3 * wide)
    left = EDGE + max(map(text_width, names)) + 10
    values = [value_text(row) for row in rows]
    right = wide - EDGE - max(text_width(value) for value in values) - 10
    shapes: list[Shape] = []
    for number, (row, name, value) in enumerate(zip(rows, names, values, strict=True)):
        y, cell = 44 + _ROW * number, (right - left) / len(row.strip)
        shapes.append(Words(left - 10, y + 14, name, "end"))
        for place, agreed in enumerate(row.strip):
            if agreed is not None:
                shapes.append(Box(left + cell * place, y, cell, _ROW - 6, shade(agreed - 1)))
        shapes.append(Box(left, y, right - left, _ROW - 6, "none", GRID))
        shapes.append(Words(wide - EDGE, y + 14, value, "end", INK if row.value is not None else SOFT))
    said = f"{plural(len(rows), 'document')} from start to end: white is agreed on, the darker the less."
    notes = [said, *not_drawn(len(layer.documents) - len(rows), "document"), layer.headline.signature]
    title = layer.titled("Agreement along documents")
    return Scene(title, said, wide, 50 + _ROW * len(rows), shapes, notes)


def chosen(shown: Sequence[Part], key: str, name: str | None) -> Part:
    """The one of this name, or the first."""
    if name is None:
        return shown[0]
    names = {getattr(each, key): each for each in shown}
    if name not in names:
        raise UsageError(f"there is no {key} {name!r}: {suggestion(name, list(names))}")
    return names[name]
