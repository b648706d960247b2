"""Collects the trees of one file, document by document, whatever they are written in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from accord.formats.content import Content, Treebank, undecodable_bytes
from accord.formats.source import UNDECODABLE

if TYPE_CHECKING:
    from accord.formats.source import Source

_COMMENT = re.compile(r"#\s*+(newdoc|sent_id)\b(?:\s++id)?\s*+(?:=\s*+(.*\S))?\s*$")


class BankCollector:
    """What a reader of trees has read so far: its content, and the document that is not finished yet."""

    def __init__(self, source: Source, words: bool | None = None) -> None:
        self.source = source
        self.content = Content(source.name)
        self.bank = Treebank(None, [], words=words)

    def check_bytes(self, number: int, line: str) -> None:
        """Report what is no text."""
        if not line.isascii() and UNDECODABLE.search(line):
            self.content.findings.append(undecodable_bytes(self.source, number, line))

    def comment(self, line: str) -> str | None:
        """The name of the sentence, where a comment holds it; a comment may also start a document."""
        said, name = said_in(line) or ("", None)
        if said == "newdoc":
            self._close()
            self.bank = Treebank(name, [], True, self.bank.words)
        return name if said == "sent_id" else None

    def finish(self, what: str, assumption: str) -> Content:
        """All that the file holds; where that is nothing, it is said what is missing."""
        self._close()
        if not self.content.trees and not self.content.has_errors:
            self.content.report("empty-file", None, f"there is not a single {what} in it", "is it the right file?")
        self.content.assumption = assumption
        return self.content

    def _close(self) -> None:
        if self.bank.trees:
            self.content.trees.append(self.bank)


def said_in(comment: str) -> tuple[str, str | None] | None:
    """``newdoc`` or ``sent_id`` with the name given, None for any other comment.

    >>> said_in("# sent_id = d01-s02"), said_in("# newdoc"), said_in("# text = Fog")
    (('sent_id', 'd01-s02'), ('newdoc', None), None)
    """
    match = _COMMENT.match(comment)
    return (match[1], match[2]) if match else None
