"""Formats that accord knows and does not read: what they are, and what to do about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.errors import ReadError
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from accord.formats.source import Source

_ENOUGH = 1 << 14
_GATE, _BORIS, _SUBTITLES = "a document of GATE", "a project of BORIS", "subtitles (WebVTT)"
_KNOWN = (
    (re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<GateDocument\b", re.DOTALL), _GATE),
    (re.compile(rb'\s*\{(?=.*?"annotation_sets")(?=.*?"offset_type")', re.DOTALL), _GATE),
    (re.compile(rb"(?=.*^annotation_sets:)(?=.*^offset_type:)", re.DOTALL | re.MULTILINE), _GATE),
    (re.compile(rb"\xa3sm\d"), _GATE),
    (re.compile(rb'\s*\{(?=.*?"project_format_version")', re.DOTALL), _BORIS),
    (re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?=\s|$)"), _SUBTITLES),
)
_TO_DO = {
    _GATE: 'write it as JSON lines: {"document": ..., "annotator": ..., "text": ..., "spans": [[0, 5, "PER"]]}',
    _BORIS: "export its events as a table with the columns annotator, category, start and end",
    _SUBTITLES: "convert them to a TextGrid, or to a table with the columns annotator, category, start and end",
}


def refuse_foreign(source: Source) -> None:
    """Refuse a file that is known and not read, and say what it is and what to do."""
    head = source.head(_ENOUGH)
    if what := next((said for pattern, said in _KNOWN if pattern.match(head)), None):
        message = f"{what}, which accord does not read"
        finding = Finding("unknown-format", Severity.ERROR, Place(source.name), message, _TO_DO[what])
        raise ReadError("the file cannot be read", [finding])
