"""CoNLL-style columns: one token per row, a blank line between sentences, a mark between documents."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from accord.formats.content import undecodable_bytes
from accord.formats.layout import DOCUMENT_MARK, Layout, is_document_mark, sniff_layout
from accord.formats.source import UNDECODABLE
from accord.model import UNREAD, Finding, Place, Sentence, SentenceBatch, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.roles import Column
    from accord.formats.source import Source


class Rows(NamedTuple):
    """The fields of some sentences, row after row."""

    fields: list[str]
    lengths: list[int]
    """How many rows each sentence has."""
    line: int
    """The line of the first row."""
    tight: bool = False
    """Whether no field can have white space around it."""


_SKELETONS = {
    delimiter: (delimiter.encode(), bytes(set(range(256)) - {ord("\n"), ord(delimiter)})) for delimiter in "\t "
}
_LONG_SENTENCE = 4
_WHITE_SPACE = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f "
"""What of ASCII can stand around a field, but for the end of a line."""
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_NEW_DOCUMENT = re.compile(r"#\s*+newdoc(?:\s++id\s*+=\s*+(.*\S))?\s*$")


class ConllReader:
    """Reads one file as a stream of sentences and collects what is wrong with its rows.

    A line that starts with ``#`` at the start of a sentence is a comment if its columns or, after ``# ``, its label
    are not those of the file, so a token ``#`` stays a token. Documents are named by
    ``# newdoc id = NAME``, else counted from 1, where what stands before the first mark is a document too.
    """

    def __init__(
        self,
        source: Source,
        token: Column | None = None,
        labels: Sequence[Column] | None = None,
        *,
        labelled: bool = True,
    ) -> None:
        self.source = source
        self._labelled = labelled
        self._token = token
        self._labels = labels
        self._start()

    def _start(self) -> None:
        self.findings: list[Finding] = []
        self.document_marks = 0
        self.is_named = False
        self._unmarked = 0
        self._document = "1"

    @property
    def name(self) -> str:
        """How messages call the file."""
        return self.source.name

    def digest(self) -> str:
        """A short hash of the file's bytes, and the columns of token and label where there are others."""
        columns = f"@{self.layout.token}:{self.layout.label}" if self.layout.width > 2 else ""
        codec = f"@{self.source.file_encoding}" if self.source.file_encoding != "utf-8" else ""
        return self.source.digest() + columns + codec

    @cached_property
    def layout(self) -> Layout:
        """Where token and labels stand."""
        return sniff_layout(self.source, self._token, self._labels, labelled=self._labelled)

    def sentences(self, column: int | None = None) -> Iterator[Sentence]:
        """The sentences one by one, with the labels of one column."""
        for batch in self.batches(column):
            yield from batch.sentences()

    def batches(self, column: int | None = None) -> Iterator[SentenceBatch]:
        """The sentences in bulk, with the labels of one column, the layout's label column unless told."""
        token, label = self.layout.token, self.layout.label if column is None else column
        width = self.layout.width
        for rows in self._rows():
            if not self.document_marks:
                self._unmarked = 1
            labels = rows.fields[label::width]
            labels = labels if rows.tight else _plain(labels)
            yield SentenceBatch(rows.fields[token::width], labels, rows.lengths, rows.line, self._document)

    def columns(self, numbers: Sequence[int]) -> Iterator[tuple[list[list[str]], list[int], int]]:
        """The sentences in bulk as these columns, with the length of each, and the line of the first row."""
        for fields, lengths, line, _ in self._rows():
            held = {number: fields[number :: self.layout.width] for number in numbers}
            columns = [held[number] if number == self.layout.token else _plain(held[number]) for number in numbers]
            yield columns, lengths, line

    def _rows(self) -> Iterator[Rows]:
        """All rows, in bulk where the text is regular, else sentence by sentence."""
        self._start()
        line, empty = 1, True
        for text in self._text():
            if regular := self._regular_rows(text, line):
                yield regular
                line, empty = line + sum(regular.lengths) + len(regular.lengths), False
                continue
            for rows in self._irregular_rows(text, line):
                yield rows
                empty = False
            line += text.count("\n") + 2
        if empty:
            self._report(
                "empty-file", Severity.ERROR, None, "there is not a single token in it", "is it the right file?"
            )

    def _text(self) -> Iterator[str]:
        """The text in pieces of whole sentences, cut at (and without) a blank line."""
        waiting: list[str] = []
        for piece in filter(None, self.source.pieces()):
            before = waiting[-1][-1] if waiting else ""
            cut, after = _last_blank_line(before + piece, anywhere=len(waiting) > _LONG_SENTENCE)
            waiting.append(piece)
            if after:
                text = "".join(waiting)
                shift = len(text) - len(before + piece)
                yield text[: shift + cut]
                waiting = [text[shift + after :]] if text[shift + after :] else []
        yield "".join(waiting).rstrip("\n")

    def _regular_rows(self, text: str, line: int) -> Rows | None:
        """The rows of a piece that holds nothing but full rows and single blank lines, cut up in bulk.

        Its skeleton, the text without all but delimiters and line ends, then has all its delimiters in skeletons of
        full rows; it has a blank line where the text has one, and nowhere else; and the number of fields fits.
        """
        if text[:1] in {"", "\n", "#"} or ("#" in text and "\n#" in text) or DOCUMENT_MARK in text:
            return None
        if self.layout.delimiter == " " and "\t" in text:
            return None
        if self.layout.header and text.startswith(self.layout.header):
            return None
        if not text.isascii() and UNDECODABLE.search(text):
            return None
        width, held = self.layout.width, text.encode()
        delimiter, others = _SKELETONS[self.layout.delimiter]
        skeleton = held.translate(None, others) + b"\n"
        if len(skeleton) - skeleton.count(b"\n") != skeleton.count(delimiter * (width - 1) + b"\n") * (width - 1):
            return None
        divided = held if width == 1 else skeleton.removesuffix(b"\n")
        lengths = [sentence.count(b"\n") + 1 for sentence in divided.split(b"\n\n")]
        if len(lengths) - 1 != text.count("\n\n"):
            return None
        if tight := self._is_tight(text):
            fields = text.split()
        else:
            fields = text.replace("\n\n", "\n").replace("\n", self.layout.delimiter).split(self.layout.delimiter)
        if len(fields) != sum(lengths) * width or (not tight and "" in fields):
            return None
        return Rows(fields, lengths, line, tight)

    def _is_tight(self, text: str) -> bool:
        delimiter = self.layout.delimiter
        return text.isascii() and not any(each in text for each in _WHITE_SPACE if each != delimiter)

    def _irregular_rows(self, text: str, line: int) -> Iterator[Rows]:
        """The rows of a piece with comments, document marks, more blank lines or faults, sentence by sentence."""
        rows: list[str] = []
        for number, row in enumerate([*text.split("\n"), ""], line):
            if UNDECODABLE.search(row):
                self.findings.append(undecodable_bytes(self.source, number, row))
            mark = row.startswith(DOCUMENT_MARK) and is_document_mark(row)
            if mark or not row or row.isspace():
                if rows and mark:
                    self._report(
                        "misplaced-document-mark",
                        Severity.ERROR,
                        number,
                        f"{DOCUMENT_MARK} in the middle of a sentence",
                        "put a blank line before it",
                    )
                if rows:
                    yield Rows(self._split(rows, number - len(rows)), [len(rows)], number - len(rows))
                    rows = []
                if mark:
                    self._start_document(None)
            elif not rows and self.layout.is_comment(row):
                if match := _NEW_DOCUMENT.match(row):
                    self._start_document(match.group(1))
            else:
                rows.append(row)

    def _split(self, lines: list[str], line: int) -> list[str]:
        """The fields of single lines, reporting those that do not fit; their label is then `UNREAD`.

        White space around labels is left to `_plain`, which looks at each label once.
        """
        layout = self.layout
        fields: list[str] = []
        for number, text in enumerate(lines, line):
            row = text.split("\t") if layout.delimiter == "\t" else layout.split(text)
            if len(row) != layout.width:
                row = self._misfit(row, number, text)
            elif not row[layout.token]:
                self._report(
                    "empty-token", Severity.ERROR, number, "the token is empty", "delete the row or give it a token"
                )
            fields += row
        return fields

    def _misfit(self, row: list[str], number: int, text: str) -> list[str]:
        layout = self.layout
        other, other_name = (text.split(), "spaces") if layout.delimiter == "\t" else (text.split("\t"), "tabs")
        if len(other) == layout.width and len(row) == 1 and not text.startswith("#"):
            self._report(
                "mixed-delimiters",
                Severity.WARNING,
                number,
                f"divided by {other_name}, but the file by {layout.delimiter_name}",
                "use one delimiter throughout",
            )
            return other
        self._report(
            "ragged-row",
            Severity.ERROR,
            number,
            f"{len(row)} column{'s' * (len(row) != 1)} instead of {layout.width}: {text[:60]!r}",
            "a comment belongs before a sentence" if text.startswith("#") else f"the file has {layout.delimiter_name}",
        )
        unread = [UNREAD] * layout.width
        unread[layout.token] = row[layout.token] if layout.token < len(row) else ""
        return unread

    def _start_document(self, name: str | None) -> None:
        self.document_marks += 1
        number = str(self.document_marks + self._unmarked)
        self._document = name or number
        self.is_named = self._document != number

    def _report(self, code: str, severity: Severity, line: int | None, message: str, hint: str) -> None:
        self.findings.append(Finding(code, severity, Place(self.source.name, line), message, hint))


def _plain(labels: list[str]) -> list[str]:
    """Labels without white space around; what stands for no label stays."""
    loose = {label: plain for label in set(labels) - {UNREAD} if (plain := label.strip()) != label}
    return [loose.get(label, label) for label in labels] if loose else labels


def _last_blank_line(text: str, *, anywhere: bool) -> tuple[int, int]:
    """Start and end of the last empty line of a text, with the line ends around it, or zeros.

    Lines of nothing but white space are looked for only where asked, for they are rare and costly to find.
    """
    start = text.rfind("\n\n")
    if start >= 0:
        return start, start + 2
    blank = list(_BLANK_LINE.finditer(text)) if anywhere else []
    return blank[-1].span() if blank else (0, 0)
