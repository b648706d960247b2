"""What a queue says of a case in a line, and what agreement would be if everyone had said the same there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LabelPair = tuple[str | None, str | None]
"""Two labels that stand against each other, in alphabetical order; None where somebody has nothing."""


class CaseSummary(NamedTuple):
    """A case in a line: the words it is about, each version in words, the sorts of difference, the labels that meet."""

    text: str
    said: tuple[str, ...]
    """What each version says, in the order of the versions."""
    sorts: tuple[str, ...]
    """The names of the ways in which two versions differ, those of most pairs first."""
    pairs: tuple[LabelPair, ...]
    words: str | None = None
    """What is the same in another case about the same words; None where a case is about no words."""


class Gains(NamedTuple):
    """Agreement by a measure, and by how much it would rise if all of a case had said what most said, by case."""

    measure: str
    now: float | None
    by_case: Mapping[str, float]


class Share(NamedTuple):
    """What pairs of annotators have alike, and of how much."""

    alike: float
    of: float


def gains_of_shares(measure: str, shares: Iterable[tuple[str, Share, Share]]) -> Gains:
    """The gains of cases by a share of sums: of each place its id, what is alike now, and what if all said the same.

    >>> made = gains_of_shares("F1", [("d:1", Share(0, 2), Share(2, 2)), ("d:2", Share(2, 2), Share(2, 2))])
    >>> made.now, made.by_case
    (0.5, {'d:1': 0.5, 'd:2': 0.0})
    """
    held = list(shares)
    alike, of = (sum(share[part] for _, share, _ in held) for part in (0, 1))
    if not of:
        return Gains(measure, None, {})
    found: dict[str, float] = {}
    for name, now, equal in held:
        if size := of - now.of + equal.of:
            found[name] = (alike - now.alike + equal.alike) / size - alike / of
    return Gains(measure, alike / of, found)


def label_pairs(met: Iterable[LabelPair]) -> tuple[LabelPair, ...]:
    """Pairs of different labels, each once, those that meet most often first.

    >>> label_pairs([("b", "a"), ("c", None), ("a", "b"), ("a", "a")])
    (('a', 'b'), ('c', None))
    """
    counts: Counter[LabelPair] = Counter()
    for first, second in met:
        if first != second:
            turned = first is None or (second is not None and second < first)
            counts[(second, first) if turned else (first, second)] += 1
    return tuple(pair for pair, _ in counts.most_common())


def sorts_of(met: Iterable[str]) -> tuple[str, ...]:
    """The names of differences, each once, the most frequent first."""
    return tuple(name for name, _ in Counter(met).most_common())
