"""A scene as SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from accord.messages import printable
from accord.reporting.letters import FAMILY
from accord.reporting.scene import PAPER, Area, Box, Dot, Line, Strokes, Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.reporting.scene import Scene, Shape


def as_svg(scene: Scene) -> str:
    """A file that is complete in itself."""
    inside = f'viewBox="0 0 {scene.width:.0f} {scene.height:.0f}"'
    wide, high = f"{scene.width:.0f}", f"{scene.height:.0f}"
    if scene.millimetres is not None:
        wide, high = f"{scene.millimetres:g}mm", f"{scene.millimetres * scene.height / scene.width:.2f}mm"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {inside} width="{wide}" height="{high}" role="img" '
            f"font-family=\"'{FAMILY}', Verdana, Arial, sans-serif\">"
        ),
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
        case Line(places, colour, width, dash, said):
            broken = f' stroke-dasharray="{dash}"' if dash else ""
            return _said(
                f'path d="M{_path(places)}" fill="none" stroke="{colour}" stroke-width="{width:g}"{broken}', said
            )
        case Strokes(lines, colour, width):
            path = "M".join(map(_path, lines))
            return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        case Area(places, fill, opacity):
            pale = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
            return f'<path d="M{_path(places)}Z" fill="{fill}"{pale}/>'
        case Box(x, y, width, height, fill, edge, said):
            size = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            return _said(f'rect {size} fill="{fill}" stroke="{edge}" stroke-width="1.5"', said)
        case Dot(x, y, radius, colour, edge, said):
            ring = "" if edge == "none" else f' stroke="{edge}" stroke-width="1.5"'
            return _said(f'circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"{ring}', said)
        case Words(x, y, text, anchor, colour, size, bold, upwards):
            weight = ' font-weight="bold"' if bold else ""
            turned = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if upwards else ""
            look = f'text-anchor="{anchor}" fill="{colour}" font-size="{size:g}"{weight}{turned}'
            return f'<text x="{x:.1f}" y="{y:.1f}" {look}>{_text(text)}</text>'


def _path(places: Iterable[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in places)


def _said(element: str, said: str) -> str:
    return f"<{element}><title>{_text(said)}</title></{element.partition(' ')[0]}>" if said else f"<{element}/>"
