"""Two trees over one sentence as SVG: one above the words and one below; what differs has a colour and broken lines."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from accord.model import DependencyTree, PhraseTree
from accord.model.tree import ROOT
from accord.report.arcs import arcs, nodes, words
from accord.report.table import width
from accord.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.model import Tree
    from accord.report.arcs import Arc, Node

_CELL, _SMALL, _GAP, _STEP, _EDGE, _TITLE = 8, 6.6, 18, 30, 24, 34
"""Pixels: a letter, one of a label, between words, a level, around everything, above the drawing."""
_ABOVE, _BELOW = -1, 1
"""To which side of the words a tree grows."""

_STYLE = """
.trees { color: #222; background: #fff; font: 13px system-ui, sans-serif; }
.trees text { fill: currentColor; }
.trees .word { font-size: 14px; }
.trees .name { font-weight: 600; }
.trees .label { font-size: 11px; }
.trees .edge { fill: none; stroke: #888; stroke-width: 1.2; }
.trees .differs { stroke: #b3400a; stroke-width: 2; stroke-dasharray: 6 3; }
.trees .tip { fill: #888; }
.trees .off { fill: #b3400a; font-weight: 600; }
.trees .back { fill: #fff; }
@media (prefers-color-scheme: dark) {
.trees { color: #eee; background: #1b1b1b; }
.trees .differs { stroke: #ff9d5c; }
.trees .off { fill: #ff9d5c; }
.trees .back { fill: #1b1b1b; }
}
"""


def tree_figure(name: str, trees: Mapping[str, Tree]) -> str:
    """The trees of two annotators over one sentence, the first above its words, the second below."""
    (first, one), (second, other) = trees.items()
    if isinstance(one, DependencyTree) and isinstance(other, DependencyTree):
        sides = arcs(one, other), arcs(other, one)
        middles = _middles(words(one), [[arc.label for arc in side] for side in sides])
        heights = [_STEP * (1 + max(arc.level for arc in side)) for side in sides]
        said = f"{sum(arc.differs for arc in sides[0])} of {len(one)} tokens"
        drawn = [
            [line for arc in sorted(side, key=lambda arc: arc.differs) for line in _arc(arc, middles, height, way)]
            for side, height, way in zip(sides, heights, (_ABOVE, _BELOW), strict=True)
        ]
    else:
        assert isinstance(one, PhraseTree)
        assert isinstance(other, PhraseTree)
        trees_of = nodes(one, other), nodes(other, one)
        middles = _middles(words(one), [[node.label for node in side if node.is_leaf] for side in trees_of])
        heights = [_STEP * (1 + max(node.height for node in side)) for side in trees_of]
        said = f"{sum(node.differs for side in trees_of for node in side)} of {sum(map(len, trees_of))} brackets"
        drawn = [list(_nodes(side, middles, way)) for side, way in zip(trees_of, (_ABOVE, _BELOW), strict=True)]
    title = f"{name}: {first} and {second} differ in {said}"
    return "\n".join(_framed(title, (first, second), (words(one), middles), heights, drawn)) + "\n"


def _middles(tokens: Sequence[str], labels: Sequence[Sequence[str]]) -> list[float]:
    """Where the middle of each word lies, with room for word and labels; and behind them, where the last ends."""
    middles: list[float] = []
    right = float(_EDGE)
    for index, word in enumerate(tokens):
        space = max(_CELL * width(word), *(_SMALL * width(side[index]) for side in labels))
        middles.append(right + space / 2)
        right += space + _GAP
    return [*middles, right]


def _framed(
    title: str,
    annotators: tuple[str, str],
    text: tuple[Sequence[str], Sequence[float]],
    heights: Sequence[float],
    drawn: Sequence[Sequence[str]],
) -> Iterator[str]:
    tokens, (*middles, right) = text
    wide = max(right, _CELL * width(title)) + _EDGE
    line = _TITLE + _STEP + heights[0]
    high = line + heights[1] + _STEP + _EDGE
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" width="{wide:.0f}" '
        f'height="{high:.0f}" class="trees" role="img" aria-labelledby="trees-title trees-desc">'
    )
    yield f'<title id="trees-title">{_text(title)}</title>'
    sides = f"{annotators[0]} above the words, {annotators[1]} below them."
    yield f'<desc id="trees-desc">{_text(sides)} What differs has a colour of its own and broken lines.</desc>'
    yield f"<style>{_STYLE}</style>"
    yield '<rect class="back" width="100%" height="100%"/>'
    for y, words_ in ((22.0, title), (_TITLE + 14.0, annotators[0]), (high - 10, annotators[1])):
        yield f'<text class="name" x="{_EDGE}" y="{y:.0f}">{_text(words_)}</text>'
    for word, x in zip(tokens, middles, strict=True):
        yield f'<text class="word" x="{x:.1f}" y="{line + 5:.1f}" text-anchor="middle">{_text(word)}</text>'
    for lines, away in zip(drawn, (-14, 14), strict=True):
        yield f'<g transform="translate(0 {line + away:.1f})">'
        yield from lines
        yield "</g>"
    yield "</svg>"


def _text(text: str) -> str:
    return escape(printable(text))


def _edge(path: str, *, differs: bool) -> str:
    return f'<path class="edge{" differs" * differs}" d="{path}"/>'


def _label(text: str, x: float, y: float, *, differs: bool) -> str:
    space = _SMALL * width(text) + 4
    return (
        f'<rect class="back" x="{x - space / 2:.1f}" y="{y - 7:.1f}" width="{space:.1f}" height="14"/>'
        f'<text class="label{" off" * differs}" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{_text(text)}</text>'
    )


def _arc(arc: Arc, middles: Sequence[float], highest: float, way: int) -> Iterator[str]:
    """An arc from the head to the token with an arrow at the token; from the edge, upright, where it is the root's."""
    end = middles[arc.token]
    if arc.head < 0:
        top = way * (highest - _STEP / 2)
        yield _edge(f"M{end:.1f} {top:.1f}V0", differs=arc.differs)
    else:
        top = way * _STEP * arc.level
        start = middles[arc.head] + (4 if arc.token > arc.head else -4)
        bend = f"{start:.1f} {top * 4 / 3:.1f} {end:.1f} {top * 4 / 3:.1f}"
        yield _edge(f"M{start:.1f} 0C{bend} {end:.1f} 0", differs=arc.differs)
    tip = f"{end:.1f},0 {end - 3.5:.1f},{7 * way} {end + 3.5:.1f},{7 * way}"
    yield f'<polygon class="tip{" off" * arc.differs}" points="{tip}"/>'
    middle = end if arc.head < 0 else (middles[arc.head] + end) / 2
    yield _label(arc.label, middle, top, differs=arc.differs)


def _nodes(side: Sequence[Node], middles: Sequence[float], way: int) -> Iterator[str]:
    """The nodes of a tree, each over the middle of what it covers, with a line to its parent."""
    places = [((middles[node.start] + middles[node.end - 1]) / 2, way * (6.0 + _STEP * node.height)) for node in side]
    for node, (x, y) in sorted(zip(side, places, strict=True), key=lambda pair: pair[0].differs):
        if node.parent != ROOT:
            up_x, up_y = places[node.parent]
            bend = f"V{up_y - 12 * way:.1f}H{up_x:.1f}V{up_y - 7 * way:.1f}"  # so no line crosses another
            yield _edge(f"M{x:.1f} {y + 7 * way:.1f}{bend}", differs=node.differs)
    for node, (x, y) in zip(side, places, strict=True):
        yield _label(node.label, x, y, differs=node.differs)
