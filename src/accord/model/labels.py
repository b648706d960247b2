"""The labels that one annotator gave to the tokens or to the items of a document."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from accord.model.place import Place
from accord.model.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.model.corpus import Corpus, Document
    from accord.model.work import WorkNote


@dataclass(frozen=True, slots=True)
class TokenLabels:
    """One annotator's label of every token of a document, with the file and line each sentence came from."""

    kind: ClassVar[str] = "labels"
    labels: tuple[tuple[str, ...], ...]
    file: str = ""
    lines: tuple[int, ...] = ()
    one_line: bool = False
    """Whether all tokens of a sentence stand on its line."""
    token_lines: tuple[tuple[int, ...], ...] = ()
    """The line of each token, where tokens do not stand one after the other; of some sentences it is not known."""
    missing: str | None = None
    """The label that stands for no answer."""

    def place(self, sentence: int, token: int) -> Place | None:
        """Where the label of a token stands, as far as it is known."""
        if self.token_lines:
            line = self.token_lines[sentence][token] if self.token_lines[sentence] else None
        else:
            line = self.lines[sentence] + (0 if self.one_line else token) if self.lines else None
        return Place(self.file, line) if self.file else None

    @property
    def lacks_some(self) -> bool:
        """Whether a token has no answer."""
        return self.missing is not None and any(self.missing in row for row in self.labels)

    def answer(self, sentence: int, token: int) -> str | None:
        """The label of a token, None where it stands for no answer."""
        label = self.labels[sentence][token]
        return None if label == self.missing else label

    def sentences(self, document: Document) -> Iterator[Sentence]:
        """The sentences of their document with these labels."""
        starts = tuple(lines[0] if lines else 0 for lines in self.token_lines)
        lines = self.lines or starts or (0,) * len(self.labels)
        rows = zip(document.sentences, self.labels, lines, strict=True)
        for number, (tokens, labels, line) in enumerate(rows):
            one_line = self.one_line or bool(starts)  # where rows stand between tokens, the first is the nearest known
            yield Sentence(tokens, labels, line, document.id, one_line, None if line else number)


@dataclass(frozen=True, slots=True)
class ItemLabels:
    """One annotator's label of each item of a document.

    An item that is absent was not annotated; an item with the label ``""`` was given an empty label.
    """

    kind: ClassVar[str] = "labels"
    labels: Mapping[str, str]
    file: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line in ``file`` of each label that stands there."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What this annotator read of each item whose text is not the same for all."""
    repeats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Further labels of the same items, such as those of later runs of a model, in their order."""
    work: Mapping[str, WorkNote] = field(default_factory=dict)
    """When each was given, in which round, and how long it took, where files say so."""

    def place(self, item: str) -> Place | None:
        """Where the label of an item stands, if it stands in a file."""
        return Place(self.file, self.lines[item]) if item in self.lines else None


def labelled_sentences(corpus: Corpus, annotator: str) -> Iterator[Sentence]:
    """The token labels of one annotator, sentence by sentence."""
    for document, labels in corpus.annotations_of(annotator, TokenLabels):
        yield from labels.sentences(document)


def sentences_by_annotator(corpus: Corpus) -> dict[str, Iterator[Sentence]]:
    """The token labels of everyone who gave some, sentence by sentence."""
    return {
        annotator: chain.from_iterable(labels.sentences(document) for document, labels in given)
        for annotator, given in corpus.annotations_by_annotator(TokenLabels).items()
    }
