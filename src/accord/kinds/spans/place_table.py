"""All places of some texts: where annotators differ, how often, and which types meet there."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from statistics import fmean
from typing import TYPE_CHECKING

from accord.agreement.outliers import outliers_of_pairs
from accord.kinds.page.examples import EXAMPLES, both_ways, chosen, first_of_each
from accord.kinds.spans.places import places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from accord.agreement.breakdown import AnnotatorOutlier
    from accord.kinds.spans.match import Match
    from accord.kinds.spans.places import Marks, Pair, SpanPlace
    from accord.study.spans import Text

_MUCH, _TIMES = 0.2, 5
"""A text with more than this share of confusions, and so many times its part, is named; and so is that share of two."""


@dataclass(slots=True)
class TypeOverlaps:
    """How many pairs of spans of two types overlap, by text, and some places where they do."""

    by_text: Counter[int] = field(default_factory=Counter)
    examples: list[SpanPlace] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        """All of them."""
        return self.by_text.total()


class PlaceTable:
    """All places of some texts, and what can be counted of them."""

    def __init__(self, texts: Sequence[Text], match: Match, *, typed: bool) -> None:
        self.texts = texts
        self.all = list(places(texts, match, typed=typed))
        self.spans_of = Counter(span.type for text in texts for spans in text.spans.values() for span in spans)

    @cached_property
    def differing(self) -> list[SpanPlace]:
        """Where not all agree, in the order of the texts."""
        return [place for place in self.all if place.differs]

    @cached_property
    def hardest_first(self) -> list[SpanPlace]:
        """Where not all agree, those of most disagreement first, then those that most annotators looked at."""
        return sorted(self.differing, key=lambda place: (-place.disagreement, -len(place.marks)))

    def shown(self, most: int, listed: Collection[str]) -> list[SpanPlace]:
        """The places that are shown, those of most disagreement first, with one of each listed document."""
        order = self.hardest_first
        of_documents = first_of_each(order, lambda place: self.texts[place.text].document, listed)
        kept = chosen(map(id, self._examples()), map(id, order), most, map(id, of_documents))
        return [place for place in order if id(place) in kept]

    def _examples(self) -> Iterable[SpanPlace]:
        yield from (place for both, met in self.types_met.items() if both[0] != both[1] for place in met.examples)
        found: Counter[Pair] = Counter()
        for place in self.differing:
            new = [pair for pair, apart in place.apart.items() if apart and found[pair] < EXAMPLES]
            found.update(new)
            if new:
                yield place

    def differing_pairs(self) -> Counter[Pair]:
        """In how many places two annotators differ, in either order."""
        return both_ways(Counter(pair for place in self.differing for pair, apart in place.apart.items() if apart))

    def differing_texts(self) -> Counter[Pair]:
        """In how many texts two annotators differ, in either order."""
        differ = {(place.text, pair) for place in self.differing for pair, apart in place.apart.items() if apart}
        return both_ways(Counter(pair for _, pair in differ))

    def by_document(self) -> Counter[str]:
        """How many places each document has."""
        return Counter(self.texts[place.text].document for place in self.all)

    def difficulty(self) -> dict[str, float]:
        """The mean disagreement of the places of each document that has any."""
        found: defaultdict[str, list[float]] = defaultdict(list)
        for place in self.all:
            found[self.texts[place.text].document].append(place.disagreement)
        return {document: fmean(apart) for document, apart in found.items()}

    @cached_property
    def types_met(self) -> dict[tuple[str, str], TypeOverlaps]:
        """Types of spans of two annotators that overlap, in alphabetical order."""
        met: defaultdict[tuple[str, str], TypeOverlaps] = defaultdict(TypeOverlaps)
        for place in self.all:
            here = Counter(
                (min(ours.type, theirs.type), max(ours.type, theirs.type))
                for one, other in combinations([place.said[each] for each in place.which], 2)
                for ours, theirs in product(one, other)
                if ours.start < theirs.end and theirs.start < ours.end
            )
            for both, count in here.items():
                met[both].by_text[place.text] += count
                if len(met[both].examples) < EXAMPLES and place.differs:
                    met[both].examples.append(place)
        return dict(met)

    def met_rest(self) -> dict[str, Counter[tuple[str, str]]]:
        """How often what each annotator marked meets what the others did, each of m others by 1 / m; "" is nothing."""
        met: defaultdict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        for place in self.all:
            looking = Counter(place.which)
            if len(place.looking) < 2:
                continue
            versions = range(len(place.said))
            pairs = {(one, other): _met(place.said[one], place.said[other]) for one in versions for other in versions}
            for name, own in zip(place.looking, place.which, strict=True):
                for other, many in (looking - Counter([own])).items():
                    for both in pairs[own, other]:
                        met[name][both] += many / (len(place.looking) - 1)  # type: ignore[assignment]
        return met

    @cached_property
    def outweighing(self) -> int | None:
        """The number of a text with far more than its part of pairs of different types, for more annotators read it.

        Every two annotators are a pair, so one text that very many have read may say more than a thousand others.
        """
        by_text = self._types_differ
        if not by_text:
            return None
        ((worst, pairs),) = by_text.most_common(1)
        share = pairs / by_text.total()
        readers = len(self.texts[worst].spans)
        fewer = any(len(text.spans) < readers for text in self.texts)
        return worst if fewer and share > max(_MUCH, _TIMES / len(self.texts)) else None

    @cached_property
    def _types_differ(self) -> Counter[int]:
        """How many pairs of spans of different types overlap in each text."""
        differing = (found.by_text for both, found in self.types_met.items() if both[0] != both[1])
        return sum(differing, Counter[int]())

    def outweighing_share(self) -> float:
        """The share of that text in all pairs of different types."""
        return 0.0 if self.outweighing is None else self._types_differ[self.outweighing] / self._types_differ.total()

    def share_in_one(self, both: tuple[str, str]) -> float | None:
        """How much of what two types are confused lies in that text, where that is much."""
        if self.outweighing is None:
            return None
        found = self.types_met[both]
        share = found.by_text[self.outweighing] / found.pairs
        return share if share >= _MUCH else None

    def with_rest(self, annotators: Iterable[str], level: float) -> Mapping[str, AnnotatorOutlier]:
        """How each annotator's agreement with the rest goes over the places that one of them marked."""
        agreed = (
            (self.texts[place.text].document, {pair: 1 - apart for pair, apart in place.apart.items()})
            for place in self.all
        )
        return outliers_of_pairs(agreed, annotators, level, "place")


def _met(ours: Marks, theirs: Marks) -> list[tuple[str, str]]:
    """The types of spans that overlap, each of ours once, and those that meet nothing.

    >>> from accord.model import Span
    >>> _met((Span(0, 2, "PER"), Span(4, 5, "LOC")), (Span(1, 3, "ORG"), Span(7, 8, "LOC")))
    [('PER', 'ORG'), ('LOC', ''), ('', 'LOC')]
    """
    found, left = [], list(theirs)
    for span in ours:
        over = [each for each in left if each.start < span.end and span.start < each.end]
        same = next((each for each in over if each.type == span.type), None)
        other = same or (over[0] if over else None)
        if other is not None:
            left.remove(other)
        found.append((span.type, other.type if other else ""))
    return found + [("", span.type) for span in left]
