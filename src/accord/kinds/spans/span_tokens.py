"""Chunk labels of tokens as spans of characters over the text that the tokens make, and such spans as chunk labels."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

from accord.encoding import Decoder, Mention, encode
from accord.encoding import encoding as named_encoding
from accord.encoding.repair import NO_REPAIR
from accord.encoding.scheme import UNTYPED
from accord.errors import NotApplicable, ReadError, UsageError
from accord.kinds.spans.mentions import mention_reader
from accord.messages import option, plural, suggestion
from accord.model import Finding, Place, Severity, Span, Spans, TokenLabels
from accord.model.token_places import text_of_tokens, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from accord.encoding import Encoding
    from accord.model import Annotation, Corpus, Document

    Sentences = tuple[tuple[str, ...], ...]
    Border = tuple[int, int]

OVERLAPS = ("refuse", "longest")
_LINE_END = re.compile("\n")


def spans_of_tokens(corpus: Corpus, encoding: str | Encoding | None = None, repair: str = NO_REPAIR) -> Corpus:
    """The same corpus with spans of characters where its chosen layer has chunk labels, or spans of tokens.

    Texts that are not known are made of the tokens: a blank between two, and a sentence on each line. An encoding that
    is not told is detected; invalid sequences are refused, unless a method of ``repair`` says how to read them.
    """
    reader = mention_reader(corpus, encoding, repair)
    documents = {each.id: each for each in corpus.documents}
    said: dict[tuple[str, str], Annotation] = {}
    made: dict[str, _Text] = {}
    for key, each in corpus.annotations.items():
        said[key] = each
        document = documents[key[0]]
        if isinstance(each, TokenLabels):
            assert reader is not None, "where there are chunk labels, there is a reader of them"
            marks: Iterable[tuple[int, int, str]] = _mentions(each, reader)
        elif isinstance(each, Spans) and each.unit == "token":
            marks = each.spans
        else:
            continue
        if document.id not in made:
            made[document.id] = _with_tokens(document)
        if len(made[document.id].borders) < (each.length if isinstance(each, Spans) else 0):
            raise UsageError(f"the tokens of {document.id} are not known, so they make no text")
        text = made[document.id]
        spans = tuple(Span(text.borders[start][0], text.borders[end - 1][1], type_) for start, end, type_ in marks)
        said[key] = Spans(spans, len(text.text), "character", each.file, _line(each))
    if not made:
        raise NotApplicable("there are no labels or spans of tokens, so no spans of characters can be made of them")
    changed = (replace(each, text=made[each.id].text) if each.id in made else each for each in corpus.documents)
    return replace(corpus.with_annotations(said), documents=tuple(changed))


def tokens_of_spans(corpus: Corpus, encoding: str | Encoding = "BIO", *, overlaps: str = "refuse") -> Corpus:
    """The same corpus with chunk labels where its chosen layer has spans, of characters or of tokens.

    Tokens are those of the document. Where it has none, they are the words of its text and each single other sign, in
    a sentence for each line; lines that a span joins are one sentence. A span that does not begin and end where tokens
    do is widened to all that it touches, and one over the end of a sentence, or over no token at all, is left out: each
    of these is a finding. Spans that overlap are refused; ``overlaps="longest"`` keeps the longest of them, the first
    of equal ones, and says which it leaves out.
    """
    if overlaps not in OVERLAPS:
        raise UsageError(
            f"unknown way {overlaps!r} to treat spans that overlap: {suggestion(str(overlaps), list(OVERLAPS))}"
        )
    scheme = named_encoding(encoding)
    decoder = Decoder(scheme, NO_REPAIR)
    spans = {key: each for key, each in corpus.annotations.items() if isinstance(each, Spans)}
    if not spans:
        raise NotApplicable("there are no spans, so no labels of tokens can be made of them")
    marked: defaultdict[str, list[Spans]] = defaultdict(list)
    for (name, _), each in spans.items():
        marked[name].append(each)
    texts = {each.id: _text_of(each, marked[each.id]) for each in corpus.documents if each.id in marked}
    findings: list[Finding] = []
    said: dict[tuple[str, str], Annotation] = dict(corpus.annotations)
    for (name, annotator), each in spans.items():
        placing = _Placing(texts[name], each, f"{annotator} in {name}" if annotator else name, findings)
        labels = _labels(placing.apart(overlaps), texts[name].sentences, decoder)
        said[name, annotator] = TokenLabels(labels, each.file)
    if refused := [each for each in findings if each.severity is Severity.ERROR]:
        what = f"{plural(len(refused), 'span')} too many for labels of tokens, which do not overlap"
        raise ReadError(f"{what}: say {option('overlaps', 'longest')}", refused)
    documents = (
        replace(each, sentences=texts[each.id].sentences) if each.id in texts else each for each in corpus.documents
    )
    made = corpus.with_annotations(said)
    return replace(made, documents=tuple(documents), findings=(*corpus.findings, *findings))


# --- texts and their tokens ------------------------------------------------------------------------------------------


class _Text(NamedTuple):
    """A text, its sentences as tokens, and where each of all tokens starts and ends in it."""

    text: str
    sentences: Sentences
    borders: tuple[Border, ...]

    @property
    def ends(self) -> list[int]:
        """The number of tokens up to the end of each sentence."""
        return list(accumulate(map(len, self.sentences)))


def _with_tokens(document: Document) -> _Text:
    """The text of a document whose tokens are known, the text that these make where it has none."""
    text, places = text_of_tokens(document.sentences)
    made = _Text(text, document.sentences, tuple(places))
    if document.text in {"", made.text}:
        return made
    if (borders := _found(document.sentences, document.text)) is None:
        raise UsageError(f"the tokens of {document.id} are not those of its text")
    return _Text(document.text, document.sentences, borders)


def _text_of(document: Document, marked: Sequence[Spans]) -> _Text:
    """The text of a document with its tokens, or with those that follow from the text and its spans."""
    if document.sentences:
        return _with_tokens(document)
    if not document.text and any(each.length for each in marked):
        raise UsageError(f"the text of {document.id or 'the document'} is not known, so neither are its tokens")
    return _tokenised(document.text, {(span.start, span.end) for each in marked for span in each.spans})


def _found(sentences: Sentences, text: str) -> tuple[Border, ...] | None:
    """Where tokens stand in a text with nothing but white space between them; None where they do not."""
    borders, at = [], 0
    for token in (token for sentence in sentences for token in sentence):
        start = text.find(token, at)
        if start < 0 or text[at:start].strip():
            return None
        at = start + len(token)
        borders.append((start, at))
    return None if text[at:].strip() else tuple(borders)


def _tokenised(text: str, marked: Iterable[Border]) -> _Text:
    r"""A text with the tokens of each of its lines, or of lines together where a span joins them.

    >>> _tokenised("Ann's 2 dogs.\nHi!", []).sentences
    (('Ann', "'", 's', '2', 'dogs', '.'), ('Hi', '!'))
    """
    joined: set[int] = set()
    for start, end in marked:
        covered = text[start:end].rstrip()
        first = start + len(covered) - len(covered.lstrip())
        joined.update(found.start() for found in _LINE_END.finditer(text, first, start + len(covered)))
    line_ends = (found.start() for found in _LINE_END.finditer(text) if found.start() not in joined)
    borders = [list(words(text, start + 1, end)) for start, end in pairwise([-1, *line_ends, len(text)])]
    sentences = tuple(tuple(text[start:end] for start, end in line) for line in borders if line)
    return _Text(text, sentences, tuple(border for line in borders for border in line))


# --- labels and marks ------------------------------------------------------------------------------------------------


def _mentions(labels: TokenLabels, reader: Decoder) -> Iterator[Mention]:
    """The mentions of all sentences, counted in tokens of the document."""
    at = 0
    for row in labels.labels:
        yield from (Mention(start + at, end + at, type_) for start, end, type_ in reader.mentions(row))
        at += len(row)


def _line(annotation: TokenLabels | Spans) -> int | None:
    return annotation.line if isinstance(annotation, Spans) else next(iter(annotation.lines), None)


class _Placing:
    """The spans of one annotator on their way to tokens, and what is found on it."""

    def __init__(self, text: _Text, marked: Spans, whose: str, findings: list[Finding]) -> None:
        self.text = text
        self.marked = marked
        self.whose = whose
        self.findings = findings
        self.ends = text.ends

    def apart(self, overlaps: str) -> list[Mention]:
        """The mentions in their order, no two of which overlap."""
        placed = [each for span in self.marked.spans if (each := self._placed(span)) is not None]
        kept: list[Mention] = []
        taken: set[int] = set()
        for mention, span in sorted(placed, key=lambda each: (-each[1].length, each[1].start)):
            places = range(mention.start, mention.end)
            if taken.isdisjoint(places):
                taken.update(places)
                kept.append(mention)
                continue
            longest = overlaps == "longest"
            message = f"{self._name(span)} overlaps {'a longer span' if longest else 'another span'}"
            if longest:
                self._report("overlapping-spans", message, "it is left out", Severity.WARNING)
            else:
                hint = f"{option('overlaps', 'longest')} keeps the longest"
                self._report("overlapping-spans", message, hint, Severity.ERROR)
        return sorted(kept)

    def _placed(self, span: Span) -> tuple[Mention, Span] | None:
        """A span with the tokens that it touches, if these lie in one sentence."""
        if self.marked.unit == "token":
            start, end = span.start, span.end
        else:
            start, end = self._touched(span)
        if start >= end:
            self._report("span-between-tokens", f"{self._name(span)} touches no token", "it is left out")
            return None
        if bisect_right(self.ends, start) != bisect_right(self.ends, end - 1):
            message = f"{self._name(span)} reaches over the end of a sentence"
            self._report("span-between-tokens", message, "it is left out")
            return None
        return Mention(start, end, span.type or UNTYPED), span

    def _touched(self, span: Span) -> Border:
        borders = self.text.borders
        start = bisect_right(borders, span.start, key=lambda border: border[1])
        end = bisect_left(borders, span.end, key=lambda border: border[0])
        if start < end and (borders[start][0] < span.start or span.end < borders[end - 1][1]):
            whole = self.text.text[borders[start][0] : borders[end - 1][1]]
            message = f"{self._name(span)} does not begin and end where tokens do"
            self._report("span-between-tokens", message, f"it is widened to {whole[:40]!r}")
        return start, end

    def _name(self, span: Span) -> str:
        covered = f" {self.text.text[span.start : span.end][:40]!r}" if self.marked.unit == "character" else ""
        return f"the span [{span.start}, {span.end}]{covered} of {self.whose}"

    def _report(self, code: str, message: str, hint: str, severity: Severity = Severity.WARNING) -> None:
        place = self.marked.place or Place(self.whose)
        self.findings.append(Finding(code, severity, place, message, hint))


def _labels(mentions: Sequence[Mention], sentences: Sentences, decoder: Decoder) -> tuple[tuple[str, ...], ...]:
    """The labels of each sentence; refused where they would not say the same mentions again."""
    rows, at, left = [], 0, list(reversed(mentions))
    for tokens in sentences:
        own = []
        while left and left[-1].start < at + len(tokens):
            start, end, type_ = left.pop()
            own.append(Mention(start - at, end - at, type_))
        row = encode(own, len(tokens), decoder.scheme)
        if (read := decoder.mentions(row)) != own:
            lost = next(each for each in own if each not in read)
            raise UsageError(
                f"{decoder.scheme.name} cannot hold the mention of {lost.type!r} over {' '.join(tokens)[:60]!r}"
            )
        rows.append(tuple(row))
        at += len(tokens)
    return tuple(rows)
