"""What stands at a position of a document, and where everyone's version of it stands in the files."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from accord.model import ItemLabels, TokenLabels, Trees
from accord.report.layers.context import Context, context_of
from accord.study.texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.model import Corpus, Place
    from accord.model.corpus import Layer


class Source:
    """The texts and files of a corpus, whose positions count tokens, characters or something else."""

    def __init__(self, corpus: Corpus, of: str) -> None:
        self._corpus = corpus
        self.words = texts_of(corpus, of)
        self._document_of = {document.id: document for document in corpus.documents}
        self._sentence_starts = cache(self._starts)

    def context(self, document: str, start: int, end: int) -> Context:
        """What stands in a document from one position to another, and around it."""
        words = self.words.get(document)
        return context_of(words, start, end) if words else Context("", "", "")

    def places(self, document: str, at: int | str, annotators: Iterable[str]) -> dict[str, Place]:
        """Where what some annotators say of a position, or of an item, stands, as far as it is known."""
        layers = ((name, self._corpus.layers[document, name]) for name in annotators)
        found = ((name, self._place(document, at, layer)) for name, layer in layers)
        return {name: place for name, place in found if place}

    def _place(self, document: str, at: int | str, layer: Layer) -> Place | None:
        if isinstance(layer, ItemLabels):
            return layer.place(str(at))
        if isinstance(layer, TokenLabels):
            starts = self._sentence_starts(document)
            sentence = bisect_right(starts, int(at)) - 1
            return layer.place(sentence, int(at) - starts[sentence])
        return None if isinstance(layer, Trees) else layer.place

    def _starts(self, document: str) -> list[int]:
        return list(accumulate(map(len, self._document_of[document].sentences), initial=0))
