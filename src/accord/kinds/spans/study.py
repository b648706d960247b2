"""From a corpus to the study of its spans: those that are given as such, or the mentions of chunk labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from accord.errors import NotApplicable
from accord.kinds.spans.match import match_named
from accord.kinds.spans.mentions import mention_reader, read_by
from accord.kinds.spans.random_side import Model
from accord.messages import option, plural
from accord.model import Span, Spans, TokenLabels, Units
from accord.study.annotators import chosen_annotators
from accord.study.spans import SpanStudy, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from accord.kinds.spans.match import Match
    from accord.kinds.spans.options import SpanOptions
    from accord.model import Corpus
    from accord.model.corpus import Annotation

    Annotations = Mapping[str, Mapping[str, Annotation]]
    """By document and annotator."""
    Decode = Callable[[Sequence[str]], Iterable[tuple[int, int, str]]]


class SpanData(NamedTuple):
    """Texts with the spans that annotators marked, when two spans match, how chance places them.

    ``read_by`` says by which encoding and repair chunk labels were read.
    """

    study: SpanStudy
    match: Match
    model: Model
    read_by: Mapping[str, object]


def span_data(corpus: Corpus, options: SpanOptions, least: int = 2) -> SpanData:
    """The spans of a corpus as the options say, in texts that so many annotators or more looked at."""
    match, model = (
        match_named(AGREEMENT if options.match is None else options.match),
        Model.named(options.model, options.types, options.gap),
    )
    reader = mention_reader(options.looked_at(corpus), options.encoding, options.repair)
    study = study_spans(
        corpus,
        reader.mentions if reader else None,
        unit=options.text,
        only=options.chosen(corpus),
        least=least,
    )
    return SpanData(_placeable(study, model), match, model, read_by(reader, options.repair))


AGREEMENT = "token"
"""When two spans match where nothing is said."""
_MOST_CLOSE = 0.1
"""The share of texts that may be left out for a gap: with more, the others no longer speak for all."""


def _placeable(study: SpanStudy, model: Model) -> SpanStudy:
    """The texts in which everybody keeps the gap that chance keeps; how many do not, and which one is the first."""
    close = {index: text.name for index, text in enumerate(study.texts) if model.breaks_gap(text)}
    if not close:
        return study
    marked = sum(any(text.spans.values()) for text in study.texts)
    if len(close) > _MOST_CLOSE * marked:
        count = f"{len(close):,} of {plural(marked, study.unit)}"
        raise NotApplicable(f"{count} have spans less than {option('gap', model.gap)} apart: take a smaller gap")
    said = f"{study.unit}s with spans less than {model.gap} apart (the first: {next(iter(close.values()))})"
    kept = tuple(text for index, text in enumerate(study.texts) if index not in close)
    return replace(study, texts=kept, left_out={**study.left_out, said: len(close)})


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
    annotators = chosen_annotators(corpus, only)
    chosen = set(annotators)
    given = any(isinstance(each, Spans) for each in corpus.annotations.values())
    if any(isinstance(each, Units) for each in corpus.annotations.values()):
        raise NotApplicable("there are units on a continuum: this is for spans of a text whose length is known")
    if not given and decode is None:
        raise NotApplicable("there are no spans, and no chunk labels that mark any")
    units = dict.fromkeys(each.unit for each in corpus.annotations.values() if isinstance(each, Spans))
    if len(units) > 1:
        raise NotApplicable(f"there are spans of {' and of '.join(f'{each}s' for each in units)}: measure them apart")
    marked: defaultdict[str, dict[str, Annotation]] = defaultdict(dict)
    for (document, annotator), annotation in corpus.annotations.items():
        if annotator in chosen:
            marked[document][annotator] = annotation
    texts = list(_given(corpus, marked) if given else _decoded(corpus, marked, decode, unit))
    looked_at = [text for text in texts if len(text.spans) >= least]
    kind = "document" if given else unit
    few = len(texts) - len(looked_at)
    return SpanStudy(
        tuple(looked_at),
        annotators,
        kind,
        next(iter(units), "token"),
        {f"{kind}s that fewer than {least} annotators looked at": few} if few else {},
        sum(0 < len(text.spans) < least for text in texts),
    )


def _given(corpus: Corpus, marked: Annotations) -> Iterator[Text]:
    for document in corpus.documents:
        found = {name: each for name, each in marked[document.id].items() if isinstance(each, Spans)}
        if found:
            length = max(each.length for each in found.values())
            yield Text(document.id, length, {name: tuple(sorted(each.spans)) for name, each in found.items()})


def _decoded(corpus: Corpus, marked: Annotations, decode: Decode | None, unit: str) -> Iterator[Text]:
    assert decode is not None
    for document in corpus.documents:
        labelled = {name: each for name, each in marked[document.id].items() if isinstance(each, TokenLabels)}
        sentences = [
            Text(
                document.id,
                len(tokens),
                {name: tuple(Span(*span) for span in decode(each.labels[number])) for name, each in labelled.items()},
                number + 1,
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
