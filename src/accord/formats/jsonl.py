"""JSON lines: an object each, with labels of tokens or items, spans, relations or units, by one annotator or more."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from accord.errors import UsageError
from accord.formats.annotator_columns import numbered_annotators
from accord.formats.cells import recur
from accord.formats.content import Content, Passage, undecodable_bytes
from accord.formats.formats import Format
from accord.formats.frame import Frame
from accord.formats.json_stream import json_objects
from accord.formats.json_values import (
    SHAPES,
    TOO_DEEP,
    Record,
    Wrong,
    answers_by_name,
    as_labels,
    as_text,
    as_texts,
    constant,
    kind,
    reported,
    say_no_json,
    set_label,
)
from accord.formats.jsonl_writer import WRITER
from accord.formats.plan import ask_which_labels
from accord.formats.prodigy_records import ProdigyRecords, holds_marks
from accord.formats.regular_spans import RegularSpans
from accord.formats.relation_records import RelationRecords
from accord.formats.response_records import ArgillaRecords, by_user
from accord.formats.roles import label_columns, roles, text_among
from accord.formats.source import UNDECODABLE
from accord.formats.span_records import SpanRecords
from accord.formats.table import read_table, report_empty
from accord.formats.unit_records import UNITS, UnitRecords
from accord.formats.work_notes import work_columns, work_note
from accord.messages import plural
from accord.model import Sentence, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accord.formats.columns import Columns
    from accord.formats.source import Source

_TOKENS = ("tokens", "words")
_WIDE = 3
"""An item and two annotators, the fewest columns of a wide table."""
_LABELS = ("labels", "label", "ner_tags", "tags")


def read_jsonl(source: Source, told: Columns) -> Content:
    """JSON lines with token labels, item labels, spans, relations or units, of one annotator or several per line.

    An annotator who is null or absent did not annotate; ``""`` is an empty label, ``[]`` no span. Numbers, true and
    false are taken as they are written. Without a key "document" each record of tokens is a document, named by its
    "id"; each record of spans or relations is one, named by either or recognised by its text.
    """
    reader = _JsonLines(Content(source.name), told)
    for line, text in enumerate(source.lines(), 1):
        if not text.isascii() and UNDECODABLE.search(text):
            reader.content.findings.append(undecodable_bytes(source, line, text))
        elif text and not text.isspace():
            if not reader.seen and (text.strip() == "{" or text.lstrip().startswith("[")):
                reader.add_all(source)
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
        self.bare_texts: dict[int, str] = {}
        self.spans = SpanRecords(content, told)
        self.units = UnitRecords(content)
        self.relations = RelationRecords(content, self.spans)
        self.regular = RegularSpans(self.spans, self.relations, told)
        self.answers = ProdigyRecords(content, self.spans)
        self.responses = ArgillaRecords(content, self.spans.offsets)
        self.detected = (self.answers, self.responses) if told.labels is None else ()
        """What is looked for where the caller names no labels."""
        self.linked: list[tuple[Record, str, int]] = []
        """Records with relations, which may be spans: that is known at the end of the file."""
        self.empty: list[tuple[Record, str, int]] = []
        """Records with an empty list of labels: no span, or no class, as the other records of the file say."""
        self.without: list[int] = []
        """Lines with an empty list of classes."""
        self.flat: list[tuple[Record, str, int]] = []
        """Records of texts and numbers none of which is known: rows of a table, if there is nothing else."""
        self.beside: dict[str, Counter[str]] = {}
        """What stands in other keys that are called like labels, beside the labels of items."""
        self.keys: dict[tuple[str, ...], dict[str, str]] = {}
        self.of_work: dict[tuple[str, ...], dict[str, int]] = {}
        self.decoder = json.JSONDecoder(
            parse_int=str, parse_float=str, parse_constant=constant, object_pairs_hook=_without_repeated_keys
        )

    def add(self, text: str, line: int) -> None:
        """Take in the record of one line, or report why it cannot be used."""
        self.seen += 1
        with reported(self.content, line):
            try:
                record = self.decoder.decode(text)
            except json.JSONDecodeError as error:
                raise Wrong("invalid-json", say_no_json(error), "write one whole object per line") from None
            except RecursionError:
                raise Wrong("invalid-json", TOO_DEEP, SHAPES) from None
            if not isinstance(record, dict):
                raise Wrong("unknown-shape", f"{kind(record)} instead of an object", SHAPES)
            if not self.regular.add(record, line):
                self._add_record(record, line)

    def add_all(self, source: Source) -> None:
        """Take in the objects of one array, or one object over several lines."""
        with reported(self.content):
            for line, record in json_objects(source, self.decoder):
                self.seen += 1
                with reported(self.content, line):
                    self._add_record(record, line)

    def _add_linked(self) -> None:
        """Take in what may be relations: as spans, if no record of the file has any."""
        related = any(self.relations.links(record, key) for record, key, _ in self.linked)
        for record, key, line in self.linked:
            with reported(self.content, line):
                (self.relations if related else self.spans).add(record, key, line)

    def _add_empty(self) -> None:
        """Take in lists of nothing: classes where others have classes, else spans."""
        classes = bool(self.content.answers) and not self.content.markings
        for record, key, line in self.empty:
            with reported(self.content, line):
                if classes:
                    keys = self._keys(record)
                    self._add_item(record, keys, [(self._name(record, keys, "annotator"), [])], line)
                else:
                    self.spans.add(record, key, line)

    def _note_work(self, record: Record, line: int) -> None:
        """Note what a record says of the work on it."""
        keys = tuple(record)
        if keys not in self.of_work:
            self.of_work[keys] = work_columns(keys)
        if columns := self.of_work[keys]:
            note = work_note({role: record[keys[column]] for role, column in columns.items()})
            if note is not None:
                self.content.work[line, None] = note

    def _add_record(self, record: Record, line: int) -> None:
        record = by_user(record)
        self._note_work(record, line)
        taken = next((each for each in self.detected if each.holds(record)), None)
        if taken is not None:
            taken.add(record, line)
        if taken is not None and not holds_marks(record):
            return
        keys = self._keys(record)
        if (mentions := self.relations.key(record)) is not None:
            self.linked.append((record, mentions, line))
            return
        if (spans := self.spans.key(record)) is not None:
            if spans == keys.get("labels") and record[spans] == []:
                self.empty.append((record, spans, line))
                return
            self.relations.miss(record, line, spans=True)
            self.spans.add(record, spans, line)
            return
        if UNITS in record and "labels" not in keys:
            names = {role: key for role, key in keys.items() if key != "text"}
            document = self._name(record, names, "document") or self._name(record, names, "item")
            self.units.add(record, document, self._name(record, names, "annotator"), line)
            return
        if "labels" not in keys or not ("tokens" in keys or "item" in keys):
            message = (
                f"no labels of tokens or items, spans, relations or units in the keys {', '.join(record) or '(none)'}"
            )
            if "labels" not in keys and "text" in record:
                self.relations.miss(record, line, spans=False)
                self.bare_texts[line] = message
                return
            if record and not any(isinstance(value, dict | list) for value in record.values()):
                self.flat.append((record, message, line))
                return
            raise Wrong("unknown-shape", message, SHAPES)
        labels = record[keys["labels"]]
        by_annotator = isinstance(labels, dict)
        annotator = self._name(record, keys, "annotator")
        if not by_annotator and annotator is None:
            self.anonymous.append(line)
        given = list(answers_by_name(labels, annotator, keys["labels"]).items())
        if "tokens" in keys:
            self._add_tokens(record, keys, given, line)
        else:
            self._add_item(record, keys, given, line)
        what = "tokens" if "tokens" in keys else f"items (key {keys['item']!r})"
        who = "several annotators per line" if by_annotator else "one annotator per line"
        self.shapes[f"labels of {what} in {keys['labels']!r}, {who}"] = None

    def _add_tokens(self, record: Record, keys: dict[str, str], given: list[tuple[str | None, Any]], line: int) -> None:
        tokens = as_texts(record[keys["tokens"]], keys["tokens"])
        layers = [(annotator, as_labels(labels, keys["labels"])) for annotator, labels in given]
        for annotator, labels in layers:
            if len(labels) != len(tokens):
                who = f" by {annotator}" if annotator else ""
                message = f"{plural(len(labels), 'label')}{who} for {plural(len(tokens), 'token')}"
                raise Wrong("length-mismatch", message, "give each token one label")
        if "" in tokens:
            raise Wrong(
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
            raise Wrong("missing-item", f"the item {keys['item']!r} is empty", "give each record the id of its item")
        labels = [(annotator, set_label(label, keys["labels"])) for annotator, label in given]
        self.without += [line for _, label in given if label == []]
        self._look_beside(record, keys)
        document = self._name(record, keys, "document")
        said = record.get(keys["text"]) if "text" in keys else None
        text = said.strip() if isinstance(said, str) else ""
        for annotator, label in labels:
            self.content.answer(document, annotator, item, label, line, text=text)

    def _look_beside(self, record: Record, keys: dict[str, str]) -> None:
        """Count what stands in other keys that are called like labels, where the caller names none."""
        for key in (list(record)[column] for column in label_columns(list(record))) if not self.told.labels else ():
            if key not in keys.values() and isinstance(record[key], str | bool):
                self.beside.setdefault(key, Counter())[str(record[key])] += 1

    def _name(self, record: Record, keys: dict[str, str], role: str) -> str | None:
        """A name given in a record, or None where there is none or an empty one."""
        value = record.get(keys[role]) if role in keys else None
        return None if value is None else as_text(value, keys[role]).strip() or None

    def _keys(self, record: Record) -> dict[str, str]:
        """Which key is what, for records with the keys of this one."""
        names = tuple(record)
        if names not in self.keys:
            self.keys[names] = self._find_keys(names)
        return self.keys[names]

    def _find_keys(self, names: tuple[str, ...]) -> dict[str, str]:
        said = {
            "tokens": self.told.token,
            "labels": self.told.labels[0] if self.told.labels and len(self.told.labels) == 1 else None,
            "item": self.told.item,
            "annotator": self.told.annotator,
            "document": self.told.document,
        }
        if any(isinstance(key, int) for key in (*said.values(), *(self.told.labels or ()))):
            raise UsageError(f"{self.content.file} holds JSON lines: give the name of one key for each, no number")
        keys = {role: names[index] for role, index in roles(names).items()}
        if "label" in keys:
            keys["labels"] = keys.pop("label")
        for role, known in (("tokens", _TOKENS), ("labels", _LABELS)):
            if name := next((name for name in known if name in names), None):
                keys[role] = name
        keys = {role: key for role, key in keys.items() if said.get(role) is None}
        keys |= {role: str(key) for role, key in said.items() if key in names}
        text = text_among(name for name in names if name not in keys.values())
        return keys if text is None else keys | {"text": text}

    def finish(self) -> Content:
        """What was collected, with what can only be said at the end."""
        content = self.content
        self._add_linked()
        self._add_empty()
        self.relations.finish()
        self.units.finish()
        self.answers.finish()
        self.responses.finish()
        self.anonymous += [marking.annotation.line or 0 for marking in content.markings if marking.annotator is None]
        self.anonymous += [unitising.line or 0 for unitising in content.unitisings if unitising.annotator is None]
        if 0 < len(self.anonymous) < self.seen and any(content.annotators):
            for line in self.anonymous:
                content.report("missing-annotator", line, "no annotator, while other lines have one", 'add "annotator"')
        for line, message in self.bare_texts.items() if not content.markings else ():
            content.report("unknown-shape", line, message, SHAPES)
        if self._is_table():
            return self._as_table()
        if others := [key for key, cells in self.beside.items() if recur(cells)]:
            labels = {keys["labels"]: None for keys in self.keys.values() if "labels" in keys}
            ask_which_labels([*labels, *others], None, content)
        for _, message, line in self.flat:
            content.report("unknown-shape", line, message, SHAPES)
        if self.without:
            report_empty(sorted(self.without), content)
        set_aside = self.spans.finish() + self.answers.left_out
        content.findings.sort(key=lambda finding: finding.place.line or 0)
        if not content.annotators and not content.has_errors:
            content.report(
                "empty-file",
                None,
                f"there is not a single label in it{set_aside}{self.responses.left_out}",
                "is it the right file?",
            )
        shapes = [
            *self.shapes,
            *self.answers.shapes,
            *self.responses.shapes,
            *self.spans.shapes,
            *self.relations.shapes,
            *self.units.shapes,
        ]
        numbers = "; labels are numbers, whose names the file does not hold" * _are_numbers(content.passages)
        content.assumption = f"JSON lines with {' and '.join(shapes)}{numbers}{set_aside}" if shapes else ""
        return content

    def _is_table(self) -> bool:
        """Whether all records are rows of a table: they name the item, or they or the caller each annotator."""
        columns = [key for record, *_ in self.flat[:1] for key in record]
        item = "item" in roles(columns) and len(columns) >= _WIDE
        named = item or self.told.labels is not None or len(numbered_annotators(columns)) > 1
        return bool(columns) and named and len(self.flat) == self.seen and not self.content.has_errors

    def _as_table(self) -> Content:
        """The records as rows of a table whose columns are their keys, as a data frame of them is read."""
        names = list(dict.fromkeys(key for record, *_ in self.flat for key in record))
        rows = [tuple(record.get(name) for name in names) for record, *_ in self.flat]
        return read_table(Frame(self.content.file, tuple(names), rows).source(self.told.item), self.told)


def _are_numbers(passages: Iterable[Passage]) -> bool:
    """Whether all labels of tokens are whole numbers, as classes are whose names stand elsewhere."""
    labels = {label for passage in passages for sentence in passage.sentences for label in sentence.labels}
    return bool(labels) and all(map(str.isdecimal, labels))


def _without_repeated_keys(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) != len(pairs):
        names = [name for name, _ in pairs]
        twice = ", ".join(sorted({repr(name) for name in names if names.count(name) > 1}))
        raise Wrong("duplicate-key", f"the key {twice} stands twice in one object", "keep the one that is meant")
    return record


JSON_LINES = Format(
    read_jsonl,
    takes=("token", "item", "annotator", "document", "offsets"),
    writer=WRITER,
)
