"""Which of what annotators differ on are shown, of each pair of labels and annotators and of each document."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from sys import maxsize
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

    Pair = tuple[str, str]

Found = TypeVar("Found", bound="Hashable")

EXAMPLES = 3
"""How many examples of a confusion, and of a pair of annotators, are shown before what is harder."""


def chosen(
    examples: Iterable[Found], hardest: Iterable[Found], most: int, of_documents: Iterable[Found] = ()
) -> set[Found]:
    """So many of what annotators differ on: up to half examples of what may be asked for, the others the hardest.

    Besides comes one of each document that is listed, so that none of them opens to nothing.

    >>> sorted(chosen([7, 7, 8, 9], [1, 2, 3, 4], 4, [2, 5]))
    [1, 2, 5, 7, 8]
    """
    most = min(most, maxsize)
    kept = set(islice(dict.fromkeys(islice(examples, most)), most // 2))
    for each in hardest:
        if len(kept) >= most:
            break
        kept.add(each)
    return kept.union(of_documents)


def first_of_each(order: Iterable[Found], document_of: Callable[[Found], str], listed: Collection[str]) -> list[Found]:
    """The first of some documents in an order.

    >>> first_of_each(["b2", "a1", "b1", "c1"], lambda each: each[0], {"a", "b"})
    ['b2', 'a1']
    """
    found: dict[str, Found] = {}
    for each in order:
        document = document_of(each)
        if document in listed:
            found.setdefault(document, each)
            if len(found) == len(listed):
                break
    return list(found.values())


def both_ways(found: Mapping[Pair, int]) -> Counter[Pair]:
    """Counts of pairs in either order."""
    return Counter(found) + Counter({(other, one): count for (one, other), count in found.items()})
