"""How hard a text is to get right by chance: 1 less the F1 of two annotators who both place the same spans at random.

    difficulty = 1 - chance F1,  chance F1 = 2 E[matches] / size of both

With one annotator both sides have that annotator's spans (the gold standard). With several, the chance F1 is the mean
over all ordered pairs of annotators, each with themselves too. A text that is marked from end to end has difficulty 0,
for there is but one way to mark it; a long text with one short span comes near 1. Over several texts the matches and
the sizes of each pair are summed. Two annotators who both marked nothing are left out of the mean.

Li, Rosé, Yuan & Zhou (2024). Estimating agreement by chance for sequence annotation, section on
difficulty; the index of their second formula runs over all pairs, i = j included.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from accord.agreement.breakdown import MAX_ANNOTATORS
from accord.agreement.result import Undefined, shown
from accord.agreement.signature import Signature
from accord.errors import NotApplicable
from accord.kinds.spans.match import UNION
from accord.model.presentation import ResultExport
from accord.study.quotient import quotient

if TYPE_CHECKING:
    from collections.abc import Mapping

    from accord.agreement.result import Value
    from accord.chance.random_spans import Floats, Starts
    from accord.kinds.spans.match import Match
    from accord.kinds.spans.random_side import Model
    from accord.study.spans import SpanStudy, Text


@dataclass(frozen=True, slots=True)
class Hardness:
    """The difficulty of some texts, and how many texts and spans they are."""

    value: Value
    texts: int
    spans: int

    @property
    def chance(self) -> Value:
        """The F1 of random annotators."""
        return self.value if isinstance(self.value, Undefined) else 1 - float(self.value)


@dataclass(frozen=True)
class Difficulty(ResultExport):
    """How hard texts are, together, by document, sentence and annotator."""

    study: SpanStudy
    match: Match
    model: Model
    read_by: Mapping[str, object] = field(default_factory=dict)
    """The encoding and the repair that chunk labels were read by."""

    def __repr__(self) -> str:
        return f"<Difficulty {shown(self.whole.value)} ({self.signature})>"

    def __post_init__(self) -> None:
        if self.match.name == UNION:
            raise NotApplicable("difficulty is a sum of scores of pairs, which the match union is not: take token")
        if len(self.study.annotators) > MAX_ANNOTATORS:
            raise NotApplicable(f"difficulty looks at every two of {MAX_ANNOTATORS} annotators at most: choose some")

    @property
    def value(self) -> Value:
        """The difficulty of all texts together."""
        return self.whole.value

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Every two annotators, and each with themselves."""
        return list(combinations_with_replacement(self.study.annotators, 2))

    @cached_property
    def rows(self) -> Floats:
        """What random sides would match and the size of both, of each text and pair; shape (texts, pairs, 2)."""
        rows = np.zeros((len(self.study.texts), len(self.pairs), 2))
        for row, text in zip(rows, self.study.texts, strict=True):
            self._fill(row, text)
        return rows

    def _fill(self, row: Floats, text: Text) -> None:
        for name in text.spans:
            self.model.refuse(text, name)
        known: dict[tuple[int, ...], Starts] = {}
        starts = {
            name: {
                type_: self.match.placed(each, text.tokens)
                for type_, each in self.model.expected(spans, text.tokens, known).items()
            }
            for name, spans in text.spans.items()
        }
        sizes = {name: self.match.size(spans) for name, spans in text.spans.items()}
        for number, (one, other) in enumerate(self.pairs):
            if one in starts and other in starts:
                ours, theirs = starts[one], starts[other]
                matches = sum(
                    self.match.expected(ours[type_], theirs[type_], text.tokens) for type_ in ours if type_ in theirs
                )
                row[number] = 2 * matches, sizes[one] + sizes[other]

    @cached_property
    def whole(self) -> Hardness:
        """All texts together."""
        return self._of(list(range(len(self.rows))))

    @cached_property
    def documents(self) -> dict[str, Hardness]:
        """Every document."""
        numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(self.study.texts):
            numbers[text.document].append(number)
        return {name: self._of(chosen) for name, chosen in numbers.items()}

    @cached_property
    def sentences(self) -> dict[str, Hardness]:
        """Every sentence, by its document and number; none where documents are the texts."""
        numbered = enumerate(self.study.texts)
        return {text.name: self._of([index]) for index, text in numbered if text.number}

    @cached_property
    def annotators(self) -> dict[str, Hardness]:
        """Every annotator alone, as if theirs were the gold standard."""
        return {
            name: Hardness(
                _difficulty(self.rows[:, [self.pairs.index((name, name))]].sum(axis=0), np.ones(1)),
                sum(name in text.spans for text in self.study.texts),
                self.study.count()[name],
            )
            for name in self.study.annotators
        }

    @property
    def signature(self) -> Signature:
        """What is needed to compute the value again."""
        model = self.model
        choices: dict[str, object] = {
            "match": self.match.name,
            "model": "overlap" if model.overlap else "disjoint",
            "types": model.types,
            **({"gap": model.gap} if model.gap else {}),
            "of": "gold" if len(self.study.annotators) == 1 else "pairs",
            "text": self.study.unit,
            "unit": self.study.of,
            "texts": len(self.study.texts),
            "annotators": len(self.study.annotators),
            "docs": len(self.study.documents),
            **self.read_by,
            "data": self.study.digest(),
        }
        return Signature("difficulty", choices)

    def _of(self, numbers: list[int]) -> Hardness:
        weights = np.array([1.0 if one == other else 2.0 for one, other in self.pairs])
        spans = sum(len(spans) for number in numbers for spans in self.study.texts[number].spans.values())
        return Hardness(_difficulty(self.rows[numbers].sum(axis=0), weights), len(numbers), spans)


def _difficulty(totals: Floats, weights: Floats) -> Value:
    """1 less the mean chance F1 of pairs, from totals of the shape (pairs, 2)."""
    marked = totals[:, 1] > 0
    if not marked.any():
        return Undefined("nothing is marked")
    return 1 - float(np.average(quotient(totals[marked, 0], totals[marked, 1]), weights=weights[marked]))
