"""Annotators of spans, or of the mentions of chunk labels, who are simulated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.encoding import Decoder, Label, Mention, encode
from accord.encoding import encoding as named_encoding
from accord.encoding.repair import NO_REPAIR
from accord.errors import NotApplicable, UsageError
from accord.kinds.simulation import Degrading, growing, most_added, places, thinned
from accord.kinds.simulation_options import GOLD
from accord.kinds.spans.mentions import mention_reader
from accord.kinds.spans.noise import (
    SpanMarks,
    added,
    apart,
    borders,
    marks_of,
    merges,
    omissions,
    splits,
    types,
)
from accord.messages import option as spelled
from accord.model import Corpus, Document, Span, Spans, TokenLabels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from accord.encoding import Encoding
    from accord.kinds.spans.simulation_options import SpanSimulation
    from accord.model.corpus import Annotation

    Texts = tuple[tuple[str, int], ...]
    """The document of each text, and how long it is."""

_MEAN_LENGTH = 2
_BIO = "BIO"


def made_up(options: SpanSimulation, rng: Generator) -> Corpus:
    """Sentences of numbered words with mentions that lie anywhere, one to three words long."""
    names = options.labels or ("A", "B", "C")
    scheme = named_encoding(options.encoding or _BIO)
    lengths = np.maximum(rng.poisson(options.tokens, options.sentences), 1)
    wanted = round(options.density * float(lengths.sum()) / _MEAN_LENGTH)
    text = rng.choice(len(lengths), size=wanted, p=lengths / lengths.sum())
    length = np.minimum(rng.integers(1, 2 * _MEAN_LENGTH, wanted), lengths[text])
    start = (rng.uniform(size=wanted) * (lengths[text] - length + 1)).astype(np.int64)
    marks = apart(marks_of([]), SpanMarks(text, start, start + length, rng.integers(len(names), size=wanted)))
    rows: list[list[Mention]] = [[] for _ in lengths]
    for number, begin, end, type_ in zip(*(column.tolist() for column in marks), strict=True):
        rows[number].append(Mention(begin, end, names[type_]))
    labels = tuple(tuple(encode(found, size, scheme)) for found, size in zip(rows, lengths.tolist(), strict=True))
    words = tuple(tuple(f"w{token + 1}" for token in range(size)) for size in lengths.tolist())
    document = Document("simulated", words, named=False)
    return Corpus.of((document,), {(document.id, GOLD): TokenLabels(labels)})


@dataclass(frozen=True)
class DegradedSpans(Degrading):
    """The spans of one annotator in all texts: sentences of chunk labels, or documents with spans."""

    given: Mapping[str, Spans | TokenLabels]
    options: SpanSimulation
    texts: Texts
    marks: SpanMarks
    names: tuple[str, ...]
    scheme: Encoding | None
    disjoint: bool
    invalid: NDArray[np.float64]
    """What decides which mentions begin with an invalid label, and how many of them do."""
    rate: float = 0.0

    @classmethod
    def of(cls, corpus: Corpus, annotator: str, options: SpanSimulation) -> DegradedSpans:
        """Those of an annotator of a corpus."""
        own = corpus.by({annotator})
        reader = mention_reader(own, options.encoding, options.repair)
        texts: list[tuple[str, int]] = []
        rows: list[tuple[int, Span]] = []
        given: dict[str, Spans | TokenLabels] = {}
        for document in corpus.documents:
            said = own.annotations.get((document.id, annotator))
            if isinstance(said, TokenLabels):
                assert reader is not None, "where there are chunk labels, there is a reader of them"
                for row in said.labels:
                    rows += [(len(texts), Span(*mention)) for mention in reader.mentions(row)]
                    texts.append((document.id, len(row)))
            elif isinstance(said, Spans):
                if any(len(parts) > 1 for parts in said.wholes):
                    raise NotApplicable(f"{document.id} has spans with gaps, which are not simulated")
                rows += [(len(texts), span) for span in said.spans]
                texts.append((document.id, said.length))
            else:
                continue
            given[document.id] = said
        if not given:
            raise NotApplicable("there are no spans to degrade")
        names = tuple(sorted({span.type for _, span in rows}))
        number = {name: code for code, name in enumerate(names)}
        marks = marks_of([(text, span.start, span.end, number[span.type]) for text, span in rows])
        scheme = reader.scheme if reader else None
        if options.invalid and scheme is None:
            raise UsageError(f"{spelled('invalid')} is for chunk labels, and these are spans: leave it out")
        if options.invalid and scheme and not _may_be_invalid(scheme):
            raise UsageError(f"in {scheme.name} no sequence is invalid: leave out {spelled('invalid')}")
        return cls(given, options, tuple(texts), marks, names, scheme, not _overlap(marks), np.empty(0))

    def degraded(self, amounts: Mapping[str, float], number: int, rng: Generator) -> DegradedSpans:
        """Merged, split, moved, given other types, forgotten, and some added; then labels that are invalid."""
        del number
        own = rng.spawn(8)
        lengths = np.array([length for _, length in self.texts], dtype=np.int64)

        def at(marks: SpanMarks) -> NDArray[np.float64]:
            several = len(self.texts) > 1
            return places(len(self.texts))[marks.text] if several else marks.start / max(int(lengths[0]), 1)

        def much(name: str, marks: SpanMarks) -> float | NDArray[np.float64]:
            return growing(amounts.get(name, 0.0), self.options.drift, at(marks))  # type: ignore[no-any-return]

        new = added(self.marks, most_added(amounts.get("additions", 0.0), self.options.drift), own[0], lengths)
        copy = merges(self.marks, much("merges", self.marks), own[1])
        copy = splits(copy, much("splits", copy), own[2])
        copy = borders(copy, much("borders", copy), own[3], lengths, np.arange(1, self.options.step + 1))
        copy = types(copy, much("types", copy), own[4], self.marks.type)
        copy = omissions(copy, much("omissions", copy), own[5])
        if self.options.drift and len(new.text):
            new = new.only(own[6].uniform(size=len(new.text)) < thinned(self.options.drift, at(new)))
        copy = apart(copy, new) if self.disjoint else copy.with_more(new)
        drawn = own[7].uniform(size=len(copy.text))
        return replace(self, marks=copy, invalid=drawn, rate=amounts.get("invalid", 0.0))

    def annotations(self) -> dict[str, Annotation]:
        """The spans of each document, as they were given."""
        rows: list[list[tuple[Span, bool]]] = [[] for _ in self.texts]
        spoilt = (self.invalid < self.rate).tolist() or [False] * len(self.marks.text)
        for text, start, end, type_, wrong in zip(*(column.tolist() for column in self.marks), spoilt, strict=True):
            rows[text].append((Span(start, end, self.names[type_]), wrong))
        found: dict[str, Annotation] = {}
        place = 0
        for document, each in self.given.items():
            if isinstance(each, Spans):
                spans = tuple(sorted(span for span, _ in rows[place]))
                found[document] = Spans(spans, each.length, each.unit)
                place += 1
                continue
            assert self.scheme is not None, "chunk labels were read by an encoding"
            made = []
            for row in each.labels:
                made.append(_labels(rows[place], len(row), self.scheme))
                place += 1
            found[document] = TokenLabels(tuple(made))
        return found


def _overlap(marks: SpanMarks) -> bool:
    """Whether any two marks of a text overlap."""
    order = np.lexsort([marks.end, marks.start, marks.text])
    text, start, end = marks.text[order], marks.start[order], marks.end[order]
    return bool(((text[1:] == text[:-1]) & (start[1:] < end[:-1])).any())


def _may_be_invalid(scheme: Encoding) -> bool:
    """Whether there are labels that may not follow each other."""
    labels = [Label(state, type_) for state in scheme.states for type_ in "XY"]
    return not all(scheme.allows(before, after) for before in labels for after in labels)


def _labels(marks: Sequence[tuple[Span, bool]], length: int, scheme: Encoding) -> tuple[str, ...]:
    """The labels of a sentence, of which some mentions begin such that the sequence is invalid, where they can."""
    labels = encode([Mention(*span) for span, _ in marks], length, scheme)
    reader = Decoder(scheme, NO_REPAIR)
    for span, wrong in marks:
        if wrong:
            before = reader.read(reader.text(labels))[1]
            for state in scheme.states:
                changed = list(labels)
                changed[span.start] = scheme.format(Label(state, span.type))
                if state != "O" and reader.read(reader.text(changed))[1] > before:
                    labels = changed
                    break
    return tuple(labels)
