"""Answers in Prodigy's JSON lines: choices among options, and yes or no to one label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.formats.json_values import Record, Wrong, as_text, set_label

if TYPE_CHECKING:
    from accord.formats.content import Content
    from accord.formats.span_records import SpanRecords

_HASH = "_input_hash"
_CHOICES = "choices"


class ProdigyRecords:
    """Collects the records of a file that hold answers; annotators and what is set aside are as with spans.

    Items are told apart by the hash of what was shown, for that of the task differs with the options. With one label
    asked about in each record, each label is a layer, and the labels are accept and reject.
    """

    def __init__(self, content: Content, spans: SpanRecords) -> None:
        """Collect into the content of a file."""
        self.content = content
        self.spans = spans
        self.shapes: dict[str, None] = {}

    def holds(self, record: Record) -> bool:
        """Whether a record is an answer of Prodigy's."""
        return _HASH in record and (self._is_choice(record) or self._is_binary(record))

    def _is_choice(self, record: Record) -> bool:
        return "options" in record and isinstance(record.get("accept"), list)

    def _is_binary(self, record: Record) -> bool:
        return "answer" in record and isinstance(record.get("label"), str) and "spans" not in record

    def add(self, record: Record, line: int) -> None:
        """Take in an answer; who rejected or ignored the options chose none."""
        item = as_text(record[_HASH], _HASH) if self.spans.told.item is None else self.spans.name(record, "item")
        if not item:
            raise Wrong("missing-item", "the item has no name", "give each record the id of its item")
        text = record.get("text")
        said = text.strip() if isinstance(text, str) else ""
        who = self.spans.name(record, "annotator")
        if self._is_choice(record):
            if not self.spans.is_set_aside(record):
                chosen = set_label(record["accept"], "accept")
                self.content.named_layer("").answer(None, who, item, chosen, line, text=said)
            self.shapes["choices of items in 'accept'"] = None
        elif record["answer"] == "ignore":
            self.spans.is_set_aside(record)
        else:
            about, answer = as_text(record["label"], "label").strip(), as_text(record["answer"], "answer")
            self.content.named_layer(about).answer(None, who, item, answer, line, text=said)
            self.shapes[f"answers about {about}"] = None

    def finish(self) -> None:
        """Name the choices where there are answers to labels, too."""
        for each in (self.content, *self.content.beside) if self.shapes and self.content.beside else ():
            each.layer = each.layer or _CHOICES
