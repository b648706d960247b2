"""One document: the mentions of all annotators as one list, and the arcs that each drew between them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from accord.kinds.relations.mentions import align_mentions

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from accord.model.place import Place
    from accord.model.relation import Relations
    from accord.model.span import Span


class Arc(NamedTuple):
    """From one mention to another, by their numbers in the document; symmetric ones from the lower number."""

    source: int
    target: int
    type: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The mentions of a document, from left to right, and the arcs of everyone who looked at it.

    A mention holds how each annotator who has it marked it. An annotator who is not among the ``arcs`` did not look;
    one without arcs found none. ``proved`` says whether no other alignment of mentions overlaps more. ``words`` is the
    text, or its tokens; ``places`` say where everyone's arcs stand in files.
    """

    document: str
    mentions: tuple[Mapping[str, Span], ...]
    arcs: Mapping[str, frozenset[Arc]]
    sentences: tuple[tuple[int, int], ...] = ()
    proved: bool = True
    words: str | tuple[str, ...] = ""
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone who looked at it."""
        return tuple(self.arcs)

    def own(self, *annotators: str) -> list[int]:
        """The mentions that all of these marked."""
        asked = set(annotators)
        return [number for number, marked in enumerate(self.mentions) if asked <= marked.keys()]

    def span(self, mention: int) -> Span:
        """A mention as most annotators marked it; of several such, the one that is furthest left, then the shortest."""
        spans = Counter(self.mentions[mention].values())
        return min(spans, key=lambda span: (-spans[span], span))

    def text(self, start: int, end: int) -> str:
        """The words from one position to another, where the text is known."""
        found = self.words[start:end]
        return found if isinstance(found, str) else " ".join(found)

    def only(self, annotators: Collection[str]) -> Graph:
        """What some of the annotators drew; the mentions keep their numbers."""
        return replace(
            self,
            mentions=tuple(
                {name: span for name, span in mention.items() if name in annotators} for mention in self.mentions
            ),
            arcs={name: arcs for name, arcs in self.arcs.items() if name in annotators},
        )

    def retyped(self, types: Mapping[str, str]) -> Graph:
        """The same with other names for some types of arcs."""
        return replace(
            self,
            arcs={
                name: frozenset(arc._replace(type=types.get(arc.type, arc.type)) for arc in arcs)
                for name, arcs in self.arcs.items()
            },
        )


DUPLICATES = "arcs drawn twice"
LOOPS = "arcs from a mention to itself"
TWICE_MARKED = "mentions marked twice"


def graph_of(
    document: str,
    drawn: Mapping[str, Relations],
    matching: str,
    symmetric: Collection[str],
    *,
    left_out: Counter[str],
    words: str | tuple[str, ...] = "",
) -> Graph:
    """The graph of a document; what is left out of it is added to the counts."""
    aligned = align_mentions({name: layer.mentions for name, layer in drawn.items()}, matching)
    arcs: dict[str, frozenset[Arc]] = {}
    for name, layer in drawn.items():
        left_out[TWICE_MARKED] += len(layer.mentions) - len(set(layer.mentions))
        seen: set[Arc] = set()
        for relation in layer.relations:
            source, target = (aligned.number[name, layer.mentions[end]] for end in (relation.source, relation.target))
            if relation.type in symmetric:
                source, target = min(source, target), max(source, target)
            arc = Arc(source, target, relation.type)
            if source == target:
                left_out[LOOPS] += 1
            elif arc in seen:
                left_out[DUPLICATES] += 1
            else:
                seen.add(arc)
        arcs[name] = frozenset(seen)
    sentences = next((layer.sentences for layer in drawn.values() if layer.sentences), ())
    places = {name: layer.place for name, layer in drawn.items() if layer.place is not None}
    return Graph(document, aligned.mentions, arcs, sentences, aligned.proved, words, places)
