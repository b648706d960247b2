"""Relations in JSON lines: ours, and those that doccano and Prodigy write.

{"document": "a", "text": "Ann works for Acme.", "annotator": "ada",
 "mentions": [{"id": "e1", "start": 0, "end": 3, "type": "PER"}, {"id": "e2", "start": 14, "end": 18, "type": "ORG"}],
 "relations": [{"source": "e1", "target": "e2", "type": "works_for"}]}

"relations": {"ada": [...], "bram": null} holds several annotators, of whom bram did not look; the mentions are then the
same for all, or by annotator as well. "sentences": [[0, 19]] says where sentences start and end. doccano and Prodigy
write "relations" also where nobody looks for any: a file with nothing but empty ones holds spans, unless it has
"mentions".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from accord.formats.content import Marking
from accord.formats.json_values import Record, Wrong, answers_by_name, as_text, kind
from accord.formats.numbers import whole_number
from accord.messages import closest
from accord.model import Severity, Span
from accord.model.relation import Relation, Relations

if TYPE_CHECKING:
    from accord.formats.content import Content
    from accord.formats.record_offsets import Places
    from accord.formats.span_records import SpanRecords

RELATIONS = "relations"
_MENTIONS = ("mentions", "entities", "spans")
_ENDS = {"source": ("source", "from_id"), "target": ("target", "to_id")}
_SPANS_OF_ENDS = {"source": "head_span", "target": "child_span"}
_TYPES = ("type", "label")
_SHAPE = 'write {"source": "e1", "target": "e2", "type": ...} with the ids of two mentions'
_MENTION_SHAPE = '{"id": "e1", "start": 0, "end": 5, "type": "PER"}'
_ONE_LETTER = 0.85
"""How alike two keys are that one letter parts."""


class _Mentions:
    """The mentions of one annotator in a record, by id and by place."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.by_id: dict[str, int | None] = {}
        """None for a mention that cannot be used, which is reported once."""
        self.by_span: dict[Span, int] = {}

    def add(self, span: Span) -> int:
        """The number of a mention, which is a new one unless it is there already."""
        if span not in self.by_span:
            self.by_span[span] = len(self.spans)
            self.spans.append(span)
        return self.by_span[span]


class RelationRecords:
    """Collects the records of a file that hold relations; what they share with spans is read as those are."""

    def __init__(self, content: Content, spans: SpanRecords) -> None:
        """Report into the content of a file."""
        self.content = content
        self.spans = spans
        self.are_asked_for = (spans.told.labels or (RELATIONS,))[0] == RELATIONS
        self.shapes: dict[str, None] = {}
        self.typed = False
        self.untyped: list[tuple[int, str]] = []
        self.without: dict[int, tuple[str | None, bool]] = {}
        """The annotator of each line that holds nothing to link, or no links; and whether it has the key of links."""

    def key(self, record: Record) -> str | None:
        """Where a record with relations holds its mentions; None if it has none, or other labels are asked for."""
        if RELATIONS not in record or not self.are_asked_for:
            return None
        return next((name for name in _MENTIONS if name in record), None)

    def links(self, record: Record, key: str) -> bool:
        """Whether a record says that relations were looked for: it has some, or mentions or a view for them."""
        given = record[RELATIONS]
        return key == _MENTIONS[0] or record.get("_view_id") == RELATIONS or _any(given)

    def miss(self, record: Record, line: int, *, spans: bool) -> None:
        """Take note of a record that is not read as relations, but as spans or not at all; a misspelt key is reported.

        Absent is not empty: without the key the annotator did not look. A misspelt one would say so by mistake.
        """
        if not self.are_asked_for or (RELATIONS in record and record[RELATIONS] is None):
            return
        misspelt = _misspelt(record)
        hint = f"did you mean {misspelt[1]!r}?" if misspelt else f"add {_MENTIONS[0]!r}: [{_MENTION_SHAPE}, ...]"
        if not spans and _any(record.get(RELATIONS)):
            raise Wrong("missing-mentions", f"{RELATIONS!r} without the mentions that they link", hint)
        if misspelt and not spans:
            raise Wrong("unknown-key", f"nothing is read from the key {misspelt[0]!r}", hint)
        if misspelt:
            message = f"nothing is read from the key {misspelt[0]!r}"
            self.content.report("unknown-key", line, message, hint, Severity.WARNING)
        elif str(record.get("answer")) not in {"reject", "ignore"}:
            self.without[line] = self.spans.name(record, "annotator"), RELATIONS in record

    def add(self, record: Record, key: str, line: int) -> None:
        """Take in a record, or report why it cannot be used; whoever has null there did not look."""
        if self.spans.is_set_aside(record):
            return
        given = record[RELATIONS]
        answered = answers_by_name(given, self.spans.name(record, "annotator"), RELATIONS)
        if not answered:
            return
        text = self.spans.text(record)
        document = self.spans.name(record, "document") or self.spans.name(record, "item")
        if document is None and text.words is None:
            raise Wrong("missing-document", "neither a text nor the name of the document", 'add "document" or "text"')
        lists = record[key].values() if isinstance(record[key], dict) else [record[key]]
        elements = [element for each in lists if isinstance(each, list) for element in each]
        places = self.spans.offsets.places(text, elements, line, record.get("tokens"))
        sentences = _sentences(record.get("sentences"), places)
        markings = []
        for annotator, value in answered.items():
            by = f" by {annotator}" if annotator else ""
            marked = record[key].get(annotator) if isinstance(record[key], dict) else record[key]
            if not isinstance(marked, list):
                hint = f"give a list of mentions: {_MENTION_SHAPE}"
                raise Wrong("wrong-type", f"{key!r} holds {kind(marked)} where mentions{by} are needed", hint)
            if not isinstance(value, list):
                raise Wrong("wrong-type", f"{RELATIONS!r} holds {kind(value)} where a list is needed", _SHAPE)
            mentions = self._mentions(marked, places, by, line)
            relations = self._relations(value, mentions, places, by, line)
            spans, file = tuple(mentions.spans), self.content.file
            linked = Relations(spans, relations, text.length, text.unit, sentences, file, line)
            markings.append(Marking(annotator, document, text.words, linked))
        self.content.markings += markings
        who = "several annotators per line" if isinstance(given, dict) else "one annotator per line"
        self.shapes[f"relations between mentions of {text.unit}s in {key!r}, {who}"] = None

    def finish(self) -> None:
        """Report what can only be said at the end."""
        for line, relation in self.untyped if self.typed else ():
            hint = 'give it one, or "" for none'
            self.content.report("invalid-relation", line, f"{relation} has no type, while others have one", hint)
        for line, (annotator, has_key) in self.without.items() if self.shapes else ():
            by = f" by {annotator}" if annotator else ""
            if has_key:
                hint = f"add {_MENTIONS[0]!r}, if only an empty list"
                self.content.report("missing-mentions", line, f"{RELATIONS!r}{by} without mentions", hint)
            else:
                message = f"no {RELATIONS!r}{by}, while other lines have them: this counts as not annotated"
                hint = f'write "{RELATIONS}": [] where none were found, null where nobody looked'
                self.content.report("no-relations", line, message, hint, Severity.WARNING)

    def _mentions(self, given: list[Any], places: Places, by: str, line: int) -> _Mentions:
        """The mentions that are as they should be; the others are reported."""
        mentions = _Mentions()
        for number, element in enumerate(given, 1):
            span, _, borders, fault, hint = places.span(element)
            name = f"mention {number}{by}{borders}"
            written = element.get("id") if isinstance(element, dict) else None
            id_ = None if written is None else as_text(written, "id").strip()
            if id_ is not None and id_ in mentions.by_id:
                hint = "give each mention an id of its own"
                self.content.report("duplicate-mention", line, f"{name} has the id {id_!r} of another one", hint)
                continue
            if fault:
                self.content.report("invalid-span", line, f"{name} {fault}", hint)
            elif span in mentions.by_span:
                hint = "delete one of the two"
                self.content.report("duplicate-span", line, f"{name} appears twice", hint, Severity.WARNING)
            if id_ is not None:
                mentions.by_id[id_] = None if fault else mentions.add(span)
            elif not fault:
                mentions.add(span)
        return mentions

    def _relations(
        self, given: list[Any], mentions: _Mentions, places: Places, by: str, line: int
    ) -> tuple[Relation, ...]:
        """The relations that are as they should be, each once; the others are reported."""
        found: dict[Relation, None] = {}
        for number, element in enumerate(given, 1):
            name = f"relation {number}{by}"
            if not isinstance(element, dict):
                self.content.report("invalid-relation", line, f"{name} is {kind(element)}, no object", _SHAPE)
                continue
            source, target = (_end(element, role, mentions, places) for role in _ENDS)
            wrong = [end for end in (source, target) if isinstance(end, str)]
            if wrong:
                self.content.report("invalid-relation", line, f"{name} {' and '.join(wrong)}", _SHAPE)
            if not isinstance(source, int) or not isinstance(target, int):
                continue
            type_ = next((element[key] for key in _TYPES if element.get(key) is not None), None)
            relation = Relation(source, target, "" if type_ is None else as_text(type_, "type").strip())
            if source == target:
                message, hint = (
                    f"{name} links a mention to itself, which no measure counts",
                    "delete it, or correct one end",
                )
                self.content.report("self-relation", line, message, hint, Severity.WARNING)
            elif relation in found:
                hint = "delete one of the two"
                self.content.report("duplicate-relation", line, f"{name} appears twice", hint, Severity.WARNING)
            self.typed |= type_ is not None
            self.untyped += [(line, name)] if type_ is None else []
            found[relation] = None
        return tuple(found)


def _any(given: object) -> bool:
    """Whether somebody has relations."""
    return any(given.values() if isinstance(given, dict) else [given])


def _misspelt(record: Record) -> tuple[str, str] | None:
    """A key with a list or object in it that is one letter away from a key which the record lacks, and that key."""
    for name, meant in resembled(tuple(record)):
        if isinstance(record[name], list | dict):
            return name, meant
    return None


@lru_cache(maxsize=1 << 10)  # all records of a file have the same few keys
def resembled(names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The keys that are one letter away from one that is lacking, each with that one."""
    lacking = [name for keys in ((RELATIONS,), _MENTIONS) if not {*names} & {*keys} for name in keys]
    meant = ((name, closest(name, lacking, _ONE_LETTER)) for name in names)
    return tuple((name, known) for name, known in meant if known is not None)


def _end(element: Record, role: str, mentions: _Mentions, places: Places) -> int | str | None:
    """The number of the mention at one end; what is wrong with it; or None, where that was reported before."""
    span = element.get(_SPANS_OF_ENDS[role])
    if isinstance(span, dict):  # Prodigy links any two tokens, whether a span marks them or not
        placed = places.span(span)
        return f"has a {role} that {placed.fault}" if placed.fault else mentions.add(placed.span)
    written = next((element[key] for key in _ENDS[role] if element.get(key) is not None), None)
    if written is None:
        return f"has no {role}"
    id_ = as_text(written, role).strip()
    return mentions.by_id.get(id_, f"has the {role} {id_!r:.60}, which is the id of no mention")


def _sentences(given: object, places: Places) -> tuple[tuple[int, int], ...]:
    """Where sentences start and end, in order; nothing, where that is not said."""
    if given is None:
        return ()
    hint = "write [[start, end], ...] from the first sentence to the last"
    if not isinstance(given, list):
        raise Wrong("wrong-type", f"'sentences' holds {kind(given)} where a list is needed", hint)
    found: list[tuple[int, int]] = []
    for number, element in enumerate(given, 1):
        parts = [whole_number(part) for part in element] if isinstance(element, list) else []
        if len(parts) != 2 or parts[0] is None or parts[1] is None:
            raise Wrong("wrong-type", f"sentence {number} is {kind(element)}, not [start, end]", hint)
        start, end = parts[0], parts[1]
        if places.at is not None and start in places.at and end in places.at:
            start, end = places.at[start], places.at[end]
        if not (found[-1][1] if found else 0) <= start < end <= places.text.length:
            raise Wrong("wrong-type", f"sentence {number} [{start}, {end}] is not after the one before it", hint)
        found.append((start, end))
    return tuple(found)


def relation_record(layer: Relations) -> Record:
    """One annotator's relations in a document, as they are read."""
    mentions = [
        {"id": f"e{number}", "start": span.start, "end": span.end, "type": span.type}
        for number, span in enumerate(layer.mentions, 1)
    ]
    relations = [
        {"source": f"e{source + 1}", "target": f"e{target + 1}", "type": type_}
        for source, target, type_ in layer.relations
    ]
    sentences = {"sentences": [list(each) for each in layer.sentences]} if layer.sentences else {}
    return {**sentences, "mentions": mentions, RELATIONS: relations}
