"""How much what matches would vary if only chance were at work, counted out.

What two annotators match in a text is y' S z: y and z say how many of their spans of each type and length start at each
token, S what two such spans score. Both are random and independent, so that

    E[(y' S z)^2] = sum of E[y y'] * (S E[z z'] S'),    Cov(y' S z, y' S w) = (S E[z])' Cov(y) (S E[w]):

two pairs of annotators vary together only through the one they share. Texts are independent, and so are types, unless
they are placed together.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import accumulate, product, repeat
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from accord.chance.random_spans import expected_starts
from accord.chance.two_spans import pairs_of_starts, work
from accord.kinds.spans.draws import drawn_matches
from accord.kinds.spans.match import UNION
from accord.kinds.spans.part import WHOLE, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from accord.chance.random_spans import Floats
    from accord.kinds.spans.corrected_f1 import CorrectedF1
    from accord.kinds.spans.random_side import Model
    from accord.model import Span
    from accord.study.spans import SpanStudy, Text

    Placed = Mapping[str, Sequence[tuple[str, Span]]]
    """By annotator: spans with their types, or without, where types are ignored."""
    Kind = tuple[str, int]
    """The type and the length of a span."""

_MAX_WORK = 10**9
"""The most products that are summed; a second holds some 3 * 10^9."""
_DRAWS = 1_000
"""How many placements give the variance of a text that is too dense for that; it is then known to about 5 %."""


class Variances(NamedTuple):
    """The variance of what matches, of all and of each part, and the parts with texts of which it is that of draws."""

    of: Mapping[Part, float]
    sampled: Set[Part]


def variances(study: SpanStudy, measure: CorrectedF1, rng: np.random.Generator) -> Variances | None:
    """The variances, counted out but for the densest texts where that is too much; None for unions and shared marks."""
    if measure.match.name == UNION or measure.shared is not None:
        return None
    works, text_of, types_of = [], array("q"), []  # what is placed is made again: it would fill the memory
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for number, text in enumerate(study.texts):
        for types, spans in _placed_together(text, measure):
            works.append(_work(text, spans, measure))
            text_of.append(number)
            types_of.append(known.setdefault(types, types))
    found: defaultdict[Part, float] = defaultdict(float)
    sampled: set[Part] = set()
    left = _MAX_WORK
    for number in sorted(range(len(works)), key=works.__getitem__):
        text = study.texts[text_of[number]]
        spans = _placed(text, types_of[number], measure)
        left -= works[number]
        for part, variance in _parts(text, spans, measure) if left >= 0 else _drawn(text, spans, measure, rng):
            parts = (part, Part(document=text.document)) if part == WHOLE else (part,)
            for each in parts:
                found[each] += variance
            sampled.update(parts if left < 0 else ())
    return Variances(dict(found), sampled)


def _drawn(text: Text, placed: Placed, measure: CorrectedF1, rng: np.random.Generator) -> Iterator[tuple[Part, float]]:
    """The same as `_parts`, of draws."""
    alone = replace(text, spans={name: tuple(span for _, span in side) for name, side in placed.items()})
    drawn = drawn_matches(alone, measure, _DRAWS, rng)
    parts: dict[Part, Floats] = {}
    types = {type_ for _, type_ in drawn}
    for (pair, type_), matches in drawn.items():
        for part in (WHOLE, Part(pair=pair), *([Part(type=type_)] if len(types) > 1 else [])):
            parts[part] = parts[part] + matches if part in parts else matches
    for part, matches in parts.items():
        variance = float(matches.var(ddof=1))
        yield part, variance
        if part == WHOLE and len(types) == 1:
            yield Part(type=next(iter(types))), variance


def _placed_together(text: Text, measure: CorrectedF1) -> Iterator[tuple[tuple[str, ...], Placed]]:
    """The spans of two annotators or more that are placed independently of all others: those of each type, or all."""
    types = tuple(dict.fromkeys(type_ for spans in text.spans.values() for type_ in measure.model.groups(spans)))
    for together in [types] if measure.model.types == "joint" else [(type_,) for type_ in types]:
        marking = _placed(text, together, measure)
        if len(marking) > 1:
            yield together, marking


def _placed(text: Text, types: Sequence[str], measure: CorrectedF1) -> Placed:
    """Who marked spans of these types in a text, and these."""
    sides = {name: measure.model.groups(spans, types) for name, spans in text.spans.items()}
    return {
        name: [(type_, span) for type_, group in groups.items() for span in group]
        for name, groups in sides.items()
        if groups
    }


def _work(text: Text, placed: Placed, measure: CorrectedF1) -> int:
    model = measure.model
    starts = sum(text.tokens - length + 1 for _, length in {_kind(*each) for side in placed.values() for each in side})
    at_random = [[span.length for _, span in side] for name, side in placed.items() if name != measure.reference]
    each = sum(work(text.tokens, lengths, overlap=model.overlap, gap=model.gap) for lengths in at_random)
    between = starts**2 * text.tokens if _is_sum(measure) else (len(at_random) - 1) * starts**3
    return each + len(at_random) * between


def _is_sum(measure: CorrectedF1) -> bool:
    """Whether what matches is a sum over tokens, or over starts of each kind, of the product of two numbers."""
    return measure.match.name in {"token", "exact"}


def _kind(type_: str, span: Span) -> Kind:
    return type_, span.length


def _parts(text: Text, placed: Placed, measure: CorrectedF1) -> Iterator[tuple[Part, float]]:
    """The variance of all pairs together, of each pair, and of each type."""
    kinds = sorted({_kind(*each) for side in placed.values() for each in side})
    where = _places(kinds, [text.tokens - length + 1 for _, length in kinds])
    sides = {
        name: _as_it_lies(side, where) if name == measure.reference else _at_random(side, text, where, measure.model)
        for name, side in placed.items()
    }
    if measure.match.name == "token":
        on_tokens = _places([(type_, 0) for type_ in dict.fromkeys(type_ for type_, _ in kinds)], repeat(text.tokens))
        covers = _covers(where, on_tokens, text.tokens)
        sides = {
            name: Moments(covers @ side.mean, covers @ side.second @ covers.T, side.fixed)
            for name, side in sides.items()
        }
        where = on_tokens
    pairs = [pair for pair in measure.pairs(text) if placed.keys() >= set(pair)]
    block = Block(sides, None if _is_sum(measure) else _scores(text, where, measure), pairs)
    yield from ((Part(pair=pair), block.pair(*pair)) for pair in pairs)
    together = block.together()
    yield WHOLE, together
    types = dict.fromkeys(type_ for type_, _ in where)
    if len(types) == 1:
        yield Part(type=next(iter(types))), together
        return
    for type_ in types:
        places = [place for kind, place in where.items() if kind[0] == type_]
        yield Part(type=type_), block.of(slice(places[0].start, places[-1].stop)).together()


def _places(kinds: Sequence[Kind], sizes: Iterable[int]) -> dict[Kind, slice]:
    """Where the numbers of each kind stand in a row of all."""
    ends = list(accumulate((size for _, size in zip(kinds, sizes, strict=False)), initial=0))
    return dict(zip(kinds, map(slice, ends, ends[1:]), strict=True))


@dataclass(frozen=True, slots=True)
class Moments:
    """How many spans of each kind would start at each token, in expectation, and the products of two such numbers."""

    mean: Floats
    second: Floats
    fixed: bool


@dataclass(frozen=True, slots=True)
class Block:
    """Annotators who are compared in pairs, and what two of their spans score; None where only equal ones do, 1."""

    sides: Mapping[str, Moments]
    scores: Floats | None
    pairs: Sequence[tuple[str, str]]

    def of(self, chosen: slice) -> Block:
        """The same of some kinds only."""
        sides = {
            name: Moments(side.mean[chosen], side.second[chosen, chosen], side.fixed)
            for name, side in self.sides.items()
        }
        return Block(sides, None if self.scores is None else self.scores[chosen, chosen], self.pairs)

    def matched(self, numbers: Floats) -> Floats:
        """What each span of an annotator scores with those of another."""
        return numbers if self.scores is None else self.scores @ numbers

    def pair(self, one: str, other: str) -> float:
        """The variance of twice what two annotators match."""
        first, second = self.sides[one], self.sides[other]
        if second.fixed:
            return self.pair(other, one)
        matched = self.matched(first.mean)
        mean = float(matched @ second.mean)
        if first.fixed:
            return 4 * (float(matched @ second.second @ matched) - mean**2)
        return 4 * (float((first.second * self.matched(self.matched(second.second).T)).sum()) - mean**2)

    def together(self) -> float:
        """The variance of twice what all pairs match."""
        return sum(self.pair(*pair) for pair in self.pairs) + 4 * sum(map(self._between, self.sides))

    def _between(self, name: str) -> float:
        """The covariances of all two pairs that share an annotator, there and back: that of their sum, less its own."""
        side = self.sides[name]
        others = [other for pair in self.pairs if name in pair for other in pair if other != name]
        if side.fixed or len(others) < 2:
            return 0.0
        matched = [self.matched(self.sides[other].mean) for other in others]
        every = np.array([np.sum(matched, axis=0), *matched])
        whole, *each = ((every @ side.second) * every).sum(axis=1) - (every @ side.mean) ** 2
        return float(whole - sum(each))


def _scores(text: Text, where: Mapping[Kind, slice], measure: CorrectedF1) -> Floats:
    """What two spans score, by their kinds and starts; nothing where their types differ."""
    scores = np.zeros((_size(where), _size(where)))
    for (type_, one), (second_type, other) in product(where, repeat=2):
        if type_ == second_type:
            behind = np.arange(text.tokens - other + 1) - np.arange(text.tokens - one + 1)[:, None]
            scores[where[type_, one], where[type_, other]] = measure.match.score(one, other, behind)
    return scores


def _covers(where: Mapping[Kind, slice], on_tokens: Mapping[Kind, slice], tokens: int) -> Floats:
    """Whether a span of each kind and start lies on each token of its type."""
    covers = np.zeros((_size(on_tokens), _size(where)))
    for (type_, length), place in where.items():
        behind = np.arange(tokens)[:, None] - np.arange(tokens - length + 1)
        covers[on_tokens[type_, 0], place] = (behind >= 0) & (behind < length)
    return covers


def _size(where: Mapping[Kind, slice]) -> int:
    return max(int(place.stop) for place in where.values())


def _as_it_lies(side: Sequence[tuple[str, Span]], where: Mapping[Kind, slice]) -> Moments:
    """An annotator who is held fixed."""
    mean = np.zeros(_size(where))
    for type_, span in side:
        mean[where[type_, span.length]][span.start] += 1
    return Moments(mean, np.outer(mean, mean), fixed=True)


def _at_random(side: Sequence[tuple[str, Span]], text: Text, where: Mapping[Kind, slice], model: Model) -> Moments:
    """An annotator whose spans chance places; of two spans of one length neither is more likely anywhere."""
    lengths = [span.length for _, span in side]
    kinds, of_length = Counter(_kind(*each) for each in side), Counter(lengths)
    starts = expected_starts(text.tokens, lengths, overlap=model.overlap, gap=model.gap)
    both = pairs_of_starts(text.tokens, lengths, overlap=model.overlap, gap=model.gap)
    mean, second = np.zeros(_size(where)), np.zeros((_size(where), _size(where)))
    for (type_, length), times in kinds.items():
        mean[where[type_, length]] = starts[length] * (times / of_length[length])
    for one, other in product(kinds, repeat=2):
        if pairs := kinds[one] * (kinds[other] - (one == other)):
            all_pairs = of_length[one[1]] * (of_length[other[1]] - (one[1] == other[1]))
            second[where[one], where[other]] = both[one[1], other[1]] * (pairs / all_pairs)
    return Moments(mean, second + np.diag(mean), fixed=False)
