"""F1 of spans, corrected for what spans placed at random would reach.

    corrected F1 = (F1 - chance) / (1 - chance)

F1 is twice what matches over the size of both sides, summed over all texts, types and pairs of annotators. Chance is
the same where every annotator's spans keep their number and their lengths, and lie anywhere in their text with equal
probability; it is computed exactly, not sampled (but for the match union). A reference that is held fixed lies as it
does.

How to read it: 1 is perfect, 0 what chance gives. Chance matters where texts are short or spans are long and many: of
twenty tokens with nine marked by both, F1 by chance is about .5. In long texts with few spans it is near 0, and
corrected F1 is F1. It cannot reach 1 where both sides mark different amounts; the variant normalised by the maximum,
(F1 - chance) / (highest F1 - chance), can.

Li, Rosé, Yuan & Zhou (2024). Estimating agreement by chance for sequence annotation.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.agreement.equation import agreement
from accord.chance.random_spans import coverage
from accord.errors import NotApplicable
from accord.kinds.spans.match import UNION, observed_score, starts_of
from accord.kinds.spans.random_side import fixed
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.chance.random_spans import Floats, Starts
    from accord.kinds.spans.match import Match
    from accord.kinds.spans.random_side import Model
    from accord.model import Span
    from accord.study.spans import Text

    Row = tuple[float, float, float, float, float]
    Cell = tuple[tuple[str, ...], str]
    """A pair of annotators, and a type."""


@dataclass(frozen=True, slots=True)
class CorrectedF1:
    """What is compared and how chance does it.

    ``reference`` is the annotator who is held fixed, if any. ``shared`` is None for pairs of annotators, or how many
    annotators must mark a token for it to count: the share of marks that so many share; 0 stands for all.
    ``normalize_by_max`` divides by the highest F1 there can be.
    """

    match: Match
    model: Model
    reference: str | None = None
    shared: int | None = None
    normalize_by_max: bool = False

    def __post_init__(self) -> None:
        if self.shared is not None and self.match.name != "token":
            raise NotApplicable("marks that several annotators share are counted token by token: take the match token")
        if self.shared is not None and self.model.overlap:
            raise NotApplicable("how many annotators share a mark is known for disjoint spans only")
        if self.match.name == UNION and self.model.types == "joint":
            raise NotApplicable("the match union goes with types apart or ignored")
        of_pairs = self.match.name in {"token", "exact"} and self.shared is None
        if self.normalize_by_max and (not of_pairs or self.model.gap):
            raise NotApplicable(
                "the highest F1 there can be is known for pairs, the matches token and exact, and no gap"
            )

    def values(self, totals: Floats) -> Floats:
        """Corrected F1 for totals of the shape (resamples, 5); NaN where chance would reach as much as there can be."""
        f1, chance, most = self.parts(totals)
        highest = most if self.normalize_by_max else 1.0
        return agreement(highest - f1, highest - chance)

    def parts(self, totals: Floats) -> tuple[Floats, Floats, Floats]:
        """F1, chance and the highest F1 for totals of the shape (resamples, 5); NaN where nothing is marked."""
        agreed, expected, size, size_by_chance, most = totals.T
        return quotient(agreed, size), quotient(expected, size_by_chance), quotient(most, size)

    def cells(self, text: Text) -> dict[Cell, Row]:
        """What each pair of annotators and type adds in a text; all numbers of a row add up.

        A row holds what matches, what would by chance, the size of both sides, that by chance, and the most that could
        match. Where marks are shared by so many annotators there are no pairs.
        """
        known: dict[tuple[int, ...], Starts] = {}  # annotators of a text often mark the same lengths in it
        sides = {name: self._side(name, spans, text, known) for name, spans in text.spans.items()}
        if self.shared is not None:
            return self._shared(sides, text)
        placed: dict[int, Any] = {}
        return {
            ((one, other), type_): self._cell(sides[one], sides[other], type_, text, placed)
            for one, other in self.pairs(text)
            for type_ in dict.fromkeys((*sides[one].spans, *sides[other].spans))
        }

    def pairs(self, text: Text) -> list[tuple[str, str]]:
        """The annotators that are compared: every two, or the reference with every other."""
        if self.reference is None:
            return list(combinations(text.spans, 2))
        return [
            (self.reference, name) for name in text.spans if name != self.reference and self.reference in text.spans
        ]

    def _side(self, name: str, spans: Sequence[Span], text: Text, known: dict[tuple[int, ...], Starts]) -> Side:
        groups = self.model.groups(spans)
        self.model.refuse(text, name, counts_tokens=self.match.name == "token")
        if name == self.reference:
            return Side(groups, fixed(groups, text.tokens))
        return Side(groups, self.model.expected(spans, text.tokens, known))

    def _cell(self, first: Side, second: Side, type_: str, text: Text, placed: dict[int, Any]) -> Row:
        """What two annotators add; ``placed`` keeps what a match needs of where a side's spans start, by its id."""
        ours, theirs = first.spans.get(type_, []), second.spans.get(type_, [])
        size = self.match.size(ours) + self.match.size(theirs)
        if not ours or not theirs:
            return 0.0, 0.0, size, size, 0.0
        agreed = observed_score(self.match, ours, theirs)
        both = first.starts[type_], second.starts[type_]
        for starts in both:
            if id(starts) not in placed:
                placed[id(starts)] = self.match.placed(starts, text.tokens)
        ours_placed, theirs_placed = (placed[id(starts)] for starts in both)
        expected = self.match.expected(ours_placed, theirs_placed, text.tokens)
        return 2 * agreed, 2 * expected, size, size, 2 * self.match.most(ours, theirs)

    def _shared(self, sides: dict[str, Side], text: Text) -> dict[Cell, Row]:
        """Marks on tokens that so many annotators mark, and what chance would give of them."""
        least = self.shared or len(sides)
        cells: dict[Cell, Row] = {}
        for type_ in dict.fromkeys(type_ for side in sides.values() for type_ in side.spans):
            marking = [side for side in sides.values() if type_ in side.spans]
            lie = [coverage(starts_of(side.spans[type_], text.tokens), text.tokens) for side in marking]
            together = np.sum(lie, axis=0)
            agreed = float(together[together >= least].sum())
            chances = how_many([coverage(side.starts[type_], text.tokens) for side in marking])
            expected = float(sum(number * chances[number].sum() for number in range(least, len(chances))))
            size = sum(self.match.size(side.spans[type_]) for side in marking)
            cells[(), type_] = (agreed, expected, size, size, size)
        return cells


@dataclass(frozen=True, slots=True)
class Side:
    """One annotator's spans in one text by type, and where they are expected to start."""

    spans: dict[str, list[Span]]
    starts: dict[str, Starts]


def how_many(chances: Sequence[Floats]) -> Floats:
    """The chance that 0, 1, 2, ... of independent events happen, shape (events + 1, tokens) (Poisson binomial).

    >>> how_many([np.array([0.5]), np.array([0.5])]).ravel().tolist()
    [0.25, 0.5, 0.25]
    """
    found = np.ones((1, len(chances[0])))
    for chance in chances:
        found = np.pad(found * (1 - chance), ((0, 1), (0, 0))) + np.pad(found * chance, ((1, 0), (0, 0)))
    return found
