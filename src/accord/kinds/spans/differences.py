"""How the spans of two annotators differ: one marked nothing there, or other borders, another type, or both."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from accord.kinds.page.differences import AGREED, BOTH, BOUNDED, FOUND, LABELLED, differences_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from accord.kinds.spans.places import SpanPlace
    from accord.model import Span
    from accord.payload.differences import DifferencesView

TITLES = {
    FOUND: "found by one only",
    BOUNDED: "other borders",
    LABELLED: "other label",
    BOTH: "other borders and label",
}


def span_differences(
    places: Iterable[SpanPlace], shown: Iterable[SpanPlace], id_of: Callable[[SpanPlace], str]
) -> DifferencesView | None:
    """How the spans of every two annotators divide; examples are among the places that are shown."""
    counts: Counter[str] = Counter()
    for place in places:
        counts += sorts_in(place)
    return differences_view("span", counts, TITLES, ((sorts_in(place), id_of(place)) for place in shown))


def sorts_in(place: SpanPlace) -> Counter[str]:
    """What every two annotators have alike and what not in a place."""
    found: Counter[str] = Counter()
    said = Counter(place.which)
    for number, times in said.items():
        found[AGREED] += len(place.said[number]) * (times * (times - 1) // 2)
    for one, other in combinations(sorted(said), 2):
        for sort, spans in compared(place.said[one], place.said[other]).items():
            found[sort] += spans * said[one] * said[other]
    return +found


def compared(ours: Sequence[Span], theirs: Sequence[Span]) -> Counter[str]:
    """What two annotators have alike and what not.

    >>> from accord.model import Span
    >>> ours = [Span(0, 2, "PER"), Span(4, 6, "LOC"), Span(8, 9, "LOC")]
    >>> theirs = [Span(0, 2, "PER"), Span(5, 6, "LOC")]
    >>> sorted(compared(ours, theirs).items())
    [('agreed', 1), ('bounded', 1), ('found', 1)]
    """
    return Counter(sort for sort, _, _ in paired(ours, theirs))


def paired(ours: Sequence[Span], theirs: Sequence[Span]) -> Iterator[tuple[str, Span | None, Span | None]]:
    """Each span with what is most like it on the other side, and what they have alike; None where there is nothing."""
    left, right = list(ours), list(theirs)
    for sort, alike in _LIKE.items():
        for span in list(left):
            if (match := next((each for each in right if alike(span, each)), None)) is not None:
                yield sort, span, match
                left.remove(span)
                right.remove(match)
    yield from ((FOUND, span, None) for span in left)
    yield from ((FOUND, None, span) for span in right)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


_LIKE: dict[str, Callable[[Span, Span], bool]] = {
    AGREED: lambda one, other: one == other,
    LABELLED: lambda one, other: (one.start, one.end) == (other.start, other.end),
    BOUNDED: lambda one, other: one.type == other.type and _overlap(one, other),
    BOTH: _overlap,
}
"""How spans are alike that are compared with each other, those most alike first."""
