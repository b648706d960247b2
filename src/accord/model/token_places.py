"""Where tokens stand in a text: in the one that they make, or as its words."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Border = tuple[int, int]

_TOKEN = re.compile(r"\w+|[^\w\s]")


def text_of_tokens(sentences: Sequence[Sequence[str]]) -> tuple[str, list[Border]]:
    r"""The text that tokens make, with a blank between two and a sentence on each line, and where each stands in it.

    >>> text_of_tokens([["Ann", "left"], ["Hi"]])
    ('Ann left\nHi', [(0, 3), (4, 8), (9, 11)])
    """
    borders, at = [], 0
    for sentence in sentences:
        for token in sentence:
            borders.append((at, at + len(token)))
            at += len(token) + 1
        at += not sentence
    return "\n".join(map(" ".join, sentences)), borders


def words(text: str, start: int, end: int) -> Iterator[Border]:
    """Where words and single other signs stand; a mark that is put on a letter belongs to its word."""
    word: Border | None = None
    joined = False
    for found in _TOKEN.finditer(text, start, end):
        is_mark = not text[found.start()].isascii() and unicodedata.category(text[found.start()])[0] == "M"
        if word and found.start() == word[1] and (is_mark or joined):
            word = word[0], found.end()
        else:
            if word:
                yield word
            word = found.span()
        joined = is_mark
    if word:
        yield word
