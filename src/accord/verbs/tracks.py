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
from accord.read import FORMATS
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

    @property
    def told(self) -> bool:
        """Whether the caller says that there are columns."""
        return self.token is not None or self.label is not None

    def source(self, path: str) -> Source:
        """A file as bytes in its text encoding."""
        return Source(path, self.file_encoding)

    def track(self, path: str) -> Track:
        """A file of any format that holds token labels."""
        source = self.source(path)
        format_ = None if self.told else item_format(source)
        if format_ == "table":
            raise UsageError(f"{path} is a table: token labels are read from CoNLL columns and JSON lines")
        return _json_track(source) if format_ else self.open(path)

    def open(self, path: str) -> ConllReader:
        """A file as a track."""
        labels = None if self.label is None else [self.label]
        return ConllReader(self.source(path), self.token, labels)


def _json_track(source: Source) -> SentenceTrack:
    """The token labels of a file of JSON lines by one annotator."""
    content = FORMATS.get("jsonl")(source)
    annotators = {passage.annotator for passage in content.passages}
    if not annotators or len(annotators) > 1:
        held = f"token labels of {len(annotators)} annotators" if annotators else "no token labels"
        raise UsageError(f"{source.name} holds {held}: token labels of one are needed")
    sentences = [sentence for passage in content.passages for sentence in passage.sentences]
    return SentenceTrack(source.name, sentences, source.digest(), content.findings)


def as_track(labels: Any, name: str, columns: Columns | None = None) -> Track:
    """A path, a track, a corpus of one annotator or a list of label lists, as a track."""
    if isinstance(labels, str | PathLike):
        return (columns or Columns()).track(fspath(labels))
    if isinstance(labels, Corpus):
        if len(labels.annotators) != 1:
            known = ", ".join(labels.annotators)
            raise UsageError(f"a corpus of one annotator is needed, this one has {len(labels.annotators)}: {known}")
        return SentenceTrack(name, list(labels.sentences(labels.annotators[0])))
    if isinstance(labels, Sequence):
        if labels and isinstance(labels[0], str):
            raise UsageError("a list of label lists is needed, one a sentence: this is a list of strings")
        return labels_track(labels, name)
    return labels  # type: ignore[no-any-return]


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
    census = Census()
    for stretch in track.stretches():
        census.add(stretch.labels)
    refuse_errors(track)
    found = census.best()
    if found is None:
        raise ReadError(
            f"{track.name}: the labels are no chunk labels like B-PER (say which with --encoding or --label-column)"
        )
    return found
