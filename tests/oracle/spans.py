"""Corrected F1 from its definition: every placement of every annotator, one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Placed = tuple[tuple[int, int, str], ...]
    """Spans as (start, end, type)."""
    Score = Callable[[tuple[int, int, str], tuple[int, int, str]], int]


def placements(tokens: int, spans: Sequence[tuple[int, str]]) -> list[Placed]:
    """Every way to place spans of these lengths and types without overlap, spans of equal length told apart."""
    found: list[Placed] = []
    for order in set(permutations(range(len(spans)))):
        found += [
            tuple((starts[place], starts[place] + spans[one][0], spans[one][1]) for place, one in enumerate(order))
            for starts in _starts(tokens, [spans[one][0] for one in order])
        ]
    return found


def _starts(tokens: int, lengths: Sequence[int], first: int = 0) -> Iterator[tuple[int, ...]]:
    if not lengths:
        yield ()
        return
    for start in range(first, tokens - sum(lengths) + 1):
        for rest in _starts(tokens, lengths[1:], start + lengths[0]):
            yield (start, *rest)


def shared_tokens(one: tuple[int, int, str], other: tuple[int, int, str]) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0])) if one[2] == other[2] else 0


def same_span(one: tuple[int, int, str], other: tuple[int, int, str]) -> int:
    return int(one == other)


def overlapping(one: tuple[int, int, str], other: tuple[int, int, str]) -> int:
    return int(shared_tokens(one, other) > 0)


def share_above(limit: Fraction) -> Score:
    def score(one: tuple[int, int, str], other: tuple[int, int, str]) -> int:
        shared = shared_tokens(one, other)
        union = one[1] - one[0] + other[1] - other[0] - shared
        return int(shared > limit * union and one[2] == other[2])

    return score


def near_boundaries(limit: int) -> Score:
    def score(one: tuple[int, int, str], other: tuple[int, int, str]) -> int:
        near = abs(one[0] - other[0]) <= limit and abs(one[1] - other[1]) <= limit
        return int(near and one[2] == other[2])

    return score


SCORES: dict[str, Score] = {
    "token": shared_tokens,
    "exact": same_span,
    "overlap": overlapping,
    "iou:0.5": share_above(Fraction(1, 2)),
    "boundary:1": near_boundaries(1),
}


def matches(score: Score, one: Placed, other: Placed) -> int:
    return sum(score(ours, theirs) for ours in one for theirs in other)


def size(name: str, placed: Placed) -> int:
    return sum(end - start for start, end, _ in placed) if name == "token" else len(placed)


def sides(tokens: int, placed: Placed, types: str, *, held: bool) -> list[Placed]:
    """All that chance could make of one annotator, equally likely."""
    if held:
        return [placed]
    if types == "joint":
        return placements(tokens, [(end - start, type_) for start, end, type_ in placed])
    apart = [
        placements(tokens, [(end - start, type_) for start, end, type_ in placed if type_ == one])
        for one in sorted({type_ for *_, type_ in placed})
    ]
    return [tuple(span for group in groups for span in group) for groups in product(*apart)]


def f1_by_chance(
    name: str, tokens: int, annotators: Sequence[Placed], types: str = "apart", held: int | None = None
) -> tuple[Fraction, Fraction]:
    """The mean and the variance of F1 over pairs, over every placement of every annotator."""
    together = sum(size(name, one) + size(name, other) for one, other in pairs(annotators, held))
    values = [
        Fraction(2 * sum(matches(SCORES[name], one, other) for one, other in pairs(placed, held)), together)
        for placed in product(
            *(sides(tokens, side, types, held=number == held) for number, side in enumerate(annotators))
        )
    ]
    mean = Fraction(sum(values), len(values))
    return mean, Fraction(sum((value - mean) ** 2 for value in values), len(values))


def pairs(annotators: Sequence[Placed], held: int | None) -> list[tuple[Placed, Placed]]:
    return [
        (annotators[one], annotators[other])
        for one in range(len(annotators))
        for other in range(one + 1, len(annotators))
        if held is None or held in {one, other}
    ]


def shared_by_chance(tokens: int, annotators: Sequence[Placed], least: int) -> Fraction:
    """The mean share of marks that so many annotators share, of spans of one type."""
    marks = sum(size("token", side) for side in annotators)
    values = [
        Fraction(_shared(tokens, placed, least), marks)
        for placed in product(*(sides(tokens, side, "apart", held=False) for side in annotators))
    ]
    return Fraction(sum(values), len(values))


def _shared(tokens: int, annotators: Sequence[Placed], least: int) -> int:
    counts = [sum(start <= token < end for side in annotators for start, end, _ in side) for token in range(tokens)]
    return sum(count for count in counts if count >= least)
