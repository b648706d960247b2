"""Whatever a caller calls labels (a path, a corpus, lists), as a track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from accord.encoding import Encoding, encoding
from accord.encoding.detect import Census
from accord.errors import ReadError, UsageError
from accord.model import Corpus, Finding, SentenceTrack, Severity, Track, labels_track
from accord.read import FORMATS, Choices, Content
from accord.read.conll import ConllReader
from accord.read.sniff import item_format
from accord.read.source import Source
from accord.wording import plural

if TYPE_CHECKING:
    from accord.read.layout import Column


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a file keeps its tokens and labels, as far as the caller says, and its text encoding."""

    token: Column | None = None
    label: Column | None = None
    file_encoding: str = "utf-8"

    def source(self, path: str | PathLike[str]) -> Source:
        """A file as bytes in its text encoding."""
        return Source(fspath(path), self.file_encoding)

    def conll(self, path: str | PathLike[str]) -> ConllReader:
        """A file of CoNLL columns."""
        return ConllReader(self.source(path), self.token, None if self.label is None else [self.label])

    def content(self, path: str | PathLike[str]) -> Content | None:
        """What a file holds that is no CoNLL columns; None where it is, or where the caller speaks of columns."""
        source = self.source(path)
        format_ = None if self.token is not None or self.label is not None else item_format(source)
        return FORMATS.get(format_)(source, Choices()) if format_ else None

    def track(self, path: str | PathLike[str]) -> Track:
        """The token labels of a file, by one annotator."""
        content = self.content(path)
        if content is None:
            return self.conll(path)
        annotators = {passage.annotator for passage in content.passages}
        if len(annotators) != 1 and not content.has_errors:
            held = f"token labels of {len(annotators)} annotators" if annotators else "labels of items"
            raise UsageError(f"{fspath(path)} holds {held}: token labels of one annotator are needed")
        return content_track(content, self.source(path).digest())


def content_track(content: Content, digest: str | None = None) -> SentenceTrack:
    """All sentences that a file of JSON lines holds."""
    sentences = [sentence for passage in content.passages for sentence in passage.sentences]
    return SentenceTrack(content.file, sentences, digest, content.findings)


def as_track(labels: Any, name: str, columns: Columns | None = None) -> Track:
    """A path, a track, a corpus of one annotator or a list of label lists, as a track."""
    if isinstance(labels, str | PathLike):
        return (columns or Columns()).track(labels)
    if isinstance(labels, Corpus):
        if len(labels.annotators) != 1:
            known = ", ".join(labels.annotators)
            raise UsageError(f"a corpus of one annotator is needed, this one has {len(labels.annotators)}: {known}")
        return SentenceTrack(name, list(labels.sentences(labels.annotators[0])))
    if isinstance(labels, Sequence):
        if any(isinstance(sequence, str) or not isinstance(sequence, Sequence) for sequence in labels):
            raise UsageError(f"{name}: a path or a list of label lists is needed, one a sentence")
        return labels_track(labels, name)
    if not hasattr(labels, "stretches"):
        raise UsageError(f"{name}: a path, a corpus or a list of label lists is needed, not {type(labels).__name__}")
    track: Track = labels
    return track


def refuse_errors(*tracks: Track) -> None:
    """Raise all that the readers of some tracks reported as errors."""
    refuse_findings([finding for track in tracks for finding in track.findings])


def refuse_findings(findings: Sequence[Finding]) -> None:
    """Raise those findings that are errors, together."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        raise ReadError(f"{plural(len(errors), 'problem')} in the files: nothing was done", errors)


def resolve_encoding(given: str | Encoding | None, track: Track) -> Encoding:
    """The encoding asked for, or the one that the labels of a track break least."""
    if given is not None:
        return encoding(given)
    census = Census.of(track.stretches())
    refuse_errors(track)
    found = census.best()
    if found is None:
        raise ReadError(
            f"{track.name}: the labels are no chunk labels like B-PER (say which with --encoding or --label-column)"
        )
    return found
