"""Glozz: a text (.ac) and, for each annotator, the units marked in it (.aa)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from accord.formats.content import Content, Marking
from accord.formats.folders import PUT_IT_THERE, leads_away
from accord.formats.formats import TEXT_OF_GLOZZ, Format
from accord.formats.glozz_writer import GROUPS, WRITER
from accord.formats.names import ending, stem
from accord.formats.offsets import UTF16, Counting
from accord.formats.source import BYTE_ORDER_MARK, UNDECODABLE, Source
from accord.formats.unitisings import position
from accord.formats.xml_tree import Element, read_xml
from accord.messages import plural
from accord.model import Severity, Span, Spans

if TYPE_CHECKING:
    from accord.formats.columns import Columns


def read_glozz(source: Source, told: Columns) -> Content:
    """Glozz files (.aa) over the text beside them (.ac): spans of characters.

    A file encoding is that of the text, for the annotations say theirs. Positions count UTF-16 units, as Glozz does.
    Features, relations and schemas are kept for writing, and not measured.
    """
    content = Content(source.name, is_document=True)
    root = read_xml(Source(source.path), "annotations", content)
    path = _text_beside(source)
    if path is None:
        message = f"there is no text beside it: {stem(source.path)}{TEXT_OF_GLOZZ}"
        content.report("missing-text", None, message, PUT_IT_THERE)
    elif leads_away(Path(path)):
        message, path = f"its text {Path(path).name} is a link that leads elsewhere", None
        content.report("missing-text", None, message, PUT_IT_THERE)
    if root is None or path is None:
        return content
    text = "".join(Source(path, told.file_encoding).pieces(keep_ends=True)).removeprefix(BYTE_ORDER_MARK)
    if UNDECODABLE.search(text):
        message = f"the text {path} is not {told.file_encoding}"
        content.report("undecodable-bytes", None, message, "say which encoding it has: file_encoding=")
        return content
    spans = _Spans(text, content)
    for unit in root.all("unit"):
        spans.add(unit)
    line = next((unit.line for unit in root.all("unit")), 1)
    markup = root.markup.children
    marked = Spans(tuple(spans.found), len(text), "character", content.file, line, markup)
    content.markings.append(Marking(None, None, text, marked))
    featured = sum(any(unit.all("characterisation", "featureSet", "feature")) for unit in root.all("unit"))
    others = [f"the features of {plural(featured, 'unit')}"] if featured else []
    others += [plural(held, tag) for tag in GROUPS if (held := sum(1 for _ in root.all(tag)))]
    own = sum(span.type == "paragraph" for span in spans.found)
    content.assumption = f"spans of characters over {Path(path).name}"
    content.assumption += f"; kept, but not measured: {', '.join(others)}" if others else ""
    content.assumption += f"; {own:,} are paragraphs, which Glozz marks itself" if own else ""
    return content


def _text_beside(source: Source) -> str | None:
    """The text that belongs to annotations: the one whose name theirs starts with, of several the longest."""
    folder, name = Path(source.path).parent, stem(source.path)
    texts = {stem(path): path for path in map(str, sorted(folder.glob("*"))) if ending(path) == TEXT_OF_GLOZZ}
    fitting = [known for known in texts if name.startswith(known)]
    return texts[max(fitting, key=len)] if fitting else None


class _Spans:
    """Collects the units of a file as spans of its text, and reports those that are none."""

    def __init__(self, text: str, content: Content) -> None:
        self.text = text
        self.content = content
        self.found: dict[Span, int] = {}
        self.character_at = Counting(UTF16).positions(text)

    def add(self, unit: Element) -> None:
        """Take in a unit, or report why it is no span."""
        start, end = (self._position(unit, side) for side in ("start", "end"))
        named = unit.first("characterisation", "type")
        type_ = named.text if named else ""
        name = f"unit {unit.attributes.get('id', '')!r} {type_!r:.40} [{start}, {end}]"
        wrong = _fault(start, end, len(self.text))
        if wrong:
            hint = "correct or delete it in Glozz; is it the right text?"
            self.content.report("invalid-span", unit.line, f"{name} {wrong}", hint)
        elif start == end:
            self.content.report("empty-unit", unit.line, f"{name} has no length", "it is left out", Severity.WARNING)
        else:
            span = Span(start, end, type_)
            if span in self.found:
                message = f"{name} stands at line {self.found[span]} already"
                hint = "it counts once: delete one of the two"
                self.content.report("duplicate-span", unit.line, message, hint, Severity.WARNING)
            self.found.setdefault(span, unit.line)

    def _position(self, unit: Element, side: str) -> int:
        """A position in characters, -1 where there is none."""
        place = unit.first("positioning", side, "singlePosition")
        number = position(place.attributes.get("index")) if place else None
        if number is None or not number.is_integer():
            return -1
        at = int(number)
        return self.character_at[at] if at in self.character_at else at if at > len(self.text) else -1


def _fault(start: int, end: int, length: int) -> str:
    """What is wrong with a span; nothing, if nothing is."""
    if start < 0 or end < 0:
        return "does not start and end at a whole number from 0"
    if end < start:
        return "ends before it starts"
    return f"ends after the text, which has {plural(length, 'character')}" if end > length else ""


GLOZZ = Format(
    read_glozz,
    writer=WRITER,
    shape=re.compile(r"\s*(?:<[?!][^>]*>\s*)*<annotations>\s*<metadata corpusHashcode\b"),
)
