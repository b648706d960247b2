"""Records with lists of what each user answered: Argilla's responses to each question, doccano 1's annotations."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from accord.formats.content import Marking
from accord.formats.json_values import Record, Wrong, as_text, kind, object_in, objects_in, reported, set_label
from accord.formats.numbers import whole_number
from accord.formats.offsets import say_countings
from accord.formats.record_offsets import MarkedText, RecordOffsets
from accord.formats.roles import text_among
from accord.messages import plural
from accord.model import Span, Spans

if TYPE_CHECKING:
    from accord.formats.content import Content

_SUBMITTED = "submitted"
_NAMES = ("external_id", "id", "_server_id")
_OF_RECORDS = {*_NAMES, "status"}
"""What a record says of itself, and shows nobody."""
_FLAT = ".responses"
DOCUMENT = "document"


class ArgillaRecords:
    """Collects Argilla's records: each question is a layer, each response a label or spans by its user.

    Version 1 has the responses to a question under its name, and its server those of each user to all questions;
    version 2 has all under "responses", or flattened under "mood.responses", with the users beside them. Responses that
    are drafts or discarded count as not annotated; suggestions are left out. A ranking is a label, the best first:
    "b>a=c".
    """

    def __init__(self, content: Content, offsets: RecordOffsets) -> None:
        """Collect into the content of a file."""
        self.content = content
        self.offsets = offsets
        self.questions: dict[str, None] = {}
        self.set_aside: Counter[str] = Counter()
        self.suggestions = 0
        self.says_status = True
        self.fields: dict[str, None] = {}
        self.lists: list[tuple[str, _Shown, str, list[Any], int]] = []
        """Responses that are empty lists: no span marked, or no label chosen, as the others of the question say."""

    def holds(self, record: Record) -> bool:
        """Whether a record has responses of users."""
        return bool(_responses(record)) or _is_of_version_2(record) or _is_of_server(record)

    def add(self, record: Record, line: int) -> None:
        """Take in the responses to all questions."""
        record = _by_question(record) if _is_of_server(record) else record
        shown = _shown(record, line)
        self.suggestions += _suggestions(record)
        for question, responses in _responses(record).items():
            self.content.named_layer(question)
            self.questions[question] = None
            for response in responses:
                self.says_status &= bool(response.get("status"))
                status = response.get("status") or _SUBMITTED
                value = response.get("value")
                if status != _SUBMITTED or value is None:
                    self.set_aside[str(status)] += 1
                    continue
                who = as_text(response["user_id"], "user_id")
                if value == []:
                    self.lists.append((question, shown, who, value, line))
                elif _are_spans(value):
                    self._mark(question, shown, who, value, line)
                else:
                    self._answer(question, shown, who, value, line)

    def _answer(self, question: str, shown: _Shown, who: str, value: Any, line: int) -> None:
        label = _ranking(value) if _is_ranking(value) else set_label(value, question)
        layer = self.content.named_layer(question)
        layer.answer(shown.document, who, shown.name, label, line, text=next(iter(shown.texts.values()), ""))

    def _mark(self, question: str, shown: _Shown, who: str, value: list[Any], line: int) -> None:
        if not shown.texts:
            raise Wrong("missing-text", f"there is no text that the spans of {question!r} lie in", 'add "fields"')
        field, text = next(iter(shown.texts.items()))
        self.fields[f"{question} in {field!r}"] = None
        places = self.offsets.places(MarkedText(text, len(text), "character"), value, line)
        spans: dict[Span, None] = {}
        for number, element in enumerate(value, 1):
            span, _, borders, fault, hint = places.span(element)
            if fault:
                message = f"span {number} of {question!r} by {who}{borders} {fault}"
                self.content.report("invalid-span", line, message, hint)
            else:
                spans[span] = None
        marked = Spans(tuple(spans), len(text), "character", self.content.file, line)
        self.content.named_layer(question).markings.append(Marking(who, shown.name, text, marked))

    def finish(self) -> None:
        """Take in what only the other responses to a question explain."""
        for question, shown, who, value, line in self.lists:
            spans = bool(self.content.named_layer(question).markings)
            with reported(self.content, line):
                (self._mark if spans else self._answer)(question, shown, who, value, line)

    @property
    def shapes(self) -> list[str]:
        """What was read, in words."""
        untold = "" if self.says_status else ", those without a status taken for submitted"
        spans = f" (spans: {', '.join(self.fields)})" if self.fields else ""
        counted = say_countings(self.offsets.countings, self.offsets.evidence)
        said = f"Argilla's responses to {', '.join(self.questions)}{spans}{counted}{untold}{self.left_out}"
        return [said] if self.questions else []

    @property
    def left_out(self) -> str:
        """What nothing is read from, in words."""
        aside = [f"{count:,} {status}" for status, count in self.set_aside.items()]
        aside += [plural(self.suggestions, "suggestion")] if self.suggestions else []
        return f", left out: {', '.join(aside)}" if aside else ""


class _Shown(NamedTuple):
    """What a record shows: its name, the document it stands in, if it says so, and its texts, the likeliest first."""

    name: str
    document: str | None
    texts: dict[str, str]


def _shown(record: Record, line: int) -> _Shown:
    name = next((as_text(record[key], key) for key in _NAMES if record.get(key) is not None), str(line))
    fields = record.get("fields") if _is_of_version_2(record) else record
    texts = {
        key: value for key, value in object_in(fields).items() if isinstance(value, str) and key not in _OF_RECORDS
    }
    likely = text_among(texts)
    document = object_in(record.get("metadata")).get(DOCUMENT)
    return _Shown(
        name,
        None if document is None else as_text(document, DOCUMENT),
        {key: texts[key] for key in sorted(texts, key=lambda key: key != likely)},
    )


def _is_of_version_2(record: Record) -> bool:
    return isinstance(record.get("fields"), dict) and isinstance(record.get("responses"), dict)


def _is_of_server(record: Record) -> bool:
    """Whether a record has a list of what each user responded to all questions, as the server of version 1 has it."""
    given = record.get("responses")
    return isinstance(record.get("fields"), dict) and isinstance(given, list) and all(map(_has_values, given))


def _has_values(response: object) -> bool:
    return isinstance(response, dict) and "user_id" in response and "values" in response


def _by_question(record: Record) -> Record:
    """A record of that server as one of version 2, with the responses and suggestions to each question."""
    responses: defaultdict[str, list[Record]] = defaultdict(list)
    for each in record["responses"]:
        for question, given in object_in(each["values"]).items():
            answer = {"value": object_in(given).get("value"), "user_id": each["user_id"], "status": each.get("status")}
            responses[question].append(answer)
    suggested = objects_in(record.get("suggestions"))
    suggestions = {str(each.get("question_name", number)): each for number, each in enumerate(suggested)}
    return {**record, "responses": dict(responses), "suggestions": suggestions}


def _responses(record: Record) -> dict[str, list[Any]]:
    """The responses of a record by question, each with its user."""
    held = record["responses"] if _is_of_version_2(record) else record
    found = {question: given for question, given in held.items() if isinstance(given, list) and _are_responses(given)}
    for key in _flat(tuple(record)):
        values = record[key]
        if not isinstance(values, list):
            continue
        users = record.get(f"{key}.users")
        if isinstance(users, list) and len(users) == len(values):
            status = record.get(f"{key}.status")
            statuses = status if isinstance(status, list) and len(status) == len(values) else [None] * len(values)
            found[key.removesuffix(_FLAT)] = [
                {"value": value, "user_id": user, "status": said}
                for value, user, said in zip(values, users, statuses, strict=True)
            ]
    return found


@lru_cache  # all records of a file have the same few keys
def _flat(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in names if name.endswith(_FLAT))


def _suggestions(record: Record) -> int:
    """How many answers a model suggests."""
    nested = object_in(record.get("suggestions")) if _is_of_version_2(record) else {}
    flat = [value for key, value in record.items() if key.endswith(("-suggestion", ".suggestion"))]
    given = [*(object_in(each).get("value") for each in nested.values()), *flat]
    return sum(value is not None and value != [] for value in given)


def _are_responses(value: list[Any]) -> bool:
    return bool(value) and isinstance(value[0], dict) and "user_id" in value[0] and all(map(_is_response, value))


def _is_response(value: object) -> bool:
    return isinstance(value, dict) and {"user_id", "value"} <= value.keys()


def _are_spans(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) and {"start", "end"} <= each.keys() for each in value)


def _is_ranking(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) and {"value", "rank"} <= each.keys() for each in value)
    )


def _ranking(value: list[Any]) -> str:
    """What was ranked, the best first, with equals signs between what shares a rank.

    >>> _ranking([{"value": "a", "rank": "2"}, {"value": "b", "rank": "1"}, {"value": "c", "rank": "2"}])
    'b>a=c'
    """
    ranks: dict[int, list[str]] = defaultdict(list)
    for each in value:
        rank = whole_number(each["rank"])
        if rank is None:
            raise Wrong("wrong-type", f"a rank is {kind(each['rank'])}, no whole number", "rank from 1 on")
        ranks[rank].append(as_text(each["value"], "value"))
    return ">".join("=".join(sorted(ranks[rank])) for rank in sorted(ranks))


def _is_of_user(annotation: object) -> bool:
    return isinstance(annotation, dict) and {"user", "label"} <= annotation.keys()


def by_user(record: Record) -> Record:
    """A record of doccano 1 as one that holds the labels, or the spans, of each user by name; others as they are."""
    given = record.get("annotations")
    if not isinstance(given, list) or not all(map(_is_of_user, given)):
        return record
    marked: dict[str, list[Any]] = defaultdict(list)
    for each in given:
        whole = {"start_offset", "end_offset"} <= each.keys()
        marked[as_text(each["user"], "user")].append(
            [each["start_offset"], each["end_offset"], each["label"]] if whole else each["label"]
        )
    rest = {name: value for name, value in record.items() if name not in {"annotations", "annotation_approver", "meta"}}
    spans = any(isinstance(label, list) for labels in marked.values() for label in labels)
    if spans:
        return rest | {"spans": dict(marked)}
    return rest | {"label": {who: set_label(labels, "label") for who, labels in marked.items()}}
