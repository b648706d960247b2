"""Spans in JSON lines: ours, and those that doccano and Prodigy write."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import islice
from operator import lt
from typing import TYPE_CHECKING, Any

from accord.formats.content import Marking
from accord.formats.json_values import SHAPES, Record, Wrong, answers_by_name, as_text, as_texts, kind
from accord.formats.numbers import finite_number, whole_number
from accord.formats.offsets import say_countings
from accord.formats.quoted_spans import COVERED, is_quote, place_quotes
from accord.formats.record_offsets import MarkedText, RecordOffsets, each_label
from accord.formats.roles import roles
from accord.messages import listing, plural
from accord.model import Severity, Span, Spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from accord.formats.columns import Columns
    from accord.formats.content import Content
    from accord.formats.record_offsets import Places
    from accord.model.span import SpanColumns

SPANS = ("spans", "entities")
_LABELS = ("labels", "label")
_TOKENS = ("tokens", "words")
_NO_TYPES = {
    *COVERED,
    *_TOKENS,
    "word",
    "token",
    "id",
    "source",
    "pattern",
    "start",
    "end",
    "start_offset",
    "end_offset",
}
"""Keys of a span that are not what it is called."""
_MAX_POSITIONS = 100_000
"""So many are kept, about 10 MB."""
_ANSWERS = ("accept", "reject", "ignore")
_PRODIGY = {"_input_hash", "_task_hash", "_session_id", "_annotator_id"}
_TAKEN = {*SPANS, *_LABELS, *_TOKENS, "text", "length", "answer"}
_PRODIGY_NAMES = {"annotator": ("_annotator_id", "_session_id"), "item": ("_input_hash",)}


class SpanRecords:
    """Collects the records of a file that hold spans."""

    def __init__(self, content: Content, told: Columns) -> None:
        """Collect into the content of a file."""
        self.content = content
        self.told = told
        self.asked = str(told.labels[0]) if told.labels else None
        """The key that the caller names."""
        self.shapes: dict[str, None] = {}
        self.plain = _PlainSpans()
        self.set_aside: Counter[str] = Counter()
        self.typed = False
        self.untyped: list[tuple[int, str]] = []
        self.passed_over: dict[str, None] = {}
        """Keys of spans without a type that hold texts."""
        self.offsets = RecordOffsets(content, told.offsets)
        self.keys: dict[tuple[str, ...], dict[str, list[str]]] = {}
        self.words: dict[str | tuple[str, ...] | None, str | tuple[str, ...] | None] = {}
        """Each text once, for several annotators have it."""
        self.without = 0
        """How many texts have an empty list of labels, as doccano writes for those that nobody has looked at, too."""
        self.quoted = 0
        """How many spans were put where the words stand that they cover."""

    def key(self, record: Record) -> str | None:
        """Where a record holds spans; None if it holds none."""
        if self.asked:
            return self.asked if self.asked in SPANS or _are_spans(record.get(self.asked)) else None
        spans, labels, has_tokens = _known(tuple(record))
        if spans and not (has_tokens and labels and isinstance(record[labels], list)):
            return spans
        if labels:
            return labels if ("text" in record or "length" in record) and _are_spans(record[labels]) else None
        answered = "text" in record and record.get("answer") in _ANSWERS
        return SPANS[0] if answered and not _PRODIGY.isdisjoint(record) else None

    def add(self, record: Record, key: str, line: int) -> None:
        """Take in a record, or report why it cannot be used."""
        if self.is_set_aside(record):
            return
        given = record.get(key)
        if given is None and record.get("answer") == _ANSWERS[0]:  # accepted as it stands, with nothing in it
            given = []
        answered = answers_by_name(given, self.name(record, "annotator"), key)
        if not answered:
            return
        self.without += key in _LABELS and given == []
        text = self.text(record)
        words = self.words.setdefault(text.words, text.words)
        document = self.name(record, "document") or self.name(record, "item")
        if document is None and text.words is None:
            raise Wrong("missing-document", "neither a text nor the name of the document", 'add "document" or "text"')
        markings = []
        for value in answered.values():
            if not isinstance(value, list):
                raise Wrong("wrong-type", f"{key!r} holds {kind(value)} where a list is needed", SHAPES)
        elements = [element for value in answered.values() for element in value]
        places = self.offsets.places(text, elements, line, record.get(_TOKENS[0]))
        for annotator, value in answered.items():
            plain = self.plain.columns(value, text.length) if places.at is None else None
            if plain is not None:
                marked = Spans.in_columns(plain, text.length, text.unit, self.content.file, line)
                self.typed |= bool(value)
            else:
                by = f" by {annotator}" if annotator else ""
                value, lost = self._placed(value, text, by, line)  # noqa: PLW2901 - the same with their places
                spans = tuple(self._spans(value, places, by, line))
                marked = Spans(spans, text.length, text.unit, self.content.file, line, unplaced=lost)
            markings.append(Marking(annotator, document, words, marked))
        self.content.markings += markings
        who = "several annotators per line" if isinstance(given, dict) else "one annotator per line"
        self.shapes[f"spans of {text.unit}s in {key!r}, {who}"] = None

    def is_set_aside(self, record: Record) -> bool:
        """Whether the annotator rejected or ignored the text, which is counted."""
        answer = record.get("answer")
        if answer in _ANSWERS[1:]:
            self.set_aside[str(answer)] += 1
            return True
        return False

    def finish(self) -> str:
        """Report what can only be said at the end; what was set aside, in words."""
        if self.typed:
            for line, span in self.untyped:
                hint = 'give it one, or "" for none'
                self.content.report("invalid-span", line, f"{span} has no type, while others have one", hint)
        elif self.passed_over:
            message = f"no span has a type, and nothing is read from {listing(map(repr, self.passed_over))}"
            hint = "if that is the type of a span, call it 'label'"
            self.content.report("untyped-span", self.untyped[0][0], message, hint, Severity.WARNING)
        aside = [f"{count:,} with the answer {answer}" for answer, count in self.set_aside.items()]
        said = f"; records that count as not annotated: {', '.join(aside)}" if aside else ""
        quoted = f"; {plural(self.quoted, 'span')} put where the words stand that they name" if self.quoted else ""
        empty = f"; {plural(self.without, 'empty list')} of labels taken for nothing found" if self.without else ""
        return say_countings(self.offsets.countings, self.offsets.evidence) + quoted + empty + said

    def text(self, record: Record) -> MarkedText:
        """What the spans of a record lie in: its text, its tokens, or nothing but a length."""
        if "text" in record:
            text = as_text(record["text"], "text")
            return MarkedText(text, len(text), "character")
        key = next((str(name) for name in (self.told.token, *_TOKENS) if name in record), None)
        if key is not None:
            words = [word.get("text") if isinstance(word, dict) else word for word in _listed(record[key])]
            tokens = as_texts(words, key)
            return MarkedText(tokens, len(tokens), "token")
        if "length" not in record:
            raise Wrong("unknown-shape", "spans without a text", 'add "text", "tokens" or "length"')
        length = whole_number(record["length"])
        if length is None or length < 0:
            message = f"'length' holds {kind(record['length'])} where a whole number is needed"
            raise Wrong("wrong-type", message, "give the number of characters of the text")
        return MarkedText(None, length, "character")

    def _placed(self, given: list[Any], text: MarkedText, by: str, line: int) -> tuple[list[Any], tuple[str, ...]]:
        """The spans with those in their place that only say what they cover, and the types of those without one."""
        if not any(map(is_quote, given)):
            return given, ()
        if not isinstance(text.words, str):
            raise Wrong("unplaced-span", "spans that do not say where they start and end, and no text", 'add "text"')
        placed = place_quotes(given, text.words)
        severity = Severity.WARNING if self.told.keep_unplaced else Severity.ERROR
        for number, _, why in placed.unplaced:
            hint = "give it a start and an end"
            self.content.report("unplaced-span", line, f"span {number}{by} has no place: {why}", hint, severity)
        self.quoted += sum(map(is_quote, given)) - len(placed.unplaced)
        return placed.spans, tuple("" if each.type is None else each.type.strip() for each in placed.unplaced)

    def _spans(self, given: list[Any], places: Places, by: str, line: int) -> Iterator[Span]:
        """The spans of one annotator that are as they should be, each once; the others are reported."""
        seen: set[Span] = set()
        elements = ((number, each) for number, element in enumerate(given, 1) for each in each_label(element))
        for number, element in elements:
            span, typed, borders, fault, hint = places.span(element)
            if not fault and typed and span not in seen:
                seen.add(span)
                self.typed = True
                yield span
                continue
            name = f"span {number}{by}{borders}"
            if fault:
                self.content.report("invalid-span", line, f"{name} {fault}", hint)
            elif span in seen:
                hint = "delete one of the two"
                self.content.report("duplicate-span", line, f"{name} appears twice", hint, Severity.WARNING)
            else:
                seen.add(span)
                self.untyped.append((line, name))
                self.passed_over.update(dict.fromkeys(_may_be_types(element)))
                yield span

    def name(self, record: Record, role: str) -> str | None:
        """A name given in a record, or None where there is none or an empty one."""
        keys = self.keys.get(tuple(record)) or self._find_keys(tuple(record))
        for key in keys.get(role, ()):
            if (value := record.get(key)) is not None:
                name = as_text(value, key).strip() or None
                break
        else:
            return None
        if name is not None and role == "annotator" and key in _PRODIGY_NAMES[role] and self.told.annotator is None:
            self.content.sessions.add(name)
        return name

    def _find_keys(self, names: tuple[str, ...]) -> dict[str, list[str]]:
        """Where records with these keys may hold the annotator, the document and the item, the likeliest key first."""
        free = [name for name in names if name not in _TAKEN and not name.startswith("_")]
        keys = self.keys[names] = {role: list(known) for role, known in _PRODIGY_NAMES.items()}
        for role, index in roles(free).items():
            keys.setdefault(role, []).insert(0, free[index])
        said = {"annotator": self.told.annotator, "document": self.told.document, "item": self.told.item}
        keys |= {role: [str(key)] for role, key in said.items() if key is not None}
        return keys


@lru_cache  # all records of a file have the same few keys
def _known(names: tuple[str, ...]) -> tuple[str | None, str | None, bool]:
    """The key of spans, that of labels, and whether there is one of tokens."""
    spans, labels = (next((name for name in known if name in names), None) for known in (SPANS, _LABELS))
    return spans, labels, not {*names}.isdisjoint(_TOKENS)


class _PlainSpans:
    """Looks at all spans of a record together, where all are as they should be.

    >>> _PlainSpans().columns([["0", "4", "ORG"], ["5", "9", "PER"]], 9)
    ([0, 5], [4, 9], ('ORG', 'PER'))
    >>> _PlainSpans().columns([["4", "0", "ORG"]], 9), _PlainSpans().columns([["0", "10", "ORG"]], 9)
    (None, None)
    """

    def __init__(self) -> None:
        self.types: dict[str, str] = {}
        """Each type once, however many spans are of it."""
        self.positions = _Positions()

    def columns(self, given: list[Any], length: int) -> SpanColumns | None:
        """Their starts, ends and types; None where one has to be looked at by itself."""
        if not given:
            return (), (), ()
        try:
            if given[0].__class__ is dict:
                given = [(each["start"], each["end"], each["label"]) for each in given]
            starts, ends, types = zip(*given, strict=True)
            number = self.positions.__getitem__
            start, end = list(map(number, starts)), list(map(number, ends))
            if not all(map(lt, start, end)) or max(end) > length:
                return None
            for type_ in {*types}.difference(self.types):
                if type_ != type_.strip():
                    return None
                self.types[type_] = type_
        except (AttributeError, KeyError, TypeError, ValueError):
            return None
        rising = all(map(lt, start, islice(start, 1, None)))
        if not rising and len(set(zip(start, end, types, strict=True))) < len(start):
            return None
        return start, end, tuple(map(self.types.__getitem__, types))


class _Positions(dict[str, int]):
    """Positions by how they are written, each read once; what is no number has none."""

    def __missing__(self, written: str) -> int:
        if not (written.isascii() and written.isdigit()):
            raise KeyError(written)
        if len(self) > _MAX_POSITIONS:
            self.clear()
        position = self[written] = int(written)
        return position


def _are_spans(value: object) -> bool:
    """Whether a value is a list of lists or objects, or one for each annotator."""
    lists = [one for one in (value.values() if isinstance(value, dict) else [value]) if one is not None]
    return bool(lists) and all(
        isinstance(one, list) and all(isinstance(element, list | dict) for element in one) for one in lists
    )


def _may_be_types(element: object) -> list[str]:
    """The keys of a span that hold texts, but for those that say what it covers or where it is from."""
    given = element.items() if isinstance(element, dict) else ()
    texts = ((str(key), value) for key, value in given if isinstance(value, str) and key not in _NO_TYPES)
    return [key for key, value in texts if value and finite_number(value) is None]  # numbers are texts, as written


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]
