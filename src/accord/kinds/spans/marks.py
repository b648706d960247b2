"""What is marked, whatever it is: spans, units and the mentions of chunk labels as marks (start, end, type)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.encoding import Mention, encode
from accord.encoding.detect import Census
from accord.model import SentenceSource, Span, Spans, TokenLabels, Unit, Units, sentences_by_annotator

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from accord.encoding import Encoding
    from accord.model import Corpus, Document
    from accord.model.corpus import Annotation

    Mark = tuple[float, float, str]


def holds_marks(corpus: Corpus) -> bool:
    """Whether a corpus holds spans, units or chunk labels."""
    if any(isinstance(each, Spans | Units) for each in corpus.annotations.values()):
        return True
    sources = [SentenceSource(who, list(sentences)) for who, sentences in sentences_by_annotator(corpus).items()]
    labelled = [source for source in sources if source.sentences]
    return bool(labelled) and Census.of(part for source in labelled for part in source.batches()).best() is not None


def marks_of(annotation: Annotation) -> Sequence[Mark]:
    """The spans or units of an annotation, and none of another."""
    if isinstance(annotation, Spans):
        return annotation.spans
    return annotation.units if isinstance(annotation, Units) else ()


def annotation_like(
    model: Annotation, document: Document, marks: Iterable[Mark], scheme: Encoding | None = None
) -> Annotation:
    """Marks as annotation of the same type as another of the same document; as chunk labels, in an encoding."""
    if isinstance(model, Units):
        return Units(tuple(Unit(*mark) for mark in marks), model.measured_in, length=model.length)
    spans = tuple(Span(int(start), int(end), type_) for start, end, type_ in marks)
    if isinstance(model, Spans):
        return Spans(spans, model.length, model.unit)
    assert scheme is not None, "mentions of chunk labels have an encoding"
    return TokenLabels(_chunk_labels(document, spans, scheme))


def _chunk_labels(document: Document, spans: Sequence[Span], scheme: Encoding) -> tuple[tuple[str, ...], ...]:
    rows, start = [], 0
    for tokens in document.sentences:
        inside = [
            Mention(span.start - start, span.end - start, span.type)
            for span in spans
            if start <= span.start < start + len(tokens)
        ]
        rows.append(tuple(encode(inside, len(tokens), scheme)))
        start += len(tokens)
    return tuple(rows)
