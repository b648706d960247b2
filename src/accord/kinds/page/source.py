"""What stands at a position of a document, and where everyone's version of it stands in the files."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING

from accord.kinds.page.context import SENTENCE, Context, context_of, whole_sentences
from accord.model import ItemLabels, Place, Spans, TokenLabels, Unit, Units
from accord.study.texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from accord.model import Corpus, Span


class Source:
    """The texts and files of a corpus, whose positions count tokens, characters or something else."""

    def __init__(self, corpus: Corpus, of: str) -> None:
        self._corpus = corpus
        self.words = texts_of(corpus, of)
        self._document_of = {document.id: document for document in corpus.documents}
        self._sentence_starts = cache(self._starts)
        self._lines_of_units = cache(self._lines)

    def context(self, document: str, start: int, end: int) -> Context:
        """What stands in a document from one position to another, and the sentences around it."""
        words = self.words.get(document)
        if not words:
            return Context("", "", "")
        if isinstance(words, str):
            return whole_sentences(words, start, end)
        starts = self._sentence_starts(document)
        first, last = starts[bisect_right(starts, start) - 1], starts[bisect_left(starts, max(end, start + 1))]
        return context_of(words[first:last], start - first, end - first, SENTENCE)

    def places(
        self,
        document: str,
        at: int | str,
        annotators: Iterable[str],
        marks: Mapping[str, Sequence[Span]] = MappingProxyType({}),
    ) -> dict[str, Place]:
        """Where what some annotators say of a position, or of an item, stands, as far as it is known.

        The ``marks`` of each there say where in a list of units it is.
        """
        found = ((name, self._place(document, at, name, marks.get(name, ()))) for name in annotators)
        return {name: place for name, place in found if place}

    def _place(self, document: str, at: int | str, name: str, marks: Sequence[Span]) -> Place | None:
        layer = self._corpus.annotations[document, name]
        if isinstance(layer, Units) and layer.lines:
            if not marks or not layer.file:
                return None
            first = Unit(marks[0].start, marks[0].end, marks[0].type)
            return Place(layer.file, self._lines_of_units(document, name).get(first))
        if isinstance(layer, ItemLabels):
            return layer.place(str(at))
        if isinstance(layer, TokenLabels):
            starts = self._sentence_starts(document)
            sentence = bisect_right(starts, int(at)) - 1
            return layer.place(sentence, int(at) - starts[sentence])
        return layer.place if isinstance(layer, Spans | Units) else None

    def _lines(self, document: str, name: str) -> dict[Unit, int | None]:
        layer = self._corpus.annotations[document, name]
        assert isinstance(layer, Units)
        return dict(zip(layer.units[::-1], layer.lines[::-1], strict=True))

    def _starts(self, document: str) -> list[int]:
        return list(accumulate(map(len, self._document_of[document].sentences), initial=0))
