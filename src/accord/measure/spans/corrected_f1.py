"""F1 of spans, corrected for what spans laid at random would reach.

    corrected F1 = (F1 - chance) / (1 - chance)

F1 is twice what matches over the size of both sides, summed over all texts, types and pairs of annotators. Chance is
the same where every annotator's spans keep their number and their lengths, and lie anywhere in their text with equal
probability; it is computed exactly, not sampled (but for the match union). A reference that is held fixed lies as it
does.

How to read it: 1 is perfect, 0 what chance gives. Chance matters where texts are short or spans are long and many: of
twenty tokens with nine marked by both, F1 by chance is about .5. In long texts with few spans it is near 0, and
corrected F1 is F1. It cannot reach 1 where both sides mark different amounts; the variant normalised by the maximum,
(F1 - chance) / (highest F1 - chance), can.

Li, H., Rosé, C., Yuan, Q. & Zhou, X. (2024). Estimating agreement by chance for sequence annotation.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.chance.random_spans import coverage
from accord.errors import NotApplicable
from accord.measure.spans.match import UNION, observed_score
from accord.measure.spans.random_side import fixed
from accord.measure.spans.union import marked, marked_by_chance, matches
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.chance.random_spans import Floats, Starts
    from accord.measure.spans.match import Match
    from accord.measure.spans.random_side import Model
    from accord.model import Span
    from accord.study.spans import SpanStudy, Text

    Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class CorrectedF1:
    """What is compared and how chance does it.

    ``reference`` is the annotator who is held fixed, if any. ``shared`` is None for pairs of annotators, or how many
    annotators must mark a token for it to count: the share of marks that so many share; 0 stands for all. ``by_most``
    normalises by the highest F1 there can be. ``samples`` and ``seed`` are for the match union, whose chance is
    sampled.
    """

    match: Match
    model: Model
    reference: str | None = None
    shared: int | None = None
    by_most: bool = False
    samples: int = 1_000
    seed: int = 1

    def __post_init__(self) -> None:
        if self.shared is not None and self.match.name != "token":
            raise NotApplicable("marks that several annotators share are counted token by token: take the match token")
        if self.shared is not None and self.model.overlap:
            raise NotApplicable("how many annotators share a mark is known for disjoint spans only")
        if self.match.name == UNION and self.model.types == "joint":
            raise NotApplicable("the match union goes with types apart or ignored")
        if self.by_most and (self.match.name not in {"token", "exact"} or self.shared is not None or self.model.gap):
            raise NotApplicable(
                "the highest F1 there can be is known for pairs, the matches token and exact, and no gap"
            )

    def rows(self, study: SpanStudy, type_: str | None = None) -> Floats:
        """What matches, what would by chance, the size of both sides, that by chance, and the most that could match.

        The shape is (texts, 5); all five add up over texts, and over types where only one is asked for.
        """
        rng = np.random.default_rng(self.seed)
        union = self.match.name == UNION
        rows = [self._union(text, rng, type_) if union else self._text(text, type_) for text in study.texts]
        return np.array(rows, dtype=np.float64).reshape(len(rows), 5)

    def values(self, totals: Floats) -> Floats:
        """Corrected F1 for totals of the shape (resamples, 5); NaN where chance would reach as much as there can be."""
        f1, chance, most = self.parts(totals)
        possible = (most if self.by_most else 1.0) - chance
        return quotient(f1 - chance, np.where(possible > 1e-12, possible, 0.0))

    def parts(self, totals: Floats) -> tuple[Floats, Floats, Floats]:
        """F1, chance and the highest F1 for totals of the shape (resamples, 5); NaN where nothing is marked."""
        agreed, expected, size, size_by_chance, most = totals.T
        return quotient(agreed, size), quotient(expected, size_by_chance), quotient(most, size)

    def _union(self, text: Text, rng: np.random.Generator, only: str | None) -> Row:
        """A text whose chance is sampled, for tokens that are marked at all."""
        if only is not None:
            text = replace(text, spans={name: _of_type(spans, only) for name, spans in text.spans.items()})
        total = np.zeros(5)
        lie = {name: marked(spans, text.tokens, self.model) for name, spans in text.spans.items()}
        for one, other in self.pairs(text):
            agreed, size = (float(part[0]) for part in matches(lie[one], lie[other]))
            total += [agreed, 0, size, 0, size]
        total[[1, 3]] = [part.mean() for part in self.drawn_union(text, self.samples, rng)]
        return tuple(total.tolist())

    def drawn_union(self, text: Text, samples: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """Twice the tokens that both of a pair mark, and the tokens of both, in each of so many random placements."""
        by_chance = {}
        for name, spans in text.spans.items():
            self.model.refuse(spans, name)
            lies = name == self.reference
            by_chance[name] = (
                marked(spans, text.tokens, self.model)
                if lies
                else marked_by_chance(spans, text.tokens, self.model, samples, rng)
            )
        agreed, size = np.zeros(samples), np.zeros(samples)
        for one, other in self.pairs(text):
            shared, both = matches(by_chance[one], by_chance[other])
            agreed += shared
            size += both
        return agreed, size

    def _text(self, text: Text, only: str | None) -> Row:
        sides = {name: self._side(name, spans, text).of(only) for name, spans in text.spans.items()}
        if self.shared is not None:
            return self._shared(sides, text)
        rows = [self._pair(sides[one], sides[other], text) for one, other in self.pairs(text)]
        return tuple(np.sum(rows, axis=0).tolist()) if rows else (0.0,) * 5

    def pairs(self, text: Text) -> list[tuple[str, str]]:
        """The annotators that are compared: every two, or the reference with every other."""
        if self.reference is None:
            return list(combinations(text.spans, 2))
        return [
            (self.reference, name) for name in text.spans if name != self.reference and self.reference in text.spans
        ]

    def _side(self, name: str, spans: Sequence[Span], text: Text) -> Side:
        groups = self.model.groups(spans)
        self.model.refuse(spans, name, counts_tokens=self.match.name == "token")
        if name == self.reference:
            return Side(groups, fixed(groups, text.tokens))
        return Side(groups, self.model.expected(spans, text.tokens))

    def _pair(self, first: Side, second: Side, text: Text) -> Row:
        agreed = expected = most = 0.0
        for type_ in [type_ for type_ in first.spans if type_ in second.spans]:
            ours, theirs = first.spans[type_], second.spans[type_]
            agreed += observed_score(self.match, ours, theirs)
            expected += self.match.expected(first.starts[type_], second.starts[type_], text.tokens)
            most += self.match.most(ours, theirs)
        size = sum(self.match.size(group) for side in (first, second) for group in side.spans.values())
        return 2 * agreed, 2 * expected, size, size, 2 * most

    def _shared(self, sides: dict[str, Side], text: Text) -> Row:
        """Marks on tokens that so many annotators mark, and what chance would give of them."""
        least = self.shared or len(sides)
        agreed = expected = 0.0
        by_type: defaultdict[str, list[tuple[Floats, Floats]]] = defaultdict(list)
        for side in sides.values():
            for type_, spans in side.spans.items():
                lie = coverage(fixed({type_: spans}, text.tokens)[type_], text.tokens)
                by_type[type_].append((lie, coverage(side.starts[type_], text.tokens)))
        for marks in by_type.values():
            together = np.sum([lie for lie, _ in marks], axis=0)
            agreed += float(together[together >= least].sum())
            chances = how_many([chance for _, chance in marks])
            expected += float(sum(number * chances[number].sum() for number in range(least, len(chances))))
        size = sum(self.match.size(group) for side in sides.values() for group in side.spans.values())
        return agreed, expected, size, size, size


def _of_type(spans: Sequence[Span], type_: str) -> tuple[Span, ...]:
    return tuple(span for span in spans if span.type == type_)


@dataclass(frozen=True, slots=True)
class Side:
    """One annotator's spans in one text by type, and where they are expected to start."""

    spans: dict[str, list[Span]]
    starts: dict[str, Starts]

    def of(self, type_: str | None) -> Side:
        """The same of one type only, if one is asked for."""
        if type_ is None:
            return self
        chosen = [known for known in self.spans if known == type_]
        return Side({one: self.spans[one] for one in chosen}, {one: self.starts[one] for one in chosen})


def how_many(chances: Sequence[Floats]) -> Floats:
    """The chance that 0, 1, 2, ... of independent events happen, shape (events + 1, tokens) (Poisson binomial).

    >>> how_many([np.array([0.5]), np.array([0.5])]).ravel().tolist()
    [0.25, 0.5, 0.25]
    """
    found = np.ones((1, len(chances[0])))
    for chance in chances:
        found = np.pad(found * (1 - chance), ((0, 1), (0, 0))) + np.pad(found * chance, ((1, 0), (0, 0)))
    return found
