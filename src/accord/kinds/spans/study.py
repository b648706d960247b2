"""From a corpus to the study of its spans: those that are given as such, or the mentions of chunk labels."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from accord.errors import NotApplicable, UsageError
from accord.kinds.spans.options import TEXTS
from accord.messages import suggestion
from accord.model import Span, Spans, TokenLabels, Units
from accord.study.annotators import chosen_annotators
from accord.study.spans import SpanStudy, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.model import Corpus
    from accord.model.corpus import Layer

    Layers = Mapping[str, Mapping[str, Layer]]
    """By document and annotator."""
    Decode = Callable[[Sequence[str]], Iterable[tuple[int, int, str]]]


def study_spans(
    corpus: Corpus,
    decode: Decode | None,
    *,
    unit: str = "sentence",
    only: Sequence[str] | None = None,
    least: int = 2,
) -> SpanStudy:
    """The spans of a corpus: those that are given as such, or the mentions of chunk labels, read by ``decode``.

    Texts that fewer than ``least`` annotators looked at are left out.
    """
    if unit not in TEXTS:
        raise UsageError(f"a text is a sentence or a document: {suggestion(unit, list(TEXTS))}")
    annotators = chosen_annotators(corpus, only)
    chosen = set(annotators)
    given = any(isinstance(layer, Spans) for layer in corpus.layers.values())
    if any(isinstance(layer, Units) for layer in corpus.layers.values()):
        raise NotApplicable("there are units on a continuum: this is for spans of a text whose length is known")
    if not given and decode is None:
        raise NotApplicable("there are no spans, and no chunk labels that mark any")
    layers: defaultdict[str, dict[str, Layer]] = defaultdict(dict)
    for (document, annotator), layer in corpus.layers.items():
        if annotator in chosen:
            layers[document][annotator] = layer
    texts = list(_given(corpus, layers) if given else _decoded(corpus, layers, decode, unit))
    looked_at = [text for text in texts if len(text.spans) >= least]
    kind = "document" if given else unit
    units = dict.fromkeys(layer.unit for layer in corpus.layers.values() if isinstance(layer, Spans))
    if len(units) > 1:
        raise NotApplicable(f"there are spans of {' and of '.join(f'{each}s' for each in units)}: measure them apart")
    alone = len(texts) - len(looked_at)
    return SpanStudy(
        tuple(looked_at),
        annotators,
        kind,
        next(iter(units), "token"),
        {f"{kind}s that fewer than {least} annotators looked at": alone} if alone else {},
    )


def _given(corpus: Corpus, layers: Layers) -> Iterator[Text]:
    for document in corpus.documents:
        marked = {name: layer for name, layer in layers[document.id].items() if isinstance(layer, Spans)}
        if marked:
            length = max(layer.length for layer in marked.values())
            yield Text(document.id, length, {name: tuple(sorted(layer.spans)) for name, layer in marked.items()})


def _decoded(corpus: Corpus, layers: Layers, decode: Decode | None, unit: str) -> Iterator[Text]:
    assert decode is not None
    for document in corpus.documents:
        labelled = {name: layer for name, layer in layers[document.id].items() if isinstance(layer, TokenLabels)}
        sentences = [
            Text(
                document.id,
                len(tokens),
                {name: tuple(Span(*span) for span in decode(layer.labels[number])) for name, layer in labelled.items()},
            )
            for number, tokens in enumerate(document.sentences)
        ]
        yield from sentences if unit == "sentence" else [_joined(sentences, document.id, list(labelled))]


def _joined(sentences: Sequence[Text], document: str, annotators: Sequence[str]) -> Text:
    """The sentences of a document as one text."""
    spans: dict[str, list[Span]] = {name: [] for name in annotators}
    shift = 0
    for sentence in sentences:
        for name, marked in sentence.spans.items():
            spans[name] += [Span(span.start + shift, span.end + shift, span.type) for span in marked]
        shift += sentence.tokens
    return Text(document, shift, {name: tuple(marked) for name, marked in spans.items()})
