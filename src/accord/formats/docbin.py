"""spaCy's DocBin, read as it is stored: tokens, entities, groups of spans, categories, tags and dependencies.

It is MessagePack, compressed: numbers for each token by attribute, and the strings that these stand for. So neither
spaCy nor a pipeline is needed to read it, and nothing in it is run.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from struct import error as damaged
from struct import iter_unpack
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError
from accord.formats.content import Content, Marking, Passage, Treebank
from accord.formats.docbin_writer import ATTRIBUTES, ENTITIES, ITEM, NAME, SPAN, WRITER
from accord.formats.formats import Format
from accord.formats.json_values import object_in
from accord.formats.msgpack import unpack
from accord.formats.source import most_from
from accord.formats.spacy_strings import Strings
from accord.messages import plural
from accord.model import DependencyTree, Place, Sentence, Span, Spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.columns import Columns
    from accord.formats.source import Source

_MAX = 1 << 30
"""The most bytes that a file may hold once it is decompressed."""
_CATEGORIES = "cats"
_CHOSEN = 0.5
"""The score from which on a category counts as chosen; people give 0 and 1."""
_INSIDE, _BEGINS = 1, 3
_TAGS = {"upos": "POS", "xpos": "TAG", "lemma": "LEMMA", "feats": "MORPH"}
_KEYS = (NAME, "doc_id", "id")


@dataclass(frozen=True, slots=True)
class _Doc:
    """A text in tokens, with a number for each token by attribute."""

    number: int
    name: str
    item: tuple[str | None, str]
    words: tuple[str, ...]
    starts: tuple[int, ...]
    text: str
    columns: Mapping[str, Sequence[int]]
    spans: Mapping[str, Sequence[Span]]
    categories: Mapping[str, Any]

    def end(self, token: int) -> int:
        """Where a token ends in the text."""
        return self.starts[token] + len(self.words[token])


def read_docbin(source: Source, _told: Columns) -> Content:
    """DocBin of spaCy: entities, groups of spans, categories, tags and dependencies, each a layer.

    A text counts as not annotated in a layer that says nothing of any of its tokens. Spans count characters.
    """
    content = Content(source.name)
    held: dict[str, int] = {}
    try:
        strings, docs = _docs(source)
        for doc in docs:
            for layer in _take(content, doc, strings):
                held[layer] = held.get(layer, 0) + 1
    except (ReadError, KeyError, IndexError, TypeError, AttributeError, ValueError, damaged) as error:
        why = error.summary if isinstance(error, ReadError) else "its parts do not fit each other"
        raise ReadError(f"{source.name} cannot be read as a DocBin of spaCy: {why}") from None
    if not held:
        hint = "is it the right file?"
        content.report("empty-file", None, f"nothing is annotated in its {plural(len(docs), 'text')}", hint)
    layers = ", ".join(f"{name} of {count:,}" for name, count in held.items())
    content.assumption = f"{plural(len(docs), 'text')} of spaCy: {layers}"
    return content


def _docs(source: Source) -> tuple[Strings, list[_Doc]]:
    message = unpack(_decompressed(source))
    attributes = {
        name: message["attrs"].index(number) for name, number in ATTRIBUTES.items() if number in message["attrs"]
    }
    width, strings = len(message["attrs"]), Strings(message["strings"])
    lengths = [length for (length,) in iter_unpack("<i", message["lengths"])]
    if min(lengths, default=0) < 0 or 8 * width * sum(lengths) != len(message["tokens"]):
        raise ReadError("its texts have other lengths than its tokens")
    if len(message["spaces"]) != sum(lengths):
        raise ReadError("it does not say for all tokens whether a blank follows")
    rows = iter_unpack(f"<{width}Q", message["tokens"])
    spaces, cats = iter(message["spaces"]), message["cats"]
    groups, flags = message.get("span_groups") or [b""] * len(lengths), message.get("flags") or [{}] * len(lengths)
    data = message.get("user_data") or [None] * len(lengths)
    said = [object_in(None if each is None else unpack(each)) for each in data]
    names = _names(said, len(lengths))
    docs = []
    for number, length in enumerate(lengths):
        tokens = [next(rows) for _ in range(length)]
        columns = {name: [row[place] for row in tokens] for name, place in attributes.items()}
        words = tuple(strings[each] for each in columns["ORTH"])
        apart = [bool(next(spaces)) or bool(flags[number].get("has_unknown_spaces")) for _ in words]
        starts, text = [], ""
        for word, space in zip(words, apart, strict=True):
            starts.append(len(text))
            text += word + " " * space
        item = (said[number].get(NAME), said[number][ITEM]) if ITEM in said[number] else (None, names[number])
        doc = _Doc(number, names[number], item, words, tuple(starts), text, columns, {}, cats[number] or {})
        marked = {name: list(_group(group, doc, strings)) for name, group in _groups(groups[number])}
        docs.append(replace(doc, spans=marked))
    return strings, docs


def _decompressed(source: Source) -> bytes:
    """The bytes of a DocBin, as far as they may be."""
    compressed = source.whole()
    reader, most = zlib.decompressobj(), min(_MAX, most_from(len(compressed)))
    try:
        data = reader.decompress(compressed, most)
    except zlib.error:
        raise ReadError("it is not compressed as one") from None
    if not reader.eof:
        raise ReadError("it is cut off" if not reader.unconsumed_tail else f"it holds more than {most:,} bytes")
    return data


def _names(data: Sequence[Any], count: int) -> list[str]:
    """What texts are called: what their user data say, where they name all of them, else their number."""
    for key in _KEYS:
        extension = ("._.", key, None, None)
        found = [each.get(key, each.get(extension)) for each in data]
        if found and all(isinstance(each, str | int) for each in found) and len(set(map(str, found))) == count:
            return list(map(str, found))
    return [f"doc{number}" for number in range(1, count + 1)]


def _groups(data: bytes) -> Iterator[tuple[str, Any]]:
    """The groups of spans by name: older versions list them, newer ones say which names each of them has."""
    held = unpack(data) if data else []
    for packed in held:
        group = unpack(packed)
        for name in held[packed] if isinstance(held, dict) else [group["name"]]:
            yield name, group


def _group(group: Any, doc: _Doc, strings: Strings) -> Iterator[Span]:
    for packed in group["spans"]:
        _, _, label, start, end, *_ = SPAN.unpack(packed)
        if not 0 <= start < end <= len(doc.words):
            raise ReadError(f"a span of text {doc.number + 1} is not in it")
        yield Span(doc.starts[start], doc.end(end - 1), strings[label])


def _take(content: Content, doc: _Doc, strings: Strings) -> Iterator[str]:
    """Take in what is said of one text, and name the layers."""
    if any(doc.columns.get("ENT_IOB", ())):
        yield _mark(content, ENTITIES, doc, _entities(doc, strings))
    for name, spans in doc.spans.items():
        yield _mark(content, name or "spans", doc, spans)
    if doc.categories:
        chosen = sorted(name for name, score in doc.categories.items() if float(score) >= _CHOSEN)
        label = "|".join(chosen)
        document, item = doc.item
        content.named_layer(_CATEGORIES).answer(document, None, item, label, doc.number + 1, text=doc.text.strip())
        yield _CATEGORIES
    tags = {
        name: [strings.symbol(each) if name == "upos" else strings[each] for each in doc.columns[attribute]]
        for name, attribute in _TAGS.items()
        if any(doc.columns.get(attribute, ()))
    }
    if any(doc.columns.get("DEP", ())):
        trees = [_tree(content.file, doc, strings, tags, *ends) for ends in _sentences(doc)]
        content.named_layer("deps").trees.append(Treebank(doc.name, list(trees), marked=True))
        yield "deps"
        return
    for name, labels in tags.items():
        sentences = [
            Sentence(doc.words[first:last], tuple(labels[first:last]), doc.number + 1, doc.name, one_line=True)
            for first, last in _sentences(doc)
        ]
        content.named_layer(name).passages.append(Passage(None, doc.name, sentences, marked=True))
        yield name


def _mark(content: Content, layer: str, doc: _Doc, spans: Sequence[Span]) -> str:
    marked = Spans(tuple(dict.fromkeys(spans)), len(doc.text), "character", content.file, doc.number + 1)
    content.named_layer(layer).markings.append(Marking(None, doc.name, doc.text, marked))
    return layer


def _entities(doc: _Doc, strings: Strings) -> list[Span]:
    """The entities by the state of each token: inside of one, or where one begins; an empty type is none."""
    found: list[Span] = []
    start, type_ = -1, ""
    states = [*zip(doc.columns["ENT_IOB"], doc.columns["ENT_TYPE"], strict=True), (0, 0)]
    for token, (state, number) in enumerate(states):
        if state == _INSIDE and start >= 0:
            continue
        if start >= 0:
            found.append(Span(doc.starts[start], doc.end(token - 1), type_))
        start, type_ = (token, strings[number]) if state in {_INSIDE, _BEGINS} and number else (-1, "")
    return found


def _sentences(doc: _Doc) -> list[tuple[int, int]]:
    """Where sentences start and end."""
    starts = [token for token, said in enumerate(doc.columns.get("SENT_START", ())) if said == 1 and token]
    return list(zip([0, *starts], [*starts, len(doc.words)], strict=True)) if doc.words else []


def _tree(  # noqa: PLR0917 - a sentence of a text, and what its numbers stand for
    file: str, doc: _Doc, strings: Strings, tags: Mapping[str, Sequence[str]], first: int, last: int
) -> DependencyTree:
    words, labels = doc.words[first:last], tuple(strings[each] for each in doc.columns["DEP"][first:last])
    ids = tuple(range(1, last - first + 1))
    heads = []
    for number, offset in zip(ids, doc.columns["HEAD"][first:last], strict=True):
        signed = offset - (1 << 64) if offset >> 63 else offset
        heads.append(number + signed if signed else 0)
    columns = {name: tuple(tag or "_" for tag in tags.get(name, [""] * len(doc.words))[first:last]) for name in _TAGS}
    place = Place(file, doc.number + 1)
    lines = (doc.number + 1,) * len(words)
    return DependencyTree(words, tuple(heads), labels, ids, "", place, lines, columns=columns)


DOCBIN = Format(read_docbin, writer=WRITER)
