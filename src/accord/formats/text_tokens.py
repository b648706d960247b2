"""Texts cut into tokens, so that all that is marked in them starts and ends with one."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from accord.model import Span

_TOKEN = re.compile(r"\w+|[^\w\s]|\s")


class TextToken(NamedTuple):
    """A stretch of a text, and whether a blank stands after it that is no token."""

    start: int
    end: int
    space: bool


def text_tokens(text: str, spans: Iterable[Span]) -> list[TextToken]:
    """Words and signs, cut where spans start and end; a blank after one belongs to it, unless a span has it.

    >>> from accord.model import Span
    >>> [
    ...     text[start:end] + "_" * space
    ...     for text in ["Ann left."]
    ...     for start, end, space in text_tokens(text, [Span(4, 6)])
    ... ]
    ['Ann_', 'le', 'ft', '.']
    """
    starts, ends = set(), set()
    for span in spans:
        starts.add(span.start)
        ends.add(span.end)
    found: list[TextToken] = []
    for match in _TOKEN.finditer(text):
        start = match.start()
        may_follow = found and found[-1].end == start and not text[found[-1].start].isspace() and not found[-1].space
        if match[0] == " " and may_follow and start not in starts and start + 1 not in ends:
            found[-1] = found[-1]._replace(space=True)
            continue
        borders = [start, *_within(starts | ends, start, match.end()), match.end()]
        found += [TextToken(first, last, False) for first, last in pairwise(borders)]
    return found


def _within(borders: Collection[int], start: int, end: int) -> list[int]:
    return [place for place in range(start + 1, end) if place in borders]
