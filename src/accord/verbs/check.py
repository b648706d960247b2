"""Check files for everything that is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.check import CheckedFile, label_findings
from accord.encoding import Decoder, Encoding
from accord.encoding import encoding as named_encoding
from accord.encoding.decode import UNREADABLE
from accord.encoding.detect import Census
from accord.encoding.repair import NO_REPAIR
from accord.model import Finding, Track, sentences_of
from accord.read import Columns

if TYPE_CHECKING:
    from accord.read import Content


def check(*paths: str, encoding: str | Encoding | None = None, columns: Columns | None = None) -> list[Finding]:
    """All findings of some files, each file's in the order of its lines."""
    return [finding for path in paths for finding in check_file(path, encoding=encoding, columns=columns).findings]


def check_file(path: str, *, encoding: str | Encoding | None = None, columns: Columns | None = None) -> CheckedFile:
    """Check one file; its labels in the encoding given, or in the one they break least."""
    columns = (columns or Columns()).in_encoding(encoding)
    content = columns.content(path)
    if content and not content.passages:
        return _check_items(content)
    return _check_track(content.track() if content else columns.conll(path), encoding)


def _check_items(content: Content) -> CheckedFile:
    """The reader has found all that can be wrong with answers to items."""
    answers = content.answers
    sizes = {
        "label": sum(len(given.labels) for given in answers.values()),
        "item": len({(document, item) for (document, _), given in answers.items() for item in given.labels}),
        "annotator": len({annotator for _, annotator in answers}),
    }
    return CheckedFile(content.file, tuple(content.findings), None, False, (), sizes)


def _check_track(track: Track, given: str | Encoding | None) -> CheckedFile:
    """Go through the sentences of a track."""
    census = Census.of(track.stretches())
    scheme = named_encoding(given) if given else census.best()
    decoder = Decoder(scheme, NO_REPAIR) if scheme else None
    findings: list[Finding] = []
    tokens = sentences = 0
    documents: set[str] = set()
    for sentence in sentences_of(track):
        tokens += len(sentence.tokens)
        sentences += 1
        documents.add(sentence.document)
        if decoder:
            text = decoder.text(sentence.labels)
            if UNREADABLE in text or decoder.read(text)[1]:
                findings += label_findings(sentence, track.name, decoder.scheme)
    findings = sorted([*track.findings, *findings], key=lambda finding: finding.place.line or 0)
    sizes = {"token": tokens, "sentence": sentences, "document": len(documents)}
    return CheckedFile(track.name, tuple(findings), scheme, given is None, tuple(census.verdicts()), sizes)
