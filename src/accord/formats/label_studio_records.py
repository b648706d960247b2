"""The results of Label Studio as they are written: regions, relations between them, and answers."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Any

from accord.formats.json_values import label_members
from accord.formats.numbers import finite_number, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from accord.formats.json_values import Record
    from accord.model import Span


def encoded_json(record: Record) -> bytes:
    """A record as JSON in UTF-8; halves of characters, which that cannot hold, as escapes."""
    try:
        return json.dumps(record, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(record).encode()


def together(spans: Sequence[Span], mentions: set[Span]) -> Iterator[list[Span]]:
    """Spans of one place, which are one region with several labels; apart where more than one of them may be linked."""
    for _, group in groupby(spans, key=lambda span: span[:2]):
        same = list(group)
        if len(mentions.intersection(same)) > 1:
            yield from ([span] for span in same)
        else:
            yield same


def region_record(
    id_: str,
    name: str,
    spans: Sequence[Span],
    text: str,
    at: Sequence[int],
    *,
    object_: str = "text",
    type_: str = "labels",
) -> Record:
    """Spans of one place as a region; ``at`` are the offsets of the text's characters."""
    start, end, _ = spans[0]
    value: Record = {"start": at[start], "end": at[end], "text": text[start:end]}
    value[type_] = [span.type for span in spans if span.type or len(spans) > 1]
    return {"id": id_, "from_name": name, "to_name": object_, "type": type_, "value": value}


def relation_record(source: str, target: str, type_: str) -> Record:
    """An arc between two regions."""
    return {
        "type": "relation",
        "from_id": source,
        "to_id": target,
        "direction": "right",
        "labels": [type_] if type_ else [],
    }


def answer_record(name: str, label: str, type_: str = "choices", object_: str = "text") -> Record:
    """A label of a task as the answer of a control."""
    values: dict[str, Any] = {
        "taxonomy": [path.split("/") for path in label_members(label)],
        "rating": whole_number(label) or finite_number(label) or label,
        "number": whole_number(label) or finite_number(label) or label,
        "datetime": label,
        "pairwise": label,
        "textarea": [label],
    }
    key = {"pairwise": "selected", "textarea": "text"}.get(type_, type_)
    value = {key: values.get(type_, label_members(label))}
    return {"id": f"answer-{name}", "from_name": name, "to_name": object_, "type": type_, "value": value}
