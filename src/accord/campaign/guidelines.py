"""Guidelines that lie beside the data, and what they say of labels."""

from __future__ import annotations

import re
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from accord.adjudicate.file_ids import absolute

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

NAME = "GUIDELINES.md"
"""What the file is called, in capitals or not."""
_MAX_BYTES = 2**20
_LONGEST = 1_500
"""So many characters of a section are shown."""
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*")
_FENCE = re.compile(r"\s*(```|~~~)")
_ENTRY = re.compile(r"\s*([-*+]|\d+[.)])\s")


class Block(NamedTuple):
    """A heading with all below it, up to the next of its level; or a paragraph or an entry of a list (level 7)."""

    level: int
    lines: list[str]

    @property
    def text(self) -> str:
        """All of its lines."""
        return "\n".join(self.lines).strip()

    def names(self, label: str) -> bool:
        """Whether it has a label as a word of its own, a heading in its first line."""
        where = self.lines[0] if self.level < _OF_TEXT else self.text
        return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", where) is not None

    def stresses(self, label: str) -> bool:
        """Whether a label stands in it in bold, or as code."""
        return re.search(rf"(\*\*|__|`){re.escape(label)}\1", self.text) is not None


_OF_TEXT = 7


def blocks(text: str) -> list[Block]:
    r"""The parts of a text in Markdown, those with headings before those below them.

    >>> [block.lines for block in blocks("# PER\nA person.\n* **Ships**\n  float.\n# LOC")]
    [['# PER', 'A person.', '* **Ships**', '  float.'], ['A person.'], ['* **Ships**', '  float.'], ['# LOC']]
    """
    found: list[Block] = []
    is_code = is_open = False
    for line in text.splitlines():
        is_code ^= bool(_FENCE.match(line))
        heading = None if is_code else _HEADING.fullmatch(line)
        within = len(heading[1]) if heading else _OF_TEXT
        for block in reversed(found):  # those around it
            if block.level < within:
                block.lines.append(line)
                within = block.level
        if heading:
            found.append(Block(len(heading[1]), [line]))
            is_open = False
        elif not line.strip():
            is_open = False
        elif is_open and not _ENTRY.match(line):
            found[-1].lines.append(line)
        else:
            found.append(Block(_OF_TEXT, [line]))
            is_open = True
    return found


def notes(text: str, labels: Collection[str]) -> list[str]:
    """What guidelines say of some labels, what is about most of them first; nothing twice.

    That are sections whose headings name one, paragraphs and entries of lists where one stands in bold or as code, and
    those that name two.
    """
    ranked = []
    for block in blocks(text):
        named = [label for label in labels if label and block.names(label)]
        if len(named) > 1 or (named and (block.level < _OF_TEXT or block.stresses(named[0]))):
            ranked.append((-len(named), block.text[:_LONGEST]))
    found: list[str] = []
    for _, said in sorted(ranked, key=lambda each: each[0]):
        if not any(said in other for other in found):
            found.append(said)
    return found


def find_guidelines(files: Sequence[str], top: Path) -> Path | None:
    """The guidelines in the folder that files share, or in one above it up to ``top``, the nearest first."""
    shared = Path(commonpath([absolute(file).parent for file in files]))
    top = absolute(top)
    for folder in [shared, *shared.parents]:
        if (path := _in(folder)) is not None:
            return path
        if folder == top or top not in folder.parents:
            return None
    return None


def read_guidelines(path: Path) -> str:
    """What stands in guidelines, as far as it is text."""
    with path.open("rb") as stream:
        return stream.read(_MAX_BYTES).decode("utf-8-sig", "replace")


def _in(folder: Path) -> Path | None:
    try:
        held = sorted(folder.iterdir())
    except OSError:
        return None
    return next((each for each in held if each.name.casefold() == NAME.casefold() and each.is_file()), None)
