"""The same picture as `accord.reporting.alignment_figure`, drawn by matplotlib for formats of pixels."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from accord.errors import MissingExtra
from accord.reporting.alignment_figure import PALE, alignment_figure
from accord.reporting.alignment_layout import DOT, STRIP, laid_out
from accord.reporting.alignment_legend import SWATCH, captioned
from accord.reporting.export import Drawing
from accord.reporting.palette import colour, looks
from accord.reporting.scene import in_pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_layout import Box, Row

_PATTERNS = (None, "////////", "\\\\\\\\\\\\\\\\", "......", "------", "||||||||", "xxxxxx", "++++++")
_LEVELS: tuple[dict[str, Any], ...] = (
    {"linewidth": 2.2},
    {"linewidth": 1.2},
    {"linewidth": 1.0, "linestyle": (0, (7, 4))},
    {"linewidth": 1.0, "linestyle": (0, (2, 3))},
)
_INK, _PIXELS_PER_INCH, _POINTS_PER_PIXEL = "#222222", 100, 0.72


def alignment_plot(drawn: Drawn, *, in_the_dark: bool = True) -> Drawing:
    """An alignment as SVG and in pixels."""
    return Drawing(partial(alignment_figure, drawn, in_the_dark=in_the_dark), partial(alignment_png, drawn))


def alignment_png(drawn: Drawn) -> bytes:
    """An alignment in lanes as a PNG file."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Circle
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None
    layout = laid_out(drawn)
    caption = captioned(drawn, layout)
    figure = Figure(figsize=(caption.width / _PIXELS_PER_INCH, caption.height / _PIXELS_PER_INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, caption.width), ylim=(caption.height, 0))
    axes.axis("off")
    _write(axes, (layout.left, 26), caption.title, 16, weight="bold")
    _write(axes, (layout.left, 45), caption.subtitle)
    for row in layout.rows:
        _draw_lanes(axes, row, drawn.of)
    for link in layout.links:
        _line(axes, [link.start, link.end], zorder=2, **_LEVELS[link.level])
    for box in layout.boxes:
        _draw_box(axes, box)
    for x, y in (end for link in layout.links for end in link.ends):
        axes.add_artist(Circle((x, y), DOT, color=_INK, linewidth=0, zorder=5))
    for key in caption.keys:
        if key.box:
            _draw_box(axes, key.box)
        elif key.kind == "link":
            _line(axes, [(key.x, key.y), (key.x + SWATCH, key.y)], **_LEVELS[key.index])
        _write(axes, (key.x + SWATCH + 8, key.y + 4), key.text)
    for y, note in caption.notes:
        _write(axes, (layout.left, y), note, 10)
    return in_pixels(figure, max(caption.width, caption.height) / _PIXELS_PER_INCH, 2 * _PIXELS_PER_INCH)


def _write(
    axes: Any, place: tuple[float, float], text: str, size: float = 12, *, align: str = "left", weight: str = "normal"
) -> None:
    axes.text(
        *place,
        text,
        fontsize=size * _POINTS_PER_PIXEL,
        ha=align,
        va="baseline",
        weight=weight,
        color=_INK,
        zorder=4,
        parse_math=False,
    )


def _line(axes: Any, points: Sequence[tuple[float, float]], **look: Any) -> None:
    from matplotlib.lines import Line2D

    axes.add_artist(Line2D(*zip(*points, strict=True), **{"color": _INK, "linewidth": 0.8, **look}))


def _draw_lanes(axes: Any, row: Row, of: str) -> None:
    from matplotlib.patches import Rectangle

    for lane in row.lanes:
        axes.add_artist(
            Rectangle((row.x, lane.y - 5), row.width, lane.height + 10, color="#f3f3f3", linewidth=0, zorder=0)
        )
        _write(axes, (row.x - 8, lane.y + lane.height / 2 + 4), lane.name, align="right", weight="bold")
    _line(axes, [(row.x, row.axis), (row.x + row.width, row.axis)])
    _write(axes, (row.x - 14, row.axis + 15), of, 10, align="right")
    for x, label in row.ticks:
        _line(axes, [(x, row.top - 5), (x, row.axis)], color="#dddddd", linewidth=0.6, zorder=1)
        _line(axes, [(x, row.axis), (x, row.axis + 4)])
        _write(axes, (x, row.axis + 15), label, 10, align="center")


def _draw_box(axes: Any, box: Box) -> None:
    from matplotlib.patches import Rectangle

    hue, pattern, tone = looks(box.category)
    pale, strong = colour(hue, PALE[tone]), colour(hue, 0.34)
    axes.add_artist(Rectangle((box.x, box.y), box.width, box.height, facecolor=pale, linewidth=0, zorder=3))
    strip = (box.x, box.y + box.height - STRIP), box.width, STRIP
    filling = (
        {"facecolor": strong} if pattern == 0 else {"fill": False, "edgecolor": strong, "hatch": _PATTERNS[pattern]}
    )
    axes.add_artist(Rectangle(*strip, linewidth=0, zorder=3, **filling))
    for line in box.outline:
        _line(axes, line, color=strong, linewidth=1, linestyle=(0, (4, 3)) if box.alone else "-", zorder=3)
    _write(axes, (box.middle[0], box.middle[1] + 4), box.label, align="center")
    if box.numbered:
        _write(axes, (box.x + box.width - 3, box.y + 9), box.numbers, 9, align="right")
