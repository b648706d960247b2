"""More pictures of a layer for papers, from its payload: coincidences, documents, an alignment and two trees."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.model import DependencyTree
from accord.report.arcs import arcs
from accord.report.numbers import rounded
from accord.report.plot_rows import MOST_ROWS
from accord.report.scene import CHANCE, DOT, GRID, INK, SOFT, Box, Line, Scene, Words, nothing, shade
from accord.report.table import shortened, width
from accord.wording import plural, suggestion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.report.scene import Shape

    Row = Mapping[str, Any]

_CELL, _LEFT, _WIDE, _ROW, _LANE, _STEP, _LETTER = 58.0, 150.0, 900.0, 24.0, 46.0, 26.0, 8.0


def coincidences_figure(layer: Row) -> Scene:
    """How often every two labels meet, the more often the darker, on a scale of its own for each row."""
    view = layer["labels_view"] or {}
    if not view.get("coincidences"):
        return nothing("there are no labels that meet, or too many of them")
    names, counts = view["label_names"][:MOST_ROWS], view["coincidences"]
    shapes: list[Shape] = [Words(20, 24, title := f"How often labels meet: {layer['name']}", bold=True)]
    top = 70.0
    for number, name in enumerate(names):
        shapes.append(Words(_LEFT + _CELL * (number + 0.5), top - 8, shortened(name, 8), "middle", size=11))
        shapes.append(Words(_LEFT - 8, top + _ROW * (number + 0.7), shortened(name, 18), "end", size=12))
        total = sum(counts[number]) or 1.0
        for column in range(len(names)):
            count = counts[number][column]
            x, y = _LEFT + _CELL * column, top + _ROW * number
            shapes.append(Box(x, y, _CELL - 2, _ROW - 2, shade(count / total if number == column else -count / total)))
            shapes.append(Words(x + _CELL / 2, y + 15, f"{count:,.6g}", "middle", size=11))
    left_out = _left_out(len(view["label_names"]) - len(names))
    said = f"{plural(len(names), 'label')}; blue where both annotators gave the same, orange where not.{left_out}"
    return Scene(title, said, _LEFT + _CELL * len(names) + 20, top + _ROW * len(names) + 20, shapes)


def documents_figure(layer: Row) -> Scene:
    """Agreement along the text of every document, the lowest first."""
    rows = [each for each in layer["documents"] if each["strip"]][:MOST_ROWS]
    if not rows:
        return nothing("no document has two annotators")
    shapes: list[Shape] = [Words(20, 24, title := f"Agreement along documents: {layer['name']}", bold=True)]
    right = _WIDE - 90
    for number, row in enumerate(rows):
        y, cell = 44 + _ROW * number, (right - _LEFT) / len(row["strip"])
        shapes.append(Words(_LEFT - 10, y + 14, shortened(row["document"], 18), "end"))
        for place, agreed in enumerate(row["strip"]):
            if agreed is not None:
                shapes.append(Box(_LEFT + cell * place, y, cell, _ROW - 6, shade(agreed - 1)))
        shapes.append(Box(_LEFT, y, right - _LEFT, _ROW - 6, "none", GRID))
        value = "undefined" if row["value"] is None else rounded(row["value"], 3).replace("-", "−")
        shapes.append(Words(_WIDE - 10, y + 14, value, "end", INK if row["value"] is not None else SOFT))
    left_out = _left_out(len(layer["documents"]) - len(rows))
    said = f"{plural(len(rows), 'document')} from start to end: white is agreed on, the darker the less.{left_out}"
    return Scene(title, said, _WIDE, 56 + _ROW * len(rows), shapes)


def _left_out(number: int) -> str:
    return f" {number:,} more are not drawn." if number > 0 else ""


def _chosen(shown: Sequence[Row], key: str, name: str | None) -> Row:
    """The one of this name, or the first."""
    if name is None:
        return shown[0]
    names = {each[key]: each for each in shown}
    if name not in names:
        raise UsageError(f"there is no {key} {name!r}: {suggestion(name, list(names))}")
    return names[name]


# --- an alignment ---------------------------------------------------------------------------------------------------


def aligner_figure(layer: Row, part: str | None = None) -> Scene:
    """What everyone marked in a document, a lane an annotator, with lines between what is aligned."""
    if not layer["aligner"] and layer["kind"] == "trees":
        return nothing(f"the layer {layer['name']} has trees, and nothing that is aligned")
    if not layer["aligner"] or not layer["aligner"]["documents"]:
        return nothing("no document of this layer is aligned")
    found = _chosen(layer["aligner"]["documents"], "document", part)
    title = f"Alignment of {found['document']}, disorder {rounded(found['disorder'], 3)}"
    start = min([0.0, *(float(unit["start"]) for unit in found["units"])])
    end = max([start + 1, *(float(unit["end"]) for unit in found["units"])])
    lanes = {name: 50 + _LANE * number for number, name in enumerate(found["annotators"])}

    def at(place: float) -> float:
        return _LEFT + (place - start) / (end - start) * (_WIDE - 20 - _LEFT)

    shapes: list[Shape] = [Words(20, 24, title, bold=True)]
    for name, y in lanes.items():
        shapes += [Words(_LEFT - 10, y + 15, shortened(name, 18), "end"), Box(_LEFT, y, at(end) - _LEFT, 22, "#f2f0eb")]
    middles = [((at(unit["start"]) + at(unit["end"])) / 2, lanes[unit["annotator"]]) for unit in found["units"]]
    for row in found["alignments"]:
        together = [middles[member] for member in row["members"] if member is not None]
        for (x, y), (to_x, to_y) in pairwise(sorted(together, key=lambda place: place[1])):
            shapes.append(
                Line(((x, y + 22), (to_x, to_y)), CHANCE if row["disorder"] else SOFT, dashed=row["disorder"] > 0)
            )
    longest_first = sorted(
        zip(found["units"], middles, strict=True), key=lambda each: each[0]["start"] - each[0]["end"]
    )
    for unit, (x, y) in longest_first:
        space = max(2.0, at(unit["end"]) - at(unit["start"]))
        shapes.append(Box(at(unit["start"]), y, space, 22, "#d9e8f2", DOT))
        if label := shortened(unit["category"], max(1, int(space / _LETTER))):
            shapes.append(Words(x, y + 15, label, "middle", size=11))
    said = f"{plural(len(found['units']), 'unit')} of {plural(len(lanes), 'annotator')}; lines join what is aligned."
    return Scene(title, said, _WIDE, 50 + _LANE * len(lanes), shapes)


# --- trees ----------------------------------------------------------------------------------------------------------


def trees_figure(layer: Row, part: str | None = None, pair: Sequence[str] | None = None) -> Scene:
    """Two trees over a sentence below each other; what only one of them has is drawn with broken lines.

    They are those of the ``pair``, or the two that are furthest apart.
    """
    if not layer["trees_view"]:
        return nothing(f"the layer {layer['name']} has {layer['kind']}, and no trees")
    if not layer["trees_view"]["sentences"]:
        return nothing("no two trees of this layer differ")
    found = _chosen(layer["trees_view"]["sentences"], "sentence", part)
    versions = found["versions"]
    one, other = _furthest(versions) if pair is None else _of_pair(versions, pair)
    ours, theirs = versions[one], versions[other]
    title = f"{found['sentence']}: {one} and {other}"
    shapes: list[Shape] = [Words(20, 24, title, bold=True)]
    top, right = 40.0, 0.0
    for name, tree, against in ((one, ours, theirs), (other, theirs, ours)):
        words = tree.get("tokens") or found["tokens"]
        middles = _middles(words, tree.get("labels") or [""] * len(words))
        drawn = _arcs(words, tree, against, middles) if "heads" in tree else _phrases(tree, against, middles)
        lines = list(drawn)
        high = max([0.0, *(-y for shape in lines if isinstance(shape, Line) for _, y in shape.places)])
        base = top + high + 34
        shapes += [Words(20, top + 12, name, bold=True), *(_moved(shape, base) for shape in lines)]
        shapes += [Words(x, base + 16, word, "middle") for x, word in zip(middles, words, strict=False)]
        top, right = base + 40, max(right, *middles, 0.0)
    said = f"The trees of {one} and {other} over {plural(len(found['tokens']), 'token')}."
    return Scene(title, said, max(400.0, right + 60), top, shapes)


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
    return ((each["label"], each["start"], each["end"]) for each in version["brackets"])


def _middles(words: Sequence[str], labels: Sequence[str]) -> list[float]:
    """Where each word stands, with room for it and its label."""
    middles, right = [], 40.0
    for word, label in zip(words, labels, strict=False):
        space = max(width(word), width(label), 3) * _LETTER + 14
        middles.append(right + space / 2)
        right += space
    return middles


def _arcs(words: Sequence[str], tree: Row, against: Row, middles: Sequence[float]) -> Iterator[Shape]:
    """Arcs above a line at 0, from heads to tokens."""
    ids = tuple(range(1, len(words) + 1))
    ours, theirs = (
        DependencyTree(tuple(words), tuple(each["heads"]), tuple(each["labels"]), ids) for each in (tree, against)
    )
    for arc in arcs(ours, theirs if len(theirs.heads) == len(ours.heads) else ours):
        end, high = middles[arc.token], -_STEP * (arc.level + 1) * 0.8
        colour = CHANCE if arc.differs else SOFT
        start = end if arc.head < 0 else middles[arc.head] + (6 if arc.head < arc.token else -6)
        places = ((end, high), (end, 0.0)) if arc.head < 0 else ((start, 0.0), (start, high), (end, high), (end, 0.0))
        yield Line(places, colour, dashed=arc.differs)
        yield Words((start + end) / 2, high - 3, arc.label, "middle", colour, 11)


def _phrases(tree: Row, against: Row, middles: Sequence[float]) -> Iterator[Shape]:
    """Phrases above a line at 0, each over the middle of what it covers, joined to the one around it."""
    found = [(each["label"], each["start"], each["end"]) for each in tree["brackets"]]
    alone = Counter(found) - Counter((each["label"], each["start"], each["end"]) for each in against["brackets"])
    around: list[tuple[int, int, float, float]] = []
    depths = []
    for _, start, end in found:
        while around and not (around[-1][0] <= start and end <= around[-1][1]):
            around.pop()
        depths.append(len(around))
        around.append((start, end, 0.0, 0.0))
    around = []
    leaves = [each.get("leaf", False) for each in tree["brackets"]]
    for (label, start, end), depth, is_leaf in zip(found, depths, leaves, strict=True):
        del around[depth:]
        covered = middles[start:end] or [middles[-1]]
        x, y = (covered[0] + covered[-1]) / 2, -_STEP * (max(depths) - depth + 1)
        differs = alone[label, start, end] > 0
        alone[label, start, end] -= 1
        colour = CHANCE if differs else SOFT
        if around:
            yield Line(((around[-1][2], around[-1][3] + 4), (x, y - 12)), colour, dashed=differs)
        yield Words(x, y, label, "middle", colour, 11, bold=differs)
        if is_leaf:
            yield Line(((x, y + 5), (x, 2.0)), GRID)
        around.append((start, end, x, y))


def _moved(shape: Shape, down: float) -> Shape:
    if isinstance(shape, Line):
        return Line(tuple((x, y + down) for x, y in shape.places), shape.colour, shape.width, shape.dashed)
    assert isinstance(shape, Words)
    return Words(shape.x, shape.y + down, shape.text, shape.anchor, shape.colour, shape.size, shape.bold)
