"""Alignments of units from their definitions: every unitary alignment, and every way to choose among them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Between = Callable[[int, int], float]
    """The dissimilarity of two units by their numbers."""
    Row = tuple[int | None, ...]
    """A unitary alignment: the number of a unit of each annotator, or None."""

Marked = tuple[float, float, str]
"""A unit as (start, end, category)."""


def sporadic(one: Marked, other: Marked) -> float:
    """Equation 1 of 2011, for an empty unit of 1 in place of 4."""
    moved = abs(one[0] - other[0]) + abs(one[1] - other[1])
    mean_length = ((one[1] - one[0]) + (other[1] - other[0])) / 2
    return (moved / mean_length) ** 2 / 4


def hamming(one: Marked, other: Marked, mean_length: float) -> float:
    """Equation 2 of 2011, for an empty unit of 1 in place of 4."""
    return abs(one[1] - other[1]) / (mean_length / 2) / 4


def levenshtein(one: str, other: str) -> float:
    """The least edits, as a share of the longer word."""

    @cache
    def edits(left: int, right: int) -> int:
        if not left or not right:
            return left + right
        replaced = edits(left - 1, right - 1) + (one[left - 1] != other[right - 1])
        return min(replaced, edits(left - 1, right) + 1, edits(left, right - 1) + 1)

    return edits(len(one), len(other)) / max(len(one), len(other), 1)


@dataclass(frozen=True)
class Continuum:
    """How many units each annotator has, numbered one annotator after the other; how two differ; the empty unit."""

    counts: Sequence[int]
    between: Between
    empty: float = 1.0

    @property
    def sides(self) -> list[range]:
        """The numbers of the units of each annotator."""
        ends = [sum(self.counts[: number + 1]) for number in range(len(self.counts))]
        return [range(end - count, end) for count, end in zip(self.counts, ends, strict=True)]

    def disorder(self, row: Row) -> float:
        """Equation 5: the mean over all pairs, where anything differs from nothing, and nothing from nothing."""
        pairs = list(combinations(row, 2))
        apart = [self.empty if one is None or two is None else self.between(one, two) for one, two in pairs]
        return sum(apart) / len(apart)

    def rows(self) -> Iterator[Row]:
        """Every unitary alignment."""
        for row in product(*([None, *side] for side in self.sides)):
            if any(unit is not None for unit in row):
                yield row

    def held(self) -> dict[int, list[tuple[int, float]]]:
        """For each unit the unitary alignments that hold it, as a set of bits, with their disorder."""
        found: dict[int, list[tuple[int, float]]] = {unit: [] for side in self.sides for unit in side}
        for row in self.rows():
            units = [unit for unit in row if unit is not None]
            for unit in units:
                found[unit].append((sum(1 << each for each in units), self.disorder(row)))
        return found

    def least_sums(self) -> dict[int, float]:
        """The least sum of disorder of all alignments of so many unitary alignments, by their number."""
        held = self.held()

        @cache
        def of(left: int) -> dict[int, float]:
            if not left:
                return {0: 0.0}
            best: dict[int, float] = {}
            for units, disorder in held[(left & -left).bit_length() - 1]:
                if units & left == units:
                    for size, rest in of(left & ~units).items():
                        best[size + 1] = min(best.get(size + 1, float("inf")), disorder + rest)
            return best

        return of((1 << sum(self.counts)) - 1)

    def alignments(self) -> Iterator[list[Row]]:
        """Every alignment."""
        rows = [(sum(1 << unit for unit in row if unit is not None), row) for row in self.rows()]

        def of(left: int) -> Iterator[list[Row]]:
            if not left:
                yield []
            for units, row in rows:
                if units & left == units and units & left & -left:
                    yield from ([row, *rest] for rest in of(left & ~units))

        return of((1 << sum(self.counts)) - 1)

    def best(self, objective: str) -> list[list[Row]]:
        """All alignments of the least disorder."""

        def disorder(alignment: list[Row]) -> float:
            total = sum(map(self.disorder, alignment))
            return total / (len(alignment) if objective == "mean" else 1)

        every = [(disorder(alignment), alignment) for alignment in self.alignments()]
        least = min(value for value, _ in every)
        return [alignment for value, alignment in every if value < least + 1e-9]

    def least(self, objective: str) -> float:
        """The disorder of the best alignment: by its mean, or its sum for each unit of an average annotator."""
        sums = self.least_sums()
        if objective == "mean":
            return min(total / size for size, total in sums.items())
        return min(sums.values()) / (sum(self.counts) / len(self.counts))

    def least_cover(self) -> float:
        """The same by sum, where units may be held more than once."""
        held = self.held()

        @cache
        def of(left: int) -> float:
            if not left:
                return 0.0
            choices = held[(left & -left).bit_length() - 1]
            return min(disorder + of(left & ~units) for units, disorder in choices)

        return of((1 << sum(self.counts)) - 1) / (sum(self.counts) / len(self.counts))


def preference(rows: Sequence[Sequence[Marked | None]]) -> tuple[float, float, float]:
    """What decides between equally good alignments, the least first: confusion, overlap with a minus, and place."""
    pairs = [
        (one, other) for row in rows for one, other in combinations(row, 2) if one is not None and other is not None
    ]
    return (
        sum(one[2] != other[2] for one, other in pairs),
        -sum(max(0.0, min(one[1], other[1]) - max(one[0], other[0])) for one, other in pairs),
        sum(one[0] + one[1] + other[0] + other[1] for one, other in pairs),
    )


def categories_confused(
    rows: Sequence[Sequence[Marked | None]],
    between: Callable[[str, str], float],
    place: Callable[[Marked, Marked], float],
    alpha: float = 1.0,
    *,
    only: str | None = None,
    with_empty: bool = False,
) -> float | None:
    """The disorder of gamma-cat, or of gamma-k for one category, of an alignment; None where no pair has a weight.

    With the empty unit as pygamma-agreement has it, where an empty unit of 1 adds 1 to both sums.
    """
    above = below = 0.0
    for row in rows:
        real = sum(unit is not None for unit in row)
        for one, other in combinations(row, 2):
            if only is not None and only not in [unit[2] for unit in (one, other) if unit is not None]:
                continue
            if one is not None and other is not None:
                weight = max(0.0, 1 - alpha * place(one, other)) / (real - 1)
                above += weight * between(one[2], other[2])
                below += weight
            elif with_empty and (one is not None or other is not None):
                above += 1.0
                below += 1.0
    return above / below if below else None
