"""An alignment as a picture: a lane an annotator, a box a unit, and links between units that are aligned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import printable
from accord.reporting.alignment_lanes import position
from accord.reporting.alignment_layout import DOT, NUMBER, SMALL, STRIP, TEXT, WIDE, laid_out
from accord.reporting.alignment_legend import SWATCH, legend, subtitle
from accord.reporting.hatching import hatched
from accord.reporting.letters import in_lines
from accord.reporting.palette import colour, looks
from accord.reporting.scene import EDGE, GRID, INK, SOFT, Box, Dot, Line, Scene, Words, moved
from accord.reporting.table import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_layout import Box as UnitBox
    from accord.reporting.alignment_layout import Link, Row
    from accord.reporting.alignment_legend import Key
    from accord.reporting.scene import Shape

_LANE = "#f4f4f4"
_TONES, _STRONG = (0.92, 0.78, 1.0), 0.34
"""How light each tone of a box is, and its edge."""
_LEVELS = ((3.0, ""), (1.6, ""), (1.4, "7 4"), (1.4, "2 3"))
"""The width of a link and how it is broken, by its level of disorder."""
_UNMATCHED = "4 3"
_SUBTITLE, _NARROWEST = 43.0, 320.0


def alignment_scene(drawn: Drawn, wide: float | None = None) -> Scene:
    """An alignment in lanes, rows below each other; a place with a mouse on it says what is there."""
    layout = laid_out(drawn, wide or WIDE)
    across = max(layout.width, _NARROWEST)
    keys, bottom = legend(drawn, layout, across)
    counted = list(in_lines(subtitle(drawn), across - 2 * EDGE, TEXT))
    down = 16.0 * (len(counted) - 1)
    shapes: list[Shape] = [
        *(shape for row in layout.rows for shape in _lanes(row, drawn.of)),
        *map(_link, layout.links),
        *(shape for box in layout.boxes for shape in _unit(drawn, box)),
        *(Dot(x, y, DOT, INK) for link in layout.links for x, y in link.ends),
        *(shape for key in keys for shape in _key(key)),
    ]
    head = [Words(EDGE, _SUBTITLE + 16 * number, line, size=TEXT) for number, line in enumerate(counted)]
    left_out = f" {layout.left_out.capitalize()}." if layout.left_out else ""
    said = (
        f"{subtitle(drawn)}. A lane for each annotator, a box for each unit, and links between units that are aligned."
        f"{left_out}"
    )
    notes = [note for note in (drawn.choice, layout.left_out, drawn.signature) if note]
    everything = [*head, *(moved(shape, down=down) for shape in shapes)]
    return Scene(drawn.title, said, across, bottom + down, everything, notes)


def _lanes(row: Row, of: str) -> Iterator[Shape]:
    for lane in row.lanes:
        yield Box(row.x, lane.y - 5, row.width, lane.height + 10, _LANE)
        yield Words(row.x - 8, lane.y + lane.height / 2 + 4, lane.name, "end", size=TEXT, bold=True)
    yield Line(((row.x, row.axis), (row.x + row.width, row.axis)))
    yield Words(row.x - 14, row.axis + 15, of, "end", SOFT, SMALL)
    for x, label in row.ticks:
        yield Line(((x, row.top - 5), (x, row.axis)), GRID)
        yield Line(((x, row.axis), (x, row.axis + 4)))
        yield Words(x, row.axis + 15, label, "middle", SOFT, SMALL)


def _link(link: Link) -> Line:
    width, dash = _LEVELS[link.level]
    return Line((link.start, link.end), INK, width, dash, f"unitary alignment {link.number}")


def _unit(drawn: Drawn, box: UnitBox) -> Iterator[Shape]:
    (x, y), right = box.middle, box.x + box.width - 3
    yield from _sample(box, _said(drawn, box))
    if box.label:
        yield Words(x, y + 4, box.label, "middle", size=TEXT)
    if box.numbered:
        yield Words(right, box.y + 9, box.numbers, "end", SOFT, NUMBER)


def _sample(box: UnitBox, said: str = "") -> Iterator[Shape]:
    """A box without its text; no line is drawn where a unit goes on in another row."""
    hue, pattern, tone = looks(box.category)
    strong = colour(hue, _STRONG)
    yield Box(box.x, box.y, box.width, box.height, colour(hue, _TONES[tone]), said=said)
    yield from hatched(Box(box.x, box.y + box.height - STRIP, box.width, STRIP), pattern, strong)
    for line in box.outline:
        yield Line(tuple(line), strong, 1.4, _UNMATCHED if box.alone else "")


def _said(drawn: Drawn, box: UnitBox) -> str:
    """What a box is, in words."""
    unit = drawn.units[box.unit]
    owner = drawn.annotators[unit.owner]
    ends = f"{position(unit.start)}–{position(unit.end)}"
    category = drawn.categories[box.category]
    words = shortened(unit.words, 80)
    matched = "nobody else has it" if box.alone else f"unitary alignment {box.numbers}"
    return printable("; ".join(filter(None, [f"{owner}, {ends}", category, words, matched])))


def _key(key: Key) -> Iterator[Shape]:
    if key.kind == "link":
        yield Line(((key.x, key.y), (key.x + SWATCH, key.y)), INK, *_LEVELS[key.index])
    if key.box:
        yield from _sample(key.box)
    yield Words(key.x + SWATCH + 8, key.y + 4, key.text, size=TEXT)
