"""The values of JSON records as texts, taken as they are written, or what is wrong with them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accord.formats.content import Content

Record = dict[str, Any]


def constant(written: str) -> str | None:
    """NaN, which Python writes for what is missing, as null; Infinity as it is written."""
    return None if written == "NaN" else written


AS_WRITTEN = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=constant)
"""Decodes JSON, and leaves numbers as they are written."""
_DEEPEST = 100
TOO_DEEP = "lists or objects too deep in each other"

SHAPES = (
    'use {"tokens": [...], "labels": [...], "annotator": ...} for tokens, '
    '{"item": ..., "annotator": ..., "label": ...} for items, '
    '{"text": ..., "spans": [[0, 5, "PER"]], "annotator": ...} for spans, '
    '{"document": ..., "units": [[0.5, 2, "S"]], "annotator": ...} for units, '
    'or "labels": {"ada": ..., "bram": ...} for several'
)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class Wrong(Exception):
    """A record that cannot be used: code, message and hint."""


def json_line(record: Record) -> bytes:
    """A record as a line of JSON; bytes that did not decode stay as they were."""
    return (json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "surrogateescape")


class reported:  # noqa: N801 - stands behind "with"; a class, for it is entered once for each of many records
    """Report why a record cannot be used, where that is so."""

    __slots__ = ("content", "line")

    def __init__(self, content: Content, line: int | None = None) -> None:
        self.content = content
        self.line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, wrong: BaseException | None, _traceback: object) -> bool:
        if not isinstance(wrong, Wrong):
            return False
        code, message, hint = wrong.args
        self.content.report(code, getattr(wrong, "line", self.line), message, hint)
        return True


def say_no_json(error: json.JSONDecodeError) -> str:
    """What is wrong with a text that is no JSON."""
    return f"no JSON at column {error.colno}: {error.msg[:1].lower()}{error.msg[1:]}"


def is_deep(value: object) -> bool:
    """Whether more lists and objects lie in each other than anything annotated has."""
    depth, within = 0, [value]
    while within and depth <= _DEEPEST:
        depth += 1
        parts = (each.values() if isinstance(each, dict) else each for each in within if isinstance(each, dict | list))
        within = [part for each in parts for part in each]
    return depth > _DEEPEST


def object_in(value: object) -> Record:
    """A value that is an object; else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_in(value: object) -> list[Record]:
    """The objects in a list, if it is one."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def kind(value: object) -> str:
    """How messages call a JSON value."""
    if value is None:
        return "null"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else f"{value!r:.40}"


def as_text(value: object, key: str) -> str:
    """A text or number of a key, true and false too."""
    if isinstance(value, str) and value.isascii():
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        raise Wrong("wrong-type", f"{key!r} holds {kind(value)} where a text or number is needed", SHAPES)
    if _HALF_CHARACTER.search(value):
        raise Wrong(
            "wrong-type", f"{key!r} holds half a character: {value!a:.60}", "write \\ud83d\\ude00 with both halves"
        )
    return value


def as_texts(value: object, key: str) -> tuple[str, ...]:
    """A list of texts, none of them with a line end in it."""
    if not isinstance(value, list):
        raise Wrong("wrong-type", f"{key!r} holds {kind(value)} where a list is needed", SHAPES)
    given = tuple(as_text(element, key) for element in value)
    if broken := next((one for one in given if "\n" in one or "\r" in one), None):
        raise Wrong("wrong-type", f"{key!r} holds a line end: {broken!r:.60}", "a token and its label are one line")
    return given


def as_labels(value: object, key: str) -> tuple[str, ...]:
    """The same for labels, around which white space does not count."""
    return tuple(map(str.strip, as_texts(value, key)))


def set_label(value: object, key: str) -> str:
    """A label: a text or number, or of several their set, divided by bars, in whatever order they were chosen."""
    if not isinstance(value, list):
        return as_text(value, key).strip()
    return "|".join(sorted(dict.fromkeys(as_text(each, key).strip() for each in value)))


def label_members(label: str) -> list[str]:
    """The members of a set, where a label is written as one; else the label, and nothing for an empty one.

    >>> label_members("glad|sad"), label_members("sad|glad"), label_members("")
    (['glad', 'sad'], ['sad|glad'], [])
    """
    parts = label.split("|")
    return [] if not label else parts if parts == sorted(set(parts)) and all(parts) else [label]


def answers_by_name(given: object, annotator: str | None, key: str) -> dict[str | None, Any]:
    """What each annotator gave under a key; whoever has null there gave nothing."""
    if isinstance(given, dict) and annotator is not None:
        raise Wrong("unknown-shape", f"an annotator, and labels by annotator in {key!r}", SHAPES)
    everyone: dict[str | None, Any] = given if isinstance(given, dict) else {annotator: given}
    answered = {name: value for name, value in everyone.items() if value is not None}
    if isinstance(given, dict) and any(not str(name).strip() for name in answered):
        raise Wrong("missing-annotator", "labels under an empty name", "name the annotator")
    return answered
