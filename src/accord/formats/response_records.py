"""Records with lists of what each user answered: Argilla's responses to each question, doccano 1's annotations."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from accord.formats.json_values import Record, as_text, set_label
from accord.formats.roles import text_among

if TYPE_CHECKING:
    from accord.formats.content import Content

_SUBMITTED = "submitted"
_NAMES = ("external_id", "id", "_server_id")


class ArgillaRecords:
    """Collects Argilla's records: each question is a layer, each response a label by its user.

    Responses that are drafts or discarded count as not annotated; suggestions are left out.
    """

    def __init__(self, content: Content) -> None:
        """Collect into the content of a file."""
        self.content = content
        self.questions: dict[str, None] = {}
        self.set_aside: Counter[str] = Counter()

    def holds(self, record: Record) -> bool:
        """Whether a record has responses of users."""
        return any(map(_are_responses, record.values()))

    def add(self, record: Record, line: int) -> None:
        """Take in the responses to all questions."""
        named = next((as_text(record[name], name) for name in _NAMES if record.get(name) is not None), str(line))
        texts = [name for name, value in record.items() if isinstance(value, str) and name not in _NAMES]
        shown = text_among(texts) or next(iter(texts), None)
        for question, responses in record.items():
            if not _are_responses(responses):
                continue
            layer = self.content.named_layer(question)
            self.questions[question] = None
            for response in responses:
                status = response.get("status") or _SUBMITTED
                if status == _SUBMITTED and response.get("value") is not None:
                    who, label = as_text(response["user_id"], "user_id"), set_label(response["value"], question)
                    layer.answer(None, who, named, label, line, text="" if shown is None else record[shown])
                else:
                    self.set_aside[str(status)] += 1

    @property
    def shapes(self) -> list[str]:
        """What was read, in words."""
        aside = "".join(f", {count:,} {status} left out" for status, count in self.set_aside.items())
        return [f"Argilla's responses to {', '.join(self.questions)}{aside}"] if self.questions else []


def _are_responses(value: object) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) and {"user_id", "value"} <= each.keys() for each in value)
    )


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
