"""A picture as a few shapes on paper, which SVG, PDF and PNG draw alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from accord.messages import plural
from accord.reporting.letters import in_lines, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    Places = tuple[tuple[float, float], ...]

INK, SOFT, GRID, DOT, CHANCE, PAPER = "#1d2024", "#565c64", "#dedcd6", "#0b5a86", "#a34a00", "#ffffff"
"""The colours of pictures, those of the page in the light."""
BROKEN = "5 3"
"""A broken line: how long its parts are, and how far apart."""
WIDE, SHARP = 720.0, 300.0
"""How wide a picture is where nobody says it, and how many pixels it has to an inch."""
EDGE = 20.0
"""The margin."""
_ABOVE, _BELOW = (0x74, 0xB3, 0xD8), (0xF0, 0xA3, 0x5E)
_TITLE, _NOTE, _TITLE_LINE, _NOTE_LINE, _FIRST_LINE = 13.0, 10.0, 18.0, 15.0, 24.0
"""How large the letters of titles and notes are, how high their lines, and where the first line of a title stands."""
_NARROWEST, _BARE = 240.0, 22.0
"""How wide a picture is at least, and how much higher all lies where there is no title."""
_PER_MM = 96 / 25.4
SMALLEST = 5.0
"""Smaller letters, in points, are hard to read in print."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some places, broken into parts that are so long and so far apart."""

    places: Places
    colour: str = INK
    width: float = 1.0
    dash: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Strokes:
    """Several lines of one look."""

    lines: tuple[Places, ...]
    colour: str = INK
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Area:
    """What lies between some places, from 0 (not seen) to 1 (covers all below it)."""

    places: Places
    fill: str = INK
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; without a fill only its edge is drawn. What is ``said`` of it shows where a mouse points at it."""

    x: float
    y: float
    width: float
    height: float
    fill: str = PAPER
    edge: str = "none"
    said: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot for a value."""

    x: float
    y: float
    radius: float = 5.0
    colour: str = DOT
    edge: str = "none"
    said: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Text; ``y`` is the line that it stands on; ``upwards`` it is read from below to above."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    colour: str = INK
    size: float = 13.0
    bold: bool = False
    upwards: bool = False

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """From where to where it goes at most: left, top, right and bottom."""
        wide = text_width(self.text, self.size, bold=self.bold)
        before = {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        high, low = 0.76 * self.size, 0.24 * self.size
        if self.upwards:
            return self.x - high, self.y + before - wide, self.x + low, self.y + before
        return self.x - before, self.y - high, self.x - before + wide, self.y + low


Shape = Line | Strokes | Area | Box | Dot | Words


def tip(x: float, y: float, way: int = -1, colour: str = INK) -> Area:
    """The head of an arrow that points to a place, from above (-1) or from below (1)."""
    back = y + 7 * way
    return Area(((x, y), (x - 3.5, back), (x + 3.5, back)), colour)


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes, drawn in their order below a title, and what those hear who do not see them; ``notes`` stand below.

    Where ``millimetres`` are given the picture is so wide in print, and else as wide as on a screen.
    """

    title: str
    described: str
    width: float
    height: float
    shapes: Sequence[Shape]
    notes: Sequence[str] = ()
    millimetres: float | None = None
    bare: bool = False
    """Whether title and notes are left out, as they are in the caption of a paper."""
    why_empty: str = ""
    """Why there is nothing to draw, if there is not."""

    @property
    def scale(self) -> float:
        """How many pixels of a screen, 96 to an inch, one of the picture is."""
        return 1.0 if self.millimetres is None else self.millimetres * _PER_MM / self.width

    @property
    def smallest(self) -> float:
        """The size of its smallest letters in points."""
        return min((each.size for each in self.shapes if isinstance(each, Words)), default=_TITLE) * self.scale * 0.75

    def framed(self) -> Scene:
        """The same with its title above it and its notes below, in as many lines as these need; without, if bare."""
        if self.bare:
            shapes = [moved(shape, down=-_BARE) for shape in self.shapes]
            return replace(self, height=self.height - _BARE, shapes=shapes, notes=())
        wide = max(self.width, _NARROWEST)
        titles = list(in_lines(self.title, wide - 2 * EDGE, _TITLE, bold=True))
        down = _TITLE_LINE * max(0, len(titles) - 1)
        lines = [line for note in self.notes for line in in_lines(note, wide - 2 * EDGE, _NOTE)]
        high = self.height + down
        shapes = [
            *(Words(EDGE, _FIRST_LINE + _TITLE_LINE * n, line, bold=True) for n, line in enumerate(titles)),
            *(moved(shape, down=down) for shape in self.shapes),
            *(Words(EDGE, high + _NOTE_LINE * (n + 0.6), line, "start", SOFT, _NOTE) for n, line in enumerate(lines)),
        ]
        high += _NOTE_LINE * len(lines) + 8 if lines else 0
        return replace(self, width=wide, height=high, shapes=shapes, notes=())

    def svg(self) -> str:
        """The picture as SVG; all that comes from the data is text."""
        from accord.reporting.scene_svg import as_svg

        return as_svg(self.framed())

    def png(self) -> bytes:
        """The same in pixels, drawn by matplotlib."""
        from accord.reporting.scene_paper import on_paper

        return on_paper(self.framed(), "png")

    def pdf(self) -> bytes:
        """The same as PDF, drawn by matplotlib, with its letters in it."""
        from accord.reporting.scene_paper import on_paper

        return on_paper(self.framed(), "pdf")


def below(scene: Scene, other: Scene) -> Scene:
    """Two pictures as one, the second below the first under a title of its own."""
    wide = max(scene.width, other.width)
    titles = list(in_lines(other.title, wide - 2 * EDGE, _TITLE, bold=True))
    heading = [Words(EDGE, _FIRST_LINE + _TITLE_LINE * n, line, bold=True) for n, line in enumerate(titles)]
    down = _TITLE_LINE * max(0, len(titles) - 1)
    shapes = [
        *scene.shapes,
        *(moved(shape, down=scene.height) for shape in heading),
        *(moved(shape, down=scene.height + down) for shape in other.shapes),
    ]
    said, high = f"{scene.described} {other.described}", scene.height + down + other.height
    return Scene(scene.title, said, wide, high, shapes, (*scene.notes, *other.notes))


def moved(shape: Shape, *, down: float) -> Shape:
    """The same shape, further down."""
    if isinstance(shape, Line | Area):
        return replace(shape, places=_lowered(shape.places, down))
    if isinstance(shape, Strokes):
        return replace(shape, lines=tuple(_lowered(places, down) for places in shape.lines))
    return replace(shape, y=shape.y + down)


def _lowered(places: Places, down: float) -> Places:
    return tuple((x, y + down) for x, y in places)


def nothing(why: str = "nothing has a value") -> Scene:
    """An empty picture that says why it is empty."""
    title = f"There is nothing to draw: {why}"
    return Scene(title, f"{title}.", WIDE, 40.0, [], why_empty=why)


def not_drawn(number: int, what: str = "") -> list[str]:
    """A note on how many there was no room for.

    >>> not_drawn(0), not_drawn(1200), not_drawn(1, "label")
    ([], ['1,200 more are not drawn.'], ['1 more label is not drawn.'])
    """
    more = plural(number, f"more {what}") if what else f"{number:,} more"
    return [f"{more} {'is' if number == 1 else 'are'} not drawn."] if number > 0 else []


def shade(value: float | None) -> str:
    """Blue above chance and orange below it, paler the nearer.

    >>> shade(0.0), shade(1.0), shade(-0.5)
    ('#ffffff', '#74b3d8', '#f7d1ae')
    """
    share = min(1.0, abs(value or 0.0))
    tone = _ABOVE if (value or 0.0) > 0 else _BELOW
    return "#" + "".join(f"{int(255 - (255 - each) * share):02x}" for each in tone)
