"""Pairs of mentions on which annotators differ: whether they are linked, in which direction, and by what type.

A decision on a pair is a list of arcs ``[source, target, type]``, whose ends are 0 for the first mention and 1 for the
second; the empty list says that they are not linked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from accord.errors import UsageError
from accord.kinds.against_gold import matching_marks, side_by_side
from accord.kinds.page.differences import BOTH, FOUND, LABELLED
from accord.kinds.points import relation_points
from accord.kinds.relations.study import study_relations
from accord.kinds.surroundings import around_shown
from accord.model import Corpus
from accord.model.case import GOLD, Case, Gold, GoldPlaces, Tally, WholeCases, versions_of
from accord.model.case_summary import CaseSummary, Share, gains_of_shares, label_pairs, sorts_of
from accord.model.relation import Relation, Relations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from accord.kinds.relations.graph import Graph
    from accord.kinds.relations.study import Item, RelationStudy
    from accord.model import Span
    from accord.model.case import AgainstGold, Point, Surroundings, Value
    from accord.model.case_summary import Gains
    from accord.model.corpus import Annotation

TURNED = "turned"
"""What the sort of difference is called where an arc goes the other way."""
_AROUND = 240
"""How many characters of a text are shown on each side of two mentions; of tokens, an eighth of that."""


@dataclass(frozen=True)
class DisputedRelations(WholeCases):
    """Relations, pair by pair of mentions that somebody linked."""

    corpus: Corpus
    study: RelationStudy
    kind: str = "relations"
    sorts: ClassVar[Mapping[str, str]] = {
        FOUND: "found by one only",
        LABELLED: "other label",
        TURNED: "other direction",
        BOTH: "other direction and label",
    }

    @classmethod
    def of(cls, corpus: Corpus, matching: str = "strict", symmetric: tuple[str, ...] = ()) -> DisputedRelations:
        """Look at every pair, also in documents that one annotator alone looked at."""
        return cls(corpus, study_relations(corpus, matching=matching, symmetric=symmetric, least=1))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All pairs on which annotators differ, in the order of the texts."""
        return tuple(
            Case(name, item.document, self.kind, versions_of(said), self._disagreement(item), self._shown(item))
            for item, name, said in self._said()
            if len(versions_of(said)) > 1
        )

    @cached_property
    def _tally(self) -> Tally:
        tally = Tally()
        for _, _, said in self._said():
            tally.differ(len(versions_of(said)), len(said))
        return tally

    @property
    def agreed(self) -> int:
        """On how many pairs all who looked drew the same."""
        return self._tally.agreed

    @property
    def alone(self) -> int:
        """On how many pairs a single annotator looked."""
        return self._tally.alone

    @property
    def choices(self) -> tuple[str, ...]:
        """The types there are."""
        return tuple(type_ for type_ in self.study.types if type_)

    def summary(self, case: Case) -> CaseSummary:
        """The two mentions, and the types of each version."""
        met = [each for one, other in combinations(case.versions, 2) for each in _arcs_apart(one.value, other.value)]
        said = tuple(
            ", ".join(type_ or "linked" for *_, type_ in each.value) or "no relation" for each in case.versions
        )
        pairs = label_pairs((one, other) for sort, one, other in met if sort != TURNED)
        words = _mentions(case)
        text = " … ".join(words)
        return CaseSummary(text, said, sorts_of(sort for sort, _, _ in met), pairs, text if all(words) else None)

    def gains(self) -> Gains:
        """By the F1 of arcs of every two annotators: same ends, direction and type."""
        return gains_of_shares("F1 of arcs", (_share(name, said) for _, name, said in self._said()))

    def _said(self) -> Iterator[tuple[Item, str, dict[str, Value]]]:
        """Every pair with what everyone who looked drew."""
        for item in self.study.items:
            said = {
                name: sorted([int(arc.source != item.first), int(arc.target != item.first), arc.type] for arc in arcs)
                for name, arcs in self.study.versions(item).items()
            }
            yield item, self.study.item_id(item), said

    def _disagreement(self, item: Item) -> float:
        import numpy as np

        looked = len(self.study.versions(item))
        return float(np.nansum(self.study.distances(item))) / (looked * (looked - 1))

    def _shown(self, item: Item) -> dict[str, object]:
        graph = self.study.graph_of[item.document]
        spans = [graph.span(number) for number in (item.first, item.second)]
        region = [min(span.start for span in spans), max(span.end for span in spans)]
        around = _AROUND if isinstance(graph.words, str) else _AROUND // 8
        first, last = max(0, region[0] - around), region[1] + around
        words = graph.words[first:last]
        text = {"text": words} if isinstance(words, str) else {"tokens": list(words)}
        return {
            **(text if words else {}),
            "offset": first,
            "region": region,
            "marked": _apart(spans),
            "mentions": [list(span) for span in spans],
            "unit": self.study.unit,
            "symmetric": sorted(self.study.symmetric),
        }

    def points(self, case: Case) -> Iterator[Point]:
        """The arcs between its mentions."""
        return relation_points(case)

    def around(self, case: Case, size: int) -> Surroundings | None:
        """What stands around the text that is shown."""
        return around_shown(case, self.study.graph_of[case.document].words, size)

    def checked(self, case: Case, value: Value) -> Value:
        """Arcs between the two mentions of a case, each once."""
        if not isinstance(value, list):
            raise UsageError(f"{case.id}: a list of [source, target, type] is needed")
        arcs = sorted(self._arc(arc, case) for arc in value)
        if any(one == other for one, other in pairwise(arcs)):
            raise UsageError(f"{case.id}: the same arc appears twice")
        return arcs

    def _arc(self, arc: Value, case: Case) -> list[Value]:
        match arc:
            case [0 | 1 as source, 0 | 1 as target, str(type_)] if source != target and bool not in map(type, arc):
                pass
            case _:
                raise UsageError(f"{case.id}: an arc is [0, 1, type] or [1, 0, type]")
        if not type_.isprintable():
            raise UsageError(f"{case.id}: a type is one line of text")
        name = type_.strip()
        return [0, 1, name] if name in self.study.symmetric else [source, target, name]

    def gold(self, chosen: Mapping[str, Value]) -> Gold:
        """Every document all of whose pairs are adjudicated.

        A mention is in it if more than half of those who looked marked it, or an arc has it; as most marked it.
        """
        undecided: set[str] = set()
        arcs: dict[str, list[tuple[int, int, str]]] = {graph.document: [] for graph in self.study.graphs}
        pairs: list[tuple[Item, str, dict[str, Value]]] = list(self._said())
        for item, name, said in pairs:
            if name not in chosen and len(versions_of(said)) > 1:
                undecided.add(item.document)
                continue
            ends = item.first, item.second
            value = chosen[name] if name in chosen else next(iter(said.values()))
            arcs[item.document] += [(ends[source], ends[target], type_) for source, target, type_ in value]
        places = GoldPlaces()
        for item, name, said in pairs:
            if item.document not in undecided:
                places.add(name, said)
        layers = {
            (graph.document, GOLD): self._relations(graph, arcs[graph.document])
            for graph in self.study.graphs
            if graph.document not in undecided
        }
        documents = tuple(document for document in self.corpus.documents if (document.id, GOLD) in layers)
        return Gold(Corpus.of(documents, layers), len(undecided), "document", places)

    def against_gold(self, gold: Gold) -> list[AgainstGold]:
        """Precision, recall and F1 of arcs of the same type between the same mentions."""

        def both(_: str, ours: Annotation, theirs: Annotation) -> Iterator[tuple[Any, Any]]:
            if isinstance(ours, Relations) and isinstance(theirs, Relations):
                yield self._arcs(ours), self._arcs(theirs)

        return matching_marks(side_by_side(self.corpus, gold.corpus, both))

    def _arcs(self, drawn: Relations) -> Iterator[tuple[Any, ...]]:
        """Arcs with the borders of what they link; which end of a symmetric one comes first says nothing."""
        for arc in drawn.relations:
            ends = [tuple(drawn.mentions[end])[:2] for end in (arc.source, arc.target)]
            yield *(sorted(ends) if arc.type in self.study.symmetric else ends), arc.type

    def _relations(self, graph: Graph, arcs: list[tuple[int, int, str]]) -> Relations:
        linked = {end for source, target, _ in arcs for end in (source, target)}
        kept = [
            number
            for number, marked in enumerate(graph.mentions)
            if number in linked or 2 * len(marked) > len(graph.annotators)
        ]
        kept.sort(key=graph.span)
        place = {number: index for index, number in enumerate(kept)}
        model = next(
            layer
            for (document, _), layer in self.corpus.annotations.items()
            if document == graph.document and isinstance(layer, Relations)
        )
        relations = tuple(sorted(Relation(place[source], place[target], type_) for source, target, type_ in arcs))
        return Relations(tuple(map(graph.span, kept)), relations, model.length, model.unit, model.sentences)


def _arcs_apart(ours: Value, theirs: Value) -> Iterator[tuple[str, str | None, str | None]]:
    """How the arcs of two versions differ: what one has alone, other types, the other direction, or both."""
    left, right = ([arc for arc in side if arc not in rest] for side, rest in ((ours, theirs), (theirs, ours)))
    alike: dict[str, Callable[[Value, Value], bool]] = {
        LABELLED: lambda one, other: one[:2] == other[:2],
        TURNED: lambda one, other: one[2] == other[2],
        BOTH: lambda _one, _other: True,
    }
    for sort, is_alike in alike.items():
        for arc in list(left):
            if (match := next((each for each in right if is_alike(arc, each)), None)) is not None:
                yield sort, arc[2], match[2]
                left.remove(arc)
                right.remove(match)
    yield from ((FOUND, type_, None) for *_, type_ in left)
    yield from ((FOUND, None, type_) for *_, type_ in right)


def _share(name: str, said: Mapping[str, Value]) -> tuple[str, Share, Share]:
    arcs = list(said.values())
    most = max(arcs, key=arcs.count)
    pairs = list(combinations(arcs, 2))
    alike = sum(2 * sum(arc in other for arc in one) for one, other in pairs)
    equal = 2 * len(most) * len(pairs)
    return name, Share(alike, sum(len(one) + len(other) for one, other in pairs)), Share(equal, equal)


def _mentions(case: Case) -> list[str]:
    """What is written in both mentions."""
    offset: Any = case.shown["offset"]
    mentions: Any = case.shown["mentions"]
    words: Any = case.shown.get("tokens") or case.shown.get("text") or ""
    parts = (words[start - offset : end - offset] for start, end, _ in mentions)
    return [part if isinstance(part, str) else " ".join(part) for part in parts]


def _apart(spans: list[Span]) -> list[list[int]]:
    """The stretches that spans cover, in the order of the text; those that overlap are one."""
    found: list[list[int]] = []
    for span in sorted(spans):
        if found and span.start < found[-1][1]:
            found[-1][1] = max(found[-1][1], span.end)
        else:
            found.append([span.start, span.end])
    return found
