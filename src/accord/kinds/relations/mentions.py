"""Which mentions of several annotators are the same mention of the text.

Strict: those with the same borders and type. Lenient: one joint alignment of all annotators,

    maximise the sum of overlap(u, v) over the pairs u, v of all groups,

where a group holds one mention of an annotator at most, every two of its mentions overlap, and mentions with the same
borders and type are never parted. For two annotators this is the matching of the largest total overlap: to part equal
mentions cannot add to it, as |I ∩ v| + |I ∩ u| <= |I| + |u ∩ v|. Of groups that overlap as much, those with more
pairs of one type are taken, then those whose borders lie nearer, then those further left; the order and the names of
annotators do not matter. Because one alignment holds for all annotators, "the same mention" is transitive.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import UsageError
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.model.span import Span

    Score = tuple[int, int, int]
    """Overlap, pairs of one type, and borders' displacement below zero: more is better, the first counts most."""
    States = dict[frozenset[int], tuple[Score, "_Way | None"]]

MATCHINGS = ("strict", "lenient")

MAX_GROUPS = 2_048
"""How many groups that begin with one mention are looked at."""

MAX_STATES = 512
"""How many ways to align what lies further left are kept; where there are more, the alignment is not proved best."""

_NOTHING: Score = (0, 0, 0)


@dataclass(frozen=True)
class AlignedMentions:
    """The mentions of a text, from left to right: for each, how those who have it marked it.

    ``proved`` is False where there was too much to search, so that a better alignment may exist.
    """

    mentions: tuple[Mapping[str, Span], ...]
    proved: bool = True

    @cached_property
    def number(self) -> dict[tuple[str, Span], int]:
        """The number of the mention that an annotator marked so."""
        return {
            (annotator, span): number
            for number, mention in enumerate(self.mentions)
            for annotator, span in mention.items()
        }


class _Equal(NamedTuple):
    """Mentions with the same borders and type, and who marked them."""

    span: Span
    annotators: frozenset[str]


class _Group(NamedTuple):
    """Equal mentions and others further right that are aligned with them, by number, and what that is worth."""

    first: int
    others: frozenset[int]
    score: Score


class _Way(NamedTuple):
    """The group that was chosen last, and how those before it were."""

    group: _Group
    before: _Way | None


def align_mentions(marked: Mapping[str, Iterable[Span]], matching: str = "strict") -> AlignedMentions:
    """The mentions of a text from what each annotator marked; a mention that nobody else has is one of its own.

    >>> from accord.model import Span
    >>> marked = {"ada": [Span(0, 9, "ORG")], "bram": [Span(0, 4, "ORG"), Span(5, 9, "LOC")]}
    >>> [sorted(mention) for mention in align_mentions(marked, "lenient").mentions]
    [['ada', 'bram'], ['bram']]
    >>> len(align_mentions(marked).mentions)
    3
    """
    if matching not in MATCHINGS:
        raise UsageError(f"unknown matching of mentions {matching!r}: {suggestion(matching, list(MATCHINGS))}")
    by_span: dict[Span, set[str]] = {}
    for annotator, spans in marked.items():
        for span in spans:
            by_span.setdefault(span, set()).add(annotator)
    equal = [_Equal(span, frozenset(by_span[span])) for span in sorted(by_span)]
    if matching == "strict":
        return AlignedMentions(tuple(dict.fromkeys(sorted(one.annotators), one.span) for one in equal))
    mentions: list[dict[str, Span]] = []
    proved = True
    for together in _touching(equal):
        groups, sure = _best_groups(together)
        proved &= sure
        mentions += [
            _mention([together[number] for number in sorted({group.first, *group.others})]) for group in groups
        ]
    return AlignedMentions(tuple(mentions), proved)


def _mention(equals: Sequence[_Equal]) -> dict[str, Span]:
    return dict(sorted((annotator, one.span) for one in equals for annotator in one.annotators))


def _touching(equal: Sequence[_Equal]) -> Iterator[list[_Equal]]:
    """What is connected by overlap, from left to right."""
    together: list[_Equal] = []
    end = 0
    for one in equal:
        if together and one.span.start >= end:
            yield together
            together = []
        end = max(end, one.span.end) if together else one.span.end
        together.append(one)
    if together:
        yield together


def _best_groups(equal: Sequence[_Equal]) -> tuple[list[_Group], bool]:
    """The groups of the best score that hold everything once, from left to right; whether no others are better.

    A state is what was taken further left of what is still to come; only the best way to each is kept.
    """
    proved = True
    states: States = {frozenset(): (_NOTHING, None)}
    for number in range(len(equal)):
        groups = list(islice(_groups_from(equal, number), MAX_GROUPS + 1))
        reached: States = {}
        for taken, (score, way) in states.items():
            if number in taken:
                _offer(reached, taken - {number}, score, way)
                continue
            for group in groups[:MAX_GROUPS]:
                if taken.isdisjoint(group.others):
                    _offer(reached, taken | group.others, _plus(score, group.score), _Way(group, way))
        best = sorted(reached, key=lambda taken: reached[taken][0], reverse=True) if len(reached) > MAX_STATES else []
        proved &= len(groups) <= MAX_GROUPS and not best
        states = {taken: reached[taken] for taken in best[:MAX_STATES]} or reached
    chosen = []
    way = states[frozenset()][1]
    while way is not None:
        chosen.append(way.group)
        way = way.before
    return chosen[::-1], proved


def _offer(reached: States, taken: frozenset[int], score: Score, way: _Way | None) -> None:
    if taken not in reached or score > reached[taken][0]:
        reached[taken] = score, way


def _groups_from(equal: Sequence[_Equal], first: int) -> Iterator[_Group]:
    """Every group whose leftmost mention is this one, alone last: where only some are looked at, large ones are."""

    def extended(members: tuple[int, ...], annotators: frozenset[str], end: int, score: Score) -> Iterator[_Group]:
        for number in range(members[-1] + 1, len(equal)):
            span, others = equal[number]
            if span.start >= end:
                break
            if annotators.isdisjoint(others):
                added = score
                for member in members:
                    added = _plus(added, _score(equal[member], equal[number]))
                yield from extended((*members, number), annotators | others, min(end, span.end), added)
        yield _Group(first, frozenset(members[1:]), score)

    return extended((first,), equal[first].annotators, equal[first].span.end, _NOTHING)


def _score(one: _Equal, other: _Equal) -> Score:
    a, b = one.span, other.span
    pairs = len(one.annotators) * len(other.annotators)
    moved = abs(a.start - b.start) + abs(a.end - b.end)
    return pairs * (min(a.end, b.end) - max(a.start, b.start)), pairs * (a.type == b.type), -pairs * moved


def _plus(one: Score, other: Score) -> Score:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
