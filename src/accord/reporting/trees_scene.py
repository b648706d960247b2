"""Two trees of a sentence as a picture: one above the words, the other below; what differs is coloured and broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.messages import plural
from accord.model.tree import ROOT
from accord.reporting.arcs import arcs, nodes, words
from accord.reporting.letters import fitted, text_width
from accord.reporting.scene import BROKEN, CHANCE, EDGE, SOFT, Area, Box, Line, Scene, Strokes, Words, below, moved, tip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model import Tree
    from accord.reporting.arcs import Arc, Node
    from accord.reporting.scene import Shape

_ABOVE, _BELOW = -1, 1
"""To which side of the words a tree grows."""
_TOP, _STEP, _GAP, _WORD, _LABEL = 76.0, 26.0, 16.0, 14.0, 11.0
"""Where a tree may begin, how far its levels are apart, and words, and the sizes of letters."""
_LONGEST_LABEL = 170.0
_BENDS = 40


def trees_scene(title: str, trees: Mapping[str, Tree], notes: Sequence[str] = (), wide: float | None = None) -> Scene:
    """The trees of two annotators over one sentence; what only one of them has is drawn with broken lines.

    Where they do not have the same words, they lie below each other, and nothing in them is compared.
    """
    (first, one), (second, other) = trees.items()
    if words(one) == words(other):
        return _around(title, {first: (one, other), second: (other, one)}, notes, wide)
    upper, lower = _around(title, {first: (one, one)}, (), wide), _around("", {second: (other, other)}, notes, wide)
    return below(upper, lower)


def _around(title: str, sides: Mapping[str, tuple[Tree, Tree]], notes: Sequence[str], wide: float | None) -> Scene:
    """A tree above the words and, if there is another, that below them, each against a tree; and what lines mean."""
    trees = [tree for tree, _ in sides.values()]
    tokens = words(trees[0])
    middles, right = _middles(tokens, trees)
    drawn = [
        sorted(_drawn(tree, against, middles, way), key=lambda shape: isinstance(shape, Box | Words))
        for (tree, against), way in zip(sides.values(), (_ABOVE, _BELOW), strict=False)
    ]
    high = [max((abs(y) for shape in side for y in _heights(shape)), default=0.0) for side in drawn]
    line = _TOP + high[0]
    bottom = line + 24
    wide = max(wide or 400.0, right)
    names = [fitted(name, wide - 2 * EDGE, bold=True) for name in sides]
    shapes: list[Shape] = [Words(EDGE, 48, names[0], bold=True)]
    shapes += [moved(shape, down=line - 14) for shape in drawn[0]]
    shapes += [Words(x, line + 5, word, "middle", size=_WORD) for x, word in zip(middles, tokens, strict=True)]
    for name in names[1:]:
        shapes += [moved(shape, down=line + 14) for shape in drawn[1]]
        bottom += high[1] + 22
        shapes.append(Words(EDGE, bottom, name, bold=True))
    if names[1:]:
        shapes += _key(bottom + 24)
    said = f"{' above the words, '.join(sides)}{' below them' * bool(names[1:])}: {plural(len(tokens), 'token')}."
    return Scene(title, said, wide, bottom + 40, shapes, notes)


def _key(y: float) -> Iterator[Shape]:
    both, alone = EDGE, EDGE + 150
    yield Line(((both, y), (both + 34, y)), SOFT, 1.2)
    yield Words(both + 42, y + 4, "both have it", colour=SOFT, size=11)
    yield Line(((alone, y), (alone + 34, y)), CHANCE, 1.8, BROKEN)
    yield Words(alone + 42, y + 4, "only one has it", colour=SOFT, size=11)


def _heights(shape: Shape) -> Iterable[float]:
    if isinstance(shape, Line | Area):
        return [y for _, y in shape.places]
    return [] if isinstance(shape, Strokes) else [shape.y]


def _middles(tokens: Sequence[str], trees: Iterable[Tree]) -> tuple[list[float], float]:
    """Where each word stands, with room for it and for the labels over it; and where the last of them ends."""
    widest = [0.0] * len(tokens)
    across: dict[int, list[tuple[int, float]]] = {}
    for start, end, label in (each for tree in trees for each in _labels(tree)):
        wide = min(_LONGEST_LABEL, text_width(label, _LABEL, bold=True))
        if start == end:
            widest[start] = max(widest[start], wide)
        else:
            across.setdefault(end, []).append((start, wide))
    middles: list[float] = []
    right = 2 * EDGE
    for number, (word, wide) in enumerate(zip(tokens, widest, strict=True)):
        space = max(text_width(word, _WORD), wide, _WORD / 2)
        labels = (middles[start] + width + _GAP / 2 for start, width in across.get(number, ()))
        middles.append(max([right + space / 2, *labels]))
        right = middles[-1] + space / 2 + _GAP
    return middles, right + EDGE


def _labels(tree: Tree) -> Iterator[tuple[int, int, str]]:
    """The labels of a tree, each with the first and the last word that it lies over."""
    if tree.dependencies is None:
        yield from ((each.start, each.end - 1, each.label) for each in nodes(tree, tree))
        return
    for arc in arcs(tree, tree):
        head = arc.token if arc.head < 0 else arc.head
        yield min(head, arc.token), max(head, arc.token), arc.label


def _drawn(tree: Tree, against: Tree, middles: Sequence[float], way: int) -> Iterator[Shape]:
    """A tree that grows from a line at 0."""
    if tree.dependencies is None:
        return _nodes(nodes(tree, against), middles, way)
    return _arcs(arcs(tree, against), middles, way)


def _arcs(side: Sequence[Arc], middles: Sequence[float], way: int) -> Iterator[Shape]:
    """Arcs with an arrow at the token; those of the root upright, from beyond all others."""
    highest = way * _STEP * (1 + max((arc.level for arc in side), default=0))
    for arc in sorted(side, key=lambda arc: arc.differs):
        end = middles[arc.token]
        top = highest if arc.head < 0 else way * _STEP * arc.level
        start = end if arc.head < 0 else middles[arc.head] + (5 if arc.head < arc.token else -5)
        places = [(end, top), (end, 0.0)] if arc.head < 0 else _curve(start, end, top)
        yield _line(places, differs=arc.differs)
        yield tip(end, 0.0, way, CHANCE if arc.differs else SOFT)
        yield from _label(arc.label, (start + end) / 2, top, differs=arc.differs)


def _curve(start: float, end: float, top: float) -> list[tuple[float, float]]:
    """A bow from one place on the line to another, as high as ``top``."""
    steps = [step / _BENDS for step in range(_BENDS + 1)]
    return [(start + (end - start) * t * t * (3 - 2 * t), 4 * top * t * (1 - t)) for t in steps]


def _nodes(side: Sequence[Node], middles: Sequence[float], way: int) -> Iterator[Shape]:
    """Nodes, each over the middle of what it covers, joined to the one above it."""
    places = [((middles[node.start] + middles[node.end - 1]) / 2, way * (6 + _STEP * node.height)) for node in side]
    for node, (x, y) in sorted(zip(side, places, strict=True), key=lambda pair: pair[0].differs):
        if node.parent != ROOT:
            up_x, up_y = places[node.parent]
            turn = up_y - 12 * way  # so no line crosses another
            yield _line([(x, y), (x, turn), (up_x, turn), (up_x, up_y)], differs=node.differs)
        yield from _label(node.label, x, y, differs=node.differs)


def _line(places: Iterable[tuple[float, float]], *, differs: bool) -> Line:
    return Line(tuple(places), CHANCE if differs else SOFT, 1.8 if differs else 1.2, BROKEN if differs else "")


def _label(label: str, x: float, y: float, *, differs: bool) -> Iterator[Shape]:
    text = fitted(label, _LONGEST_LABEL, _LABEL, bold=differs)
    space = text_width(text, _LABEL, bold=differs) + 4
    yield Box(x - space / 2, y - 7, space, 14)
    yield Words(x, y + 4, text, "middle", CHANCE if differs else SOFT, _LABEL, bold=differs)
