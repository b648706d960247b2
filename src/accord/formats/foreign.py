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
_XML = re.compile(r"\s*(?:<\?xml\s|<!DOCTYPE\s|<html[\s>])", re.IGNORECASE)
_OF_XML = {".xml", ".html", ".htm", ".xhtml"}
_TO_DO = {
    _GATE: 'write it as JSON lines: {"document": ..., "annotator": ..., "text": ..., "spans": [[0, 5, "PER"]]}',
    _BORIS: "export its events as a table with the columns annotator, category, start and end",
    _SUBTITLES: "convert them to a TextGrid, or to a table with the columns annotator, category, start and end",
}


class ForeignFile(ReadError):
    """A file that is surely none that accord reads, whatever else its rows may look like."""


def refuse_foreign(source: Source) -> None:
    """Refuse a file that is known and not read, and say what it is and what to do."""
    head = source.head(_ENOUGH)
    if what := next((said for pattern, said in _KNOWN if pattern.match(head)), None):
        raise _foreign(source, f"{what}, which accord does not read", _TO_DO[what])


def refuse_xml(source: Source, text: str, suffix: str) -> None:
    """Refuse XML and HTML that no format recognises, by name or start: lines of marks look like columns."""
    if _XML.match(text) or (suffix in _OF_XML and text.lstrip().startswith("<")):
        hint = "write what is in it as JSON lines or a table"
        raise _foreign(source, "XML or HTML of a kind that accord does not read", hint)


def _foreign(source: Source, message: str, hint: str) -> ForeignFile:
    finding = Finding("unknown-format", Severity.ERROR, Place(source.name), message, hint)
    return ForeignFile("the file cannot be read", [finding])
