"""Documents and the annotations laid over them, keyed by (document, annotator)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.model.notebook import InNotebooks
from accord.model.place import Place
from accord.model.sentence import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from accord.model.finding import Finding
    from accord.model.span import Span
    from accord.model.tree import Tree
    from accord.model.unit import Unit


@dataclass(frozen=True, slots=True)
class Document:
    """A text: its sentences as tokens, its characters where spans are laid over these, or nothing but an id.

    ``items`` are the texts of those of its items that have one. ``named`` is False where the id was made up and is not
    to be written: that of the only document of items or units.
    """

    id: str
    sentences: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    items: Mapping[str, str] = field(default_factory=dict)
    named: bool = True


@dataclass(frozen=True, slots=True)
class TokenLabels:
    """One annotator's label of every token of a document, with the file and line each sentence came from."""

    labels: tuple[tuple[str, ...], ...]
    file: str = ""
    lines: tuple[int, ...] = ()
    one_line: bool = False
    """Whether all tokens of a sentence stand on its line."""

    def place(self, sentence: int, token: int) -> Place | None:
        """Where the label of a token stands, as far as it is known."""
        line = self.lines[sentence] + (0 if self.one_line else token) if self.lines else None
        return Place(self.file, line) if self.file else None


@dataclass(frozen=True, slots=True)
class ItemLabels:
    """One annotator's label of each item of a document.

    An item that is absent was not annotated; an item with the label ``""`` was given an empty label.
    """

    labels: Mapping[str, str]
    file: str = ""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line in ``file`` of each label that stands there."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """What this annotator read of each item whose text is not the same for all."""

    def place(self, item: str) -> Place | None:
        """Where the label of an item stands, if it stands in a file."""
        return Place(self.file, self.lines[item]) if item in self.lines else None


@dataclass(frozen=True, slots=True)
class Spans:
    """What one annotator marked in a document of so many tokens or characters; nothing, if nothing was found."""

    spans: tuple[Span, ...]
    length: int
    unit: str = "character"
    file: str = ""
    line: int | None = None

    @property
    def place(self) -> Place | None:
        """Where they stand, if they stand in a file."""
        return Place(self.file, self.line) if self.file else None


@dataclass(frozen=True, slots=True)
class Units:
    """What one annotator marked on a continuum, which may overlap; and how long this is, if known.

    ``line`` says where they start in the file, ``lines`` where each of them stands, if that is known.
    """

    units: tuple[Unit, ...]
    measured_in: str = "position"
    file: str = ""
    line: int | None = None
    length: float | None = None
    lines: tuple[int | None, ...] = ()

    @property
    def place(self) -> Place | None:
        """Where they stand, if they stand in a file."""
        return Place(self.file, self.line) if self.file else None


@dataclass(frozen=True, slots=True)
class Trees:
    """The trees that one annotator drew over the sentences of a document, all dependencies or all phrases."""

    trees: tuple[Tree, ...]
    file: str = ""


Layer = TokenLabels | ItemLabels | Spans | Units | Trees


@dataclass(frozen=True, slots=True)
class Corpus(InNotebooks):
    """What annotators or systems produced over some documents, never changed once made.

    A pair (document, annotator) without a layer was not annotated by that annotator; a layer that
    marks nothing was annotated, and nothing was found.
    """

    documents: tuple[Document, ...]
    layers: Mapping[tuple[str, str], Layer]
    findings: tuple[Finding, ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone with at least one layer, in the order of the files."""
        return tuple(dict.fromkeys(annotator for _, annotator in self.layers))

    def sentences(self, annotator: str) -> Iterator[Sentence]:
        """The token labels of one annotator, sentence by sentence."""
        for document in self.documents:
            layer = self.layers.get((document.id, annotator))
            if isinstance(layer, TokenLabels):
                lines = layer.lines or (0,) * len(layer.labels)
                rows = zip(document.sentences, layer.labels, lines, strict=True)
                for number, (tokens, labels, line) in enumerate(rows):
                    yield Sentence(tokens, labels, line, document.id, layer.one_line, None if line else number)

    def items(self, annotator: str) -> Iterator[tuple[str, str, str]]:
        """The item labels of one annotator: document, item, label."""
        for document in self.documents:
            layer = self.layers.get((document.id, annotator))
            if isinstance(layer, ItemLabels):
                for item, label in layer.labels.items():
                    yield document.id, item, label

    def spans(self, annotator: str) -> Iterator[tuple[str, Span]]:
        """The spans of one annotator, each with its document."""
        for document in self.documents:
            layer = self.layers.get((document.id, annotator))
            if isinstance(layer, Spans):
                yield from ((document.id, span) for span in layer.spans)

    def units(self, annotator: str) -> Iterator[tuple[str, Unit]]:
        """The units of one annotator, each with its document."""
        for document in self.documents:
            layer = self.layers.get((document.id, annotator))
            if isinstance(layer, Units):
                yield from ((document.id, unit) for unit in layer.units)
