"""The texts in files by the ids that these give them: sentences, documents and items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.bank_collector import said_in
from accord.formats.source import Source
from accord.model import TokenLabels, Trees
from accord.model.tree import NO_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from accord.model import Corpus, Document

_MADE_UP = re.compile(r"doc\d+")
"""What documents without a name are called, which is no id that a file gives."""


class NamedText(NamedTuple):
    """A text with its id in a file: one of the ``pieces`` of its document, or all of them (``at`` is None)."""

    id: str
    document: str
    file: str
    what: str
    pieces: Sequence[str]
    at: int | None = None

    @property
    def text(self) -> str:
        """The text itself."""
        return " ".join(self.pieces) if self.at is None else self.pieces[self.at]


def named_texts(corpus: Corpus, open_file: Callable[[str], Source] = Source) -> Iterator[NamedText]:
    """All texts of a corpus that have ids in its files; whatever several annotators have comes once for each."""
    sentences = _Sentences(open_file)
    documents = {document.id: document for document in corpus.documents}
    for layer in corpus.layers.values():
        for (name, _), annotation in layer.annotations.items():
            document = documents.get(name)
            if document is None:
                continue
            if isinstance(annotation, TokenLabels):
                pieces = tuple(map(" ".join, document.sentences))
                for number, id_ in sentences.ids(annotation).items():
                    yield NamedText(id_, name, annotation.file, "sentence", pieces, number)
            elif isinstance(annotation, Trees):
                pieces = tuple(" ".join(tree.words) for tree in annotation.trees)
                for number, tree in enumerate(annotation.trees):
                    if tree.id and NO_WORDS not in tree.words:
                        yield NamedText(tree.id, name, annotation.file, "sentence", pieces, number)
            yield from _of_document(document, annotation.file)


def _of_document(document: Document, file: str) -> Iterator[NamedText]:
    """The document itself, and its items."""
    items = tuple(document.items.values())
    if document.named and not _MADE_UP.fullmatch(document.id) and (document.text or document.sentences):
        pieces = (document.text,) if document.text else tuple(map(" ".join, document.sentences))
        yield NamedText(document.id, document.id, file, "document", pieces)
    for number, (item, text) in enumerate(document.items.items()):
        if text:
            yield NamedText(item, document.id, file, "item", items, number)


class _Sentences:
    """The ids of sentences in columns, which stand in comments above them; each file is read once."""

    def __init__(self, open_file: Callable[[str], Source]) -> None:
        self._open_file = open_file
        self._by_line: dict[str, Mapping[int, str]] = {}

    def ids(self, labels: TokenLabels) -> dict[int, str]:
        """The ids of the sentences of a document, by their numbers."""
        starts = labels.lines or tuple(lines[0] if lines else 0 for lines in labels.token_lines)
        if not labels.file or not starts:
            return {}
        if labels.file not in self._by_line:
            self._by_line[labels.file] = _ids_by_line(self._open_file(labels.file))
        found = self._by_line[labels.file]
        return {number: found[line] for number, line in enumerate(starts) if line in found}


def _ids_by_line(source: Source) -> dict[int, str]:
    """The ids of sentences by the line of their first token."""
    found: dict[int, str] = {}
    waiting = None
    for number, line in enumerate(source.lines(), 1):
        if line.startswith("#") and (said := said_in(line)) is not None:
            waiting = said[1] if said[0] == "sent_id" else waiting
        elif waiting and line.strip() and not line.startswith("# "):
            found[number], waiting = waiting, None
    return found
