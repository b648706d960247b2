"""Which pairs of mentions could have been linked: the space in which chance places arcs.

all            every two mentions
same-sentence  two mentions of one sentence
licensed       two mentions whose types some annotator linked so, for each type of arc apart

The value of a coefficient depends on it: the fewer pairs could be linked, the more arcs are common by chance.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING

from accord.errors import NotApplicable, UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Hashable, Iterable, Mapping

    from accord.kinds.relations.graph import Graph

    Class = tuple[Hashable, ...]
    """What a mention is to each annotator who is asked."""

SPACES = ("all", "same-sentence", "licensed")


@dataclass(frozen=True, slots=True)
class Space:
    """Pairs of mentions that could have been linked, by the classes of the two mentions.

    ``licences`` holds, for each type of arc, which types of mentions it may link, source and target; where only these
    can be linked, each type of arc has pairs of its own.
    """

    name: str = "all"
    licences: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

    @property
    def by_type(self) -> bool:
        """Whether each type of arc has pairs of its own."""
        return self.name == "licensed"

    def class_of(self, graph: Graph, annotator: str, mention: int) -> Hashable:
        """What decides with which others a mention can be linked: its type, the sentence it starts in, or nothing."""
        if self.name == "all":
            return None
        marked = graph.mentions[mention][annotator]
        return marked.type if self.by_type else bisect_right(graph.sentences, (marked.start, inf))

    def allows(self, source: Class, target: Class, type_: str) -> bool:
        """Whether an arc of this type can link two mentions, as every annotator who is asked marked them."""
        if not self.by_type:
            return source == target
        licensed = self.licences.get(type_, frozenset())
        return all(pair in licensed for pair in zip(source, target, strict=True))

    def ordered(self, classes: Counter[Class], type_: str) -> int:
        """How many ordered pairs of mentions of these classes an arc of this type can link."""
        if not self.by_type:
            return sum(count * (count - 1) for count in classes.values())
        return sum(
            count * (other - (source == target))
            for source, count in classes.items()
            for target, other in classes.items()
            if self.allows(source, target, type_)
        )

    def retyped(self, types: Mapping[str, str]) -> Space:
        """The same with other names for some types of arcs; what either of two may link, both may as one."""
        licences: dict[str, frozenset[tuple[str, str]]] = {}
        for type_, pairs in self.licences.items():
            name = types.get(type_, type_)
            licences[name] = licences.get(name, frozenset()) | pairs
        return replace(self, licences=licences)


def space_of(name: str, graphs: Iterable[Graph], symmetric: frozenset[str]) -> Space:
    """The space of that name for some documents; refused where it does not hold what annotators linked."""
    if name not in SPACES:
        raise UsageError(f"unknown pairs of mentions {name!r}: {suggestion(name, list(SPACES))}")
    if name == "licensed":
        return Space(name, licences_of(graphs, symmetric))
    space = Space(name)
    for graph in graphs if name == "same-sentence" else ():
        if not graph.sentences and any(graph.arcs.values()):
            raise NotApplicable(
                f"where sentences of {graph.document} begin is not known, and pairs of one sentence are asked for: "
                'add "sentences" to its records, or take all pairs'
            )
        for annotator, arcs in graph.arcs.items():
            for arc in arcs:
                if len({space.class_of(graph, annotator, end) for end in arc[:2]}) > 1:
                    raise NotApplicable(
                        f"{annotator} links mentions of two sentences in {graph.document}, so pairs of one sentence "
                        f"are not all that can be linked: take all pairs"
                    )
    return space


def licences_of(graphs: Iterable[Graph], symmetric: frozenset[str]) -> dict[str, frozenset[tuple[str, str]]]:
    """For each type of arc, the types of mentions that somebody linked so; both ways, where it is symmetric."""
    found: dict[str, set[tuple[str, str]]] = {}
    for graph in graphs:
        for annotator, arcs in graph.arcs.items():
            for arc in arcs:
                source, target = (graph.mentions[end][annotator].type for end in (arc.source, arc.target))
                pairs = found.setdefault(arc.type, set())
                pairs |= {(source, target), (target, source)} if arc.type in symmetric else {(source, target)}
    return {type_: frozenset(pairs) for type_, pairs in found.items()}
