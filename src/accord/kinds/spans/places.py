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

    ``looking`` are those who looked at the text, ``said`` what they marked, equal marks once, and ``which`` of these is
    each one's; ``between`` is how far each of ``said`` is from each, a row after the other, None where nobody needs it.
    That takes a quarter of the memory of ``marks`` and ``apart``, which are made when they are looked at.
    """

    text: int
    start: float
    end: float
    looking: tuple[str, ...]
    said: tuple[Marks, ...]
    which: tuple[int, ...]
    between: tuple[float | None, ...]

    @property
    def marks(self) -> dict[str, Marks]:
        """What each annotator marked; annotators who looked at the text and marked nothing there have no spans."""
        return {name: self.said[number] for name, number in zip(self.looking, self.which, strict=True)}

    @property
    def apart(self) -> dict[Pair, float]:
        """How far every two are apart, but for those who both marked nothing."""
        far = zip(combinations(self.looking, 2), self._far(), strict=True)
        return {pair: each for pair, each in far if each is not None}

    @property
    def differs(self) -> bool:
        """Whether not all agree."""
        return any(self.between)

    @property
    def disagreement(self) -> float:
        """The mean over every two annotators who looked at the text; those who both marked nothing agree."""
        looking = len(self.looking)
        return sum(filter(None, self._far())) / (looking * (looking - 1) / 2) if self.differs else 0.0

    def _far(self) -> Iterator[float | None]:
        kinds = len(self.said)
        return (self.between[one * kinds + other] for one, other in combinations(self.which, 2))


def places(texts: Iterable[Text], match: Match, *, typed: bool) -> Iterator[SpanPlace]:
    """All places of some texts, from the first to the last; spans of different types match unless not ``typed``."""
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    for number, text in enumerate(texts):
        looking = tuple(text.spans)
        for start, end, marks in covered(text.spans):
            number_of: dict[Marks, int] = {}
            which = tuple([number_of.setdefault(each, len(number_of)) for each in marks.values()])
            said = tuple(number_of)
            between = _apart(said, which, match, typed=typed)
            yield SpanPlace(number, start, end, looking, said, known.setdefault(which, which), between)


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


def _apart(said: Sequence[Marks], which: Sequence[int], match: Match, *, typed: bool) -> tuple[float | None, ...]:
    """How far each of what was said is from each, a row after the other, as far as somebody is compared."""
    if len(said) == 1:
        return (0.0,)  # the same object for all places
    found: list[float | None] = [None] * len(said) ** 2
    for one, other in dict.fromkeys(combinations(which, 2)):
        if said[one] or said[other]:
            found[one * len(said) + other] = marks_apart(said[one], said[other], match, typed=typed)
    return tuple(found)


def marks_apart(ours: Marks, theirs: Marks, match: Match, *, typed: bool) -> float:
    """1 - F1 of what two annotators marked in a place, from 0 to 1."""
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
