"""JSON lines: one object a line, with the labels of tokens or of an item, by one annotator or several."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.model import Sentence, Severity
from accord.read.content import Content, Passage, undecodable_bytes
from accord.read.formats import reads
from accord.read.roles import roles
from accord.read.source import UNDECODABLE
from accord.wording import plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.read.columns import Columns
    from accord.read.source import Source

Record = dict[str, Any]

_TOKENS = ("tokens", "words")
_LABELS = ("labels", "label", "ner_tags", "tags")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_LINES = "put each object on a line of its own: jq -c '.[]'"
_SHAPES = (
    'use {"tokens": [...], "labels": [...], "annotator": ...} for tokens, '
    '{"item": ..., "annotator": ..., "label": ...} for items, or "labels": {"ada": ..., "bram": ...} for several'
)


class _Wrong(Exception):
    """A record that cannot be used: code, message and hint."""


@reads(".jsonl .ndjson", takes="token item annotator document")
def read_jsonl(source: Source, told: Columns) -> Content:
    """JSON lines with token labels or item labels, of one annotator or several a line.

    An annotator who is null or absent did not annotate; ``""`` is an empty label. Numbers, true and false are taken
    as they are written. Without a key "document" each record of tokens is a document, named by its "id".
    """
    reader = _JsonLines(Content(source.name), told)
    for line, text in enumerate(source.lines(), 1):
        if not text.isascii() and UNDECODABLE.search(text):
            reader.content.findings.append(undecodable_bytes(source, line, text))
        elif text and not text.isspace():
            if not reader.seen and (text.strip() == "{" or text.lstrip().startswith("[")):
                reader.content.report("not-json-lines", line, "one JSON value instead of one object a line", _LINES)
                break
            reader.add(text, line)
    return reader.finish()


class _JsonLines:
    """Collects the records of one file."""

    def __init__(self, content: Content, told: Columns) -> None:
        self.content = content
        self.told = told
        self.seen = 0
        self.shapes: dict[str, None] = {}
        self.passages: dict[tuple[str | None, str], list[Sentence]] = {}
        self.anonymous: list[int] = []
        self.keys: dict[tuple[str, ...], dict[str, str]] = {}
        self.decoder = json.JSONDecoder(
            parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_without_repeated_keys
        )

    def add(self, text: str, line: int) -> None:
        """Take in the record of one line, or report why it cannot be used."""
        self.seen += 1
        try:
            try:
                record = self.decoder.decode(text)
            except json.JSONDecodeError as error:
                message = f"no JSON at column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}"
                raise _Wrong("invalid-json", message, "write one whole object a line") from None
            except RecursionError:
                raise _Wrong("invalid-json", "lists or objects too deep in each other", _SHAPES) from None
            if not isinstance(record, dict):
                raise _Wrong("unknown-shape", f"{_kind(record)} instead of an object", _SHAPES)
            self._add_record(record, line)
        except _Wrong as wrong:
            code, message, hint = wrong.args
            self.content.report(code, line, message, hint)

    def _add_record(self, record: Record, line: int) -> None:
        keys = self._keys(record)
        if "labels" not in keys or not ("tokens" in keys or "item" in keys):
            raise _Wrong(
                "unknown-shape", f"no labels of tokens or items in the keys {', '.join(record) or '(none)'}", _SHAPES
            )
        labels = record[keys["labels"]]
        by_annotator = isinstance(labels, dict)
        annotator = self._name(record, keys, "annotator")
        if by_annotator and annotator is not None:
            raise _Wrong("unknown-shape", f"an annotator, and labels by annotator in {keys['labels']!r}", _SHAPES)
        if not by_annotator and annotator is None:
            self.anonymous.append(line)
        everyone = labels if by_annotator else {annotator: labels}
        given = [(name, value) for name, value in everyone.items() if value is not None]
        if by_annotator and any(not str(name).strip() for name, _ in given):
            raise _Wrong("missing-annotator", "labels under an empty name", "name the annotator")
        if "tokens" in keys:
            self._add_tokens(record, keys, given, line)
        else:
            self._add_item(record, keys, given, line)
        what = "tokens" if "tokens" in keys else f"items (key {keys['item']!r})"
        who = "several annotators a line" if by_annotator else "one annotator a line"
        self.shapes[f"labels of {what} in {keys['labels']!r}, {who}"] = None

    def _add_tokens(self, record: Record, keys: dict[str, str], given: list[tuple[str | None, Any]], line: int) -> None:
        tokens = _texts(record[keys["tokens"]], keys["tokens"])
        layers = [(annotator, _texts(labels, keys["labels"])) for annotator, labels in given]
        for annotator, labels in layers:
            if len(labels) != len(tokens):
                who = f" by {annotator}" if annotator else ""
                message = f"{plural(len(labels), 'label')}{who} for {plural(len(tokens), 'token')}"
                raise _Wrong("length-mismatch", message, "give each token one label")
        if "" in tokens:
            raise _Wrong(
                "empty-token", f"token {tokens.index('')} is empty", "delete it with its label, or give it a text"
            )
        if not tokens:
            hint = "delete the line"
            self.content.report("empty-sentence", line, "a record without tokens", hint, Severity.WARNING)
            return
        document, name = self._name(record, keys, "document"), self._name(record, keys, "item")
        for annotator, labels in layers:
            sentence = Sentence(tokens, labels, line, document or name or f"line {line}", one_line=True)
            if document is not None:
                self._passage(annotator, document).append(sentence)
            else:
                self.content.passages.append(Passage(annotator, name, [sentence], marked=True))

    def _passage(self, annotator: str | None, document: str) -> list[Sentence]:
        """The sentences of a document so far, which may be spread over the file."""
        if (annotator, document) not in self.passages:
            sentences = self.passages[annotator, document] = []
            self.content.passages.append(Passage(annotator, document, sentences, marked=True))
        return self.passages[annotator, document]

    def _add_item(self, record: Record, keys: dict[str, str], given: list[tuple[str | None, Any]], line: int) -> None:
        item = self._name(record, keys, "item")
        if item is None:
            raise _Wrong("missing-item", f"the item {keys['item']!r} is empty", "give each record the id of its item")
        labels = [(annotator, _text(label, keys["labels"])) for annotator, label in given]
        for annotator, label in labels:
            self.content.answer(self._name(record, keys, "document"), annotator, item, label, line)

    def _name(self, record: Record, keys: dict[str, str], role: str) -> str | None:
        """A name given in a record, or None where there is none or an empty one."""
        value = record.get(keys[role]) if role in keys else None
        return None if value is None else _text(value, keys[role]).strip() or None

    def _keys(self, record: Record) -> dict[str, str]:
        """Which key is what, for records with the keys of this one."""
        names = tuple(record)
        if names not in self.keys:
            self.keys[names] = self._find_keys(names)
        return self.keys[names]

    def _find_keys(self, names: tuple[str, ...]) -> dict[str, str]:
        said = {
            "tokens": self.told.token,
            "labels": self.told.labels[0] if self.told.labels else None,
            "item": self.told.item,
            "annotator": self.told.annotator,
            "document": self.told.document,
        }
        if any(isinstance(key, int) for key in said.values()) or len(self.told.labels or ()) > 1:
            raise UsageError(f"{self.content.file} holds JSON lines: give the name of one key for each, no number")
        keys = {role: names[index] for role, index in roles(names).items()}
        if "label" in keys:
            keys["labels"] = keys.pop("label")
        for role, known in (("tokens", _TOKENS), ("labels", _LABELS)):
            if name := next((name for name in known if name in names), None):
                keys[role] = name
        keys = {role: key for role, key in keys.items() if said.get(role) is None}
        return keys | {role: str(key) for role, key in said.items() if key in names}

    def finish(self) -> Content:
        """What was collected, with what can only be said at the end."""
        content = self.content
        if 0 < len(self.anonymous) < self.seen and any(annotator for annotator in self._annotators()):
            for line in self.anonymous:
                content.report("missing-annotator", line, "no annotator, while other lines have one", 'add "annotator"')
        if not content.passages and not content.answers and not content.has_errors:
            content.report("empty-file", None, "there is not a single label in it", "is it the right file?")
        content.assumption = f"JSON lines with {' and '.join(self.shapes)}" if self.shapes else ""
        return content

    def _annotators(self) -> Iterator[str | None]:
        yield from (passage.annotator for passage in self.content.passages)
        yield from (annotator for _, annotator in self.content.answers)


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        twice = ", ".join(sorted({repr(name) for name in names if names.count(name) > 1}))
        raise _Wrong("duplicate-key", f"the key {twice} stands twice in one object", "keep the one that is meant")
    return record


def _kind(value: object) -> str:
    """How messages call a JSON value."""
    if value is None:
        return "null"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else f"{value!r:.40}"


def _text(value: object, key: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        raise _Wrong("wrong-type", f"{key!r} holds {_kind(value)} where a text or number is needed", _SHAPES)
    if not value.isascii() and _HALF_CHARACTER.search(value):
        raise _Wrong(
            "wrong-type", f"{key!r} holds half a character: {value!a:.60}", "write \\ud83d\\ude00 with both halves"
        )
    return value


def _texts(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _Wrong("wrong-type", f"{key!r} holds {_kind(value)} where a list is needed", _SHAPES)
    texts = tuple(_text(element, key) for element in value)
    if broken := next((text for text in texts if "\n" in text or "\r" in text), None):
        raise _Wrong("wrong-type", f"{key!r} holds a line end: {broken!r:.60}", "a token and its label are one line")
    return texts
