"""Where texts stand in their documents, and what stands around a place in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.agreement.breakdown import MAX_ANNOTATORS, HardItem
from accord.kinds.page.source import Source
from accord.messages import position
from accord.model import item_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.kinds.spans.places import SpanPlace
    from accord.model import Corpus, Span
    from accord.study.spans import Text


class TextOffsets:
    """Where texts stand in their documents."""

    def __init__(self, corpus: Corpus | None, texts: Sequence[Text], of: str) -> None:
        self.texts = texts
        self.source = Source(corpus, of) if corpus else None
        self.texts_in: defaultdict[str, list[int]] = defaultdict(list)
        self.offsets: list[int] = []
        ends: Counter[str] = Counter()
        for number, text in enumerate(texts):
            self.texts_in[text.document].append(number)
            self.offsets.append(ends[text.document])
            ends[text.document] += text.tokens

    def marked_in(self, document: str) -> tuple[dict[str, list[tuple[float, float, str]]], float]:
        """What everyone marked in a document, counted from its start, and how long it is."""
        marked: defaultdict[str, list[tuple[float, float, str]]] = defaultdict(list)
        for number in self.texts_in[document]:
            shift = self.offsets[number]
            for name, spans in self.texts[number].spans.items():
                marked[name] += [(span.start + shift, span.end + shift, span.type) for span in spans]
        return dict(marked), sum(self.texts[number].tokens for number in self.texts_in[document])

    def id_of(self, place: SpanPlace) -> str:
        """A name of its own for every place: its document, and from where to where it reaches there."""
        return item_id(self.texts[place.text].document, self._name(place))

    def _name(self, place: SpanPlace) -> str:
        start, end = (position(float(border)) for border in self._borders(place))
        return f"{start}-{end}"

    def item(self, place: SpanPlace, annotators: Sequence[str]) -> HardItem:
        """A place with what everyone marked there; positions are counted from the start of the document."""
        text = self.texts[place.text]
        start, end = self._borders(place)
        shift = self.offsets[place.text]
        shown = {name: marks_shown(spans, shift) for name, spans in place.marks.items()}
        absent = annotators if len(annotators) <= MAX_ANNOTATORS else ()
        item = HardItem(
            self.id_of(place),
            text.document,
            self._name(place),
            place.disagreement,
            dict.fromkeys(absent) | shown,
        )
        if self.source is None:
            return item
        markers_first = sorted(place.marks, key=lambda name: not place.marks[name])
        return replace(
            item,
            **self.source.context(text.document, int(start), int(end))._asdict(),
            places=self.source.places(text.document, int(start), markers_first, place.marks),
        )

    def _borders(self, place: SpanPlace) -> tuple[float, float]:
        shift = self.offsets[place.text]
        return place.start + shift, place.end + shift


def marks_shown(spans: Iterable[Span], shift: float = 0) -> str:
    """What was marked, as one line; nothing where nothing was.

    >>> from accord.model import Span
    >>> marks_shown([Span(0, 2, "PER"), Span(4, 5)], 10)
    'PER 10-12, 14-15'
    """
    borders = ((span.type, position(float(span.start + shift)), position(float(span.end + shift))) for span in spans)
    return ", ".join(" ".join(filter(None, (type_, f"{start}-{end}"))) for type_, start, end in borders)
