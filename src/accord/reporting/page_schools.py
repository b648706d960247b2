"""Two schools of annotators: each agrees within itself, and less with the other.

The two who agree least are of different schools, and everybody else is of that with which they agree more, until nobody
changes. Schools are named where each has two annotators or more, every two of one agree more than any two of different
ones, and by more on average than 0.15 and than half of the interval of a pair.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from accord.payload.layer import LayerContent, PairRow

_APART = 0.15
_TURNS = 10
_FEWEST, _MOST = 4, 30


class School(NamedTuple):
    """Annotators who agree, and by how much."""

    names: tuple[str, ...]
    within: float


class TwoSchools(NamedTuple):
    """Two of them, and how much one agrees with the other."""

    schools: tuple[School, School]
    between: float

    def divide(self, labels: Mapping[str, str | None]) -> bool:
        """Whether each school says one thing, and the other another."""
        said = [{labels[name] for name in school.names if labels.get(name) is not None} for school in self.schools]
        return all(len(each) == 1 for each in said) and said[0] != said[1]


def two_schools(layer: LayerContent) -> TwoSchools | None:
    """The schools of a layer, if there are two and every two annotators are compared."""
    names = [row.annotator for row in layer.annotators_table]
    pairs = {frozenset((pair.first, pair.second)): pair for pair in layer.pairs if pair.value is not None}
    if not _FEWEST <= len(names) <= _MOST or any(frozenset(two) not in pairs for two in combinations(names, 2)):
        return None
    first = _divided(names, pairs)
    second = [name for name in names if name not in first]
    if min(len(first), len(second)) < 2:
        return None
    within = [[pairs[frozenset(two)].number for two in combinations(school, 2)] for school in (first, second)]
    between = [pairs[frozenset((one, other))].number for one in first for other in second]
    needed = max(_APART, fmean(map(_half_width, pairs.values())))
    if min(map(min, within)) <= max(between) or fmean(map(fmean, within)) - fmean(between) <= needed:
        return None
    ours, theirs = (School(tuple(names), fmean(found)) for names, found in zip((first, second), within, strict=True))
    return TwoSchools((ours, theirs), fmean(between))


def _divided(names: Sequence[str], pairs: Mapping[frozenset[str], PairRow]) -> list[str]:
    """Those of the school of the first of the two who agree least."""
    lowest = min(pairs.values(), key=lambda pair: pair.number)
    first = {lowest.first}

    def agrees(name: str, others: Collection[str]) -> float:
        found = [pairs[frozenset((name, other))].number for other in others if other != name]
        return fmean(found) if found else float("-inf")

    second = {lowest.second}
    for _ in range(_TURNS):
        nearer = {name for name in names if agrees(name, first) > agrees(name, second)} | {lowest.first}
        nearer -= {lowest.second}
        if nearer == first:
            break
        first, second = nearer, {name for name in names if name not in nearer}
    return [name for name in names if name in first]


def _half_width(pair: PairRow) -> float:
    return (pair.interval.high - pair.interval.low) / 2 if pair.interval else 0.0
