"""What stands beside the annotations of a file, line by line: other columns, comments, fields of records.

It is looked for when somebody wants to group by it. A comment ``# key = value`` is about its sentence; where it stands
in first sentences of documents only, it is about the document.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from accord.formats.conll_reader import ConllReader
from accord.formats.content import Content
from accord.formats.formats import TREE_FORMATS
from accord.formats.layout import is_document_mark
from accord.formats.roles import normalised
from accord.formats.rows import fitting_rows, start_of_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from accord.formats.inputs import Inputs
    from accord.formats.source import Source

NO_VALUE = "(none)"
"""The value of what has none."""
_COMMENT = re.compile(r"#\s*([^=\s][^=]*?)\s*=\s*(.*\S)\s*$")
_NEW_DOCUMENT = re.compile(r"#\s*newdoc\b")
_CONLLU = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
_MAX_NAMES = 30


@dataclass(frozen=True, slots=True)
class Attribute:
    """The values of one column, comment or field by the line they stand on; ``tokens`` are those of a column's rows."""

    values: Mapping[int, str]
    tokens: Mapping[int, str] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    """The values of documents, by the names that their records have."""


def read_attribute(inputs: Inputs, path: str, name: str) -> Attribute | list[str]:
    """The attribute of a file that is called so, or all names that there are."""
    source = inputs.source(path)
    format_ = inputs.format_of(path)
    if format_ == "conll":
        reader = ConllReader(source, inputs.token, inputs.labels)
        layout = reader.layout
        names = layout.names or tuple(map(str, range(layout.width)))
        return _of_rows(source, reader, names, layout.token, name)
    if format_ in TREE_FORMATS and format_ != "brackets":
        reader = ConllReader(source, 1, [7])
        return _of_rows(source, reader, _CONLLU, 1, name)
    if format_ == "jsonl":
        return _of_records(source, name)
    if format_ == "table":
        return _of_table(source, name)
    return []


def _of_rows(source: Source, reader: ConllReader, names: Sequence[str], token: int, name: str) -> Attribute | list[str]:
    """A column of tokens, or a comment of sentences or documents."""
    layout = reader.layout
    column = _number(names, name, layout.width)
    if column is not None:
        values: dict[int, str] = {}
        tokens: dict[int, str] = {}
        for line, cells in _token_rows(source, reader):
            values[line], tokens[line] = cells[column].strip() or NO_VALUE, cells[token]
        return Attribute(values, tokens)
    sentences = list(_sentences(source, reader))
    known = dict.fromkeys(key for sentence in sentences for key in sentence.comments)
    key = next((each for each in known if normalised(each) == normalised(name)), None)
    if key is None:
        others = [each for number, each in enumerate(names) if number != token]
        return [*others, *known][:_MAX_NAMES]
    return Attribute(_of_comments(sentences, key))


@dataclass(slots=True)
class _Sentence:
    """The lines of a sentence with its comments, and whether it is the first of a document."""

    begins_document: bool
    lines: list[int] = field(default_factory=list)
    comments: dict[str, str] = field(default_factory=dict)


def _of_comments(sentences: Sequence[_Sentence], key: str) -> dict[int, str]:
    several = sum(each.begins_document for each in sentences) > 1 or any(each.begins_document for each in sentences[1:])
    of_documents = several and all(each.begins_document for each in sentences if key in each.comments)
    values: dict[int, str] = {}
    held = NO_VALUE
    for each in sentences:
        if each.begins_document or not of_documents:
            held = each.comments.get(key, NO_VALUE)
        values |= dict.fromkeys(each.lines, held)
    return values


def _sentences(source: Source, reader: ConllReader) -> Iterator[_Sentence]:
    """Every sentence that has rows."""
    sentence, begins = _Sentence(begins_document=True), True
    for number, line in enumerate([*source.lines(), ""], 1):
        if is_document_mark(line) or not line.strip():
            if sentence.lines:
                yield sentence
                begins = False
                sentence = _Sentence(begins_document=False)
            if is_document_mark(line):
                begins = True
            sentence.begins_document = begins
        elif not sentence.lines and reader.layout.is_comment(line):
            if _NEW_DOCUMENT.match(line):
                begins = sentence.begins_document = True
            if found := _COMMENT.match(line):
                sentence.comments[found[1]] = found[2]
        else:
            sentence.lines.append(number)


def _token_rows(source: Source, reader: ConllReader) -> Iterator[tuple[int, list[str]]]:
    """Every row of a token with its line."""
    layout, inside = reader.layout, False
    for number, line in enumerate(source.lines(), 1):
        if is_document_mark(line) or not line.strip():
            inside = False
        elif inside or not layout.is_comment(line):
            inside = True
            if len(cells := layout.split(line)) == layout.width:
                yield number, cells


def _number(names: Sequence[str], name: str, width: int) -> int | None:
    """Which column is called so, or has this number."""
    wanted = normalised(name)
    for number, each in enumerate(names):
        if normalised(each) == wanted:
            return number
    number = int(name) if re.fullmatch(r"-?\d+", name) else width
    return number % width if -width <= number < width else None


def _of_table(source: Source, name: str) -> Attribute | list[str]:
    """A column of a table whose rows are items."""
    start = start_of_table(source)
    if not start.rows:
        return []
    names = [cell.strip() for cell in start.cells[0]]
    column = _number(names, name, len(names))
    if column is None:
        return names[:_MAX_NAMES]
    content = Content(source.name)
    rows = list(fitting_rows(source, start.dialect, len(names), content, header=True))
    values = {line: cells[column].strip() or NO_VALUE for line, cells in rows}
    named = [(line, {str(number): cell.strip() for number, cell in enumerate(cells)}) for line, cells in rows]
    return Attribute(values, documents=_by_name(named, values))


def _of_records(source: Source, name: str) -> Attribute | list[str]:
    """A field of JSON lines, also within another: meta.genre."""
    records: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(source.lines(), 1):
        if line.strip():
            try:
                held = json.loads(line)
            except ValueError:
                return []  # an array over many lines
            if isinstance(held, dict):
                records.append((number, held))
    flat = [(line, dict(_fields(record))) for line, record in records]
    known = dict.fromkeys(key for _, fields in flat for key in fields)
    if name not in known:
        return list(known)[:_MAX_NAMES]
    values = {line: fields.get(name, "") or NO_VALUE for line, fields in flat}
    return Attribute(values, documents=_by_name(flat, values))


def _fields(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a record that hold one value, those within others with a point."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _fields(value, f"{before}{key}.")
        elif isinstance(value, bool):
            yield f"{before}{key}", str(value).lower()
        elif isinstance(value, str | int | float):
            yield f"{before}{key}", str(value)


def _by_name(rows: Sequence[tuple[int, Mapping[str, str]]], values: Mapping[int, str]) -> dict[str, str]:
    """The values of records by all that names one of them only."""
    found: dict[str, str] = {}
    for key in dict.fromkeys(key for _, fields in rows for key in fields):
        held = [(line, fields[key]) for line, fields in rows if key in fields]
        if len(held) == len(rows) == len({cell for _, cell in held}):
            found |= {cell: values[line] for line, cell in held if cell not in found}
    return found
