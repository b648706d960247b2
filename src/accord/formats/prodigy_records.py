"""Answers in Prodigy's JSON lines: choices, and yes or no to a label or to spans that were suggested."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.json_values import Record, Wrong, as_text, set_label
from accord.formats.record_offsets import SPAN_SHAPE, span_parts
from accord.messages import say_left_out

if TYPE_CHECKING:
    from accord.formats.content import Content
    from accord.formats.span_records import SpanRecords

HASH = "_input_hash"
ITEM = "item"
"""What names the item where accord wrote the record, for whom a number says nothing."""
_VIEW = "_view_id"
_CHOICES = "choices"
_BLOCKS, _FREE_TEXT = "blocks", "user_input"
_SUGGESTED = {"ner", "spans"}
"""Interfaces that show spans to be accepted or rejected, and not to be marked."""
_BY_MODELS = ("input_hash", "score", "rank")
"""What recipes write into spans that a model suggests."""
_SHOWN = {"image": "image", "audio": "recording", "video": "video"}


class _Given(NamedTuple):
    """An answer: the label that was asked about, if it was one, and what was answered."""

    about: str
    document: str | None
    who: str | None
    item: str
    label: str
    line: int
    text: str


class ProdigyRecords:
    """Collects the records of a file that hold answers; annotators and what is set aside are as with spans.

    Items are told apart by the hash of what was shown, for that of the task differs with the options. With one label
    asked about in each record, each label is a layer, and the labels are accept and reject. So it is with spans that
    were suggested: whether one is right is asked, and nothing says that there are no others.
    """

    def __init__(self, content: Content, spans: SpanRecords) -> None:
        """Collect into the content of a file."""
        self.content = content
        self.spans = spans
        self._shapes: dict[str, None] = {}
        self._given: list[_Given] = []
        self.unmeasured: Counter[str] = Counter()

    def holds(self, record: Record) -> bool:
        """Whether a record is an answer of Prodigy's; free texts beside it are counted."""
        self.unmeasured["free text"] += HASH in record and bool(record.get(_FREE_TEXT))
        return HASH in record and (
            self._is_choice(record) or self._is_binary(record) or _is_about_spans(record) or bool(_shown(record))
        )

    def _is_choice(self, record: Record) -> bool:
        return "options" in record and isinstance(record.get("accept"), list)

    def _is_binary(self, record: Record) -> bool:
        return "answer" in record and isinstance(record.get("label"), str) and "spans" not in record

    def add(self, record: Record, line: int) -> None:
        """Take in an answer; who rejected or ignored the options chose none."""
        told = self.spans.told.item is not None
        item = self.spans.name(record, "item") if told else as_text(record.get(ITEM, record[HASH]), HASH)
        if not item:
            raise Wrong("missing-item", "the item has no name", "give each record the id of its item")
        text = record.get("text")
        said = text.strip() if isinstance(text, str) else ""
        who = self.spans.name(record, "annotator")
        document = self.spans.name(record, "document") if ITEM in record else None
        if self._is_choice(record):
            if holds_marks(record) or not self.spans.is_set_aside(record):  # spans count what is set aside
                chosen = set_label(record["accept"], "accept")
                given = _Given("", document, who, item, chosen, line, said)
                self._given += [given] if record.get("answer", "accept") == "accept" else []
            self._shapes["choices of items in 'accept'"] = None
        elif not self._is_binary(record) and (what := _shown(record)):
            self.unmeasured[f"record of regions in {what}s"] += 1
        elif record["answer"] == "ignore":
            self.spans.is_set_aside(record)
        else:
            about, item = (
                (as_text(record["label"], "label").strip(), item) if "label" in record else _asked(record, item)
            )
            answer = as_text(record["answer"], "answer")
            self._given.append(_Given(about, document, who, item, answer, line, said))
            self._shapes[f"answers about {about}"] = None

    def finish(self) -> None:
        """Make layers of the answers; choices have a name where there is anything else, and so have marks."""
        marked = next((each.annotation for each in self.content.markings), None)
        if marked is not None and self._given:
            self.content.layer = self.content.layer or marked.kind
        several = marked is not None or len({each.about for each in self._given}) > 1
        for about, document, who, item, label, line, text in self._given:
            name = about or _CHOICES * several
            self.content.named_layer(name).answer(document, who, item, label, line, text=text)

    @property
    def shapes(self) -> list[str]:
        """What was read, in words."""
        return list(self._shapes)

    @property
    def left_out(self) -> str:
        """What nothing is read from, in words."""
        said = say_left_out(self.unmeasured)
        return f"{said}, which are not measured" if said else ""


def holds_marks(record: Record) -> bool:
    """Whether a record has spans that were marked beside its choice: one of several blocks, and tokens to mark."""
    return record.get(_VIEW) == _BLOCKS and "tokens" in record and isinstance(record.get("spans"), list)


def _is_about_spans(record: Record) -> bool:
    """Whether spans are to be accepted or rejected: their interface says so, or a model suggested the only one."""
    spans = record.get("spans")
    if "answer" not in record or "text" not in record or not isinstance(spans, list):
        return False
    if _VIEW in record:
        return str(record[_VIEW]) in _SUGGESTED
    return len(spans) == 1 and isinstance(spans[0], dict) and not spans[0].keys().isdisjoint(_BY_MODELS)


def _asked(record: Record, item: str) -> tuple[str, str]:
    """The layer of an answer about spans, named by their label, and the item: the places in the text that was shown."""
    parts = [span_parts(span) for span in record["spans"]]
    if any(start is None or end is None for start, end, _ in parts):
        raise Wrong("invalid-span", "a span does not start and end at a whole number", SPAN_SHAPE)
    labels = dict.fromkeys("" if label is None else as_text(label, "label").strip() for *_, label in parts)
    about = next(iter(labels)) if len(labels) == 1 else ""
    return about or "spans", " ".join([item, *(_place(part, alone=len(labels) == 1) for part in parts)])


def _place(part: tuple[int | None, int | None, Any], *, alone: bool) -> str:
    start, end, label = part
    return f"{start}-{end}" if alone else f"{start}-{end}:{label}"


def _shown(record: Record) -> str:
    """What a record shows in which more than labels can be marked, where it is no text."""
    return next((what for key, what in _SHOWN.items() if key in record and "text" not in record), "")
