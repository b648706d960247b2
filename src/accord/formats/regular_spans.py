"""Records of JSON lines that hold spans and names and nothing else: one look explains their keys for a whole file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.content import Marking
from accord.formats.relation_records import RELATIONS, resembled
from accord.formats.roles import roles
from accord.formats.span_records import SPANS
from accord.formats.work_notes import work_columns
from accord.model import Spans

if TYPE_CHECKING:
    from accord.formats.columns import Columns
    from accord.formats.json_values import Record
    from accord.formats.relation_records import RelationRecords
    from accord.formats.span_records import SpanRecords

_WITHIN = ("text", "length")
_NAMES = {"annotator", "document", "item"}


class RegularSpans:
    """Takes in what all readers of records would leave to that of spans, and what that finds nothing wrong with."""

    def __init__(self, spans: SpanRecords, relations: RelationRecords, told: Columns) -> None:
        """Collect where spans are collected."""
        self.spans = spans
        self.relations = relations
        self.is_told = any(each is not None for each in (told.labels, told.token, told.offsets))
        self.known: dict[tuple[str, ...], tuple[str, tuple[str, ...]] | None] = {}

    def add(self, record: Record, line: int) -> bool:
        """Take in a record; False, and nothing is done, where it must be looked at from all sides."""
        keys = tuple(record)
        if keys not in self.known:
            self.known[keys] = None if self.is_told else _explained(keys)
        if (explained := self.known[keys]) is None:
            return False
        key, texts = explained
        given = record[key]
        if given.__class__ is not list or not given or given[0].__class__ is not list:
            return False
        if not all(record[name].__class__ is str for name in texts):
            return False
        spans = self.spans
        document = spans.name(record, "document") or spans.name(record, "item")
        if document is None and "text" not in record:
            return False
        annotator = spans.name(record, "annotator")
        self.relations.without[line] = annotator, False
        text = spans.text(record)
        if (columns := spans.plain.columns(given, text.length)) is None:
            return False
        spans.offsets.places(text, given, line)
        marked = Spans.in_columns(columns, text.length, text.unit, spans.content.file, line)
        words = spans.words.setdefault(text.words, text.words)
        spans.content.markings.append(Marking(annotator, document, words, marked))
        spans.typed = True
        spans.shapes[f"spans of {text.unit}s in {key!r}, one annotator per line"] = None
        return True


def _explained(keys: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """The key of spans and those of texts and names, if there are no others and each can mean one thing only.

    >>> _explained(("document", "length", "spans")), _explained(("document", "text", "spans", "relations"))
    (('spans', ('document',)), None)
    """
    spans, within = ([name for name in known if name in keys] for known in (SPANS, _WITHIN))
    names = tuple(name for name in keys if name not in {*SPANS, "length"})
    called = roles(names)
    if len(spans) != 1 or len(within) != 1 or RELATIONS in keys or resembled(keys) or work_columns(keys):
        return None
    known = {names[place] for role, place in called.items() if role in _NAMES} | {"text"}
    return (spans[0], names) if {*names} <= known and not any(name.startswith("_") for name in names) else None
