"""Agreement on relations from its definition: every placement of every annotator's arcs, one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Pair = tuple[int, int]
    Arcs = frozenset[tuple[int, int, str]]
    """Arcs as (source, target, type)."""
    Drawn = tuple[Sequence[int], Arcs]
    """The mentions of an annotator, and the arcs between them."""


def ordered_pairs(mentions: Sequence[int]) -> list[Pair]:
    return list(permutations(mentions, 2))


def unordered_pairs(mentions: Sequence[int]) -> list[Pair]:
    return list(combinations(sorted(mentions), 2))


def placements(pairs: Sequence[Pair], arcs: Arcs) -> list[Arcs]:
    """Every way to place arcs of these types, one on a pair; arcs of one type are told apart."""
    types = sorted(type_ for *_, type_ in arcs)
    return [
        frozenset((*pair, type_) for pair, type_ in zip(chosen, types, strict=True))
        for chosen in permutations(pairs, len(types))
    ]


def placements_apart(pairs: Sequence[Pair], arcs: Arcs) -> list[Arcs]:
    """Every way to place arcs of these types where those of each type lie on different pairs, whatever the others."""
    placed: list[Arcs] = [frozenset()]
    for type_ in sorted({type_ for *_, type_ in arcs}):
        of_type = frozenset(arc for arc in arcs if arc[2] == type_)
        placed = [before | more for before in placed for more in placements(pairs, of_type)]
    return placed


def common(one: Arcs, other: Arcs) -> Fraction:
    return Fraction(len(one & other))


def squared_common(one: Arcs, other: Arcs) -> Fraction:
    return Fraction(len(one & other) ** 2)


def jaccard(one: Arcs, other: Arcs) -> Fraction:
    return Fraction(len(one & other), len(one | other)) if one or other else Fraction(1)


def expected(score: Callable[[Arcs, Arcs], Fraction], ours: Sequence[Arcs], theirs: Sequence[Arcs]) -> Fraction:
    """The mean of a score over all placements of two annotators."""
    seen: dict[tuple[int, int, int], int] = {}
    for one in ours:
        for other in theirs:
            key = len(one & other), len(one), len(other)
            seen[key] = seen.get(key, 0) + 1
    total = Fraction(0)
    for (shared, first, second), times in seen.items():
        total += times * score(*_like(shared, first, second))
    return total / (len(ours) * len(theirs))


def _like(shared: int, first: int, second: int) -> tuple[Arcs, Arcs]:
    """Any arcs of which so many are common: no score depends on more."""
    one = frozenset((number, number, "") for number in range(first))
    start = first - shared
    return one, frozenset((number, number, "") for number in range(start, start + second))


def variance_of_total(drawn: Sequence[Drawn]) -> Fraction:
    """The variance of the arcs in common, summed over all pairs of annotators who all place theirs at random."""
    everyone = [placements(ordered_pairs(mentions), arcs) for mentions, arcs in drawn]
    totals = [sum(len(one & other) for one, other in combinations(placed, 2)) for placed in product(*everyone)]
    mean = Fraction(sum(totals), len(totals))
    return Fraction(sum(total**2 for total in totals), len(totals)) - mean**2


def f1_disagreement(one: Drawn, other: Drawn) -> tuple[Fraction, Fraction]:
    """Observed and expected disagreement of F1: arcs that the other has not."""
    by_chance = expected(
        common, placements(ordered_pairs(one[0]), one[1]), placements(ordered_pairs(other[0]), other[1])
    )
    size = len(one[1]) + len(other[1])
    return size - 2 * common(one[1], other[1]), size - 2 * by_chance


def jaccard_disagreement(one: Drawn, other: Drawn) -> tuple[Fraction, Fraction]:
    """Observed and expected Jaccard distance."""
    by_chance = expected(
        jaccard, placements(ordered_pairs(one[0]), one[1]), placements(ordered_pairs(other[0]), other[1])
    )
    return 1 - jaccard(one[1], other[1]), 1 - by_chance


def coefficient(
    documents: Sequence[Sequence[Drawn | None]], disagreement: Callable[[Drawn, Drawn], tuple[Fraction, Fraction]]
) -> Fraction | None:
    """1 - sum of observed / sum of expected disagreement over documents and pairs of annotators who looked."""
    parts = [
        disagreement(one, other)
        for document in documents
        for one, other in combinations(document, 2)
        if one is not None and other is not None
    ]
    observed, by_chance = (sum((part[side] for part in parts), Fraction(0)) for side in (0, 1))
    return 1 - observed / by_chance if by_chance else None


def credited(one: Arcs, other: Arcs, credit: Fraction) -> Fraction:
    """Arcs in common, where a link with another type counts in part."""
    theirs = {(source, target): type_ for source, target, type_ in other}
    found = [(type_, theirs[source, target]) for source, target, type_ in one if (source, target) in theirs]
    return sum((Fraction(1) if ours == its else credit for ours, its in found), Fraction(0))


def credited_disagreement(one: Drawn, other: Drawn, credit: Fraction) -> tuple[Fraction, Fraction]:
    """Observed and expected disagreement of F1 with credit."""
    ours, theirs = (placements(ordered_pairs(side[0]), side[1]) for side in (one, other))
    by_chance = sum((credited(a, b, credit) for a in ours for b in theirs), Fraction(0)) / (len(ours) * len(theirs))
    size = len(one[1]) + len(other[1])
    return size - 2 * credited(one[1], other[1], credit), size - 2 * by_chance


def cohens_kappa(pairs: Sequence[Pair], one: Arcs, other: Arcs) -> Fraction | None:
    """Kappa of two annotators who say of every pair whether it is linked (Cohen 1960)."""
    ours, theirs = ([any(arc[:2] == pair for arc in arcs) for pair in pairs] for arcs in (one, other))
    count = len(pairs)
    agreed = Fraction(sum(a == b for a, b in zip(ours, theirs, strict=True)), count)
    by_chance = sum(
        Fraction(ours.count(answer), count) * Fraction(theirs.count(answer), count) for answer in (True, False)
    )
    return (agreed - by_chance) / (1 - by_chance) if by_chance != 1 else None


def best_overlap(marked: dict[str, list[tuple[int, int, str]]]) -> int:
    """The largest total overlap of pairs in groups of mentions that all overlap, equal mentions never parted."""
    spans = sorted({span for found in marked.values() for span in found})
    who = {span: {name for name, found in marked.items() if span in found} for span in spans}

    def fits(group: Sequence[tuple[int, int, str]]) -> bool:
        return all(min(a[1], b[1]) > max(a[0], b[0]) and who[a].isdisjoint(who[b]) for a, b in combinations(group, 2))

    def worth(group: Sequence[tuple[int, int, str]]) -> int:
        members = [span for span in group for _ in who[span]]
        return sum(min(a[1], b[1]) - max(a[0], b[0]) for a, b in combinations(members, 2))

    return max(sum(map(worth, groups)) for groups in _partitions(spans) if all(map(fits, groups)))


def best_matching(ours: Sequence[tuple[int, int, str]], theirs: Sequence[tuple[int, int, str]]) -> int:
    """The largest total overlap of mentions of two annotators matched one to one, with nothing else asked."""
    if not ours:
        return 0
    first, rest = ours[0], ours[1:]
    best = best_matching(rest, theirs)
    for number, other in enumerate(theirs):
        shared = min(first[1], other[1]) - max(first[0], other[0])
        if shared > 0:
            best = max(best, shared + best_matching(rest, [*theirs[:number], *theirs[number + 1 :]]))
    return best


def _partitions(spans: Sequence[tuple[int, int, str]]) -> Iterator[list[list[tuple[int, int, str]]]]:
    if not spans:
        yield []
        return
    for groups in _partitions(spans[1:]):
        yield [[spans[0]], *groups]
        for number, group in enumerate(groups):
            yield [*groups[:number], [spans[0], *group], *groups[number + 1 :]]
