"""What a system drew otherwise than the reference: every error with both sides, and which type was drawn for which."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.model.place import Place
from accord.scoring.counted_scores import ScoringError
from accord.scoring.errors import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.kinds.relations.graph import Arc, Graph

    Sides = tuple[str, str]
    """Who is the reference, and who the system."""

TYPE, DIRECTION, BOTH, MISSED, SPURIOUS = "type", "direction", "both", "missed", "spurious"


def relation_errors(graphs: Sequence[Graph], sides: Sides) -> Iterator[ScoringError]:
    """Arcs of another type, of another direction, of both, missed and spurious ones, document by document.

    Each arc stands in one error at most: arcs between the same mentions are paired before reversed ones.
    """
    for graph in graphs:
        for kind, ours, theirs in _differences(graph, sides):
            side = sides[0] if ours else sides[1]
            drawn = list(zip((ours, theirs), sides, strict=True))
            said, forms = ([_said(graph, *each, where=where) for each in drawn] for where in (True, False))
            place = graph.places.get(side) or Place(graph.document)
            yield ScoringError(kind, place, said[0], said[1], form=(forms[0], forms[1]))


def confused_types(graphs: Sequence[Graph], sides: Sides) -> Mapping[tuple[str, str], int]:
    """How often an arc of one type was drawn as another, or in one direction for the other."""
    found: Counter[tuple[str, str]] = Counter()
    for graph in graphs:
        ours, theirs = (graph.arcs[who] for who in sides)
        found.update((arc.type, arc.type) for arc in ours & theirs)
        found.update((_type(one), _type(other)) for _, one, other in _differences(graph, sides))
    return dict(found)


def _type(arc: Arc | None) -> str:
    return arc.type if arc else NOTHING


def _differences(graph: Graph, sides: Sides) -> list[tuple[str, Arc | None, Arc | None]]:
    """What differs in a document, from left to right: the kind of error, and the arcs of both sides."""
    ours, theirs = (graph.arcs[who] for who in sides)
    missed, spurious = sorted(ours - theirs), sorted(theirs - ours)
    found: list[tuple[str, Arc | None, Arc | None]] = []
    for kind, alike in _ALIKE.items():
        for one in tuple(missed):
            if other := next((each for each in spurious if alike(one, each)), None):
                found.append((kind, one, other))
                missed.remove(one)
                spurious.remove(other)
    found += [(MISSED, one, None) for one in missed]
    found += [(SPURIOUS, None, other) for other in spurious]
    return sorted(found, key=lambda each: (each[1] or each[2], each[0]))


_ALIKE: Mapping[str, Callable[[Arc, Arc], bool]] = {
    TYPE: lambda one, other: one[:2] == other[:2],
    DIRECTION: lambda one, other: one[:2] == other[1::-1] and one.type == other.type,
    BOTH: lambda one, other: one[:2] == other[1::-1],
}


def _said(graph: Graph, arc: Arc | None, who: str, *, where: bool) -> str:
    """The type of an arc, and the borders and words of its ends; nothing where there is no arc."""
    if arc is None:
        return ""
    ends = (graph.mentions[end][who] for end in arc[:2])
    words = (
        " ".join(filter(None, (f"{end.start}-{end.end}" if where else "", graph.text(end.start, end.end))))
        for end in ends
    )
    return f"{arc.type} {' → '.join(words)}"
