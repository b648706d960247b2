"""One annotator's or system's labels over a text, readable again and again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from accord.errors import UsageError
from accord.model.sentence import UNREAD, Sentence, SentenceBatch, batches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model.finding import Finding


class LabelSource(Protocol):
    """Where labels come from: a file, a column of it, a corpus or plain lists."""

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with its rows, complete once all batches were read."""

    @property
    def name(self) -> str:
        """How messages call it."""

    def batches(self) -> Iterator[SentenceBatch]:
        """All sentences, from the start."""

    def digest(self) -> str | None:
        """A short hash of the file's bytes, if there is a file."""


@dataclass(frozen=True, slots=True)
class SentenceSource:
    """Labels that are held in memory."""

    name: str
    sentences: Sequence[Sentence]
    hash: str | None = None
    findings: list[Finding] = field(default_factory=list)

    def batches(self) -> Iterator[SentenceBatch]:
        """All sentences."""
        return batches(self.sentences)

    def digest(self) -> str | None:
        """The hash of the file they came from, if any."""
        return self.hash


def sentences_of(label_source: LabelSource) -> Iterator[Sentence]:
    """The sentences of a label source one by one."""
    for batch in label_source.batches():
        yield from batch.sentences()


def _wanted(label: Any) -> str:
    """What is needed in the place of something that is no label."""
    if isinstance(label, Sequence | Mapping) and not isinstance(label, str):
        return 'a label is a string like B-PER, a span (start, end, type) or {"start": ..., "end": ..., "label": ...}'
    return "labels of tokens are strings like B-PER, and labels of items stand in one list, also as sets"


def labels_source(labels: Sequence[Sequence[str]], name: str) -> SentenceSource:
    """A label source of label lists, one per sentence, whose tokens are unknown and empty.

    White space around a label is none of it.

    >>> labels_source([["B-PER", "O"]], "gold").sentences
    [Sentence(tokens=('', ''), labels=('B-PER', 'O'), line=0, document='', one_line=False, number=0)]
    """
    for number, sequence in enumerate(labels):
        for index, label in enumerate(sequence):
            if type(label) is not str or label == UNREAD:
                raise UsageError(f"{name}[{number}][{index}] is {label!r}: {_wanted(label)}")
    return SentenceSource(
        name,
        [
            Sentence(("",) * len(sequence), tuple(map(str.strip, sequence)), number=number)
            for number, sequence in enumerate(labels)
        ],
    )
