"""Check files for everything that is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.check import CheckedFile, label_findings
from accord.encoding import Decoder, Encoding
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.model import SENTENCE_END, Finding, Sentence
from accord.read import FORMATS
from accord.read.sniff import item_format
from accord.verbs.tracks import Columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.read import Content


def check(*paths: str, encoding: str | Encoding | None = None, columns: Columns | None = None) -> list[Finding]:
    """All findings of some files, each file's in the order of its lines."""
    return [finding for path in paths for finding in check_file(path, encoding=encoding, columns=columns).findings]


def check_file(path: str, *, encoding: str | Encoding | None = None, columns: Columns | None = None) -> CheckedFile:
    """Check one file; its labels in the encoding given, or in the one they break least."""
    columns = columns or Columns()
    format_ = None if columns.told else item_format(columns.source(path))
    if format_:
        return _check_content(FORMATS.get(format_)(columns.source(path)), encoding)
    reader = columns.open(path)
    census = Census()
    for stretch in reader.stretches():
        census.add(stretch.labels)
    return _checked(reader.name, reader.sentences(), reader.findings, census, encoding)


def _check_content(content: Content, encoding: str | Encoding | None) -> CheckedFile:
    """Check what a table or JSON lines hold: answers to items, or sentences."""
    sentences = [sentence for passage in content.passages for sentence in passage.sentences]
    if sentences:
        census = Census()
        for sentence in sentences:
            census.add([*sentence.labels, SENTENCE_END])
        return _checked(content.file, sentences, content.findings, census, encoding)
    answers = content.answers
    sizes = {
        "label": sum(len(given.labels) for given in answers.values()),
        "item": len({(document, item) for (document, _), given in answers.items() for item in given.labels}),
        "annotator": len({annotator for _, annotator in answers}),
    }
    return CheckedFile(content.file, tuple(content.findings), None, False, (), sizes)


def _checked(
    name: str, sentences: Iterable[Sentence], reported: list[Finding], census: Census, given: str | Encoding | None
) -> CheckedFile:
    """Go through the sentences; ``reported`` holds the reader's findings once all were read."""
    scheme = named_encoding(given or "BIO") if given or not census.islands else census.best()
    decoder = Decoder(scheme) if scheme else None
    findings: list[Finding] = []
    sizes = dict.fromkeys(("token", "sentence", "document"), 0)
    documents: set[str] = set()
    for sentence in sentences:
        sizes["token"] += len(sentence.tokens)
        sizes["sentence"] += 1
        documents.add(sentence.document)
        if decoder:
            text = decoder.text(sentence.labels)
            if UNREADABLE in text or decoder.read(text)[1]:
                findings += label_findings(sentence, name, decoder.scheme)
    sizes["document"] = len(documents)
    findings = sorted([*reported, *findings], key=lambda finding: finding.place.line or 0)
    return CheckedFile(name, tuple(findings), scheme, given is None, tuple(census.verdicts()), sizes)
