"""Praat's TextGrids: tiers of intervals over a recording, with times in seconds."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import Content, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.source import UNDECODABLE, Source
from accord.formats.tiers import Interval, Tier, add_tiers
from accord.formats.unitisings import position
from accord.messages import plural
from accord.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.columns import Columns

_TOKEN = re.compile(r'(?<!\S)(?:"(?P<text>(?:[^"]|"")*)"|(?P<bare>[-+]?[0-9.][^\s"]*|<\w+>)(?!\S)|!.*)')
_SAVE_AGAIN = "save it again in Praat, as a text file"


def read_textgrid(source: Source, told: Columns) -> Content:
    """Praat's TextGrid files, long or short: intervals in tiers, in seconds; those without a text are gaps."""
    content = Content(source.name)
    text = _text(_in_utf_16(source), content)
    if not text.strip():
        content.report("empty-file", None, "there is nothing in it", "is it the right file?")
        return content
    try:
        tiers = list(_tiers(_Tokens(text), content))
    except _Broken as broken:
        line, message = broken.args
        content.report("invalid-textgrid", line, message, _SAVE_AGAIN)
    else:
        add_tiers(tiers, told, content)
    return content


def _in_utf_16(source: Source) -> Source:
    """A source in UTF-16 where a mark says so, for Praat writes what is not ASCII like that."""
    marked = next(source.chunks(), b"")[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
    return replace(source, file_encoding="utf-16") if marked and source.file_encoding == "utf-8" else source


def _text(source: Source, content: Content) -> str:
    text = "".join(source.pieces())
    if UNDECODABLE.search(text):
        wrong = [(number, line) for number, line in enumerate(text.split("\n"), 1) if UNDECODABLE.search(line)]
        content.findings += [undecodable_bytes(source, number, line) for number, line in wrong]
    return text


class _Broken(Exception):
    """A line where the text does not go on as it should, and how not."""


class _Token(NamedTuple):
    """A number, a flag or a quoted text, and the line it stands on."""

    text: str
    quoted: bool
    line: int


class _Tokens:
    """What counts in a TextGrid one by one: numbers, flags and quoted texts that stand free; all else is for people.

    So the long and the short form are the same.
    """

    def __init__(self, text: str) -> None:
        self.line = 1
        self.tokens = self._found(text)

    def _found(self, text: str) -> Iterator[_Token]:
        passed = 0
        for match in _TOKEN.finditer(text):
            self.line += text.count("\n", passed, match.start())
            passed = match.start()
            if match["text"] is not None:
                yield _Token(match["text"].replace('""', '"'), True, self.line)
            elif match["bare"] is not None:
                yield _Token(match["bare"], False, self.line)

    def next(self, what: str, *, quoted: bool = False) -> str:
        """The next quoted text, or number or flag."""
        token = next(self.tokens, None)
        if token is None:
            raise _Broken(self.line, f"it ends where {what} should stand")
        if token.quoted is not quoted:
            raise _Broken(token.line, f"{token.text!r:.40} stands where {what} should")
        return token.text

    def number(self, what: str) -> float:
        """The next number."""
        text = self.next(what)
        found = position(text)
        if found is None:
            raise _Broken(self.line, f"{text!r:.40} stands where {what} should")
        return found


def _tiers(tokens: _Tokens, content: Content) -> Iterator[Tier]:
    kind = next(tokens.tokens, None)
    if kind is None:
        raise _Broken(1, "there is no TextGrid in it")
    if not kind.text.startswith("ooTextFile") or tokens.next('"TextGrid"', quoted=True) != "TextGrid":
        raise _Broken(kind.line, "it does not start like a TextGrid")
    start, end = tokens.number("the start"), tokens.number("the end")
    content.recording, content.timed, content.is_document = f"{start:.6g} to {end:.6f} s", True, True
    size = int(tokens.number("the number of tiers")) if tokens.next("<exists>") == "<exists>" else 0
    for _ in range(size):
        class_ = tokens.next("the class of a tier", quoted=True)
        line = tokens.line
        name = tokens.next("the name of a tier", quoted=True).strip()
        tokens.number("the start of a tier")
        tokens.number("the end of a tier")
        count = int(tokens.number("the number of intervals"))
        if class_ == "IntervalTier":
            yield Tier(name, list(_intervals(tokens, count)), line)
        elif class_ == "TextTier":
            for _ in range(count):
                tokens.number("the time of a point")
                tokens.next("the mark of a point", quoted=True)
            if count:
                message = f"the tier {name!r:.40} holds {plural(count, 'point')} without length"
                content.report("empty-unit", line, message, "points are left out", Severity.WARNING)
        else:
            raise _Broken(line, f"{class_!r:.40} is no class of tiers: IntervalTier or TextTier")


def _intervals(tokens: _Tokens, count: int) -> Iterator[Interval]:
    for _ in range(count):
        start = tokens.number("the start of an interval")
        line = tokens.line
        end = tokens.number("the end of an interval")
        text = tokens.next("the text of an interval", quoted=True).strip()
        if text:
            yield Interval(start, end, text, line)


TEXTGRID = Format(
    read_textgrid,
    takes=("annotator", "document", "side_by_side"),
    shape=re.compile(r'\s*File type = "ooTextFile'),
)
