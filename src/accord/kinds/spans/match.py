"""When two spans match, and how much: a score of every pair of spans, which adds up.

F1 is twice the score of all pairs over the size of both sides. A score depends on the lengths of the two spans and on
how far apart they start, so what random spans would score follows from where they would start.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from accord.chance.random_spans import coverage
from accord.errors import UsageError
from accord.formats.numbers import finite_number
from accord.messages import suggestion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.chance.random_spans import Floats, Starts
    from accord.model import Span


_AT_ONCE = 100_000
"""So many pairs of spans are looked at at once."""
UNION = "union"
"""The match of tokens that are marked at all; not a sum over pairs (see `accord.kinds.spans.union`)."""


class Match(Protocol):
    """A score of two spans by their lengths and by how many tokens the second starts after the first."""

    @property
    def name(self) -> str:
        """What it is called on the command line and in signatures."""
        ...

    def size(self, spans: Iterable[Span]) -> float:
        """What the spans would score against themselves at most."""
        ...

    def most(self, first: Sequence[Span], second: Sequence[Span]) -> float:
        """The highest score that spans of these lengths could have, wherever they were."""
        ...

    def score(self, first: Any, second: Any, behind: Any) -> Any:
        """The score of spans of two lengths, the second so many tokens after the first; of arrays of these too."""
        ...

    def placed(self, starts: Starts, tokens: int) -> Any:
        """What `expected` needs of one side, from how many spans of each length are expected to start where."""
        ...

    def expected(self, first: Any, second: Any, tokens: int) -> float:
        """The expected score of all pairs, from what `placed` says of both sides."""
        ...


def observed_score(match: Match, first: Sequence[Span], second: Sequence[Span]) -> float:
    """The score of all pairs of spans."""
    starts, lengths = np.array([(span.start, span.length) for span in second]).T
    if len(first) == 1:
        return float(np.sum(match.score(first[0].length, lengths, starts - first[0].start)))
    if len(first) * len(second) > _AT_ONCE:
        return float(sum(np.sum(match.score(span.length, lengths, starts - span.start)) for span in first))
    from_, long = np.array([(span.start, span.length) for span in first]).T[:, :, None]
    return float(np.sum(match.score(long, lengths, starts - from_)))


@dataclass(frozen=True, slots=True)
class TokenMatch:
    """How many tokens two spans share."""

    name: str = "token"

    def size(self, spans: Iterable[Span]) -> float:
        """All tokens."""
        return float(sum(span.length for span in spans))

    def most(self, first: Sequence[Span], second: Sequence[Span]) -> float:
        """All tokens of the smaller side."""
        return min(self.size(first), self.size(second))

    def score(self, first: Any, second: Any, behind: Any) -> Any:
        """From where both have begun to where one ends."""
        return np.maximum(np.minimum(first, behind + second) - np.maximum(0, behind), 0)

    def placed(self, starts: Starts, tokens: int) -> Floats:
        """How many spans cover each token."""
        return coverage(starts, tokens)

    def expected(self, first: Floats, second: Floats, tokens: int) -> float:  # noqa: ARG002
        """The sum over tokens of how many spans of each side cover them."""
        return float(first @ second)


@dataclass(frozen=True, slots=True)
class ExactMatch:
    """1 for the same start and the same end."""

    name: str = "exact"

    def size(self, spans: Iterable[Span]) -> float:
        """The number of spans."""
        return float(sum(1 for _ in spans))

    def most(self, first: Sequence[Span], second: Sequence[Span]) -> float:
        """As many as have the same length."""
        ours, theirs = (Counter(span.length for span in spans) for spans in (first, second))
        return float((ours & theirs).total())

    def score(self, first: Any, second: Any, behind: Any) -> Any:
        """Equal lengths, and nothing between the starts."""
        return (behind == 0) & (first == second)

    def placed(self, starts: Starts, tokens: int) -> Starts:  # noqa: ARG002
        """The same."""
        return starts

    def expected(self, first: Mapping[int, Floats], second: Mapping[int, Floats], tokens: int) -> float:  # noqa: ARG002
        """The sum over lengths and starts."""
        return float(sum(first[length] @ second[length] for length in first if length in second))


@dataclass(frozen=True, slots=True)
class PairMatch:
    """1 for two spans that are near enough: that overlap, share enough (iou), or have near boundaries."""

    name: str
    kind: str
    limit: float = 0.0

    def size(self, spans: Iterable[Span]) -> float:
        """The number of spans."""
        return float(sum(1 for _ in spans))

    def most(self, first: Sequence[Span], second: Sequence[Span]) -> float:
        """The number of spans of the smaller side."""
        return min(self.size(first), self.size(second))

    def score(self, first: Any, second: Any, behind: Any) -> Any:
        """Whether the two are near enough."""
        if self.kind == "boundary":
            return (np.abs(behind) <= self.limit) & (np.abs(behind + second - first) <= self.limit)
        shared = TokenMatch().score(first, second, behind)
        return shared > self.limit * (first + second - shared)

    def placed(self, starts: Starts, tokens: int) -> Starts:  # noqa: ARG002
        """The same."""
        return starts

    def expected(self, first: Mapping[int, Floats], second: Mapping[int, Floats], tokens: int) -> float:
        """The sum over lengths, starts, and distances between starts at which two spans match."""
        total = 0.0
        for one, ours in first.items():
            for other, theirs in second.items():
                limit = min(int(self.limit), tokens)
                reach = np.arange(-other - limit, one + limit + 1)
                for behind in reach[np.asarray(self.score(one, other, reach), dtype=bool)].tolist():
                    low, high = max(0, -behind), min(len(ours), len(theirs) - behind)
                    if high > low:
                        total += float(ours[low:high] @ theirs[low + behind : high + behind])
        return total


_LIMITS = {
    "iou": "say which share must be common, from 0 to less than 1, as in iou:0.5",
    "boundary": "say by how many positions a border may be off, a whole number, as in boundary:1",
}
_KNOWN = ("token", UNION, "exact", "overlap", "iou:0.5", "boundary:1")


def match_named(name: str) -> Match:
    """token, union, exact, overlap, iou:0.5 or boundary:1, and the like.

    >>> match_named("iou:0.5").score(4, 4, np.array([0, 1, 2])).tolist()
    [True, True, False]
    """
    if not isinstance(name, str):
        raise UsageError(f"match: one of {', '.join(_KNOWN)} is needed, not {name!r}")
    kind, _, limit = name.partition(":")
    if name == UNION:
        return TokenMatch(UNION)
    if name in {"token", "exact"}:
        return TokenMatch() if name == "token" else ExactMatch()
    if name == "overlap":
        return PairMatch(name, kind)
    given = finite_number(limit)
    number = -1.0 if given is None else given
    if kind == "iou" and 0 <= number < 1:
        return PairMatch(name, kind, number)
    if kind == "boundary" and number >= 0 and number.is_integer():
        return PairMatch(name, kind, number)
    if kind in _LIMITS:
        raise UsageError(f"match {name!r}: {_LIMITS[kind]}")
    raise UsageError(f"unknown match {name!r}: {suggestion(name, list(_KNOWN))}")


def starts_of(spans: Iterable[Span], tokens: int) -> Starts:
    """Where spans do start, in the form of where they are expected to: for a side that is held fixed."""
    starts: Starts = {}
    for span in spans:
        starts.setdefault(span.length, np.zeros(tokens - span.length + 1))[span.start] += 1
    return starts
