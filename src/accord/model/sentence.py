"""One annotator's labels on sentences: one by one, or a batch of them as flat columns."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.model.place import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNREAD = "\n"
"""The label of a row that could not be read and was reported: no label can hold it, for it ends a line."""


class Sentence(NamedTuple):
    """Tokens and their labels.

    The token at index i stands on line ``line + i`` of its file, or on ``line`` where all stand on one line. Without a
    file there is no line, and ``number`` counts the sentences of the document from 0.
    """

    tokens: tuple[str, ...]
    labels: tuple[str, ...]
    line: int = 0
    document: str = ""
    one_line: bool = False
    number: int | None = None

    def line_of(self, index: int) -> int:
        """The line of the token at an index."""
        return self.line if self.one_line else self.line + index

    @property
    def address(self) -> str:
        """The document and the number of a sentence in brackets, as far as they are known."""
        return "".join(f"[{part}]" for part in (self.document, self.number) if part not in {"", None})

    def place(self, file: str, index: int) -> Place:
        """Where the token at an index stands; a sentence without lines is known by its address."""
        token = self.tokens[index] if index < len(self.tokens) else ""
        if self.line:
            return Place(file, self.line_of(index), token)
        return Place(f"{file}{self.address}[{index}]" if self.address else file, None, token or None)


class SentenceBatch(NamedTuple):
    """Some sentences of one document as flat columns, so that they can be compared in bulk.

    Each sentence has so many tokens as ``lengths`` says. Where a file has lines, the first token stands on ``line``,
    and a blank line divides sentences, unless all stand on one line. Where there are no lines, it is one sentence with
    its number.
    """

    tokens: list[str]
    labels: list[str]
    lengths: list[int]
    line: int = 0
    document: str = ""
    one_line: bool = False
    number: int | None = None

    def sentences(self) -> Iterator[Sentence]:
        """The sentences one by one."""
        line = self.line
        for start, end in pairwise(self.borders):
            tokens, labels = tuple(self.tokens[start:end]), tuple(self.labels[start:end])
            yield Sentence(tokens, labels, line, self.document, self.one_line, self.number)
            line += 0 if self.one_line else end - start + 1

    @property
    def borders(self) -> Iterator[int]:
        """Where each sentence starts, and where the last one ends."""
        return accumulate(self.lengths, initial=0)


def batches(sentences: Iterable[Sentence]) -> Iterator[SentenceBatch]:
    """Each sentence as a batch of its own."""
    for tokens, labels, line, document, one_line, number in sentences:
        yield SentenceBatch(list(tokens), list(labels), [len(tokens)], line, document, one_line, number)
