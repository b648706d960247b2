"""Cases of marks in a line, marks moved from one case to another, and what agreement would be without a case."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.kinds.page.differences import AGREED, BOUNDED
from accord.kinds.spans.differences import paired
from accord.kinds.spans.match import TokenMatch
from accord.kinds.spans.places import marks_apart
from accord.messages import position
from accord.model import Span
from accord.model.case_summary import CaseSummary, Share, gains_of_shares, label_pairs, sorts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from accord.model.case import Case, Value
    from accord.model.case_summary import Gains

_DIGITS = 9
"""So many decimal places of a position that was moved are kept."""


def summary_of_marks(case: Case) -> CaseSummary:
    """What is written in a region, or from where to where it goes, and the types of each version."""
    met = [
        each
        for one, other in combinations(case.versions, 2)
        for each in paired(_spans(one.value), _spans(other.value))
        if each[0] != AGREED
    ]
    pairs = ((one and one.type, other and other.type) for sort, one, other in met if sort != BOUNDED)
    said = tuple(", ".join(type_ or "marked" for *_, type_ in each.value) or "nothing" for each in case.versions)
    start, end = _region(case)
    words = _words(case)
    text = words or f"{position(float(start))}–{position(float(end))}"
    return CaseSummary(text, said, sorts_of(sort for sort, *_ in met), label_pairs(pairs), words)


def moved_marks(value: Value, case: Case, other: Case) -> Value:
    """The same marks in the other region; as its annotators marked them, if they did.

    What begins or ends with a region does so in the other, and all else is as far from the start; so a mark inside one
    region is none in another that is longer or shorter, and is refused.
    """
    (start, end), (there, behind) = _region(case), _region(other)
    by = there - start
    borders = {start: there, end: behind}
    is_as_long = round(end - start, _DIGITS) == round(behind - there, _DIGITS)
    if not is_as_long and not all(at in borders for first, last, _ in value for at in (first, last)):
        raise UsageError(f"{other.id} is longer or shorter, so borders inside {case.id} are none there")
    moved = [[*(borders[at] if at in borders else _by(at, by) for at in mark[:2]), mark[2]] for mark in value]
    return next((each.value for each in other.versions if _rounded(each.value) == _rounded(moved)), moved)


def gains_of_marks(regions: Iterable[tuple[str, Mapping[str, Value]]], unit: str) -> Gains:
    """By the F1 of what every two annotators mark alike: twice what they share over what both mark, of all together."""
    return gains_of_shares(f"F1 of {unit}s", (share for name, said in regions for share in _shares(name, said)))


def _shares(name: str, said: Mapping[str, Value]) -> Iterable[tuple[str, Share, Share]]:
    match = TokenMatch()
    marks = [_spans(value) for value in said.values()]
    most = max(marks, key=marks.count)
    alike = of = 0.0
    for one, other in combinations(marks, 2):
        size = match.size(one) + match.size(other)
        of += size
        alike += size * (1 - marks_apart(one, other, match, typed=True))
    equal = len(marks) * (len(marks) - 1) * match.size(most)
    yield name, Share(alike, of), Share(equal, equal)


def _words(case: Case) -> str | None:
    """What is written in a region."""
    start, end = _region(case)
    offset: Any = case.shown["offset"]
    tokens, text = case.shown.get("tokens"), case.shown.get("text")
    if isinstance(tokens, list):
        return " ".join(tokens[start - offset : end - offset]) or None
    return (text[start - offset : end - offset] or None) if isinstance(text, str) and text else None


def _region(case: Case) -> tuple[Any, Any]:
    region: Any = case.shown["region"]
    return region[0], region[1]


def _spans(value: Value) -> tuple[Span, ...]:
    return tuple(Span(*mark) for mark in value)


def _by(at: float, by: float) -> float:
    return at + by if isinstance(at, int) and isinstance(by, int) else round(at + by, _DIGITS)


def _rounded(value: Value) -> list[tuple[float, float, str]]:
    return [(round(start, _DIGITS), round(end, _DIGITS), type_) for start, end, type_ in value]
