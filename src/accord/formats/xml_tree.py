"""XML as a tree whose elements know their lines, from files that nobody vouches for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.formats.source import say_encoding
from accord.model.markup import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.content import Content
    from accord.formats.source import Source


@dataclass(slots=True)
class Element:
    """An element: what it is called, what is said of it, the line it starts on, and what is in it."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Element]:
        """The elements in it that lie along a path of tags."""
        for child in self.children:
            if child.tag == tags[0]:
                yield from child.all(*tags[1:]) if tags[1:] else [child]

    def first(self, *tags: str) -> Element | None:
        """The first of them, if there is one."""
        return next(self.all(*tags), None)

    @property
    def text(self) -> str:
        """The text right in it, without white space around."""
        return "".join(self.pieces).strip()

    @property
    def markup(self) -> Markup:
        """The same without lines; white space around the elements in it is layout."""
        text = "" if self.children else "".join(self.pieces)
        return Markup(self.tag, tuple(self.attributes.items()), text, tuple(child.markup for child in self.children))


_MAX_DEPTH = 100
"""How deep elements may lie in each other: no format of annotations passes ten."""


class _Refused(Exception):
    """Something that a file of annotations has no need for."""


def read_xml(source: Source, root: str, content: Content) -> Element | None:
    """The outermost element of a file, or None and a finding where it is broken or another one.

    Entities may not be declared, for they can grow without end and fetch other files.
    """
    from xml.parsers.expat import ExpatError, ParserCreate
    from xml.parsers.expat.errors import messages

    top = Element("", {}, 0)
    open_ = [top]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) > _MAX_DEPTH:
            raise _Refused(f"elements lie more than {_MAX_DEPTH} deep in each other", "is it the right file?")
        element = Element(tag, attributes, parser.CurrentLineNumber)
        open_[-1].children.append(element)
        open_.append(element)

    def write(text: str) -> None:
        open_[-1].pieces.append(text)

    def refuse(*_declared: object) -> None:
        raise _Refused("entities are declared, which is not safe", "take the declarations of entities out")

    told = not source.file_encoding.casefold().startswith("utf-8")
    parser = ParserCreate("utf-8" if told else None)
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: open_.pop()
    parser.CharacterDataHandler = write
    parser.EntityDeclHandler = refuse
    data = "".join(source.pieces()).encode("utf-8", "surrogateescape") if told else source.whole()
    if not data.strip():
        content.report("empty-file", None, "there is nothing in it", "is it the right file?")
        return None
    try:
        parser.Parse(data, True)
    except ExpatError as error:
        message = f"no XML at column {error.offset + 1}: {messages[error.code]}"
        hint = (
            say_encoding() if _may_be_encoding(messages[error.code]) else "was the file cut short or changed by hand?"
        )
        content.report("invalid-xml", error.lineno, message, hint)
        return None
    except _Refused as refused:
        content.report("invalid-xml", parser.CurrentLineNumber, *refused.args)
        return None
    except (LookupError, UnicodeError, ValueError) as error:
        content.report("invalid-xml", parser.CurrentLineNumber, f"no XML: {error}", say_encoding())
        return None
    found = top.children[0]
    if found.tag != root:
        message = f"the outermost element is {found.tag}, not {root}"
        content.report("invalid-xml", found.line, message, "is it the right file?")
        return None
    return found


def _may_be_encoding(message: str) -> bool:
    return bool(re.search("encoding|invalid token", message))
