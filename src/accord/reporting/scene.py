"""A picture as a few shapes on paper, which SVG and, for pixels, matplotlib draw alike."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, Protocol

from accord.errors import MissingExtra
from accord.messages import last_break, printable
from accord.reporting.table import width as cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INK, SOFT, GRID, DOT, CHANCE, PAPER = "#1d2024", "#565c64", "#dedcd6", "#0b5a86", "#a34a00", "#ffffff"
"""The colours of pictures, those of the page in the light."""
_ABOVE, _BELOW = (0x74, 0xB3, 0xD8), (0xF0, 0xA3, 0x5E)
_EMPTY = 720.0, 40.0
_EDGE, _LETTER, _SMALL, _LINE = 20.0, 7.6, 5.6, 15.0
"""The margin, how wide a letter of a title and of a note is at most times, and how high the line of a note."""
_INCH, _POINT = 96.0, 0.75
"""Pixels to an inch, and points to a pixel."""
_MAX_PIXELS = 60_000
"""How wide and high a picture may be for matplotlib."""


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
class Tip:
    """The head of an arrow that points to a place, from above (-1) or from below (1)."""

    x: float
    y: float
    way: int = -1
    colour: str = INK

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Where it ends, and the two corners behind."""
        back = self.y + 7 * self.way
        return (self.x, self.y), (self.x - 3.5, back), (self.x + 3.5, back)


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


Shape = Line | Box | Tip | Dot | Words


class Picture(Protocol):
    """What is drawn as SVG, and in pixels alike."""

    def svg(self) -> str:
        """A file that is complete in itself."""
        ...

    def png(self) -> bytes:
        """The same in pixels; needs the extra 'plot'."""
        ...


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes, drawn in their order below a title, and what those hear who do not see them; ``notes`` stand below."""

    title: str
    described: str
    width: float
    height: float
    shapes: Sequence[Shape]
    notes: Sequence[str] = ()

    def svg(self) -> str:
        """The picture as SVG; all that comes from the data is text."""
        return _svg(_framed(self))

    def png(self) -> bytes:
        """The same in pixels, drawn by matplotlib."""
        return _png(_framed(self))


def below(scene: Scene, other: Scene) -> Scene:
    """Two pictures as one, the second below the first under a title of its own."""
    heading = Words(_EDGE, 24, other.title, bold=True)
    shapes = [*scene.shapes, *(moved(shape, down=scene.height) for shape in (heading, *other.shapes))]
    wide, high = max(scene.width, other.width), scene.height + other.height
    return Scene(scene.title, f"{scene.described} {other.described}", wide, high, shapes, (*scene.notes, *other.notes))


def moved(shape: Shape, *, down: float) -> Shape:
    """The same shape, further down."""
    if isinstance(shape, Line):
        return replace(shape, places=tuple((x, y + down) for x, y in shape.places))
    return replace(shape, y=shape.y + down)


def _framed(scene: Scene) -> Scene:
    """The same with its title above it and its notes below, as wide as the title is."""
    wide = max(scene.width, 2 * _EDGE + _LETTER * cells(printable(scene.title)))
    lines = [line for note in scene.notes for line in in_lines(printable(note), int((wide - 2 * _EDGE) / _SMALL))]
    notes = [Words(_EDGE, scene.height + _LINE * (n + 0.6), line, "start", SOFT, 10) for n, line in enumerate(lines)]
    high = scene.height + (_LINE * len(lines) + 8 if lines else 0)
    shapes = [Words(_EDGE, 24, scene.title, bold=True), *scene.shapes, *notes]
    return replace(scene, width=wide, height=high, shapes=shapes)


def in_lines(note: str, most: int) -> Iterator[str]:
    """A note in lines of so many cells, broken behind the bars of a signature or at a space, or where it must be.

    >>> list(in_lines("alpha|dist:nominal|unit:item", 20)), list(in_lines("of harbours ", 4)), list(in_lines("", 4))
    (['alpha|dist:nominal|', 'unit:item'], ['of h', 'arbo', 'urs'], [])
    """
    line = ""
    for part in re.findall(r"[^| ]*[| ]|[^| ]+$", note):
        for piece in [part] if cells(part.rstrip()) <= most else _characters(part):
            if line and cells(line + piece.rstrip()) > most:
                yield line.rstrip()
                line = ""
            line += piece
    if line:
        yield line.rstrip()


def _characters(text: str) -> list[str]:
    """The characters of a text as they are seen, each with its marks."""
    starts = [at for at in range(len(text)) if last_break(text, at) == at]
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def nothing(why: str = "nothing has a value") -> Scene:
    """An empty picture that says why it is empty."""
    title = f"There is nothing to draw: {why}"
    return Scene(title, f"{title}.", _EMPTY[0], _EMPTY[1], [])


def shade(value: float | None) -> str:
    """Blue above chance and orange below it, paler the nearer.

    >>> shade(0.0), shade(1.0), shade(-0.5)
    ('#ffffff', '#74b3d8', '#f7d1ae')
    """
    share = min(1.0, abs(value or 0.0))
    tone = _ABOVE if (value or 0.0) > 0 else _BELOW
    return "#" + "".join(f"{int(255 - (255 - each) * share):02x}" for each in tone)


def _svg(scene: Scene) -> str:
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
        case Tip(colour=colour):
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.corners)
            return f'<polygon points="{corners}" fill="{colour}"/>'
        case Dot(x, y, radius, colour):
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>'
        case Words(x, y, text, anchor, colour, size, bold):
            weight = ' font-weight="600"' if bold else ""
            look = f'text-anchor="{anchor}" fill="{colour}" font-size="{size:g}"{weight}'
            return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{_text(text)}</text>'


def in_pixels(figure: Any, inches: float, sharp: float) -> bytes:
    """A figure of matplotlib as PNG, as sharp as it may be; in place of characters that its font lacks are boxes."""
    import warnings
    from io import BytesIO

    pixels = BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        figure.savefig(pixels, format="png", dpi=min(sharp, _MAX_PIXELS / inches))
    return pixels.getvalue()


def _png(scene: Scene) -> bytes:
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Circle, Polygon, Rectangle
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
            case Tip(colour=colour):
                axes.add_patch(Polygon(shape.corners, facecolor=colour, zorder=order))
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
    return in_pixels(figure, max(scene.width, scene.height) / _INCH, 3 * _INCH)
