"""Documents, mentions and the arcs between them: all that a measure of relations may see."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import NotApplicable, UsageError
from accord.kinds.relations.chance import Placement
from accord.kinds.relations.graph import graph_of
from accord.kinds.relations.space import Space, space_of
from accord.messages import suggestion
from accord.model.item import item_id
from accord.model.relation import Relations
from accord.study.annotators import chosen_annotators

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from accord.kinds.relations.graph import Arc, Graph
    from accord.model import Corpus

LINK, SYMMETRIC_LINK = "link", "symmetric link"
"""What arcs are called where their types do not count."""


class Item(NamedTuple):
    """Two mentions of a document that somebody linked, in either direction, by their numbers."""

    document: str
    first: int
    second: int


@dataclass(frozen=True)
class RelationStudy:
    """Documents that two annotators or more looked at, with their mentions aligned.

    ``space`` says which pairs of mentions could be linked, ``symmetric`` which types have no direction. Chance places
    one arc on a pair at most, unless types are placed ``apart``: where somebody drew arcs of several types between two
    mentions, or where types have pairs of their own.
    """

    graphs: tuple[Graph, ...]
    annotators: tuple[str, ...]
    matching: str = "strict"
    space: Space = field(default_factory=Space)
    symmetric: frozenset[str] = frozenset()
    apart: bool = False
    unit: str = "character"
    left_out: Mapping[str, int] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, str | tuple[str, ...]]:
        """The text of every document, or its tokens."""
        return {graph.document: graph.words for graph in self.graphs}

    @property
    def documents(self) -> tuple[str, ...]:
        """All documents, in their order."""
        return tuple(graph.document for graph in self.graphs)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """All types of arcs, in alphabetical order."""
        return tuple(sorted({arc.type for graph in self.graphs for arcs in graph.arcs.values() for arc in arcs}))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every two mentions that somebody linked."""
        return tuple(
            Item(graph.document, *pair)
            for graph in self.graphs
            for pair in sorted({between(arc) for arcs in graph.arcs.values() for arc in arcs})
        )

    @property
    def proved(self) -> bool:
        """Whether no other alignment of the mentions overlaps more, in any document."""
        return all(graph.proved for graph in self.graphs)

    def count(self) -> Counter[str]:
        """How many arcs each annotator drew."""
        return Counter({name: sum(len(graph.arcs.get(name, ())) for graph in self.graphs) for name in self.annotators})

    def item_id(self, item: Item) -> str:
        """A name that no other item has: the document and the borders and types of both mentions."""
        graph = self.graph_of[item.document]
        spans = [graph.span(number) for number in (item.first, item.second)]
        return item_id(item.document, "+".join(f"{span.start}-{span.end}-{span.type}" for span in spans))

    def versions(self, item: Item) -> dict[str, frozenset[Arc]]:
        """The arcs of everyone who looked at the document between two of its mentions."""
        arcs = self._arcs_of[item.document]
        return {name: drawn.get((item.first, item.second), frozenset()) for name, drawn in arcs.items()}

    def distances(self, item: Item) -> NDArray[np.float64]:
        """The Jaccard distance of what every two annotators drew there, (annotators, annotators), NaN where absent."""
        import numpy as np

        versions = self.versions(item)
        apart = np.full((len(self.annotators), len(self.annotators)), np.nan)
        for row, one in enumerate(self.annotators):
            for column, other in enumerate(self.annotators):
                if one in versions and other in versions:
                    either = versions[one] | versions[other]
                    apart[row, column] = len(versions[one] ^ versions[other]) / len(either) if either else 0.0
        return apart

    @cached_property
    def graph_of(self) -> dict[str, Graph]:
        """Every document by its name."""
        return {graph.document: graph for graph in self.graphs}

    @cached_property
    def _arcs_of(self) -> dict[str, dict[str, dict[tuple[int, int], frozenset[Arc]]]]:
        found: dict[str, dict[str, dict[tuple[int, int], frozenset[Arc]]]] = {}
        for graph in self.graphs:
            for name, arcs in graph.arcs.items():
                drawn = found.setdefault(graph.document, {}).setdefault(name, {})
                for arc in arcs:
                    drawn[between(arc)] = drawn.get(between(arc), frozenset()) | {arc}
        return found

    def only(self, annotators: Collection[str]) -> RelationStudy:
        """What some annotators drew, where two of them looked; mentions stay aligned as they are."""
        graphs = [graph.only(annotators) for graph in self.graphs]
        return replace(
            self,
            graphs=tuple(graph for graph in graphs if len(graph.arcs) > 1),
            annotators=tuple(name for name in self.annotators if name in annotators),
        )

    def within(self, documents: Collection[str]) -> RelationStudy:
        """Some documents."""
        return replace(self, graphs=tuple(graph for graph in self.graphs if graph.document in documents))

    def merged(self, first: str, second: str) -> RelationStudy:
        """The same with two types as one, which has the name of the first."""
        if (first in self.symmetric) != (second in self.symmetric):
            raise NotApplicable(f"{first} and {second} cannot be one type: one of them is symmetric")
        return self._retyped({second: first})

    def links(self) -> RelationStudy:
        """The same with no types: which mentions are linked, and in which direction."""
        return replace(
            self._retyped({type_: SYMMETRIC_LINK if type_ in self.symmetric else LINK for type_ in self.types}),
            symmetric=frozenset([SYMMETRIC_LINK]),
            apart=not self.symmetric.isdisjoint(self.types) and not self.symmetric.issuperset(self.types),
        )

    def _retyped(self, types: Mapping[str, str]) -> RelationStudy:
        return replace(
            self, graphs=tuple(graph.retyped(types) for graph in self.graphs), space=self.space.retyped(types)
        )

    def of_type(self, type_: str) -> RelationStudy:
        """The arcs of one type."""
        return replace(
            self,
            graphs=tuple(
                replace(
                    graph,
                    arcs={
                        name: frozenset(arc for arc in arcs if arc.type == type_) for name, arcs in graph.arcs.items()
                    },
                )
                for graph in self.graphs
            ),
        )

    def placements(self, graph: Graph, one: str, other: str) -> dict[tuple[str, ...], Placement]:
        """How chance places the arcs of two annotators in a document, by the types that it places together."""
        ours, theirs = (Counter(arc.type for arc in graph.arcs[name]) for name in (one, other))
        types = sorted({*ours, *theirs})
        groups = [(type_,) for type_ in types] if self.apart else [tuple(types)] if types else []
        return {
            group: Placement(
                tuple((ours[type_], theirs[type_]) for type_ in group),
                *(self.linkable(graph, names, group[0]) for names in ((one,), (other,), (one, other))),
            )
            for group in groups
        }

    def linkable(self, graph: Graph, annotators: Sequence[str], type_: str) -> int:
        """How many pairs of mentions all of these could have linked by an arc of this type."""
        key = graph.document, frozenset(annotators)
        if key not in self._classes:
            self._classes[key] = Counter(self._class_of(graph, annotators, each) for each in graph.own(*annotators))
        ordered = self.space.ordered(self._classes[key], type_)
        return ordered // 2 if type_ in self.symmetric else ordered

    @cached_property
    def _classes(self) -> dict[tuple[str, frozenset[str]], Counter[tuple[Hashable, ...]]]:
        """How many mentions are of each class for some annotators in a document, once that was asked for."""
        return {}

    def could_link(self, graph: Graph, annotators: Sequence[str], arc: Arc) -> bool:
        """Whether all of these have both ends of an arc, and could have linked them."""
        if any(name not in graph.mentions[end] for end in (arc.source, arc.target) for name in annotators):
            return False
        source, target = (self._class_of(graph, annotators, end) for end in (arc.source, arc.target))
        return self.space.allows(source, target, arc.type)

    def _class_of(self, graph: Graph, annotators: Sequence[str], mention: int) -> tuple[Hashable, ...]:
        return tuple(self.space.class_of(graph, name, mention) for name in annotators)

    def digest(self) -> str:
        """Eight digits that change with any mention, arc or annotator, and not with their order."""
        graphs = sorted(
            repr(
                (
                    graph.document,
                    [sorted(mention.items()) for mention in graph.mentions],
                    sorted((name, sorted(arcs)) for name, arcs in graph.arcs.items()),
                )
            )
            for graph in self.graphs
        )
        return sha256("\n".join(graphs).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def between(arc: Arc) -> tuple[int, int]:
    """The two mentions of an arc, in whichever direction it goes."""
    return min(arc.source, arc.target), max(arc.source, arc.target)


def study_relations(
    corpus: Corpus,
    *,
    matching: str = "strict",
    pairs: str = "all",
    symmetric: Collection[str] = (),
    annotators: Sequence[str] | None = None,
    least: int = 2,
) -> RelationStudy:
    """The relations of a corpus, with the mentions of every document aligned.

    Documents that fewer than ``least`` annotators looked at are left out. So are mentions and arcs that stand there
    twice, and arcs from a mention to itself; all of these are counted.
    """
    chosen = chosen_annotators(corpus, annotators)
    layers = {key: layer for key, layer in corpus.annotations.items() if isinstance(layer, Relations)}
    _refuse_unknown(layers.values(), symmetric)
    by_document: dict[str, dict[str, Relations]] = {}
    for (document, annotator), layer in layers.items():
        if annotator in chosen:
            by_document.setdefault(document, {})[annotator] = layer
    units = sorted({layer.unit for drawn in by_document.values() for layer in drawn.values()})
    if len(units) > 1:
        raise NotApplicable(
            f"there are mentions of {' and of '.join(f'{unit}s' for unit in units)}: measure them apart"
        )
    looked_at = {document: drawn for document, drawn in by_document.items() if len(drawn) >= least}
    left_out = Counter({f"documents that fewer than {least} annotators looked at": len(by_document) - len(looked_at)})
    words = {document.id: document.text or tuple(chain(*document.sentences)) for document in corpus.documents}
    graphs = tuple(
        graph_of(document, drawn, matching, symmetric, left_out=left_out, words=words.get(document, ""))
        for document, drawn in looked_at.items()
    )
    space = space_of(pairs, graphs, frozenset(symmetric))
    used = {arc.type for graph in graphs for arcs in graph.arcs.values() for arc in arcs}
    return RelationStudy(
        graphs,
        chosen,
        matching,
        space,
        frozenset(symmetric),
        space.by_type or len({type_ in symmetric for type_ in used}) > 1 or _several_on_a_pair(graphs),
        next(iter(units), "character"),
        dict(+left_out),
    )


def _refuse_unknown(layers: Collection[Relations], symmetric: Collection[str]) -> None:
    types = sorted({relation.type for layer in layers for relation in layer.relations})
    if types and (unknown := sorted(set(symmetric).difference(types))):
        raise UsageError(f"no relation has the type {unknown[0]!r}: {suggestion(unknown[0], types)}")


def _several_on_a_pair(graphs: Collection[Graph]) -> bool:
    """Whether anybody drew arcs of several types from one mention to another."""
    return any(
        len({(arc.source, arc.target) for arc in arcs}) < len(arcs) for graph in graphs for arcs in graph.arcs.values()
    )
