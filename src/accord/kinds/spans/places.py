"""Places: what spans of all annotators cover without a break, and how far annotators are apart there.

Spans that overlap, whoever marked them, lie in one place; so whatever two annotators did there is aligned,
and nothing outside does. Two annotators are apart by

    1 - F1 of their spans in the place

under the match of the measure, 1 where only one of them marked anything.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from accord.kinds.spans.match import observed_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord.kinds.spans.match import Match
    from accord.model import Span
    from accord.study.spans import Text

    Marks = tuple[Span, ...]
    Pair = tuple[str, str]


class SpanPlace(NamedTuple):
    """From where to where in a text, what each annotator marked there, and how far every two who marked are apart.

    Annotators who looked at the text and marked nothing there have no spans; ``apart`` leaves pairs of these out.
    """

    text: int
    start: float
    end: float
    marks: Mapping[str, Marks]
    apart: Mapping[Pair, float]

    @property
    def disagreement(self) -> float:
        """The mean over every two annotators who looked at the text; those who both marked nothing agree."""
        looking = len(self.marks)
        return sum(self.apart.values()) / (looking * (looking - 1) / 2) if looking > 1 else 0.0


def places(texts: Iterable[Text], match: Match, *, typed: bool) -> Iterator[SpanPlace]:
    """All places of some texts, from the first to the last; spans of different types match unless not ``typed``."""
    for number, text in enumerate(texts):
        for start, end, marks in covered(text.spans):
            yield SpanPlace(number, start, end, marks, _apart(marks, match, typed=typed))


def covered(spans: Mapping[str, Sequence[Span]]) -> Iterator[tuple[float, float, dict[str, Marks]]]:
    """Where spans of all annotators lie without a break, and whose spans these are.

    >>> from accord.model import Span
    >>> spans = {"ada": [Span(0, 2), Span(6, 7)], "bram": [Span(1, 4)], "chloe": []}
    >>> [(start, end, {name: len(found) for name, found in marks.items()}) for start, end, marks in covered(spans)]
    [(0, 4, {'ada': 1, 'bram': 1, 'chloe': 0}), (6, 7, {'ada': 1, 'bram': 0, 'chloe': 0})]
    """
    together: list[tuple[Span, str]] = []
    end = 0.0
    for span, name in sorted((span, name) for name, found in spans.items() for span in found):
        if together and span.start >= end:
            yield _place(together, end, spans)
            together = []
        end = max(end, span.end) if together else span.end
        together.append((span, name))
    if together:
        yield _place(together, end, spans)


def _place(
    together: Sequence[tuple[Span, str]], end: float, looking: Iterable[str]
) -> tuple[float, float, dict[str, Marks]]:
    marks: dict[str, Marks] = dict.fromkeys(looking, ())
    for span, name in together:
        marks[name] += (span,)
    return together[0][0].start, end, marks


def _apart(marks: Mapping[str, Marks], match: Match, *, typed: bool) -> dict[Pair, float]:
    known: dict[tuple[Marks, Marks], float] = {}
    apart: dict[Pair, float] = {}
    for (one, ours), (other, theirs) in combinations(marks.items(), 2):
        if ours or theirs:
            if (ours, theirs) not in known:
                known[ours, theirs] = _between(ours, theirs, match, typed=typed)
            apart[one, other] = known[ours, theirs]
    return apart


def _between(ours: Marks, theirs: Marks, match: Match, *, typed: bool) -> float:
    if ours == theirs:
        return 0.0
    if not ours or not theirs:
        return 1.0
    types = {span.type for span in (*ours, *theirs)} if typed else {None}
    score = 0.0
    for type_ in types:
        first, second = ([span for span in side if type_ in (None, span.type)] for side in (ours, theirs))
        score += observed_score(match, first, second) if first and second else 0.0
    size = match.size(ours) + match.size(theirs)
    return min(max(1 - 2 * score / size, 0.0), 1.0) if size else 0.0
