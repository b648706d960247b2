"""Writing Glozz: the spans of a text as units, with the features, relations and schemas that were read with them."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from accord.errors import UsageError
from accord.formats.offsets import UTF16, Counting
from accord.formats.output import file_names
from accord.formats.source import BYTE_ORDER_MARK
from accord.formats.writer import Writer
from accord.messages import plural
from accord.model import Span, Spans
from accord.model.markup import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.model import Corpus

_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
GROUPS = ("relation", "schema")
"""What stands between units, or around them."""


def holds_glozz(corpus: Corpus) -> bool:
    """Whether Glozz can hold a corpus: spans of the characters of texts that are known."""
    marked = corpus.annotations.values()
    in_characters = all(isinstance(each, Spans) and each.unit == "character" for each in marked)
    return in_characters and all(document.text for document in corpus.documents)


def write_glozz(corpus: Corpus, annotator: str) -> Iterator[bytes]:
    """The annotations of one annotator (.aa), for the text (.ac) that they were read with.

    A span that was read keeps its unit with all that was said of it; relations and schemas stay while what they join
    does. Others are new units, and the file is theirs who is named.
    """
    if len(corpus.documents) != 1:
        held = plural(len(corpus.documents), "document")
        raise UsageError(f"a file of Glozz holds one text, and there are {held}: write jsonl, or name the files of one")
    (document,) = corpus.documents
    annotation = corpus.annotations.get((document.id, annotator))
    if not isinstance(annotation, Spans) or annotation.unit != "character":
        raise UsageError("Glozz marks characters of a text: write jsonl")
    offsets = list(Counting(UTF16).positions(document.text))
    places = {
        (str(offsets[start]), str(offsets[end]), type_): Span(start, end, type_)
        for start, end, type_ in annotation.spans
    }
    kept = [element for element in annotation.markup if element.tag != "unit" or _stays(element, places)]
    ids = {element.attribute("id") for element in kept}
    read = {unit_key(element) for element in kept if element.tag == "unit"}
    names = (name for number in count(1) if (name := f"accord_{number}") not in ids)
    new = [_unit(key, next(names), annotator) for key in places if key not in read]
    units = [element for element in kept if element.tag not in GROUPS]
    yield b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<annotations>\n'
    for element in [*units, *new, *_joined(kept)]:
        yield f"{_written(element)}\n".encode()
    yield b"</annotations>\n"


def write_as_read(corpus: Corpus, annotator: str, _columns: Columns) -> bytes:
    """The same whatever encoding the text has, for annotations say theirs."""
    return b"".join(write_glozz(corpus, annotator))


def unit_key(unit: Markup) -> tuple[str, str, str]:
    """Where a unit starts and ends as Glozz counts, and its type: what tells it from other units."""
    ends = (unit.first("positioning", side, "singlePosition").attribute("index").strip() for side in ("start", "end"))
    start, end = (str(int(end)) if end.isdecimal() else end for end in ends)
    return start, end, unit.first("characterisation", "type").text.strip()


def agreed(read: Sequence[tuple[Markup, ...]]) -> tuple[Markup, ...]:
    """What several annotators of one text say beside their spans: what all say alike who marked the same.

    A unit has the features on which all agree who marked it; relations and schemas are those that all have.
    """
    if len(read) < 2:
        return read[0] if read else ()
    known = [_by_key(markup) for markup in read]
    ids = {element.attribute("id") for element in known[0].values() if element.tag in GROUPS}
    units: dict[object, Markup] = {}
    for own in known:
        for key, element in own.items():
            if element.tag == "unit" and key not in units:
                alike = [other[key] for other in known if key in other]
                units[key] = _renamed(_alike(element, alike), ids)
    groups = [
        _alike(element, [other[key] for other in known])
        for key, element in known[0].items()
        if element.tag in GROUPS and all(key in other for other in known)
    ]
    heads = [element for element in read[0] if element.tag == "metadata"]
    return *heads, *units.values(), *groups


def write_with_texts(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """The text and the annotations of each annotator, in a folder of their own if there are several."""
    several = len(corpus.annotators) > 1
    texts, whose = file_names(each.id for each in corpus.documents), file_names(corpus.annotators, "/")
    for document in corpus.documents:
        mark = BYTE_ORDER_MARK if document.text.startswith(BYTE_ORDER_MARK) else ""
        for annotator in corpus.annotators:
            if (document.id, annotator) in corpus.annotations:
                name = (whose[annotator] if several else "") + texts[document.id]
                yield f"{name}.ac", f"{mark}{document.text}".encode()
                yield f"{name}.aa", b"".join(write_glozz(corpus.within({document.id}), annotator))


def _by_key(markup: tuple[Markup, ...]) -> dict[object, Markup]:
    """Units, relations and schemas by what tells them from others, whatever their ids."""
    found: dict[str, object] = {}
    named: dict[object, Markup] = {}
    waiting = [element for element in markup if element.tag in ("unit", *GROUPS)]
    while waiting:
        ready: list[Markup] = []
        later: list[Markup] = []
        for each in waiting:
            (ready if all(member in found for member in _members(each)) else later).append(each)
        for element in ready:
            key: object = unit_key(element)
            if element.tag in GROUPS:
                members = [(child.tag, found[child.attribute("id")]) for child in element.first("positioning").children]
                joined = tuple(members) if element.tag == "relation" else frozenset(members)
                key = element.tag, element.first("characterisation", "type").text, joined
            found[element.attribute("id")] = key
            named.setdefault(key, element)
        waiting = later if ready else []
    return named


def _members(element: Markup) -> list[str]:
    """The ids of what a relation or a schema joins."""
    if element.tag not in GROUPS:
        return []
    return [child.attribute("id") for child in element.first("positioning").children]


def _alike(element: Markup, versions: Sequence[Markup]) -> Markup:
    """An element with those of its features that all versions of it have."""
    held = [set(each.all("characterisation", "featureSet", "feature")) for each in versions]
    common = set.intersection(*held)

    def kept(part: Markup) -> Markup:
        inside = (kept(child) for child in part.children if child.tag != "feature" or child in common)
        return part._replace(children=tuple(inside))

    return kept(element)


def _renamed(unit: Markup, ids: set[str]) -> Markup:
    """A unit under an id that no other has."""
    name = unit.attribute("id")
    free = next(each for number in count(1) if (each := name if number == 1 else f"{name}_{number}") not in ids)
    ids.add(free)
    return unit._replace(attributes=tuple((key, free if key == "id" else value) for key, value in unit.attributes))


def _stays(unit: Markup, places: Mapping[tuple[str, str, str], Span]) -> bool:
    """Whether a unit is still marked; one without a length never was a span, and stays."""
    key = unit_key(unit)
    return key in places or key[0] == key[1]


def _joined(kept: Sequence[Markup]) -> list[Markup]:
    """The relations and schemas all of whose members are there."""
    left = list(kept)
    while True:
        ids = {element.attribute("id") for element in left}
        whole = [element for element in left if all(member in ids for member in _members(element))]
        if len(whole) == len(left):
            return [element for element in left if element.tag in GROUPS]
        left = whole


def _unit(key: tuple[str, str, str], name: str, annotator: str) -> Markup:
    """A unit that was not read from a file of Glozz."""
    start, end, type_ = key
    if re.search(_NOT_IN_XML, type_ + annotator):
        raise UsageError(f"{type_ if re.search(_NOT_IN_XML, type_) else annotator!r} cannot stand in XML: write jsonl")
    said = {"author": annotator, "creation-date": name.removeprefix("accord_")}
    said |= {"lastModifier": "n/a", "lastModificationDate": "0"}
    metadata = Markup("metadata", (), "", tuple(Markup(tag, (), text) for tag, text in said.items()))
    characterisation = Markup("characterisation", (), "", (Markup("type", (), type_), Markup("featureSet")))
    ends = [
        Markup(side, (), "", (Markup("singlePosition", (("index", at),)),))
        for side, at in (("start", start), ("end", end))
    ]
    return Markup("unit", (("id", name),), "", (metadata, characterisation, Markup("positioning", (), "", tuple(ends))))


def _written(element: Markup) -> str:
    """An element as XML, laid out as Glozz does."""
    from xml.sax.saxutils import escape, quoteattr  # which loads a library for the web

    head = " ".join([element.tag, *(f"{name}={quoteattr(value)}" for name, value in element.attributes)])
    if element.children:
        inside = "\n".join(map(_written, element.children))
        return f"<{head}>\n{inside}\n</{element.tag}>"
    text = escape(element.text, {"\r": "&#13;"})
    return f"<{head}>{text}</{element.tag}>" if text else f"<{head}/>"


WRITER = Writer(
    write_glozz,
    ".aa",
    (),
    ("spans",),
    as_read=write_as_read,
    holds=holds_glozz,
    with_texts=write_with_texts,
)
