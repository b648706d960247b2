"""Texts cut into tokens, so that all that is marked in them starts and ends with one."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.writer import other_layers
from accord.messages import plural
from accord.model import Spans
from accord.model.relation import Relations

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from accord.model import Corpus, Span

_TOKEN = re.compile(r"\w+|[^\w\s]|\s")


class TextToken(NamedTuple):
    """A stretch of a text, and whether a blank stands behind it that is no token."""

    start: int
    end: int
    space: bool


def text_tokens(text: str, spans: Iterable[Span]) -> list[TextToken]:
    """Words and signs, cut where spans start and end; a blank behind one belongs to it, unless a span has it.

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


def marked_spans(corpus: Corpus) -> dict[str, list[Span]]:
    """All that anybody marked in each document, in any layer, by its name."""
    found: dict[str, list[Span]] = {document.id: [] for document in corpus.documents}
    for layer in corpus.layers.values():
        for (name, _), each in layer.annotations.items():
            if isinstance(each, Spans | Relations):
                found[name] += each.spans
    return found


def lost_from_texts(corpus: Corpus) -> list[str]:
    """What records of texts with relations have no place for: other layers, and where sentences are."""
    sentences = sum(len(each.sentences) for each in corpus.annotations.values() if isinstance(each, Relations))
    return [*other_layers(corpus), *([f"the places of {plural(sentences, 'sentence')}"] if sentences else [])]


def are_of_texts(corpus: Corpus) -> bool:
    """Whether all that the main layer marks stands over characters of texts that are there."""
    texts = {document.id: document.text for document in corpus.documents}
    return all(
        each.unit == "character" and bool(texts.get(document))
        for (document, _), each in corpus.annotations.items()
        if isinstance(each, Spans | Relations)
    )
