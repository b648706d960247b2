"""An alignment drawn as SVG: a lane an annotator, a box a unit, and links between units that are aligned."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

from accord.messages import printable
from accord.reporting.alignment_lanes import position
from accord.reporting.alignment_layout import DOT, STRIP, laid_out
from accord.reporting.alignment_legend import SWATCH, captioned
from accord.reporting.palette import colour, looks
from accord.reporting.table import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.reporting.alignment_drawn import Drawn
    from accord.reporting.alignment_layout import Box, Layout, Link, Row
    from accord.reporting.alignment_legend import Caption, Key
    from accord.reporting.palette import Look

_PATTERNS = (
    '<path d="M0 0h6v6h-6z" class="full"/>',
    '<path d="M-1 1l2-2M0 6l6-6M5 7l2-2"/>',
    '<path d="M-1 5l2 2M0 0l6 6M5-1l2 2"/>',
    '<path d="M1.5 1.5h.01M4.5 4.5h.01" class="dots"/>',
    '<path d="M0 1.5h6M0 4.5h6"/>',
    '<path d="M1.5 0v6M4.5 0v6"/>',
    '<path d="M0 0l6 6M0 6l6-6"/>',
    '<path d="M0 3h6M3 0v6"/>',
)
_STYLE = """
.alignment { color: #222; font: 12px system-ui, sans-serif; }
.alignment text { fill: currentColor; unicode-bidi: isolate; }
.alignment .paper { fill: #fff; }
.alignment .lane { fill: #222; opacity: 0.05; }
.alignment .axis { stroke: currentColor; fill: none; }
.alignment .grid { stroke: currentColor; opacity: 0.12; }
.alignment .small { font-size: 10px; opacity: 0.8; }
.alignment .number { font-size: 9px; opacity: 0.8; }
.alignment .title { font-size: 16px; font-weight: 600; }
.alignment .name { font-weight: 600; }
.alignment .fill { stroke: none; }
.alignment .outline { fill: none; stroke-width: 1.4; }
.alignment .alone { stroke-dasharray: 4 3; }
.alignment pattern path { stroke-width: 1.3; }
.alignment pattern .dots { stroke-width: 2.2; stroke-linecap: round; }
.alignment .link { fill: none; stroke: currentColor; }
.alignment circle { fill: currentColor; }
.alignment .level0 { stroke-width: 3; }
.alignment .level1 { stroke-width: 1.6; }
.alignment .level2 { stroke-width: 1.4; stroke-dasharray: 7 4; }
.alignment .level3 { stroke-width: 1.4; stroke-dasharray: 2 3; }
"""
PALE, _DEEP = (0.92, 0.78, 1.0), (0.24, 0.4, 0.1)
"""How light each tone is, on white paper and in the dark."""
_DARK = ".alignment { color: #eee; } .alignment .paper { fill: #1b1b1b; } .alignment .lane { fill: #fff; }"


def alignment_figure(drawn: Drawn, *, in_the_dark: bool = True) -> str:
    """An alignment in lanes, rows below each other, all that comes from the data as text.

    Where the screen of its reader is dark, so is it, unless it is not to be ``in_the_dark``.
    """
    layout = laid_out(drawn)
    caption = captioned(drawn, layout)
    name = f"alignment-{crc32(drawn.title.encode('utf-8', 'replace')):08x}"
    parts = [
        *_head(layout, caption, name, in_the_dark=in_the_dark),
        *(part for row in layout.rows for part in _lanes(row, drawn.of)),
        *map(_link, layout.links),
        *(_box(drawn, box, name) for box in layout.boxes),
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}"/>' for link in layout.links for x, y in link.ends),
        *(_key(key, name) for key in caption.keys),
        *(f'<text class="small" x="{layout.left:.1f}" y="{y:.1f}">{escape(note)}</text>' for y, note in caption.notes),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _head(layout: Layout, caption: Caption, name: str, *, in_the_dark: bool) -> Iterator[str]:
    size = f"{caption.width:.0f}", f"{caption.height:.0f}"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}" class="alignment" role="img" aria-labelledby="{name}-title {name}-desc">'
    )
    left_out = f" {layout.left_out.capitalize()}." if layout.left_out else ""
    yield f'<title id="{name}-title">{escape(caption.title)}</title>'
    yield (
        f'<desc id="{name}-desc">{escape(caption.subtitle)}. A lane for each annotator, a box for each unit, and links '
        f"between units that are aligned.{escape(left_out)}</desc>"
    )
    categories = sorted({box.category for box in layout.boxes})
    used = dict.fromkeys(map(looks, categories))
    light, dark = (_hues(used, *lightness) for lightness in ((PALE, 0.34), (_DEEP, 0.68)))
    darkened = f"{_in_the_dark(dark)}{_in_the_dark(_DARK)}" if in_the_dark else ""
    yield f"<style>{light}{_STYLE}{darkened}\n</style>"
    patterns = (
        f'<pattern id="{name}-{hue}-{pattern}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<g class="hue{hue}">{_PATTERNS[pattern]}</g></pattern>'
        for hue, pattern, _ in used
    )
    yield f"<defs>{''.join(patterns)}</defs>"
    yield f'<rect class="paper" width="{size[0]}" height="{size[1]}"/>'
    yield f'<text class="title" x="{layout.left:.1f}" y="26">{escape(caption.title)}</text>'
    yield f'<text x="{layout.left:.1f}" y="45">{escape(caption.subtitle)}</text>'


def _in_the_dark(style: str) -> str:
    return f"@media (prefers-color-scheme: dark) {{ {style} }}"


def _hues(used: Iterable[Look], tones: Sequence[float], strong: float) -> str:
    return " ".join(
        f".alignment .hue{hue} {{ stroke: {colour(hue, strong)}; }} "
        f".alignment .hue{hue}.tone{tone} {{ fill: {colour(hue, tones[tone])}; }} "
        f".alignment .hue{hue} .full {{ fill: {colour(hue, strong)}; }}"
        for hue, _, tone in used
    )


def _lanes(row: Row, of: str) -> Iterator[str]:
    for lane in row.lanes:
        yield (
            f'<rect class="lane" x="{row.x:.1f}" y="{lane.y - 5:.1f}" width="{row.width:.1f}" '
            f'height="{lane.height + 10:.1f}" rx="4"/>'
        )
        middle = lane.y + lane.height / 2 + 4
        yield (f'<text class="name" x="{row.x - 8:.1f}" y="{middle:.1f}" text-anchor="end">{escape(lane.name)}</text>')
    yield f'<path class="axis" d="M{row.x:.1f} {row.axis:.1f}h{row.width:.1f}"/>'
    yield f'<text class="small" x="{row.x - 14:.1f}" y="{row.axis + 15:.1f}" text-anchor="end">{escape(of)}</text>'
    for x, label in row.ticks:
        yield f'<path class="grid" d="M{x:.1f} {row.top - 5:.1f}V{row.axis:.1f}"/>'
        yield f'<path class="axis" d="M{x:.1f} {row.axis:.1f}v4"/>'
        yield f'<text class="small" x="{x:.1f}" y="{row.axis + 15:.1f}" text-anchor="middle">{label}</text>'


def _link(link: Link) -> str:
    (x, y), (to_x, to_y) = link.start, link.end
    return (
        f'<path class="link level{link.level}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}">'
        f"<title>unitary alignment {link.number}</title></path>"
    )


def _box(drawn: Drawn, box: Box, name: str) -> str:
    (x, y), right = box.middle, box.x + box.width - 3
    label = f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{escape(box.label)}</text>'
    numbers = f'<text class="number" x="{right:.1f}" y="{box.y + 9:.1f}" text-anchor="end">{box.numbers}</text>'
    said = escape(_said(drawn, box))
    texts = label * bool(box.label) + numbers * box.numbered
    return f'<g class="unit"><title>{said}</title>{_sample(box, name)}{texts}</g>'


def _sample(box: Box, name: str) -> str:
    """A box without its text; no line is drawn where a unit goes on in another row."""
    hue, pattern, tone = looks(box.category)
    outline = "".join(f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in line)}" for line in box.outline)
    left, top = f"{box.x:.1f}", f"{box.y:.1f}"
    strip = f'x="{left}" y="{box.y + box.height - STRIP:.1f}" width="{box.width:.1f}" height="{STRIP:g}"'
    return (
        f'<rect class="fill hue{hue} tone{tone}" x="{left}" y="{top}" width="{box.width:.1f}" height="{box.height:g}"/>'
        f'<rect {strip} fill="url(#{name}-{hue}-{pattern})"/>'
        f'<path class="outline hue{hue}{" alone" * box.alone}" d="{outline}"/>'
    )


def _said(drawn: Drawn, box: Box) -> str:
    """What a box is, in words."""
    unit = drawn.units[box.unit]
    owner = drawn.annotators[unit.owner]
    ends = f"{position(unit.start)}–{position(unit.end)}"
    category = drawn.categories[box.category]
    words = shortened(unit.words, 80)
    matched = "nobody else has it" if box.alone else f"unitary alignment {box.numbers}"
    return printable("; ".join(filter(None, [f"{owner}, {ends}", category, words, matched])))


def _key(key: Key, name: str) -> str:
    text = f'<text x="{key.x + SWATCH + 8:.1f}" y="{key.y + 4:.1f}">{escape(key.text)}</text>'
    if key.kind == "link":
        return f'<path class="link level{key.index}" d="M{key.x:.1f} {key.y:.1f}h{SWATCH}"/>{text}'
    return (_sample(key.box, name) if key.box else "") + text
