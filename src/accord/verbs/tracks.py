"""Whatever a caller calls labels (a path, a corpus, lists), as a track."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from accord.encoding import Encoding, encoding
from accord.encoding.detect import Census
from accord.errors import ReadError, UsageError
from accord.model import Corpus, Finding, SentenceTrack, Severity, Track, labels_track
from accord.read import Columns
from accord.wording import plural


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
