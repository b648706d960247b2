"""A picture as a few shapes on paper, which SVG and, for pixels, matplotlib draw alike."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from accord.errors import MissingExtra
from accord.wording import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

INK, SOFT, GRID, DOT, CHANCE, PAPER = "#1d2024", "#565c64", "#dedcd6", "#0b5a86", "#a34a00", "#ffffff"
"""The colours of pictures, those of the page in the light."""
_ABOVE, _BELOW = (0x74, 0xB3, 0xD8), (0xF0, 0xA3, 0x5E)
_EMPTY = 720.0, 40.0
_INCH, _POINT = 96.0, 0.75
"""Pixels to an inch, and points to a pixel."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some places."""

    places: tuple[tuple[float, float], ...]
    colour: str = INK
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; without a fill only its edge is drawn."""

    x: float
    y: float
    width: float
    height: float
    fill: str = PAPER
    edge: str = "none"


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot for a value."""

    x: float
    y: float
    radius: float = 5.0
    colour: str = DOT


@dataclass(frozen=True, slots=True)
class Words:
    """Text; ``y`` is the line that it stands on."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    colour: str = INK
    size: float = 13.0
    bold: bool = False


Shape = Line | Box | Dot | Words


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes, drawn in their order, with a title and what those hear who do not see them."""

    title: str
    described: str
    width: float
    height: float
    shapes: Sequence[Shape]


def nothing(why: str = "nothing has a value") -> Scene:
    """An empty picture that says why it is empty."""
    title = f"There is nothing to draw: {why}"
    return Scene(title, f"{title}.", _EMPTY[0], _EMPTY[1], [Words(20, 24, title, colour=SOFT)])


def shade(value: float | None) -> str:
    """Blue above chance and orange below it, paler the nearer.

    >>> shade(0.0), shade(1.0), shade(-0.5)
    ('#ffffff', '#74b3d8', '#f7d1ae')
    """
    share = min(1.0, abs(value or 0.0))
    tone = _ABOVE if (value or 0.0) > 0 else _BELOW
    return "#" + "".join(f"{int(255 - (255 - each) * share):02x}" for each in tone)


def scene_svg(scene: Scene) -> str:
    """A picture as SVG; all that comes from the data is text."""
    size = f'viewBox="0 0 {scene.width:.0f} {scene.height:.0f}" width="{scene.width:.0f}" height="{scene.height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="system-ui, sans-serif">',
        f"<title>{_text(scene.title)}</title>",
        f"<desc>{_text(scene.described)}</desc>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        *map(_drawn, scene.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return escape(printable(text))


def _drawn(shape: Shape) -> str:
    match shape:
        case Line(places, colour, width, dashed):
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            dash = ' stroke-dasharray="5 3"' if dashed else ""
            return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dash}/>'
        case Box(x, y, width, height, fill, edge):
            size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            return f'<rect {size} fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'
        case Dot(x, y, radius, colour):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'
        case Words(x, y, text, anchor, colour, size, bold):
            weight = ' font-weight="600"' if bold else ""
            look = f'text-anchor="{anchor}" fill="{colour}" font-size="{size:g}"{weight}'
            return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{_text(text)}</text>'


def scene_png(scene: Scene) -> bytes:
    """The same in pixels, drawn by matplotlib."""
    from io import BytesIO

    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Circle, Rectangle
    except ImportError:
        raise MissingExtra("matplotlib", "plot") from None
    figure = Figure(figsize=(scene.width / _INCH, scene.height / _INCH))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
    axes.set_axis_off()
    for order, shape in enumerate(scene.shapes):
        match shape:
            case Line(places, colour, width, dashed):
                x, y = zip(*places, strict=True)
                axes.plot(x, y, color=colour, linewidth=width * _POINT, linestyle="--" if dashed else "-", zorder=order)
            case Box(x, y, width, height, fill, edge):
                axes.add_patch(Rectangle((x, y), width, height, facecolor=fill, edgecolor=edge, zorder=order))
            case Dot(x, y, radius, colour):
                axes.add_patch(Circle((x, y), radius, facecolor=colour, zorder=order))
            case Words(x, y, text, anchor, colour, size, bold):
                side = {"start": "left", "middle": "center", "end": "right"}[anchor]
                weight = "bold" if bold else "normal"
                look: dict[str, Any] = {
                    "color": colour,
                    "fontsize": size * _POINT,
                    "ha": side,
                    "va": "baseline",
                    "weight": weight,
                }
                axes.text(x, y, printable(text), parse_math=False, zorder=order, **look)
    drawn = BytesIO()
    figure.savefig(drawn, format="png", dpi=3 * _INCH)
    return drawn.getvalue()
