"""More pictures of a layer for papers, from its payload: coincidences of labels, and documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from accord.errors import UsageError
from accord.messages import plural, suggestion
from accord.reporting.numbers import rounded
from accord.reporting.plot_rows import MAX_ROWS
from accord.reporting.scene import GRID, INK, SOFT, Box, Scene, Words, nothing, shade
from accord.reporting.table import shortened, shortened_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.payload.layer import LayerPayload
    from accord.reporting.scene import Shape

Part = TypeVar("Part")

_CELL, _LEFT, _WIDE, _ROW = 58.0, 150.0, 900.0, 24.0


def coincidences_figure(layer: LayerPayload) -> Scene:
    """How often every two labels meet, the more often the darker, on a scale of its own for each row."""
    view = layer.labels_view
    if view is None or not view.coincidences:
        return nothing("there are no labels that meet, or too many of them")
    names, counts = view.label_names[:MAX_ROWS], view.coincidences
    title = f"How often labels meet: {layer.name}"
    shapes: list[Shape] = []
    top = 70.0
    heads, rows = (shortened_apart(names, cells) for cells in (8, 18))
    for number in range(len(names)):
        shapes.append(Words(_LEFT + _CELL * (number + 0.5), top - 8, heads[number], "middle", size=11))
        shapes.append(Words(_LEFT - 8, top + _ROW * (number + 0.7), rows[number], "end", size=12))
        total = sum(counts[number]) or 1.0
        for column in range(len(names)):
            count = counts[number][column]
            x, y = _LEFT + _CELL * column, top + _ROW * number
            shapes.append(Box(x, y, _CELL - 2, _ROW - 2, shade(count / total if number == column else -count / total)))
            shapes.append(Words(x + _CELL / 2, y + 15, f"{count:,.6g}", "middle", size=11))
    left_out = _left_out(len(view.label_names) - len(names))
    said = f"{plural(len(names), 'label')}; blue where both annotators gave the same, orange where not.{left_out}"
    wide, high = _LEFT + _CELL * len(names) + 20, top + _ROW * len(names) + 10
    return Scene(title, said, wide, high, shapes, (said, layer.headline.signature))


def documents_figure(layer: LayerPayload) -> Scene:
    """Agreement along the text of every document, the lowest first."""
    rows = [each for each in layer.documents if each.strip][:MAX_ROWS]
    if not rows:
        return nothing("no document has two annotators")
    title = f"Agreement along documents: {layer.name}"
    shapes: list[Shape] = []
    right = _WIDE - 90
    for number, row in enumerate(rows):
        y, cell = 44 + _ROW * number, (right - _LEFT) / len(row.strip)
        shapes.append(Words(_LEFT - 10, y + 14, shortened(row.document, 18), "end"))
        for place, agreed in enumerate(row.strip):
            if agreed is not None:
                shapes.append(Box(_LEFT + cell * place, y, cell, _ROW - 6, shade(agreed - 1)))
        shapes.append(Box(_LEFT, y, right - _LEFT, _ROW - 6, "none", GRID))
        value = "undefined" if row.value is None else rounded(row.value, 3).replace("-", "−")
        shapes.append(Words(_WIDE - 10, y + 14, value, "end", INK if row.value is not None else SOFT))
    left_out = _left_out(len(layer.documents) - len(rows))
    said = f"{plural(len(rows), 'document')} from start to end: white is agreed on, the darker the less.{left_out}"
    return Scene(title, said, _WIDE, 50 + _ROW * len(rows), shapes, (said, layer.headline.signature))


def _left_out(number: int) -> str:
    return f" {number:,} more are not drawn." if number > 0 else ""


def chosen(shown: Sequence[Part], key: str, name: str | None) -> Part:
    """The one of this name, or the first."""
    if name is None:
        return shown[0]
    names = {getattr(each, key): each for each in shown}
    if name not in names:
        raise UsageError(f"there is no {key} {name!r}: {suggestion(name, list(names))}")
    return names[name]
