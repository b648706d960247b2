"""Baselines of units from their definitions, position by position and edit by edit."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Marked = tuple[int, int, str]
    """A unit as (start, end, category)."""
    Side = Sequence[Marked]

GAP = ""


def positions(length: int, side: Side) -> list[tuple[str, Marked | None]]:
    """What one annotator has at every position: a category and the unit, or the gap."""
    found: list[tuple[str, Marked | None]] = [(GAP, None)] * length
    for start, end, category in side:
        found[start:end] = [(category, (start, end, category))] * (end - start)
    return found


Document = tuple[int, "Sequence[Side]"]
"""A length, and what each annotator marked."""


def coincidences(documents: Sequence[Document]) -> dict[tuple[str, str], Fraction]:
    """How many positions have one value for one annotator and another for another."""
    found: dict[tuple[str, str], Fraction] = {}
    for length, sides in documents:
        rows = [positions(length, side) for side in sides]
        for one, other in product(range(len(rows)), repeat=2):
            if one != other:
                for (value, _), (theirs, _) in zip(rows[one], rows[other], strict=True):
                    pair = value, theirs
                    found[pair] = found.get(pair, Fraction(0)) + Fraction(1, len(rows) - 1)
    return found


def by_chance(documents: Sequence[Document]) -> dict[tuple[str, str], Fraction]:
    """The same if any position of any annotator is paired with any other that is not of the same unit."""
    every = [
        (value, (number, annotator, unit or at))
        for number, (length, sides) in enumerate(documents)
        for annotator, side in enumerate(sides)
        for at, (value, unit) in enumerate(positions(length, side))
    ]
    pairs: dict[tuple[str, str], int] = {}
    for (value, unit), (theirs, other) in product(every, repeat=2):
        if unit != other:
            pairs[value, theirs] = pairs.get((value, theirs), 0) + 1
    return {pair: Fraction(len(every) * count, sum(pairs.values())) for pair, count in pairs.items()}


def u_alpha(documents: Sequence[Document], *, binary: bool = False) -> Fraction | None:
    """One less the coincidences of different values by those of chance."""

    def differ(found: dict[tuple[str, str], Fraction]) -> Fraction:
        return sum(
            (
                length
                for (one, other), length in found.items()
                if ((one == GAP) != (other == GAP) if binary else one != other)
            ),
            start=Fraction(0),
        )

    expected = differ(by_chance(documents))
    return 1 - differ(coincidences(documents)) / expected if expected else None


def marked_alpha(documents: Sequence[Document], category: str | None = None) -> Fraction | None:
    """cu-alpha, or (k)u-alpha of a category: only positions that both of two annotators marked."""
    found = {pair: length for pair, length in coincidences(documents).items() if GAP not in pair}
    every: list[tuple[str, object, Fraction]] = []
    for number, (length, sides) in enumerate(documents):
        rows = [positions(length, side) for side in sides]
        for one, other in product(range(len(rows)), repeat=2):
            for (value, unit), (theirs, _) in zip(rows[one], rows[other], strict=True):
                if one != other and GAP not in {value, theirs}:
                    every.append((value, (number, one, unit), Fraction(1, len(rows) - 1)))
    values = sorted({value for pair in found for value in pair})
    margin = {value: sum((found.get((value, k), Fraction(0)) for k in values), Fraction(0)) for value in values}
    pairs = dict.fromkeys(product(values, repeat=2), Fraction(0))
    for (value, place, weight), (theirs, their_place, their_weight) in product(every, repeat=2):
        if place != their_place:
            pairs[value, theirs] += weight * their_weight
    if not every:
        return None
    scale = sum(margin.values(), Fraction(0)) / sum(pairs.values(), Fraction(0))
    expected = {pair: scale * weight for pair, weight in pairs.items()}
    if category is None:
        wrong = sum((length for (c, k), length in found.items() if c != k), Fraction(0))
        by_luck = sum((length for (c, k), length in expected.items() if c != k), Fraction(0))
        return 1 - wrong / by_luck if by_luck else None
    if category not in margin:
        return None
    lucky = sum((expected[category, k] for k in values), Fraction(0))
    apart = lucky - expected[category, category]
    wrong = margin[category] - found.get((category, category), Fraction(0))
    return 1 - lucky / margin[category] * wrong / apart if apart else None


def alpha_u_1995(length: int, sides: Sequence[Side]) -> tuple[Fraction, Fraction]:
    """Observed and expected disagreement, summed over categories, over all pairs of sections (units and gaps)."""
    observed = expected = Fraction(0)
    count = len(sides)
    for category in sorted({unit[2] for side in sides for unit in side}):
        sections = []
        for side in sides:
            row, at = [], 0
            for start, end, _ in sorted(unit for unit in side if unit[2] == category):
                row += [(at, start, False)] * (at < start) + [(start, end, True)]
                at = end
            sections.append(row + [(at, length, False)] * (at < length))
        for one, other in product(range(count), repeat=2):
            if one != other:
                for mine, yours in product(sections[one], sections[other]):
                    observed += Fraction(_apart(mine, yours), count * (count - 1) * length**2)
        everything = [section for row in sections for section in row]
        units = [end - start for start, end, marked in everything if marked]
        gaps = [end - start for start, end, marked in everything if not marked]
        total = sum(
            (
                Fraction(len(units) - 1, 3) * (2 * unit**3 - 3 * unit**2 + unit)
                + unit**2 * sum(gap - unit + 1 for gap in gaps if gap >= unit)
                for unit in units
            ),
            Fraction(0),
        )
        size = count * length
        expected += Fraction(2, length) * total / (size * (size - 1) - sum(unit * (unit - 1) for unit in units))
    return observed, expected


def _apart(mine: tuple[int, int, bool], yours: tuple[int, int, bool]) -> int:
    (start, end, marked), (their_start, their_end, their_marked) = mine, yours
    if marked and their_marked and start < their_end and their_start < end:
        return (start - their_start) ** 2 + (end - their_end) ** 2
    if marked and not their_marked and their_start <= start and end <= their_end:
        return (end - start) ** 2
    if their_marked and not marked and start <= their_start and their_end <= end:
        return (their_end - their_start) ** 2
    return 0


def boundaries(length: int, side: Side) -> list[int]:
    return sorted({place for start, end, _ in side for place in (start, end) if 0 < place < length})


def segment_of(length: int, side: Side) -> list[int]:
    """The number of the segment of every position."""
    cuts = boundaries(length, side)
    return [sum(cut <= at for cut in cuts) for at in range(length)]


def windows(length: int, reference: Side, other: Side, width: int, *, same: bool) -> tuple[int, int]:
    """Windows in error and all; ``same`` only asks whether both ends are in one segment (Pk)."""
    ours, theirs = segment_of(length, reference), segment_of(length, other)
    wrong = 0
    for at in range(length - width):
        mine, yours = ours[at + width] - ours[at], theirs[at + width] - theirs[at]
        wrong += bool(mine) != bool(yours) if same else mine != yours
    return wrong, max(0, length - width)


def edit_distance(
    reference: Sequence[int], other: Sequence[int], insertion: float, deletion: float, shift: float
) -> float:
    """The least cost over every way to match boundaries, crossing or not."""
    if not reference:
        return deletion * len(other)
    first, rest = reference[0], reference[1:]
    ways = [insertion + edit_distance(rest, other, insertion, deletion, shift)]
    for at, place in enumerate(other):
        left = [*other[:at], *other[at + 1 :]]
        ways.append(shift * abs(first - place) + edit_distance(rest, left, insertion, deletion, shift))
    return min(ways)


def slot_errors(reference: Side, other: Side, *, half: bool) -> float:
    """The fewest errors over every way to pair units, equal ones being paired first."""
    ours, theirs = list(reference), list(other)
    for unit in list(ours):
        if unit in theirs:
            ours.remove(unit)
            theirs.remove(unit)

    def cost(one: Marked, two: Marked) -> float:
        partly = one[:2] == two[:2] or one[2] == two[2]
        return 0.5 if half and partly else 1.0

    @cache
    def least(at: int, left: frozenset[int]) -> float:
        if at == len(ours):
            return float(len(left))
        start, end, _ = ours[at]
        ways = [1 + least(at + 1, left)]
        ways += [
            cost(ours[at], theirs[number]) + least(at + 1, left - {number})
            for number in left
            if start < theirs[number][1] and theirs[number][0] < end
        ]
        return min(ways)

    return least(0, frozenset(range(len(theirs))))
