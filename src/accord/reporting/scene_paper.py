"""A scene as PDF or PNG, drawn by matplotlib: the same input gives the same bytes."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal

from accord.errors import MissingExtra, UsageError
from accord.messages import printable
from accord.reporting.letters import FAMILY
from accord.reporting.scene import PAPER, SHARP, Area, Box, Dot, Line, Strokes, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.reporting.scene import Scene, Shape

_INCH, _POINTS = 96.0, 72.0
_MAX_PIXELS = 60_000
"""How wide and high a picture may be for matplotlib."""
_SIDES = {"start": "left", "middle": "center", "end": "right"}
_NOTHING: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None},
}
"""What matplotlib would say of itself and of the time."""
_NO_FONTS = {"Last Resort High-Efficiency", "Last Resort"}
"""Fonts in which every character is a box."""


def on_paper(scene: Scene, form: Literal["pdf", "png"]) -> bytes:
    """A scene that is framed, as a file."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None
    inches = scene.width * scene.scale / _INCH, scene.height * scene.scale / _INCH
    drawn = BytesIO()
    how = {"pdf.fonttype": 42, "font.family": _families(scene), "text.usetex": False}
    with rc_context(how), _silent():
        figure = Figure(figsize=inches, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
        axes.set_axis_off()
        for order, shape in enumerate(scene.shapes):
            _draw(axes, shape, scene.scale * _POINTS / _INCH, order)
        figure.savefig(drawn, format=form, dpi=min(SHARP, _MAX_PIXELS / max(inches)), metadata=_NOTHING[form])
    return drawn.getvalue()


def _draw(axes: Any, shape: Shape, points: float, order: int) -> None:
    """Draw a shape; ``points`` are what one of its units is in print."""
    from matplotlib.collections import LineCollection
    from matplotlib.patches import Circle, Polygon, Rectangle

    look: dict[str, Any]
    match shape:
        case Line(places, colour, width, dash):
            style = (0, tuple(float(part) / width for part in dash.split())) if dash else "-"
            x, y = zip(*places, strict=True)
            ends = {"solid_capstyle": "butt", "solid_joinstyle": "miter", "dash_capstyle": "butt"}
            axes.plot(x, y, color=colour, linewidth=width * points, linestyle=style, zorder=order, **ends)
        case Strokes(lines, colour, width):
            axes.add_collection(LineCollection(lines, colors=colour, linewidths=width * points, zorder=order))
        case Area(places, fill, opacity):
            axes.add_patch(Polygon(places, facecolor=fill, alpha=opacity, linewidth=0, zorder=order))
        case Box(x, y, width, height, fill, edge):
            look = {"facecolor": fill, "edgecolor": edge, "linewidth": 0 if edge == "none" else 1.5 * points}
            axes.add_patch(Rectangle((x, y), width, height, zorder=order, **look))
        case Dot(x, y, radius, colour, edge):
            look = {"facecolor": colour, "edgecolor": edge, "linewidth": 0 if edge == "none" else 1.5 * points}
            axes.add_patch(Circle((x, y), radius, zorder=order, **look))
        case Words(x, y, text, anchor, colour, size, bold, upwards):
            look = {"color": colour, "fontsize": size * points, "ha": _SIDES[anchor], "va": "baseline"}
            turned = {"rotation": 90, "rotation_mode": "anchor"} if upwards else {}
            weight = "bold" if bold else "normal"
            axes.text(x, y, printable(text), parse_math=False, weight=weight, zorder=order, **look, **turned)


def _families(scene: Scene) -> list[str]:
    """The letters of matplotlib, and those of other fonts of this machine that have what they lack; or refused."""
    from matplotlib.font_manager import fontManager

    lacking = {each for shape in scene.shapes if isinstance(shape, Words) for each in printable(shape.text)}
    fonts: dict[str, str] = {}
    for entry in sorted(fontManager.ttflist, key=lambda entry: (entry.name, entry.fname)):
        if entry.style == "normal" and entry.weight in {400, "normal", "regular"} and entry.name not in _NO_FONTS:
            fonts.setdefault(entry.name, entry.fname)
    families: list[str] = []
    for name in (FAMILY, *fonts):
        if lacking & (known := _characters_of(fonts[name])) or not families:
            families.append(name)
            lacking -= known
        if not lacking:
            return families
    some = "".join(sorted(lacking)[:5])
    raise UsageError(f"no font of this machine has {some}: install one that does, or write a file that ends in .svg")


def _characters_of(path: str) -> set[str]:
    from matplotlib.font_manager import get_font

    return set(map(chr, get_font(path).get_charmap()))


@contextmanager
def _silent() -> Iterator[None]:
    """Without what matplotlib says of fonts that have no bold letters."""
    log = logging.getLogger("matplotlib.font_manager")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)
