"""The errors behind an agreement on spans: those that are forgotten or added, borders that are moved, types."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import NotApplicable
from accord.kinds.error_model import ErrorModel, ErrorSort
from accord.kinds.spans.match import UNION
from accord.kinds.spans.noise import SpanMarks, added, apart, borders, marks_of, omissions, types
from accord.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator

    from accord.agreement.result import Result
    from accord.kinds.error_model import Floats
    from accord.kinds.spans.breakdown import SpanBreakdown
    from accord.kinds.spans.corrected_f1 import CorrectedF1
    from accord.kinds.spans.noise import Numbers
    from accord.study.spans import SpanStudy, Text

    Truth = tuple[Numbers, SpanMarks]
    """The numbers of texts, and the marks in these."""

_MOST_SPANS, _FEWEST_TEXTS = 150, 5
"""So many spans are simulated at a time, of so many texts at least."""
_MOST_FORGOTTEN = 0.9


@dataclass(frozen=True)
class SpanErrors(ErrorModel):
    """Spans that annotators forget, add, begin or end elsewhere, or give another type.

    Spans of several annotators are one where they overlap, each with the one that it overlaps most. What is taken for
    the truth is what at least two annotators, or one of two, marked, with the borders and the type that most gave.
    Additions are told from omissions where there are three annotators. Borders move as far as those of the annotators
    lie apart.
    """

    study: SpanStudy
    measure: CorrectedF1
    result: Result
    unit: str
    score_name: str = "F1"

    @classmethod
    def of(cls, breakdown: SpanBreakdown) -> SpanErrors:
        """Those of an agreement that was measured."""
        if breakdown.measure.match.name == UNION:
            raise NotApplicable("what agreement by the match union corresponds to takes too long: calibrate gamma")
        return cls(breakdown.study, breakdown.measure, breakdown.result, breakdown.study.unit)

    @property
    def texts(self) -> int:
        """The sentences, or documents."""
        return len(self.study.texts)

    @cached_property
    def drawn(self) -> int:
        """As many texts as together have enough spans."""
        each = len(self.consensus.text) / max(self.texts, 1)
        return min(self.texts, max(int(_MOST_SPANS / max(each, 1e-9)), _FEWEST_TEXTS))

    @property
    def annotators(self) -> int:
        """Those of the study."""
        return len(self.study.annotators)

    @cached_property
    def copies(self) -> int:
        """As many as looked at one text at most: all err alike, so that it does not matter who is who."""
        return max((len(text.spans) for text in self.study.texts), default=0)

    @property
    def marks(self) -> int:
        """All spans."""
        return max(1, self.study.count().total())

    @cached_property
    def sorts(self) -> tuple[ErrorSort, ...]:
        """Omissions, additions where they can be told from these, borders, and types where there are several."""
        several = 2 * sum(len(text.spans) > 2 for text in self.study.texts) > self.texts
        return (
            ErrorSort("omissions", "{share} % of spans forgotten", _MOST_FORGOTTEN),
            *([ErrorSort("additions", "{share} % as many spans added", 2.0)] if several else []),
            ErrorSort("borders", "{share} % of borders moved"),
            *([ErrorSort("types", "{share} % of types redrawn")] if len(self.study.types) > 1 else []),
        )

    @cached_property
    def _number_of(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.study.types)}

    @cached_property
    def consensus(self) -> SpanMarks:
        """What is taken for the truth, in all texts."""
        rows = []
        for number, text in enumerate(self.study.texts):
            least = 2 if len(text.spans) > 2 else 1
            for group in _groups(text):
                if len(group) >= least:
                    (start, end), _ = Counter((span.start, span.end) for span in group.values()).most_common(1)[0]
                    type_, _ = Counter(span.type for span in group.values()).most_common(1)[0]
                    rows.append((number, start, end, self._number_of[type_]))
        marks = marks_of(rows)
        return marks if self.measure.model.overlap else apart(marks, marks_of([]))

    @cached_property
    def steps(self) -> Numbers:
        """How far borders of one span lie apart where they do; one position where none do."""
        found = [
            distance
            for text in self.study.texts
            for group in _groups(text)
            for one, other in combinations(group.values(), 2)
            for distance in (abs(one.start - other.start), abs(one.end - other.end))
            if distance
        ]
        return np.array(found or [1], dtype=np.int64)

    @cached_property
    def _pool(self) -> Numbers:
        """The types of all spans."""
        said = (span.type for text in self.study.texts for spans in text.spans.values() for span in spans)
        return np.array([self._number_of[type_] for type_ in said], dtype=np.int64)

    @cached_property
    def _lengths(self) -> Numbers:
        return np.array([text.tokens for text in self.study.texts], dtype=np.int64)

    def observed(self) -> SpanStudy:
        """The study."""
        return self.study

    def truth(self, rng: Generator) -> Truth:
        """The consensus in as many texts as are simulated."""
        chosen = np.arange(self.texts)
        if self.drawn < self.texts:
            chosen = np.sort(rng.choice(self.texts, self.drawn, replace=False))
        marks = self.consensus.only(np.isin(self.consensus.text, chosen))
        return chosen, marks._replace(text=np.searchsorted(chosen, marks.text))

    def degraded(self, truth: Truth, amounts: Sequence[float], annotator: int, rng: Generator) -> Truth:
        """Some forgotten, the others with moved borders and other types, and some added."""
        del annotator
        chosen, marks = truth
        lengths = self._lengths[chosen]
        amount = dict(zip((sort.name for sort in self.sorts), amounts, strict=True))
        move, redraw, forget, add = rng.spawn(4)
        new = added(marks, amount.get("additions", 0.0), add, lengths)
        copy = borders(marks, amount["borders"], move, lengths, self.steps)
        copy = types(copy, amount.get("types", 0.0), redraw, self._pool)
        copy = omissions(copy, amount["omissions"], forget)
        return chosen, copy.with_more(new) if self.measure.model.overlap else apart(copy, new)

    def together(self, truth: Truth, copies: Sequence[Truth]) -> SpanStudy:
        """All annotators in the texts that they looked at."""
        chosen, _ = truth
        names = self.study.types
        marked: list[list[list[Span]]] = [[[] for _ in chosen] for _ in copies]
        for spans, (_, marks) in zip(marked, copies, strict=True):
            for text, start, end, type_ in zip(*(column.tolist() for column in marks), strict=True):
                spans[text].append(Span(start, end, names[type_]))
        texts = []
        for place, index in enumerate(chosen.tolist()):
            like = self.study.texts[index]
            own = {who: tuple(sorted(marked[copy][place])) for copy, who in enumerate(like.spans)}
            texts.append(replace(like, spans=own))
        return replace(self.study, texts=tuple(texts))

    def traces(self, sample: SpanStudy) -> Floats:
        """Who lacks what others have, what only one has, which borders and which types differ."""
        lacking = groups = single = spans = moved = differ = pairs = 0
        for text in sample.texts:
            several = 2 if len(text.spans) > 2 else 1
            spans += sum(map(len, text.spans.values()))
            for group in _groups(text):
                single += len(group) == 1
                if len(group) >= several:
                    lacking += len(text.spans) - len(group)
                    groups += len(text.spans)
                for one, other in combinations(group.values(), 2):
                    pairs += 1
                    moved += (one.start != other.start) + (one.end != other.end)
                    differ += one.type != other.type
        found = {
            "omissions": lacking / max(groups, 1),
            "additions": single / max(spans, 1),
            "borders": moved / max(2 * pairs, 1),
            "types": differ / max(pairs, 1),
        }
        return np.array([found[sort.name] for sort in self.sorts])

    def value(self, sample: SpanStudy) -> float:
        """Corrected F1 over all texts."""
        rows = [row for text in sample.texts if any(text.spans.values()) for row in self.measure.cells(text).values()]
        return float(self.measure.values(np.sum(rows, axis=0)[None, :])[0]) if rows else np.nan

    def score(self, reference: Truth, predicted: Truth) -> float:
        """F1 of spans with the same borders and the same type."""
        one, other = (
            Counter(zip(*(column.tolist() for column in marks), strict=True)) for _, marks in (reference, predicted)
        )
        size = one.total() + other.total()
        return 2 * (one & other).total() / size if size else 1.0


def _groups(text: Text) -> list[dict[str, Span]]:
    """The spans of a text by annotator, those together that overlap: each with the one that it overlaps most."""
    groups: list[dict[str, Span]] = []
    first: list[Span] = []
    for who, spans in text.spans.items():
        found = sorted(
            (
                (max(span.start, like.start) - min(span.end, like.end), span.type != like.type, place, mark)
                for mark, span in enumerate(spans)
                for place, like in enumerate(first)
                if span.start < like.end and like.start < span.end
            ),
        )
        taken: set[int] = set()
        for _, _, place, mark in found:
            if who not in groups[place] and mark not in taken:
                groups[place][who] = spans[mark]
                taken.add(mark)
        for mark, span in enumerate(spans):
            if mark not in taken:
                groups.append({who: span})
                first.append(span)
    return groups
