"""Two trees of a sentence for papers, from the payload of a layer: one above the words, the other below them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.model import DependencyTree
from accord.model.tree import NO_WORDS
from accord.report.arcs import arcs, drawn_word
from accord.report.layer_figures import chosen
from accord.report.scene import CHANCE, SOFT, Box, Line, Scene, Tip, Words, below, moved, nothing
from accord.report.table import shortened, width
from accord.wording import plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.report.scene import Shape

    Row = Mapping[str, Any]
    Bracket = tuple[str, int, int]

_ABOVE, _BELOW = -1, 1
_EDGE, _TOP, _STEP, _GAP, _LETTER, _SMALL = 20.0, 76.0, 26.0, 16.0, 8.0, 6.8
_LONGEST_LABEL = 24
_BENDS = 40


def trees_figure(layer: Row, part: str | None = None, pair: Sequence[str] | None = None) -> Scene:
    """Two trees over a sentence; what only one of them has is drawn with broken lines.

    They are those of the ``pair``, or the two that are furthest apart. Where they do not have the same words, they lie
    below each other, and nothing in them is compared.
    """
    if not layer["trees_view"]:
        return nothing(f"the layer {layer['name']} has {layer['kind']}, and no trees")
    if not layer["trees_view"]["sentences"]:
        return nothing("no two trees of this layer differ")
    found = chosen(layer["trees_view"]["sentences"], "sentence", part)
    versions = found["versions"]
    one, other = _furthest(versions) if pair is None else _of_pair(versions, pair)
    title = f"{one} and {other} on {found['sentence']}: {layer['name']}"
    words = {
        name: [drawn_word(word or NO_WORDS) for word in versions[name].get("tokens") or found["tokens"]]
        for name in versions
    }
    sides = {one: (versions[one], versions[other]), other: (versions[other], versions[one])}
    notes = (layer["headline"]["signature"],)
    if words[one] == words[other]:
        return _around(title, words[one], sides, notes)
    first, second = ({name: (versions[name], versions[name])} for name in (one, other))
    return below(_around(title, words[one], first, ()), _around("", words[other], second, notes))


def _of_pair(versions: Mapping[str, Row], pair: Sequence[str]) -> tuple[str, str]:
    if isinstance(pair, str) or len(pair) != 2 or pair[0] == pair[1]:
        raise UsageError(f"a pair is two annotators, and {pair!r} is not")
    for name in pair:
        if name not in versions:
            raise UsageError(f"there is no tree of {name!r} over this sentence: {suggestion(name, list(versions))}")
    return pair[0], pair[1]


def _furthest(versions: Mapping[str, Row]) -> tuple[str, str]:
    """The two annotators whose trees differ in most edges, as the page draws them."""
    edges = {name: Counter(_edges(version)) for name, version in versions.items()}
    pairs = list(combinations(versions, 2)) or [(name, name) for name in versions]
    return max(pairs, key=lambda pair: (edges[pair[0]] - edges[pair[1]]).total())


def _edges(version: Row) -> Iterator[tuple[object, ...]]:
    """What is drawn of a tree: arcs, or brackets."""
    if "heads" in version:
        return zip(version["heads"], range(len(version["heads"])), version["labels"], strict=True)
    return iter(_brackets(version))


def _brackets(version: Row) -> list[Bracket]:
    return [(each["label"], each["start"], each["end"]) for each in version["brackets"]]


def _around(title: str, words: Sequence[str], sides: Mapping[str, tuple[Row, Row]], notes: Sequence[str]) -> Scene:
    """One tree above the words, and another, if there is one, below them; and what the lines mean."""
    middles, right = _middles(words, [tree for tree, _ in sides.values()])
    drawn = [
        sorted(_tree(tree, against, middles, way), key=lambda shape: isinstance(shape, Box | Words))
        for (tree, against), way in zip(sides.values(), (_ABOVE, _BELOW), strict=False)
    ]
    high = [max((abs(y) for shape in side for y in _heights(shape)), default=0.0) for side in drawn]
    line = _TOP + high[0]
    bottom = line + 24
    first, *second = sides
    shapes: list[Shape] = [Words(_EDGE, 48, first, bold=True)]
    shapes += [moved(shape, down=line - 14) for shape in drawn[0]]
    shapes += [Words(x, line + 5, word, "middle", size=14) for x, word in zip(middles, words, strict=False)]
    for name in second:
        shapes += [moved(shape, down=line + 14) for shape in drawn[1]]
        bottom += high[1] + 22
        shapes.append(Words(_EDGE, bottom, name, bold=True))
    if second:
        shapes += _key(bottom + 24)
    said = f"{' above the words, '.join(sides)}{' below them' * bool(second)}: {plural(len(words), 'token')}."
    return Scene(title, said, max(400.0, right), bottom + 40, shapes, notes)


def _key(y: float) -> Iterator[Shape]:
    both, alone = _EDGE, _EDGE + 130
    yield Line(((both, y), (both + 34, y)), SOFT, 1.2)
    yield Words(both + 42, y + 4, "both have it", colour=SOFT, size=11)
    yield Line(((alone, y), (alone + 34, y)), CHANCE, 1.8, dashed=True)
    yield Words(alone + 42, y + 4, "only one has it", colour=SOFT, size=11)


def _heights(shape: Shape) -> Iterable[float]:
    return [y for _, y in shape.places] if isinstance(shape, Line) else [shape.y]


def _middles(words: Sequence[str], trees: Iterable[Row]) -> tuple[list[float], float]:
    """Where each word stands, with room for it and for labels over it alone; and where the last of them ends."""
    labels: list[int] = [0] * len(words)
    for tree in trees:
        over = (
            enumerate(tree["labels"])
            if "heads" in tree
            else ((s, label) for label, s, e in _brackets(tree) if e - s == 1)
        )
        for token, label in over:
            labels[token] = max(labels[token], min(_LONGEST_LABEL, width(label)))
    middles, right = [], 2 * _EDGE
    for word, label in zip(words, labels, strict=True):
        space = max(_LETTER * width(word), _SMALL * label, _LETTER)
        middles.append(right + space / 2)
        right += space + _GAP
    return middles, right + _EDGE


def _tree(tree: Row, against: Row, middles: Sequence[float], way: int) -> Iterator[Shape]:
    return _arcs(tree, against, middles, way) if "heads" in tree else _phrases(tree, against, middles, way)


def _label(label: str, x: float, y: float, *, differs: bool) -> Iterator[Shape]:
    text = shortened(label, _LONGEST_LABEL)
    space = _SMALL * width(text) + 4
    yield Box(x - space / 2, y - 7, space, 14)
    yield Words(x, y + 4, text, "middle", CHANCE if differs else SOFT, 11, bold=differs)


def _line(places: Iterable[tuple[float, float]], *, differs: bool) -> Line:
    return Line(tuple(places), CHANCE if differs else SOFT, 1.8 if differs else 1.2, dashed=differs)


def _arcs(tree: Row, against: Row, middles: Sequence[float], way: int) -> Iterator[Shape]:
    """Arcs from a line at 0, with an arrow at the token; those of the root upright, from beyond all others."""
    ours, theirs = (
        DependencyTree(("",) * len(ids), tuple(each["heads"]), tuple(each["labels"]), ids)
        for each in (tree, against)
        for ids in [tuple(range(1, len(each["heads"]) + 1))]
    )
    found = arcs(ours, theirs if len(theirs.heads) == len(ours.heads) else ours)
    highest = way * _STEP * (1 + max((arc.level for arc in found), default=0))
    for arc in sorted(found, key=lambda arc: arc.differs):
        end = middles[arc.token]
        top = highest if arc.head < 0 else way * _STEP * arc.level
        start = end if arc.head < 0 else middles[arc.head] + (5 if arc.head < arc.token else -5)
        places = [(end, top), (end, 0.0)] if arc.head < 0 else _curve(start, end, top)
        yield _line(places, differs=arc.differs)
        yield Tip(end, 0.0, way, CHANCE if arc.differs else SOFT)
        yield from _label(arc.label, (start + end) / 2, top, differs=arc.differs)


def _curve(start: float, end: float, top: float) -> list[tuple[float, float]]:
    """A bow from one place on the line to another, as high as ``top``."""
    steps = [step / _BENDS for step in range(_BENDS + 1)]
    return [(start + (end - start) * t * t * (3 - 2 * t), 4 * top * t * (1 - t)) for t in steps]


def _phrases(tree: Row, against: Row, middles: Sequence[float], way: int) -> Iterator[Shape]:
    """Phrases from a line at 0, each over the middle of what it covers, joined to the one around it."""
    found = _brackets(tree)
    alone = Counter(found) - Counter(_brackets(against))
    parents = _parents(found)
    height = [0] * len(found)
    for node in range(len(found) - 1, 0, -1):
        if parents[node] >= 0:
            height[parents[node]] = max(height[parents[node]], height[node] + 1)
    places = [
        ((middles[start] + middles[max(start, end - 1)]) / 2, way * (6 + _STEP * up))
        for (_, start, end), up in zip(found, height, strict=True)
    ]
    for bracket, parent, (x, y) in zip(found, parents, places, strict=True):
        differs = alone[bracket] > 0
        alone[bracket] -= 1
        if parent >= 0:
            up_x, up_y = places[parent]
            turn = up_y - 12 * way  # so no line crosses another
            yield _line([(x, y), (x, turn), (up_x, turn), (up_x, up_y)], differs=differs)
        yield from _label(bracket[0], x, y, differs=differs)


def _parents(found: Sequence[Bracket]) -> list[int]:
    """The bracket around each, or -1; those around come before those within."""
    around: list[int] = []
    parents = []
    for node, (_, start, end) in enumerate(found):
        while around and not (found[around[-1]][1] <= start and end <= found[around[-1]][2]):
            around.pop()
        parents.append(around[-1] if around else -1)
        around.append(node)
    return parents
