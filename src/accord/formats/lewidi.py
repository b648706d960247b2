"""LeWiDi JSON (Learning With Disagreements 2023 and 2025): an object of items, each with its annotators and soft label.

The annotations of 2023 are a text like ``"0,1,1"`` in the order of ``annotators``, those of 2025 an object by
annotator.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.errors import ReadError
from accord.formats.content import Content
from accord.formats.formats import Format
from accord.formats.json_values import TOO_DEEP, Wrong, is_deep, kind, say_no_json
from accord.formats.output import whole_file
from accord.model import Finding, Place, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from accord.formats.columns import Columns
    from accord.formats.source import Source

SHAPE = (
    'an item is {"text": ..., "annotators": "ann,bob", "annotations": {"ann": "0", "bob": "1"}, '
    '"soft_label": {"0": 0.5, "1": 0.5}}'
)
_SPACE = re.compile(r"\s*")
_OBJECT_OF_OBJECTS = re.compile(r'\s*\{\s*"[^"]*"\s*:\s*\{')
_SOFT = re.compile(r'"(?:soft_label|annotations)"\s*:')
_WHOLE = re.compile(r"(-?[0-9]+)\.0+")


@dataclass(frozen=True, slots=True)
class Record:
    """One item as its file has it."""

    name: str
    answers: Mapping[str, str] = field(default_factory=dict)
    soft: Mapping[str, Any] | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Everything else: text, hard_label, split, lang, other_info and what the file has besides."""
    line: int = 1


def recognise(source: Source) -> str:
    """Whether the start of a file is that of an object of items with soft labels or annotations."""
    text = source.start()
    is_one = _OBJECT_OF_OBJECTS.match(text) and _SOFT.search(text)
    return "it is an object of items with annotations" if is_one else ""


def read_lewidi(source: Source, _: Columns) -> Content:
    """LeWiDi JSON: an object of items, each with its annotators, their annotations and a soft label."""
    content = Content(source.name)
    try:
        for record in lewidi_records(source):
            text = _text(record.fields.get("text"))
            for annotator, label in record.answers.items():
                content.answer(None, annotator, record.name, label, record.line, text=text)
    except ReadError as refused:
        content.findings += [finding for finding in refused.findings if isinstance(finding, Finding)]
        return content
    if not content.answers:
        content.report("empty-file", None, "there is not a single annotation in it", SHAPE)
    content.assumption = "LeWiDi items"
    return content


def _text(given: object) -> str:
    """A text, of one part or of several that have names, such as a context and a reply."""
    if isinstance(given, dict):
        return " / ".join(f"{name}: {_text(part)}" for name, part in given.items())
    return "" if given is None else str(given).strip()


def lewidi_records(source: Source) -> list[Record]:
    """All items of a file, or all that is wrong with them."""
    text = "".join(source.pieces())
    records: list[Record] = []
    findings: list[Finding] = []
    line, seen = 1, 0
    try:
        for name, value, start in _members(text):
            line, seen = line + text.count("\n", seen, start), start
            try:
                records.append(_record(name, value, line))
            except Wrong as wrong:
                findings.append(finding_in(name, wrong, Place(source.name, line)))
    except json.JSONDecodeError as error:
        place = Place(source.name, error.lineno)
        findings.append(Finding("invalid-json", Severity.ERROR, place, say_no_json(error), SHAPE))
    except (RecursionError, ValueError) as error:  # the latter at numbers of thousands of digits
        deep = isinstance(error, RecursionError)
        message = TOO_DEEP if deep else "a number of thousands of digits"
        findings.append(Finding("invalid-json", Severity.ERROR, Place(source.name), message, SHAPE))
    names = [record.name for record in records]
    if len(set(names)) < len(names):
        twice = next(record for record in records if names.count(record.name) > 1)
        message = f"the item {twice.name!r} stands twice"
        findings.append(Finding("duplicate-key", Severity.ERROR, Place(source.name, twice.line), message, "rename one"))
    if findings:
        raise ReadError(f"{source.name} is no LeWiDi JSON that can be used", findings)
    return records


def finding_in(item: str, wrong: Wrong, place: Place) -> Finding:
    """What is wrong with an item."""
    code, message, hint = wrong.args
    return Finding(code, Severity.ERROR, place, f"item {item!r}: {message}", hint)


def _members(text: str) -> Iterator[tuple[str, Any, int]]:
    """The members of one JSON object, each with its place in the text."""
    decoder = json.JSONDecoder()

    def expect(mark: str, at: int) -> int:
        if text[at : at + 1] not in mark or at >= len(text):
            raise json.JSONDecodeError(f"expecting {' or '.join(mark)}", text, at)
        return _space(text, at + 1)

    at = expect("{", _space(text, 0))
    while text[at : at + 1] != "}":
        start = at
        name, at = decoder.raw_decode(text, at)
        if not isinstance(name, str):
            raise json.JSONDecodeError("expecting the name of an item", text, start)
        value, at = decoder.raw_decode(text, expect(":", _space(text, at)))
        yield name, value, start
        at = _space(text, at)
        if text[at : at + 1] != "}":
            at = expect(",", at)
    if _space(text, at + 1) < len(text):
        raise json.JSONDecodeError("more after the object", text, at + 1)


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _record(name: str, value: Any, line: int) -> Record:
    if not isinstance(value, dict):
        raise Wrong("unknown-shape", f"{kind(value)} instead of an object", SHAPE)
    if is_deep(value):
        raise Wrong("invalid-json", TOO_DEEP, SHAPE)
    soft = value.get("soft_label") or None
    if soft is not None and not isinstance(soft, dict):
        raise Wrong("wrong-type", f"'soft_label' holds {kind(soft)} where an object is needed", SHAPE)
    answers = _answers(value.get("annotations"), value.get("annotators"))
    known = {"annotations", "annotators", "soft_label"}
    return Record(name, answers, soft, {key: each for key, each in value.items() if key not in known}, line)


def _answers(annotations: Any, annotators: Any) -> dict[str, str]:
    if annotations in (None, "", {}, []):
        return {}
    if isinstance(annotations, dict):
        return {str(name): label_in(label) for name, label in annotations.items() if label is not None}
    labels = annotations.split(",") if isinstance(annotations, str) else annotations
    names = annotators.split(",") if isinstance(annotators, str) else annotators
    if not isinstance(labels, list) or not isinstance(names, list):
        raise Wrong("wrong-type", "annotations and annotators are lists, or texts with commas", SHAPE)
    if len(labels) != len(names):
        message = f"{len(names)} annotators and {len(labels)} annotations"
        raise Wrong("wrong-type", message, "give each annotator one annotation")
    return {str(name).strip(): label_in(label) for name, label in zip(names, labels, strict=True)}


def label_in(given: Any) -> str:
    """A label as text; whole numbers without a point, for the files write both."""
    if isinstance(given, dict | list):
        raise Wrong("wrong-type", f"a label is {kind(given)}", SHAPE)
    text = str(given).strip()
    whole = _WHOLE.fullmatch(text)
    return whole[1] if whole else text


def write_lewidi(records: Iterable[Record], path: str) -> None:
    """Write items to a file; fields that are not known here are written as they were read."""
    with whole_file(path) as stream:
        text = json.dumps({record.name: as_json(record) for record in records}, ensure_ascii=False, indent=1)
        stream.write(text.encode("utf-8", "surrogateescape") + b"\n")


def as_json(record: Record) -> dict[str, Any]:
    """One item; the hard label is the one with the largest share, and is left empty where several have it."""
    soft = dict(record.soft or {})
    fields = dict(record.fields)
    if soft and "hard_label" not in fields and not any(isinstance(share, dict) for share in soft.values()):
        largest = [label for label, share in soft.items() if share == max(soft.values())]
        fields["hard_label"] = largest[0] if len(largest) == 1 else ""
    return {
        "text": fields.pop("text", ""),
        "annotators": ",".join(record.answers),
        "number of annotations": len(record.answers),
        "annotations": dict(record.answers),
        "soft_label": soft,
        **{key: value for key, value in fields.items() if key != "number of annotations"},
    }


LEWIDI = Format(read_lewidi, recognise=recognise)
