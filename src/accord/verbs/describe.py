"""What is in a file: counts of mentions and surface forms, a summary, the plain text."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from accord.encoding import Decoder, Encoding, encoding
from accord.encoding.detect import Census
from accord.measure.reference.run import NO_REPAIR
from accord.read import FORMATS
from accord.read.sniff import item_format
from accord.study.summary import Summary
from accord.verbs.mentions import read_mentions
from accord.verbs.tracks import Columns, refuse_errors, refuse_findings, resolve_encoding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.model import Sentence
    from accord.read import Content
    from accord.read.conll import ConllReader


def describe(
    path: str,
    *,
    encoding: str | None = None,
    repair: str = NO_REPAIR,
    columns: Columns | None = None,
    surface: bool = False,
) -> Summary:
    """Count documents, sentences, tokens and mentions, or plain labels where the file has no chunk labels."""
    columns = columns or Columns()
    format_ = None if columns.told else item_format(columns.source(path))
    if format_:
        return _describe_content(path, FORMATS.get(format_)(columns.source(path)))
    reader = columns.open(path)
    scheme = _chunk_encoding(encoding, reader)
    summary = Summary(path, encoding=scheme)
    documents: set[str] = set()
    if scheme is None:
        for sentence in reader.sentences():
            _add(summary, documents, sentence)
            summary.labels.update(sentence.labels)
        refuse_errors(reader)
    else:
        decoder = Decoder(scheme, "begin" if repair == NO_REPAIR else repair)
        for sentence, mentions, _ in read_mentions(reader, decoder, repair=repair != NO_REPAIR):
            _add(summary, documents, sentence)
            for start, end, type_ in mentions:
                summary.mentions[type_] += 1
                summary.mention_tokens[type_] += end - start
                if surface:
                    summary.surface[type_, " ".join(sentence.tokens[start:end])] += 1
    summary.documents = len(documents)
    return summary


def _describe_content(path: str, content: Content) -> Summary:
    """Count what a table or JSON lines hold."""
    refuse_findings(content.findings)
    summary = Summary(path)
    documents: set[str] = set()
    for passage in content.passages:
        for sentence in passage.sentences:
            _add(summary, documents, sentence)
            summary.labels.update(sentence.labels)
    items: set[tuple[str | None, str]] = set()
    for (document, annotator), answers in content.answers.items():
        items.update((document, item) for item in answers.labels)
        summary.labels.update(answers.labels.values())
        summary.by_annotator.setdefault(annotator or path, Counter()).update(answers.labels.values())
    summary.documents, summary.items = len(documents), len(items)
    return summary


def _add(summary: Summary, documents: set[str], sentence: Sentence) -> None:
    summary.sentences += 1
    summary.tokens += len(sentence.tokens)
    documents.add(sentence.document)


def _chunk_encoding(given: str | None, reader: ConllReader) -> Encoding | None:
    """The encoding asked for or found out; None where the labels are no chunk labels."""
    if given is not None:
        return resolve_encoding(given, reader)
    census = Census()
    for stretch in reader.stretches():
        census.add(stretch.labels)
    return census.best() if census.islands else encoding("BIO")


def text(path: str, *, columns: Columns | None = None) -> Iterator[str]:
    """One sentence a line, tokens divided by a space, an empty line between documents."""
    reader = (columns or Columns()).open(path)
    document = None
    for sentence in reader.sentences():
        if document is not None and sentence.document != document:
            yield ""
        document = sentence.document
        yield " ".join(sentence.tokens)
    refuse_errors(reader)
